"""Rows between two balances: what happened from one day to the next, as in a statement of equity."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from itertools import pairwise

from reading.lexicon import MONTH_COUNTS, TOTAL_ALONE
from reading.model import Column, Table, TableLine
from reading.times.headings import is_only_time, times_in
from reading.times.words import BALANCE, SET_OFF, closes, is_stock, kind_of, opens
from reading.values.dates import DATE, MONTH, find_dates
from reading.values.fiscal import DAY, FiscalCalendar, Period, fiscal_quarter, instant
from reading.values.periods import YEAR_END, find_periods
from reading.values.quantities import written_step
from reading.values.units import MONEY_UNITS

QUARTER_DAYS = (77, 119)  # 11 to 17 weeks
MOST_BESIDE = 2  # rows; more may be what happened between balances of which one has another name
_ENDS_ON_DAY = re.compile(rf"(?:^|\b(?:as of|at)\s+|{SET_OFF}){DATE}$", re.IGNORECASE)
_DAY_ALONE = re.compile(rf"(?:as of |at |balance,? )?{DATE}", re.IGNORECASE)
_ENDING = re.compile(
    rf"\b(?P<long>(?:{MONTH_COUNTS}|\d{{1,2}})\s+(?:months|weeks))\s+end(?:ed|ing)\b(?!\s+{MONTH})",
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
        cell.quantity and cell.quantity.unit in MONEY_UNITS for cell in row.cells
    )
    return is_stock(label) and not is_sold


def measured_by(row: TableLine) -> str:
    """The label that says what the row counts: that over it where its own is a time, as “2022” is."""
    return row.path[-1] if row.path and is_only_time(row.label) else row.label


def is_total(row: TableLine) -> bool:
    """Whether a row is the total of those above it, and says nothing of its own."""
    return bool(TOTAL_ALONE.fullmatch(row.label))


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


LEAST_ROWS = 2
_TOTAL_OF = re.compile(r"total\s\w", re.IGNORECASE)


def summed_on_a_day(table: Table) -> frozenset[int]:
    """The rows that a total of what there is on a day sums up: “Taxes” in “Total accrued liabilities”."""
    found: set[int] = set()
    begin = 0
    for number, row in enumerate(table.rows):
        if not _TOTAL_OF.match(row.label):
            continue
        is_of_span = any(kind_of(parent) == "span" for parent in row.path)  # “Interest income: … Total loans”
        if kind_of(row.label) == "day" and not is_of_span and is_sum(row, table.rows[begin:number]):
            found.update(range(begin, number))
        begin = number + 1
    return frozenset(found)


def is_sum(total: TableLine, rows: Sequence[TableLine]) -> bool:
    """Whether the total's first amount is the sum of those above it, as far as rounding goes."""
    first = next((cell for cell in total.cells if cell.quantity), None)
    if first is None or first.quantity is None or len(rows) < LEAST_ROWS:
        return False
    above = [each.quantity for row in rows for each in row.cells if each.column == first.column]
    parts = [quantity.value for quantity in above if quantity]
    slack = written_step(first.text, first.quantity.scale) * len(parts)
    return len(parts) >= LEAST_ROWS and abs(sum(parts) - first.quantity.value) <= slack
