"""Times that are told from today on: the last 30 days, this year, last month."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta

from retrieval.tables.rules.dates import is_date, is_year
from retrieval.tables.rules.plan import Mark, Place, Stuck, Time
from retrieval.tables.rules.tokens import span

UNIT = r"(day|week|month|quarter|year)s?"


def tells(place: Place) -> bool:
    """Whether the column tells a time: a date, or a year."""
    return is_date(place.column) or is_year(place.column)


def apart(mark: Mark) -> Stuck:
    return Stuck("Two times that do not follow each other: rules take one.", left=[mark.words])


def rolling(count: int, unit: str, today: date) -> Time:
    """From so many units before today on."""
    return Time(first=_back(today, count, unit).isoformat())


def present(unit: str, today: date) -> Time:
    first = _begin(today, unit)
    return Time(first.isoformat(), _back(first, -1, unit).isoformat())


def whole(count: int, unit: str, today: date) -> Time:
    """So many whole units before the one that today is in."""
    first = _begin(today, unit)
    return Time(_back(first, count, unit).isoformat(), first.isoformat())


def coming(count: int, unit: str, today: date) -> Time:
    """From today on, so many units and no more."""
    behind = _back(today, -count, unit) + timedelta(days=1)
    return Time(today.isoformat(), behind.isoformat())


def following(unit: str, today: date) -> Time:
    first = _back(_begin(today, unit), -1, unit)
    return Time(first.isoformat(), _back(first, -1, unit).isoformat())


def ago(count: int, unit: str, today: date) -> Time:
    """The day, week, month, quarter or year that was so many before the present one."""
    first = _back(_begin(today, unit), count, unit)
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
        return Time(starts[0], ends[-1], is_quarter=all("Q" in bound.value for bound in bounds))
    if operator in ("<", "<="):
        return Time(behind=starts[0] if operator == "<" else ends[0])
    return Time(first=ends[0] if operator == ">" else starts[0])
