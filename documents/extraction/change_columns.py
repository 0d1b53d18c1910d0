"""When the changes in a column without a time of its own are: in the later of the two spans compared."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import dropwhile, takewhile

from documents.fiscal import Period
from documents.tables import Column, Table

YEAR, SLACK = 365, 10  # days from a span to that of the year before, and how far a calendar may be off
PAIR = 2  # days of which one is compared with the other
_CHANGE = re.compile(r"\b(?:changes?|growth|increase|decrease|variance)\b|\bvs?\b|\bversus\b", re.IGNORECASE)
_COMPARED = re.compile(
    r"(?:\b(?:19|20)|['’])(?P<year>\d\d)\s+(?:vs?\.?|versus|over)\s|\b(?:20)?(?P<first>\d\d)/(?:20)?\d\d\b",
    re.IGNORECASE,
)


def periods_of_changes(table: Table) -> dict[int, Period]:
    """The span in which a change came about, by the index of its column."""
    return {
        index: period
        for index, column in enumerate(table.columns)
        if column.period is None and _CHANGE.search(column.header) and (period := _later(table, index))
    }


def _later(table: Table, index: int) -> Period | None:
    """The span of the year that the heading names first, else the later of the two next to the left."""
    named = _COMPARED.search(table.columns[index].header)
    if named:
        year = int(named["year"] or named["first"])
        return next((each for each in _spans(table.columns) if (each.fiscal_year or 0) % 100 == year), None)
    left = _different(_spans(_next_to(table.columns[:index])))[:3]
    if not left:
        return _later_day(table.columns)
    if len(left) < 2 or not _are_years_apart(*left[:2]):
        return None
    if len(left) > 2 and _are_years_apart(*left[1:]):
        return None  # of three years any two may be compared
    return max(left[:2], key=lambda period: period.end_date)


def _next_to(left: Sequence[Column]) -> list[Column]:
    """The columns with times right before a change, the nearest first, up to those of the change before."""
    behind_changes = dropwhile(lambda column: column.period is None, reversed(left))
    return list(takewhile(lambda column: column.period is not None, behind_changes))


def _later_day(columns: tuple[Column, ...]) -> Period | None:
    """Of two days of which the table tells, the later one."""
    days = _different(column.period for column in columns if column.period)
    return max(days, key=lambda period: period.end_date) if len(days) == PAIR else None


def _different(periods: Iterable[Period]) -> list[Period]:
    """The periods, those that several columns share once."""
    return list({(period.start_date, period.end_date): period for period in periods}.values())


def _spans(columns: Iterable[Column]) -> Iterator[Period]:
    return (column.period for column in columns if column.period and column.period.start_date)


def _are_years_apart(one: Period, other: Period) -> bool:
    assert one.start_date
    assert other.start_date
    apart = abs((one.end_date - other.end_date).days), abs((one.start_date - other.start_date).days)
    return all(abs(days - YEAR) <= SLACK for days in apart)
