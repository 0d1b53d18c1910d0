"""Numbers that follow from others of the evidence, and the formula that gives them.

With many figures some formula gives almost any percentage, so that only figures which belong together are
tried, those the answer names or cites and those of one measure or one statement, and only by the operation
that the sentence names: a change, a share, a total, an average.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from itertools import permutations
from typing import Literal

from agentic.verification.numbers import Known, Stated
from agentic.verification.sentences.agreement import Grounds, measure_fits
from agentic.verification.sentences.measures import measures_in, stems
from agentic.verification.sentences.statements import contains, contradict
from reading.values.periods import Period

MAX_OPERANDS = 24  # 24 × 23 pairs take about 2 ms
RATIO_UNITS = ("%", "times", "")
_SAYS = {
    "sum": re.compile(
        r"\b(?:total\w*|together|combined|sum\w*|both|altogether|in all|overall|aggregate\w*|half|months|"
        r"quarters|plus|all)\b",
        re.IGNORECASE,
    ),
    "mean": re.compile(r"\b(?:average[sd]?|averaging|mean)\b", re.IGNORECASE),
    "difference": re.compile(
        r"\b(?:difference|gap|spread|remain\w*|between|chang\w+|growth|apart|minus|ahead|behind)\b",
        re.IGNORECASE,
    ),
    "share": re.compile(
        r"\b(?:shares?|margins?|ratios?|rates?|percent\w*|per|of|times|portion|part|proportion|account\w*|represent\w*|"
        r"made up|compris\w+|multiple|returns?|yield|turnover|coverage|equivalent|as (?:big|large|much))\b",
        re.IGNORECASE,
    ),
}

_THAN = re.compile(r"\bthan\b", re.IGNORECASE)


@dataclass(frozen=True)
class _Result:
    """What a formula gives. `is_ordered`: which of its two operands comes first is known."""

    value: Decimal
    units: tuple[str, ...]
    formula: str
    kind: Literal["sum", "mean", "difference", "growth", "share"]
    operands: tuple[Known, ...]
    is_ordered: bool = False


def find_formula(
    stated: Stated, operands: Sequence[Known], grounds: Grounds, *, written_out: bool = False
) -> str:
    """How the number follows from `operands`, such as “10,208.6 ÷ 8,630.9 − 1”; "" where it does not.

    `written_out`: it stands in a formula, which says itself what is computed.
    """
    pool = list(dict.fromkeys(operands))[:MAX_OPERANDS]
    for result in _results(pool, stated, grounds):
        if stated.quantity.unit not in result.units or not stated.quantity.is_rounding_of(result.value):
            continue
        if _fits(result, stated, written_out=written_out):
            return result.formula
    return ""


def _fits(result: _Result, stated: Stated, *, written_out: bool) -> bool:
    """Whether the sentence may give this number for that: operation, direction, time and measure."""
    said = stated.said
    if said.is_negated or not (written_out or _is_named(result, stated)):
        return False
    if result.kind in ("difference", "growth"):
        direction = said.direction or (-1 if stated.quantity.value < 0 else 0)
        if direction and result.is_ordered and (result.value > 0) != (direction > 0):
            return False
        if not _both_named(result.operands, stated):
            return False
    is_of_two = result.kind in ("difference", "growth", "share")
    if is_of_two and not any(measure_fits(said, known) for known in result.operands):
        return False
    is_of_sentences = result.kind == "share" and all(known.said for known in result.operands)
    if is_of_sentences and len({known.quote for known in result.operands}) > 1:
        return False
    return _is_of_the_time(result, stated)


def _both_named(operands: Sequence[Known], stated: Stated) -> bool:
    """Whether the two are one measure, or the sentence names both whose difference it gives."""
    one, other = operands
    if one.is_result or other.is_result or one.said or other.said or one.label == other.label:
        return True
    if one.measure and one.measure == other.measure:
        return True
    named = {name for name, _, _ in measures_in(stated.statement.text)}
    words = stems(stated.statement.text)
    return all(
        known.measure in named or (bool(stems(known.label)) and stems(known.label) <= words)
        for known in (one, other)
    )


def _is_named(result: _Result, stated: Stated) -> bool:
    said, text = stated.said, stated.statement.text
    if result.kind in ("difference", "growth"):
        return said.role == "change" or _SAYS["difference"].search(text) is not None
    if result.kind == "share":
        return said.role != "change" and _SAYS["share"].search(text) is not None
    return _SAYS[result.kind].search(text) is not None


def _is_of_the_time(result: _Result, stated: Stated) -> bool:
    """Of a change the later figure, of other formulas each, lies in a time that the number is said of."""
    periods = stated.periods
    if not periods or stated.said.is_prior:
        return True
    inside = [_lies_in(periods, known) for known in result.operands]
    return any(inside) if result.kind in ("difference", "growth") else all(inside)


def _lies_in(periods: Sequence[Period], known: Known) -> bool:
    if known.end is None:
        told = known.periods
        return not told or any(not contradict(one, other) for one in periods for other in told)
    return any(contains(period, known.start, known.end, known.year) for period in periods)


def _results(pool: Sequence[Known], stated: Stated, grounds: Grounds) -> Iterator[_Result]:
    for one, other in permutations(pool, 2):
        yield from _of_pair(one, other, stated, grounds)
    for group in _groups(pool):
        values = [number.value for number in group]
        unit = group[0].unit or ""
        units = (unit, "") if unit != "%" else ("%",)
        terms = " + ".join(number.text for number in group)
        total = sum(values, Decimal(0))
        yield _Result(total, units, terms, "sum", tuple(group))
        yield _Result(total / len(values), units, f"({terms}) ÷ {len(group)}", "mean", tuple(group))


def _of_pair(one: Known, other: Known, stated: Stated, grounds: Grounds) -> Iterator[_Result]:
    """What two figures give: a difference, a change in per cent, a share."""
    if not _belong_together(one, other):
        return
    order = _order(one, other, stated, grounds)
    if one.unit == other.unit and one.value != other.value and order >= 0:
        unit = one.unit or ""
        units = ("pp",) if unit == "%" else (unit, "")
        minus = f"{one.text} − {other.text}"
        yield _Result(one.value - other.value, units, minus, "difference", (one, other), order > 0)
        if other.value and unit != "%":
            change = f"{one.text} ÷ {other.text} − 1"
            yield _Result(one.value / other.value - 1, ("%",), change, "growth", (one, other), order > 0)
    if other.value and "%" not in (one.unit, other.unit):
        yield _Result(
            one.value / other.value, RATIO_UNITS, f"{one.text} ÷ {other.text}", "share", (one, other)
        )


def _order(one: Known, other: Known, stated: Stated, grounds: Grounds) -> int:
    """1 where `one` is the later, or is named first where they are compared; −1 where `other` is; else 0."""
    if one.entity != other.entity:
        places = [grounds.place_of(known.entity, stated.statement.text) for known in (one, other)]
        return 0 if None in places else 1 if places[0] < places[1] else -1  # type: ignore[operator]
    if (
        one.value < 0 and other.value < 0
    ):  # of losses and payments people say both that they rose and that they fell
        return 0
    if _THAN.search(text := stated.statement.text) and one.text in text and other.text in text:
        return 1 if text.find(one.text) < text.find(other.text) else -1
    ends = [_end(known) for known in (one, other)]
    if None not in ends and ends[0] != ends[1]:
        return 1 if ends[0] > ends[1] else -1  # type: ignore[operator]
    priors = [known.said is not None and known.said.is_prior for known in (one, other)]
    return priors[1] - priors[0]


def _end(known: Known) -> date | None:
    if known.end is not None:
        return known.end
    told = known.said.periods if known.said else ()
    return told[0].end_date if len(told) == 1 else None


def _belong_together(one: Known, other: Known) -> bool:
    """One measure at two times or of two parties, or two measures of one party at one time."""
    if one.is_result or other.is_result:
        return True
    if one.label and one.label.casefold() == other.label.casefold():
        return True
    if one.measure and one.measure == other.measure:  # one calls it net sales, the other revenue
        return True
    if one.said and other.said:
        return one.quote == other.quote or not one.said.measures.isdisjoint(other.said.measures)
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
