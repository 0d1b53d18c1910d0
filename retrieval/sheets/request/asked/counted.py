"""Bounds with the units in which they and the columns of a sheet count: “over 900 kg”, “under 12 weeks”."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

from reading.values.quantities import find_quantities
from retrieval.question.plans.bounds import Bound, find_bounds
from retrieval.question.plans.model import Relation, Test
from retrieval.question.wording.rows import COUNT, OFTEN, WHICH
from retrieval.sheets.model import Column, Sheet
from retrieval.sheets.request.words import Words
from retrieval.tables.rules.vocabulary.lexicon import durations, scale, units

PER = re.compile(r"\b(?:per|each|every|a)\s+$", re.IGNORECASE)  # “per 100 ml” sets no bound
# A number that is written as a year is none behind “more than”.
LIKE_YEAR = re.compile(
    r"\b(?:(?P<above>more|greater|higher|larger)|(?:less|fewer|lower|smaller))\s+than\s+(?P<number>(?:19|20)\d\d)\b"
    r"(?!\s*(?:\?|$))",
    re.IGNORECASE,
)
UNITS = re.compile(r"[(\[]([^()\[\]]{1,20})[)\]]")
IN_CALENDAR = {
    ("years", "months"): Decimal(12),
    ("weeks", "days"): Decimal(7),
    ("days", "hours"): Decimal(24),
}
PARTS = re.compile(r"[^\W\d_]+\d?|[%°]+\w*")
BEHIND = re.compile(r"\s*(?P<unit>[^\W\d_]+|%)")


def bounds_in(question: str) -> list[Bound]:
    """Every bound that is set to a number, in their order."""
    found = [each for each in find_bounds(question) if not PER.search(question[: each.start])]
    if not found and (said := LIKE_YEAR.search(question)):
        relation: Relation = "above" if said["above"] else "below"
        found = [Bound(Test(relation, Decimal(said["number"]), "", said["number"]), *said.span())]
    return found


def asks_for_rows(question: str) -> bool:
    return any(each.search(question) for each in (COUNT, WHICH, OFTEN))


def unit_behind(question: str, end: int) -> str:
    """The unit that a number of the question has, which ends there or just before it."""
    inside = next((q.unit for q in find_quantities(question) if q.end == end and q.unit), "")
    behind = BEHIND.match(question, end)
    return inside or (behind["unit"].casefold() if behind and forms_of(behind["unit"].casefold()) else "")


def forms_of(unit: str) -> frozenset[str]:
    """All words for the unit; none where it is none."""
    known = next((forms for _, forms in units() if unit in forms), frozenset())
    if not known and unit in durations():
        known = frozenset(word for word, seconds in durations().items() if seconds == durations()[unit])
    return known


def units_of(heading: str) -> tuple[str, ...]:
    """The units that stand in brackets behind a heading: “mg” and “l” of “(mg/l)”."""
    said = UNITS.findall(heading)
    return tuple(part.casefold() for part in PARTS.findall(said[-1])) if said else ()


def unit_in(sheet: Sheet, column: Column) -> str:
    """What a column counts in: in brackets behind its heading, else the one unit that all its cells have."""
    own = units_of(column.name)
    return own[0] if own else sheet.units.get(column.name, "").casefold()


def counted_in(asked: Words, unit: str) -> tuple[Column, ...]:
    """The one column of numbers that counts in the unit, or in another of what it measures."""
    for fits in (_is_same, _measures_same):
        found = [c for c in asked.sheet.numbers if (own := unit_in(asked.sheet, c)) and fits(unit, own)]
        if len(found) == 1:
            return tuple(found)
    return ()


def among_units(asked: Words, unit: str, value: Decimal, relation: str) -> tuple[Column, ...]:
    """Of several columns that count in the unit the one whose heading is said; else the only one that has the
    value in a row, or that has less and more than a bound."""
    found = [
        c
        for c in asked.sheet.numbers
        if (own := unit_in(asked.sheet, c)) and (_is_same(unit, own) or _measures_same(unit, own))
    ]
    if len(found) < 2:
        return ()
    forms = {unit.casefold(), *forms_of(unit)}
    free = [t for at, t in enumerate(asked.tokens) if not asked.taken[at] and t.text.casefold() not in forms]
    said = frozenset(stem for token in free for stem in token.stems)
    if named := [c for c in found if c.words & said]:
        return tuple(named) if len(named) == 1 else ()
    fitting = [
        c for c in found if _tells_apart(asked.sheet, c, in_unit_of(asked.sheet, (c,), value, unit), relation)
    ]
    return tuple(fitting) if len(fitting) == 1 else ()


def _tells_apart(sheet: Sheet, column: Column, value: Decimal | None, relation: str) -> bool:
    """Whether some rows have the value, or are beyond it, and others are not."""
    numbers = [number for row in sheet.rows if (number := row.number(column.name)) is not None]
    if value is None or not numbers:
        return False
    return value in numbers if relation == "is" else min(numbers) < value < max(numbers)


def in_unit_of(sheet: Sheet, columns: Sequence[Column], bound: Decimal, unit: str) -> Decimal | None:
    """The bound in the unit of the columns; None where these count in one to which none leads."""
    own = {own for column in columns if (own := unit_in(sheet, column))}
    if not unit or not own or (len(own) == 1 and _is_same(unit, *own)) or unit == "%":
        return bound
    if len(own) == 1 and (times := _scale(unit, next(iter(own)))):
        return bound * times
    are_of_cells = any(column.name in sheet.units for column in columns)
    return None if are_of_cells or (any(map(forms_of, own)) and forms_of(unit)) else bound


def words_of_units(sheet: Sheet, columns: Sequence[Column]) -> Iterator[str]:
    """All words for the units in which the columns count."""
    for column in columns:
        for unit in units_of(column.name) or filter(None, (sheet.units.get(column.name, "").casefold(),)):
            yield unit
            yield from forms_of(unit)


def _is_same(unit: str, other: str) -> bool:
    return unit.casefold() == other or other in forms_of(unit)


def _measures_same(unit: str, other: str) -> bool:
    return bool(_scale(unit, other))


def _scale(unit: str, other: str) -> Decimal | None:
    if unit in durations() and other in durations():
        return durations()[unit] / durations()[other]
    if (unit, other) in IN_CALENDAR:
        return IN_CALENDAR[unit, other]
    return scale(unit, other)
