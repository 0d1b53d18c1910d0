"""What a question asks of documents: a value that they give, more than an amount, the most or least."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from agentic.search.decisions.steps import Decomposition
from agentic.search.decisions.words import HIGH, LOW
from agentic.search.joins.anchors import has
from agentic.search.joins.asked import akin_to, names_in
from agentic.search.joins.corpus import Corpus, value_of
from agentic.search.lists.sorts import Sort
from agentic.search.lists.wanted import Wanted, content_of
from documents.models import TableRow
from reading.values.legal_forms import without_legal_form
from reading.values.quantities import Quantity, find_quantities
from retrieval.annotations.fields import UNIT_MARK, Fields
from retrieval.annotations.lands import land_of
from retrieval.stems import stems

MOST_ROWS = 1_000  # that give one value
MOST_NUMBERS = 10_000  # that are compared with an amount
LONGEST_VALUE = 5  # words of a value of which a question says a part
_SIGN = r"[$€£¥]|[A-Z]{3}\s"
_OVER = r"over|above|(?:more|greater|higher|longer|larger|heavier) than|at least|exceed(?:s|ing|ed)?|beyond"
_UNDER = r"under|below|(?:less|lower|shorter|smaller|fewer) than|at most|up to"
COMPARES = re.compile(
    rf"\b(?:(?P<over>{_OVER})|(?P<under>{_UNDER}))\s+(?P<amount>(?:{_SIGN})?\s*\d[\d.,]*\s*(?P<after>%|[^\W\d_]+)?)",
    re.IGNORECASE,
)
_EXTREME = re.compile(
    rf"\b(?:with|having|has|have|of|that has|which has)\s+the\s+(?:(?P<high>{'|'.join(sorted(HIGH))})|"
    rf"(?P<low>{'|'.join(sorted(LOW))}))\s+(?P<what>[\w -]+)",
    re.IGNORECASE,
)
_WRITTEN = re.compile(r"\d\s*([^\W\d_]+)\s*$")  # the unit behind a number
_NUMBER_AND_UNIT = re.compile(r"(\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?)\s*([^\W\d_]+)")
_LEAST = re.compile(r"at least|at most|up to", re.IGNORECASE)


@dataclass(frozen=True)
class Condition:
    """`rows`: those that meet it, by document. `said`: the stems of the question that it accounts for.

    `numbers`: the numbers of the question that it accounts for.
    """

    rows: Mapping[int, TableRow]
    said: frozenset[str]
    numbers: str = ""


def conditions_in(
    question: str,
    asked: Decomposition,
    ways: Sequence[Wanted],
    *,
    known: Fields,
    sorts: Sequence[Sort],
    corpus: Corpus,
) -> list[Condition] | None:
    """None where something is asked that no property meets. `ways`: what the question may list."""
    head, targets = ways[0].said, [way.sort for way in ways]
    found: list[Condition] = list(_values(question, asked, known, corpus))
    rest = _without(question, found)
    if extreme := _EXTREME.search(rest):
        condition = _most(extreme, rest, sorts, corpus)
        if condition is None:
            return None
        found.append(condition)
        rest = rest[: extreme.start()] + " " + rest[extreme.end("low" if extreme["low"] else "high") :]
    plain = rest.replace(head, " ", 1)
    for amount in COMPARES.finditer(plain):
        condition = _compared(amount, plain, targets, sorts, corpus)
        if condition is None:
            return None
        found.append(condition)
    rest = COMPARES.sub(" ", rest)
    words = frozenset().union(*(sort.words for sort in sorts)) if sorts else frozenset()
    for name in _unknown(rest, head, words):
        condition = _part_of_value(name, corpus)
        if condition is None:
            return None
        found.append(condition)
    return found


def _values(question: str, asked: Decomposition, known: Fields, corpus: Corpus) -> Iterator[Condition]:
    """The values that rules found, as the properties give them."""
    for name, condition in asked.constraints.items():
        info = known.get(name)
        value = condition.get("value")
        if info is None or not info.in_properties or condition.get("op") not in ("in", "="):
            continue
        values = [str(each) for each in (value if isinstance(value, list) else [value])]
        rows = [
            row for row in corpus.giving([each.casefold() for each in values]) if row.label in info.spellings
        ]
        if rows:
            said = " ".join([*values, *_of_same_land(question, values)])
            yield Condition({row.document_id: row for row in rows}, frozenset(stems(said)), said)


def _of_same_land(question: str, values: Iterable[str]) -> list[str]:
    """The words by which the question says whose law a value is: “English” of “England”."""
    lands = {land for value in values if (land := land_of(value))}
    return [word for word in re.findall(r"[A-Z][a-z]+", question) if lands and land_of(word) in lands]


def _without(question: str, conditions: Iterable[Condition]) -> str:
    """The question without the values that are met, with or without their legal form."""
    for condition in conditions:
        for value in {value_of(row) for row in condition.rows.values()}:
            for words in (value, without_legal_form(value), *_of_same_land(question, [value])):
                if words:
                    question = re.sub(
                        rf"(?<![\w-]){re.escape(words)}(?![\w-])", " ", question, flags=re.IGNORECASE
                    )
    return question


# --- the most or least of one sort ---


def _most(match: re.Match[str], question: str, sorts: Sequence[Sort], corpus: Corpus) -> Condition | None:
    """The documents of one sort that give the greatest or least value; all of the sort must give one."""
    before = content_of(" ".join(question[: match.start()].split()[-2:]))
    words = match["what"].split()
    for size in range(min(len(words), 4), 0, -1):
        own = content_of(" ".join(words[:size]))
        fitting = [
            (sort, label)
            for sort in sorts
            for label, telling in sort.of_labels.items()
            if own
            and all(akin_to(stem, telling) for stem in own)
            and any(akin_to(stem, sort.words) for stem in before)
        ]
        if fitting:
            break
    else:
        return None
    found = [rows for sort, label in fitting if (rows := _numbers_of(sort, label, corpus))]
    if len(found) != 1:
        return None
    values = {pk: number for pk, (number, _) in found[0].items()}
    best = (max if match["high"] else min)(values.values())
    own_rows = {pk: row for pk, (number, row) in found[0].items() if number == best}
    return Condition(own_rows, frozenset(stems(f"{match['high'] or match['low']} {' '.join(words[:size])}")))


def _numbers_of(sort: Sort, label: str, corpus: Corpus) -> dict[int, tuple[Decimal, TableRow]]:
    """Document → number and row; empty where one of the sort gives none, or they count in several units."""
    numbers, units = {}, set()
    for row in corpus.properties().filter(document__in=sort.documents, label=label):
        if number := _number_of(row):
            numbers[row.document_id] = number[0], row
            units.add(number[1])
    return numbers if len(numbers) == len(sort.documents) > 1 and len(units) == 1 else {}


def _number_of(row: TableRow) -> tuple[Decimal, str] | None:
    """The number that a property gives and its unit, also where it is kept as words: “450 persons”."""
    value = row.properties.get(row.label)
    if isinstance(value, int | float) and not isinstance(value, bool):
        written = _WRITTEN.search(row.quote)
        unit = row.properties.get(f"{row.label}{UNIT_MARK}") or (written[1] if written else "")
        return Decimal(str(value)), str(unit)
    words = _NUMBER_AND_UNIT.fullmatch(str(value or "").strip())
    if words is None:
        return None
    return Decimal(words[1].replace(",", "")), words[2]


# --- more or less than an amount ---


def _compared(
    match: re.Match[str], question: str, targets: Sequence[Sort], sorts: Sequence[Sort], corpus: Corpus
) -> Condition | None:
    """The documents whose number is more or less: of the label that is named, else of the only one in that
    unit of what is listed.
    """
    after = match["after"] if content_of(match["after"] or "") else ""
    bounds = find_quantities(match["amount"].strip())
    plain = find_quantities(match["amount"].removesuffix(match["after"] or "").strip())
    if len(bounds) != 1 or len(plain) != 1:
        return None
    near = content_of(f"{question[: match.start()]} {after} {question[match.end() :]}")
    labels = {label: own for sort in sorts for label, own in sort.of_labels.items()}
    listed = {label for sort in targets for label in sort.labels}
    named: dict[str, list[tuple[TableRow, bool]]] = defaultdict(list)
    in_unit: dict[str, list[tuple[TableRow, bool]]] = defaultdict(list)
    for row in corpus.properties().filter(label__in=list(labels))[:MOST_NUMBERS]:
        number = _number_of(row)
        if number is None:
            continue
        is_named = any(akin_to(stem, near) for stem in labels[row.label])
        limit = _limit_for(number[1], bounds[0], plain[0], after, row.label if is_named else "")
        if limit is None:
            continue
        meets = _is_beyond(number[0], limit, match)
        if is_named:
            named[row.label].append((row, meets))
        if row.label in listed and (number[1] or after):
            in_unit[row.label].append((row, meets))
    fitting = named or in_unit
    if len(fitting) != 1:
        return None
    ((label, rows),) = fitting.items()
    kept = {row.document_id: row for row, meets in rows if meets}
    return Condition(kept, frozenset(stems(match[0])) | labels[label], match["amount"]) if kept else None


def _limit_for(unit: str, bound: Quantity, plain: Quantity, after: str, named: str) -> Decimal | None:
    """The amount that is asked for as the property counts; None where it counts in something else.

    `after`: the word behind the number. `named`: the label, where the question names it.
    """
    if unit and unit == bound.unit:
        return bound.value
    if after and stems(after) & stems(named):  # “more than 6 hours” of “Hours worked: 7”
        return None if unit else plain.value
    if after and unit and after.lower().startswith(unit.lower().rstrip("s")):  # “tonnes” of “28,400 t”
        return plain.value
    return plain.value if named and not after and not bound.unit else None


def _is_beyond(number: Decimal, limit: Decimal, match: re.Match[str]) -> bool:
    if number == limit:
        return _LEAST.match(match["over"] or match["under"]) is not None
    return number > limit if match["over"] else number < limit


# --- a part of a value ---


def _unknown(rest: str, head: str, words: frozenset[str]) -> list[str]:
    """Names, and words that no document is called by and no label has: they may be values."""
    rest = rest.replace(head, " ", 1)
    names = list(names_in(rest, len(rest) - len(rest.lstrip()) + 1))
    for name in names:
        rest = rest.replace(name, " ")
    plain = [
        word
        for word in re.findall(r"[^\W\d_]{3,}", rest)
        if (own := content_of(word)) and not any(akin_to(stem, words) for stem in own)
    ]
    return [*names, *plain]


def _part_of_value(name: str, corpus: Corpus) -> Condition | None:
    """The documents that give a short value that has these words: “Halcyon winter barley”, “Dog”."""
    own = stems(name)
    shortest = min(own, key=len, default="").rstrip("iy")
    likely = list(corpus.properties().filter(quote__icontains=shortest)[: MOST_ROWS + 1]) if own else []
    rows = [row for row in likely if _has_words(value_of(row), name, own)]
    if not rows or len(likely) > MOST_ROWS or len({row.label for row in rows}) > 1:
        return None
    return Condition({row.document_id: row for row in rows}, frozenset(own), name)


def _has_words(value: str, name: str, own: Collection[str]) -> bool:
    return len(value.split()) <= LONGEST_VALUE and (has(name, value) or set(own) <= set(stems(value)))
