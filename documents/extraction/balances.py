"""Rows between two balances: what happened from one day to the next, as in a statement of equity."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date
from itertools import pairwise

from documents.dates import DATE, MONTH, find_dates
from documents.extraction.headings import is_only_time, times_in
from documents.extraction.time_words import BALANCE, SET_OFF, closes, is_stock, opens
from documents.fiscal import DAY, FiscalCalendar, Period, instant
from documents.periods import YEAR_END, find_periods
from documents.tables import Column, Table, TableLine
from documents.units import CURRENCIES

_CODES = frozenset(CURRENCIES.values())
QUARTER_DAYS = (77, 119)  # 11 to 17 weeks
MOST_BESIDE = 2  # rows; more may be what happened between balances of which one has another name
_ENDS_ON_DAY = re.compile(rf"(?:^|\b(?:as of|at)\s+|{SET_OFF}){DATE}$", re.IGNORECASE)
_DAY_ALONE = re.compile(rf"(?:as of |at |balance,? )?{DATE}", re.IGNORECASE)
_ENDING = re.compile(
    rf"\b(?P<long>(?:three|six|nine|twelve|\d{{1,2}})\s+(?:months|weeks))\s+end(?:ed|ing)\b(?!\s+{MONTH})",
    re.IGNORECASE,
)


def edge_columns(columns: Sequence[Column], calendar: FiscalCalendar) -> dict[int, Period]:
    """The columns that show balances on the first and the last day of what stands between them, by index.

    Over all may stand “for the six months ended June 30”, so that each day was taken for the end of a span.
    """
    days = [at for at, each in enumerate(columns) if _DAY_ALONE.fullmatch(each.header.strip())]
    spans = [(at, period) for at in days if (period := columns[at].period) and period.start_date]
    found: dict[int, Period] = {}
    for (first, one), (last, two) in pairwise(spans):
        if last - first > 1 and one.end_date + DAY == two.start_date:
            found[first] = instant(one.text, one.end_date, calendar)
            found[last] = instant(two.text, two.end_date, calendar)
    return found


def inner_rows(table: Table) -> frozenset[int]:
    """The rows between an opening and a closing balance."""
    found: set[int] = set()
    since: list[int] | None = None
    for number, row in enumerate(table.rows):
        is_opening, is_closing = opens(row.label), closes(row.label)
        if is_closing and since:
            found.update(since)
        if is_opening or is_closing:
            since = [] if is_opening else None
        elif since is not None:
            since.append(number)
    return frozenset(found)


def rows_beside_edges(table: Table) -> dict[int, bool]:
    """Whether rows are of the opening rather than the closing day: what takes one opening balance to another.

    “Gross reserves, beginning of period”, “Less reinsurance”, “Net reserves, beginning of period”.
    """
    found: dict[int, bool] = {}
    since: list[int] = []
    last: bool | None = None
    for number, row in enumerate(table.rows):
        edge = True if opens(row.label) else False if closes(row.label) else None
        if edge is None:
            since.append(number)
            continue
        if edge == last and len(since) <= MOST_BESIDE:
            found |= dict.fromkeys(since, edge)
        last, since = edge, []
    return found


def between_rows(table: Table, calendar: FiscalCalendar, around: str) -> dict[int, Period]:
    """For statements of equity: the days of balances, and what happened between two of them, by row.

    `around`: the words that stand over the table.
    """
    if ending := dict(_ending_spans(table, calendar, around)):
        return ending
    balances = [
        (number, _close_of(days[0], calendar))
        for number, row in enumerate(table.rows)
        if _is_balance(table, row) and (days := _days_in(row.label, calendar))
    ]
    spans = {number: instant(str(day), day, calendar) for number, day in balances}
    if balances:
        spans |= _before_balance(table, calendar, *balances[0])
    for (first, start), (last, end) in pairwise(balances):
        if start < end:
            spans |= dict.fromkeys(range(first + 1, last), span_between(start, end, calendar))
    return spans


def _days_in(label: str, calendar: FiscalCalendar) -> list[date]:
    """The days that a label names; “Balance at year-end 2022” names the last one of that year."""
    days = [day for day, _, _ in find_dates(label)]
    said = None if days else YEAR_END.search(label)
    return [calendar.end_of(int(said["year"]))] if said else days


def span_between(start: date, end: date, calendar: FiscalCalendar) -> Period:
    """From the close of `start` to that of `end`; a first of a month before a month's end begins that day.

    Not where books are known to have been closed on that first: years of weeks may end so.
    """
    if start.day == 1 and (end + DAY).day == 1 and start not in calendar.ends:
        start -= DAY
    days = (end - start).days
    quarter = calendar.quarter_of(end) if QUARTER_DAYS[0] <= days <= QUARTER_DAYS[1] else None
    return Period(f"{start} to {end}", start + DAY, end, calendar.year_of(end), quarter)


def _ending_spans(table: Table, calendar: FiscalCalendar, around: str) -> Iterator[tuple[int, Period]]:
    """The spans that rows of days end, where the table says how long they are and its columns do not."""
    said = _ENDING.search(around)
    if said is None or any(times_in(column.header) for column in table.columns):
        return
    for number, row in enumerate(table.rows):
        if re.fullmatch(DATE, row.label, re.IGNORECASE):
            found = find_periods(f"{said['long']} ended {row.label}", calendar)
            yield from ((number, period) for period, _, _ in found[:1])


def _before_balance(table: Table, calendar: FiscalCalendar, balance: int, day: date) -> dict[int, Period]:
    """What led up to the first balance, where the row that opens the table says from when on."""
    said = find_periods(table.rows[0].label, calendar) if balance else []
    opening = said[0][0] if said else None
    if opening is None or opening.start_date is None or opening.end_date > day:
        return {}
    inner = dict.fromkeys(range(1, balance), span_between(opening.start_date - DAY, day, calendar))
    return {0: opening, **inner}


def _is_balance(table: Table, row: TableLine) -> bool:
    """Whether a row with a day in its label shows amounts on it, in a table without days over it."""
    if BALANCE.search(row.label):
        return True
    has_times = any(times_in(column.header) for column in table.columns)
    return not has_times and bool(_ENDS_ON_DAY.search(row.label))


def _close_of(day: date, calendar: FiscalCalendar) -> date:
    """A balance of 1 January is that of the close of 31 December, unless periods end on odd days."""
    is_close = day.day != 1 or day in calendar.ends or not calendar.ends_with_months
    return day if is_close else day - DAY


def is_stock_row(row: TableLine) -> bool:
    """Whether the row counts what there is only on a day. “Subscriptions” in money are what was sold."""
    label = measured_by(row)
    is_sold = label.lower().endswith("subscriptions") and any(
        cell.quantity and cell.quantity.unit in _CODES for cell in row.cells
    )
    return is_stock(label) and not is_sold


def measured_by(row: TableLine) -> str:
    """The label that says what the row counts: that over it where its own is a time, as “2022” is."""
    return row.path[-1] if row.path and is_only_time(row.label) else row.label
