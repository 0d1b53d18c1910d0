"""Totals of rows that are of one span after the other: quarters of a year so far, months of a quarter."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import date

from documents.extraction.balances import span_between
from documents.fiscal import DAY, FiscalCalendar, Period, fiscal_quarter
from documents.tables import TableLine

_TOTAL = re.compile(r"(?:grand\s+)?totals?\W*", re.IGNORECASE)


def is_total(row: TableLine) -> bool:
    """Whether a row is the total of those above it, and says nothing of its own."""
    return bool(_TOTAL.fullmatch(row.label))


def year_to_date(
    rows: Sequence[TableLine],
    of: Callable[[int], Period | None],
    number: int,
    year: Period | None,
    calendar: FiscalCalendar,
) -> Period | None:
    """From a fiscal year's first day to the end of the quarter of the last row above row `number`, where
    each is of a day in the quarter after that of the row before: dividends declared so far."""
    days: list[date] = []
    for at in range(number - 1, -1, -1):
        part = of(at) if rows[at].path == rows[number].path else None
        if part is None or part.start_date:
            break
        days.insert(0, part.end_date)
    if year is None or not (year.start_date and year.fiscal_year) or len(days) < 2:
        return None
    if not all(year.start_date <= day <= year.end_date for day in days):
        return None
    if [calendar.quarter_of(day) for day in days] != list(range(1, len(days) + 1)):
        return None
    last = fiscal_quarter("", year.fiscal_year, len(days), calendar)
    return span_between(year.start_date - DAY, last.end_date, calendar)


def span_of_parts(
    rows: Sequence[TableLine], of: Callable[[int], Period | None], number: int, calendar: FiscalCalendar
) -> Period | None:
    """From the first day of the rows above row `number` to their last, where each begins as the one before
    it ends; None where they are not of such spans. `of`: the period of a row in the total's column."""
    parts: list[Period] = []
    for at in range(number - 1, -1, -1):
        part = of(at) if rows[at].path == rows[number].path else None
        if part is None or part.start_date is None:
            break
        if parts and part.end_date + DAY != parts[-1].start_date:
            break
        parts.append(part)
    if len(parts) < 2:
        return None
    first = parts[-1].start_date
    assert first
    return span_between(first - DAY, parts[0].end_date, calendar)
