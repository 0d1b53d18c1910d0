"""Times that are told from today on: the last 30 days, this year, last month."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta

from retrieval.tables.rules.naming import span
from retrieval.tables.rules.plan import Mark, Time

UNIT = r"(day|week|month|quarter|year)s?"
ROLLING = rf"(?:(?:in|over|during|for|within) )?(?:the )?(?:last|past) (\d+) {UNIT}"
ROLLING_ONE = rf"(?:(?:in|over|during|for|within) )?the (?:last|past) {UNIT}"
PREVIOUS = rf"(?:(?:in|during) )?(?:the )?(?:last|previous) {UNIT}"
PRESENT = rf"(?:(?:in|during) )?(?:this|the current) {UNIT}"
AGO = rf"(?:more than) (\d+) {UNIT} ago"


def rolling(count: int, unit: str, today: date) -> Time:
    """From so many units before today on."""
    return Time(first=_back(today, count, unit).isoformat())


def present(unit: str, today: date) -> Time:
    first = _begin(today, unit)
    return Time(first.isoformat(), _back(first, -1, unit).isoformat())


def previous(unit: str, today: date) -> Time:
    first = _begin(today, unit)
    return Time(_back(first, 1, unit).isoformat(), first.isoformat())


def _begin(day: date, unit: str) -> date:
    if unit == "day":
        return day
    if unit == "week":
        return day - timedelta(days=day.weekday())
    if unit == "year":
        return day.replace(month=1, day=1)
    return day.replace(month=day.month if unit == "month" else (day.month - 1) // 3 * 3 + 1, day=1)


def _back(day: date, count: int, unit: str) -> date:
    """So many units before the day; a day that the month has not is its last."""
    if unit in ("day", "week"):
        return day - timedelta(days=count * (7 if unit == "week" else 1))
    months = day.year * 12 + day.month - 1 - count * {"month": 1, "quarter": 3, "year": 12}[unit]
    year, month = divmod(months, 12)
    behind = date(year + (month == 11), (month + 1) % 12 + 1, 1)
    return min(date(year, month + 1, 1) + timedelta(days=day.day - 1), behind - timedelta(days=1))


def ranged(operator: str, bounds: Sequence[Mark]) -> Time:
    """In, before, after or since the times that the marks name."""
    starts, ends = zip(*(span(bound.value) for bound in bounds), strict=True)
    if operator == "in":
        return Time(starts[0], ends[-1])
    if operator == "<":
        return Time(behind=starts[0])
    return Time(first=ends[0] if operator == ">" else starts[0])
