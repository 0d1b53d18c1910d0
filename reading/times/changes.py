"""When the figures of a column without a time of its own are.

Changes came about in the later of the two spans compared; shares are of the amounts to the left of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import dropwhile, takewhile

from reading.model import Column, Table
from reading.values.fiscal import Period

YEAR, SLACK = 365, 10  # days from a span to that of the year before, and how far a calendar may be off
PAIR = 2  # days of which one is compared with the other
_CHANGE = re.compile(r"\b(?:changes?|growth|increase|decrease|variance)\b|\bvs?\b|\bversus\b", re.IGNORECASE)
_SHARE = re.compile(r"(?:%|\bper\s?cent(?:age)?) of\b", re.IGNORECASE)
_COMPARED = re.compile(
    r"(?:\b(?:19|20)|['’])(?P<year>\d\d)\s+(?:vs?\.?|versus|over)\s|\b(?:20)?(?P<first>\d\d)/(?:20)?\d\d\b",
    re.IGNORECASE,
)


def periods_of_changes(table: Table) -> dict[int, Period]:
    """The span in which a change came about, or of which a share is, by the index of its column."""
    changes = {
        index: period
        for index, column in enumerate(table.columns)
        if column.period is None and _CHANGE.search(column.header) and (period := _later(table, index))
    }
    return _periods_of_shares(table.columns) | changes


def _periods_of_shares(columns: Sequence[Column]) -> dict[int, Period]:
    """“2023”, “% of sales”, “2022”, “% of sales”: each share is of the year to the left of it."""
    pairs = [(columns[at - 1], at) for at, column in enumerate(columns) if _is_share(column)]
    found = {at: left.period for left, at in pairs if at and left.period}
    return found if len(found) == len(pairs) else {}


def _is_share(column: Column) -> bool:
    return column.period is None and bool(_SHARE.search(column.header))


def _later(table: Table, index: int) -> Period | None:
    """The span of the year that the heading names first, else the later of the two next to the left."""
    named = _COMPARED.search(table.columns[index].header)
    if named:
        year = int(named["year"] or named["first"])
        return next((each for each in _spans(table.columns) if (each.fiscal_year or 0) % 100 == year), None)
    amounts = [column for column in table.columns[:index] if not _is_share(column)]
    left = _different(_spans(_next_to(amounts)))[:3]
    if not left:
        return _later_day(table.columns)
    if len(left) == 1:  # “2023 | % change | 2022”
        left += _different(_spans(table.columns[index + 1 :]))[:1]
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
