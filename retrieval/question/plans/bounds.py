"""Bounds that a question sets: “higher than 30%”, “at least $5 million”, “exceed 2”."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal

from reading.values.quantities import Quantity, find_quantities
from retrieval.question.plans.model import Relation, Test, Unit
from retrieval.question.ratios.named import find_ratios

_MORE = (
    r"(?:more|higher|greater|larger|bigger|longer|heavier|taller|older|wider|deeper|faster|farther|hotter)"
)
_LESS = (
    r"(?:less|lower|smaller|fewer|shorter|lighter|younger|narrower|shallower|slower|cheaper|nearer|colder)"
)
_WORDS: tuple[tuple[Relation, str], ...] = (
    ("at most", rf"(?:not?\s+{_MORE}\s+than|not\s+(?:exceed\w*|above|over)|at\s+most|up\s+to)"),
    ("at least", rf"(?:not?\s+{_LESS}\s+than|not\s+(?:below|under)|at\s+least)"),
    (
        "above",
        rf"(?:(?:{_MORE}|better)\s+than|above|over|exceed(?:s|ed|ing)?|surpass(?:es|ed)?|passed|topped|in\s+excess\s+of)",
    ),
    ("below", rf"(?:(?:{_LESS}|worse)\s+than|below|under)"),
)
_BEFORE = tuple(
    (
        relation,
        re.compile(rf"\b(?:by\s+)?{words}\s+(?:(?:a|the|about|roughly|approximately)\s+)*$", re.IGNORECASE),
    )
    for relation, words in _WORDS
)
_BEHIND = re.compile(  # “30 minutes late or more”
    r"\s*(?:\b(?:late|early|old|long|high|deep|wide|tall|away|large)\b\s*)?(?:,\s*)?\bor\s+"
    r"(?:(?P<more>more|higher|above|longer|later|older)|less|lower|below|shorter|younger)\b",
    re.IGNORECASE,
)
_TIMES = re.compile(r"\s*(?:x|times|to\s+(?:1|one))(?!\w)", re.IGNORECASE)
_SIGN = re.compile(r"\b(?:(?P<plus>positive)|negative)\b", re.IGNORECASE)
_EITHER = re.compile(r"\bor\b", re.IGNORECASE)
COUNTED: dict[str, tuple[str, ...]] = {"%": ("%",), "times": ("", "times", "%"), "days": ("days", "")}


@dataclass(frozen=True)
class Bound:
    """`start`, `end`: the characters that set it."""

    test: Test
    start: int
    end: int


def find_sign(question: str) -> Bound | None:
    """Above or below zero, where a question for an amount asks that: not for a ratio, not which of both."""
    found = _SIGN.search(question)
    if found is None or _EITHER.search(question) or find_ratios(question):
        return None
    test = Test("above" if found["plus"] else "below", Decimal(0), "", "0")
    return Bound(test, found.start(), found.end())


def find_bound(question: str) -> Bound | None:
    """The bound that the question sets for a figure; None where it sets none, or several."""
    found = find_bounds(question)
    return found[0] if len(found) == 1 else None


def find_bounds(question: str) -> list[Bound]:
    """Every bound that the question sets for a figure."""
    return [bound for quantity in find_quantities(question) if (bound := _bound(question, quantity))]


def _bound(question: str, quantity: Quantity) -> Bound | None:
    before, end = question[: quantity.start], quantity.end
    written = quantity.text
    if not quantity.unit and (times := _TIMES.match(question[end:])):
        end += times.end()
    for relation, words in _BEFORE:
        if match := words.search(before):
            return Bound(Test(relation, quantity.value, quantity.unit, written), match.start(), end)
    if behind := _BEHIND.match(question[end:]):
        relation = "at least" if behind["more"] else "at most"
        return Bound(
            Test(relation, quantity.value, quantity.unit, written), quantity.start, end + behind.end()
        )
    return None


def fits(test: Test, unit: Unit) -> bool:
    """Whether a value in such a unit can lie above or below the bound; of money its currency tells."""
    if unit == "money":
        return test.unit not in ("%", "pp", "days")
    if unit == "%" and not test.unit:
        return 0 < abs(test.value) < 1 and "." in test.written  # 0.3 is 30%; 30 may be either
    return test.unit in COUNTED[unit]


def holds(test: Test, value: Decimal) -> bool:
    if test.floor is not None and value < test.floor:
        return False
    return {
        "above": value > test.value,
        "below": value < test.value,
        "at least": value >= test.value,
        "at most": value <= test.value,
    }[test.relation]
