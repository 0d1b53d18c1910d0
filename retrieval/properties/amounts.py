"""Amounts that a question sets as bounds: “under 60 days”, “at least $500”, “between 30 and 90 days”."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal

from reading.values.quantities import Quantity, find_quantities
from retrieval.properties.request import Bounds

TIME_UNITS = {"days": Decimal(1), "weeks": Decimal(7), "months": Decimal(365) / 12, "years": Decimal(365)}
_LESS = (
    r"under|below|less than|fewer than|"
    r"(?:short|low|small|cheap|light|narrow|thinn|slow|cold|cool|young|shallow)er than|<"
)
_AT_MOST = (
    r"at most|up to|(?:no|not) (?:more|longer|greater|higher|over|above) than|"
    r"(?:an? )?maximum(?: of)?|within|≤|<="
)
_MORE = (
    r"over|above|more than|"
    r"(?:great|long|high|larg|bigg|deep|heavi|wid|tall|thick|fast|hott|warm|old|strong|loud)er than|"
    r"exceed(?:s|ing)?|in excess of|>"
)
_AT_LEAST = r"at least|(?:no|not) (?:less|fewer|shorter|lower|smaller) than|(?:an? )?minimum(?: of)?|≥|>="
_EXACT = r"exactly|equal to|equals?|="
_BEFORE = re.compile(
    rf"(?<!\w)(?:(?P<most>{_AT_MOST})|(?P<least>{_AT_LEAST})|(?P<less>{_LESS})|(?P<more>{_MORE})|(?P<exact>{_EXACT}))"
    r"\s*(?:an?\s+)?$",
    re.IGNORECASE,
)
_AFTER = re.compile(
    r"\s*(?:(?P<least>(?:or|and) (?:more|longer|above|over|higher|greater|upwards?)\b|\+)|"
    r"(?P<most>(?:or|and) (?:less|fewer|shorter|below|under|lower)\b))",
    re.IGNORECASE,
)
_BETWEEN = re.compile(r"\b(?:between|from)\s+$", re.IGNORECASE)
_JOIN = re.compile(r"\s*(?:and|to|-|–)\s*", re.IGNORECASE)


@dataclass(frozen=True)
class Measured:
    """An amount of the question, in days where it is a length of time."""

    bounds: Bounds
    start: int
    end: int

    @property
    def is_compared(self) -> bool:
        """Whether words or signs say how to compare."""
        return self.bounds.low != self.bounds.high or self.bounds.said[:1] in "=eE"


def amounts_in(text: str) -> list[Measured]:
    """The amounts in their order, two that are the ends of one span together."""
    found = find_quantities(text)
    measured: list[Measured] = []
    while found:
        first = found.pop(0)
        is_span = (
            found
            and _JOIN.fullmatch(text[first.end : found[0].start])
            and _BETWEEN.search(text[: first.start])
        )
        measured.append(_span(text, first, found.pop(0)) if is_span else _one(text, first))
    return measured


def worth(quantity: Quantity) -> tuple[Decimal, str]:
    """Its value, in days where it is a length of time, and its unit."""
    if quantity.unit in TIME_UNITS:
        return quantity.value * TIME_UNITS[quantity.unit], "days"
    return quantity.value, quantity.unit


def _span(text: str, first: Quantity, last: Quantity) -> Measured:
    start = _BETWEEN.search(text[: first.start]).start()  # type: ignore[union-attr]
    high, unit = worth(last)
    low = worth(first)[0] if first.unit else first.value * (high / last.value if last.value else 1)
    return Measured(
        Bounds(low, high, unit=unit, said=f"at least {first.text} and at most {last.text}"), start, last.end
    )


def _one(text: str, quantity: Quantity) -> Measured:
    before, after = _BEFORE.search(text[: quantity.start]), _AFTER.match(text[quantity.end :])
    start = before.start() if before else quantity.start
    end = quantity.end + (after.end() if after else 0)
    value, unit = worth(quantity)
    told = [name for match in (before, after) if match for name, words in match.groupdict().items() if words]
    how = told[0] if told else "exact"
    low = value if how in ("least", "more", "exact") else None
    high = value if how in ("most", "less", "exact") else None
    bounds = Bounds(low, high, how != "more", how != "less", unit, " ".join(text[start:end].split()))
    return Measured(bounds, start, end)


def holds(bounds: Bounds, value: Decimal, *, near: Decimal = Decimal(0)) -> bool:
    """Whether the value is within. `near`: the share by which two may differ and still be the same."""
    if isinstance(bounds.low, Decimal):
        low = bounds.low
        same = abs(value - low) <= near * abs(low)
        if (value < low and not same) or (same and not bounds.with_low):
            return False
    if isinstance(bounds.high, Decimal):
        high = bounds.high
        same = abs(value - high) <= near * abs(high)
        if (value > high and not same) or (same and not bounds.with_high):
            return False
    return True
