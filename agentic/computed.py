"""Numbers that follow from others of the evidence, and the formula that gives them.

With many figures some formula gives almost any percentage, so that only figures which belong together are
tried: those the answer names or cites, and those of one measure or one statement.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import permutations

from agentic.matching import Known
from documents.quantities import Quantity

MAX_OPERANDS = 24  # 24 × 23 pairs take about 2 ms
RATIO_UNITS = ("%", "times", "")


def find_formula(quantity: Quantity, operands: Sequence[Known]) -> str:
    """How `quantity` follows from `operands`, such as “10,208.6 ÷ 8,630.9 − 1”; "" where it does not."""
    pool = list(dict.fromkeys(operands))[:MAX_OPERANDS]
    for value, units, formula in _results(pool):
        if quantity.unit in units and _rounds_to(value, quantity):
            return formula
    return ""


def _rounds_to(value: Decimal, quantity: Quantity) -> bool:
    return abs(abs(value) - abs(quantity.value)) <= quantity.step / 2


Result = tuple[Decimal, tuple[str, ...], str]  # the value, the units it may be given in, the formula


def _results(pool: Sequence[Known]) -> Iterator[Result]:
    for one, other in permutations(pool, 2):
        yield from _of_pair(one, other)
    for group in _groups(pool):
        values = [number.value for number in group]
        unit = group[0].unit or ""
        units = (unit, "") if unit != "%" else ("%",)
        terms = " + ".join(number.text for number in group)
        total = sum(values, Decimal(0))
        yield total, units, terms
        yield total / len(values), units, f"({terms}) ÷ {len(group)}"


def _of_pair(one: Known, other: Known) -> Iterator[Result]:
    """What two figures give: a difference, a change in per cent, a share."""
    if not _belong_together(one, other):
        return
    if one.unit == other.unit and one.value != other.value:
        unit = one.unit or ""
        units = ("pp", "%") if unit == "%" else (unit, "")
        yield one.value - other.value, units, f"{one.text} − {other.text}"
        if other.value and unit != "%":
            yield one.value / other.value - 1, ("%",), f"{one.text} ÷ {other.text} − 1"
    if other.value and "%" not in (one.unit, other.unit):
        yield one.value / other.value, RATIO_UNITS, f"{one.text} ÷ {other.text}"


def _belong_together(one: Known, other: Known) -> bool:
    """One measure at two times or of two parties, or two measures of one party at one time."""
    if one.is_result or other.is_result:
        return True
    if one.label and one.label.casefold() == other.label.casefold():
        return True
    if one.measure and one.measure == other.measure:  # one calls it net sales, the other revenue
        return True
    return (
        one.end == other.end and one.start == other.start and one.entity.casefold() == other.entity.casefold()
    )


def _groups(pool: Sequence[Known]) -> Iterator[list[Known]]:
    """All figures of one unit, and those of one measure among them, in the order given."""
    by_unit: dict[str | None, list[Known]] = {}
    by_measure: dict[tuple[str | None, str], list[Known]] = {}
    for number in pool:
        by_unit.setdefault(number.unit, []).append(number)
        by_measure.setdefault((number.unit, number.label.casefold()), []).append(number)
    yield from (group for group in (*by_unit.values(), *by_measure.values()) if len(group) > 1)
