"""Conditions on properties in the words of an answer: “end before 1 July 2024”."""

from __future__ import annotations

import re
from datetime import date, timedelta

from agentic.properties.terms import said_day
from reading.values.dates import month_end
from retrieval.properties.request import Bounds, Condition

DAY = timedelta(days=1)
_UP_TO = re.compile(r"(?:by|until|till|up to|through|no |not )\b", re.IGNORECASE)
_BARE = re.compile(r"(?:under|below|over|above|between)\b", re.IGNORECASE)
_EXCEED = re.compile(r"^(?:exceed(?:s|ing)?|in excess of|beyond)\b", re.IGNORECASE)
_WITHIN = re.compile(r"^within\b", re.IGNORECASE)


def plural(noun: str) -> str:
    if re.search(r"(?:ed|[^isu]s)$", noun):
        return noun  # “hours worked”, “dues”
    if re.search(r"[^aeiou]y$", noun):
        return f"{noun[:-1]}ies"
    return f"{noun}es" if re.search(r"(?:s|x|ch|sh)$", noun) else f"{noun}s"


def a(noun: str) -> str:
    return f"{'an' if noun[:1] in 'aeiou' else 'a'} {noun}"


def condition(each: Condition, *, many: bool) -> str:
    """What is said of documents that meet it; `many`: of several."""
    have, give, name = ("have", "give", "name") if many else ("has", "gives", "names")
    role = each.role
    if each.given is not None:
        return f"{give} {a(role.noun) if each.given else f'no {role.noun}'}"
    if each.name:
        called = each.name.split("|")[0]
        return f"{name} {called}" if len(each.roles) > 1 else f"{have} “{called}” as {role.noun}"
    assert each.bounds is not None
    if isinstance(each.bounds.low or each.bounds.high, date):
        verb = (role.many if many else role.one) or f"{have} {a(role.noun)}"
        return f"{verb} {span(each.bounds)}"
    return f"{have} {a(role.noun)} {amount(each.bounds)}"


def amount(bounds: Bounds) -> str:
    """“Under 60 days”, “of at least 3 months”."""
    said = _WITHIN.sub("at most", _EXCEED.sub("above", bounds.said))
    return said if _BARE.match(said) else f"of {said}"


def span(bounds: Bounds) -> str:
    """“Before 1 July 2024”, “in June 2024”, “from 3 May 2024 on”."""
    low, high = bounds.low, bounds.high
    if isinstance(low, date) and isinstance(high, date):
        return _between(low, high)
    if isinstance(high, date):
        return f"by {said_day(high)}" if _UP_TO.match(bounds.said) else f"before {said_day(high + DAY)}"
    assert isinstance(low, date)
    return (
        f"after {said_day(low - DAY)}"
        if bounds.said.lower().startswith("after")
        else f"from {said_day(low)} on"
    )


def _between(low: date, high: date) -> str:
    if low == high:
        return f"on {said_day(low)}"
    if low.day == 1 and high == month_end(high.year, high.month):
        if (low.year, low.month) == (high.year, high.month):
            return f"in {low:%B %Y}"
        if low.year == high.year and (low.month, high.month) == (1, 12):
            return f"in {low.year}"
    return f"from {said_day(low)} to {said_day(high)}"
