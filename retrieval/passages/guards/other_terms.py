"""Whether words tell an amount for another length of time, or what may be done and not what happens."""

from __future__ import annotations

import re

RATES = {
    "hourly": "hour", "daily": "day", "weekly": "week", "monthly": "month", "quarterly": "quarter",
    "annual": "year", "annually": "year", "yearly": "year",
}  # fmt: skip
RATE = re.compile(rf"\b(?P<rate>{'|'.join(RATES)})\s+(?P<noun>[^\W\d_]{{3,}})", re.IGNORECASE)
ENDS = re.compile(r"\bwhen\b[^?]*\b(?:ends?|expires?|over|run out)\b", re.IGNORECASE)
MAY_END = re.compile(
    r"\b(?:may|can|might|could|(?:is|are) entitled to|has the right to|option to)\s+(?:\w+\s+)?"
    r"(?:end|terminate|break|cancel|expire)\b",
    re.IGNORECASE,
)
MAY = re.compile(r"\b(?:may|can|could|might|terminate|cancel|break)\b", re.IGNORECASE)


def is_of_other_rate(question: str, told: str) -> bool:
    """Whether one rate is asked for and the words give the same thing by another: a yearly rent for the
    quarterly one."""
    asked = {match["noun"].casefold(): RATES[match["rate"].casefold()] for match in RATE.finditer(question)}
    said: dict[str, set[str]] = {}
    for match in RATE.finditer(told):
        said.setdefault(match["noun"].casefold(), set()).add(RATES[match["rate"].casefold()])
    return any(noun in said and rate not in said[noun] for noun, rate in asked.items())


def only_may_end(question: str, told: str) -> bool:
    """Whether it is asked when something ends, and the words say when somebody may end it."""
    is_asked = ENDS.search(question) is not None and MAY.search(question) is None
    return is_asked and MAY_END.search(told) is not None
