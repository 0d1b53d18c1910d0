"""What a result says, in words: every number as it stands in a cell."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from agentic.sources.drivers.types import Fetched
from agentic.verification.sentences.statements import escaped
from retrieval.tables.schema import words_of

LISTED = 5  # rows that are told beside the table


def in_words(found: Fetched, *, is_shared: bool = False, beyond: int = 0) -> str:
    """Markdown: the value, the row, or the first rows of the table that stands below.

    `is_shared`: whether the rows are all equally first. `beyond`: how many more are equal to the last.
    """
    if not found.rows:
        return "No row fits: the query ran, and found nothing."
    if len(found.rows) == 1:
        return _single(found)
    count = f"The first {len(found.rows):,} rows" if found.truncated else f"{len(found.rows):,} rows"
    count += " are equally first" if is_shared else ""
    part = ", such as" if is_shared else ", first"
    lines = [f"- {_row(found.columns, row)}" for row in found.rows[:LISTED]]
    if beyond:
        lines.append(f"\n{beyond:,} more {'is' if beyond == 1 else 'are'} equal to the last of them.")
    return "\n".join([f"{count}{part if len(found.rows) > LISTED else ''}:\n", *lines])


def _single(found: Fetched) -> str:
    if len(found.columns) == 1:
        name = _named(found.columns[0])
        if found.rows[0][0] is None:
            return f"{name[:1].upper()}{name[1:]}: –. No row fits, or none that fits holds a value."
        return f"{name[:1].upper()}{name[1:]}: **{cell(found.rows[0][0])}**."
    told = _row(found.columns, found.rows[0])
    return f"{told[:1].upper()}{told[1:]}."


def _row(columns: Sequence[str], row: Sequence[Any]) -> str:
    """Each cell with its column's name; keys stand in the table alone where a word tells the row."""
    cells = list(zip(columns, row, strict=True))
    if any(isinstance(value, str) for name, value in cells if not _is_key(name)):
        cells = [(name, value) for name, value in cells if not _is_key(name)]
    return ", ".join(f"{_named(name)} {cell(value)}" for name, value in cells)


def _is_key(column: str) -> bool:
    return words_of(column)[-1] == "id"


def _named(column: str) -> str:
    return " ".join(words_of(column))


def cell(value: Any) -> str:
    """As a reader expects it, in Markdown; long texts are cut."""
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}" if abs(value) >= 10_000 else str(value)
    if isinstance(value, float):
        text = f"{value:,.4f}".rstrip("0").rstrip(".")
        return text if float(text.replace(",", "") or 0) != 0 or value == 0 else repr(value)
    text = " ".join(str(value).split())
    return _as_it_is(text if len(text) <= 120 else f"{text[:119]}…")


def _as_it_is(text: str) -> str:
    """Markdown that shows the words of a cell: “[1]” there is no citation, an asterisk no emphasis."""
    return escaped(re.sub(r"[*`]", r"\\\g<0>", text))
