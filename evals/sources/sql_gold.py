"""Gold queries of public text-to-SQL questions: their alternatives, and whether a result is one of theirs."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

Rows = Sequence[Sequence[Any]]
_BRACES = re.compile(r"\{([^{}]*)\}")
MOST_ALTERNATIVES = 64
DIGITS = 4  # decimals within which two numbers are the same


def alternatives(gold: str) -> Iterator[str]:
    """Each statement that `gold` stands for.

    `;` parts them, `{a, b}` is any of its columns but not none, and an empty `{}` the same choice again.
    """
    for statement in (part.strip() for part in gold.split(";")):
        if statement:
            yield from itertools.islice(_expanded(statement), MOST_ALTERNATIVES)


def _expanded(statement: str) -> Iterator[str]:
    match = next((m for m in _BRACES.finditer(statement) if m[1].strip()), None)
    if match is None:
        yield statement.replace("{}", "")
        return
    columns = [column.strip() for column in match[1].split(",")]
    for count in range(1, len(columns) + 1):
        for chosen in itertools.combinations(columns, count):
            told = statement.replace(match[0], ", ".join(chosen))
            plain = ", ".join(re.sub(r"(?i)\s+as\s+\w+$", "", column) for column in chosen)
            yield from _expanded(re.sub(r"\{\s*\}", plain, told))


def fits(found: Rows, gold: Rows, *, in_order: bool) -> bool:
    """Whether `found` has the rows of `gold`, its columns at any place, further columns beside them."""
    found, gold = [_plain(row) for row in found], [_plain(row) for row in gold]
    if len(found) != len(gold):
        return False
    if not gold:
        return True
    own, wanted = list(zip(*found, strict=True)), list(zip(*gold, strict=True))
    candidates = [
        [place for place, column in enumerate(own) if Counter(column) == Counter(each)] for each in wanted
    ]
    return any(
        _same([[row[place] for place in places] for row in found], gold, in_order=in_order)
        for places in itertools.islice(itertools.product(*candidates), 200)
        if len(set(places)) == len(places)
    )


def _same(found: Sequence[Sequence[Any]], gold: Sequence[Sequence[Any]], *, in_order: bool) -> bool:
    if in_order and [tuple(row) for row in found] == [tuple(row) for row in gold]:
        return True
    return not in_order and Counter(map(tuple, found)) == Counter(map(tuple, gold))


def _plain(row: Sequence[Any]) -> tuple[Any, ...]:
    return tuple(_cell(cell) for cell in row)


def _cell(cell: Any) -> Any:
    if isinstance(cell, bool) or cell is None:
        return cell
    try:
        return round(float(cell), DIGITS) + 0.0
    except (TypeError, ValueError):
        text = str(cell).strip()
        return text.removesuffix("T00:00:00").removesuffix(" 00:00:00")


def wants_order(question: str) -> bool:
    words = r"\b(order|ordered|sort|sorted|rank|ranked|descending|ascending)\b"
    return re.search(words, question, re.IGNORECASE) is not None
