"""What the words of a table say a time is of: bare years, and times that only name something else."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from reading.lexicon import A_YEAR
from reading.model import Column, Table, TableLine
from reading.tables.units.kinds import is_rate
from reading.times.balances import is_total
from reading.times.headings import header_rest, is_only_time, times_in
from reading.values.dates import MONTH, YEAR, find_dates, month_number
from reading.values.fiscal import DAY, FiscalCalendar, Period, fiscal_year, months_to
from reading.values.parts_of_year import PartOfYear, parts_of_year
from reading.values.periods import find_periods

NEAR = 7  # days between “at January 1” and the first day of the year meant
_ON_DAY = re.compile(
    rf"\b(?:as of|at|balances?,?)\s+(?P<month>{MONTH})\s*(?P<day>\d{{1,2}})\b(?!,?\s*\d{{4}})", re.IGNORECASE
)
YEAR_DAYS = (357, 378)  # 52 weeks less a week, to 54 weeks
LEAST_LATER_YEARS = 2  # rows labelled by years to come
YEARS = re.compile(rf"(?:(?:fiscal\s+)?year\s+|fiscal\s+|FY\s?)?{YEAR}", re.IGNORECASE)
_PRINCIPAL = re.compile(
    r"(?:aggregate\s+|outstanding\s+)*(?:principal|face|nominal|notional)(?:\s+(?:amounts?|values?))?",
    re.IGNORECASE,
)
_FISCAL = re.compile(rf"fiscal\s+{YEAR}", re.IGNORECASE)
_SAID_BEFORE = re.compile(
    r"(?:^|\b(?:in|for|during|at|as of|on|through)(?: the)?(?: fiscal)?(?: years?)?)\s*$", re.I
)
_BORROWED = re.compile(r"\s+(?:[\w-]+ ){0,3}(?:notes?|bonds?|debentures?|loans?)\b", re.IGNORECASE)


def day_of_rate(table: Table, column: Column) -> Period | None:
    """The newest day of a table of balances on days, for a rate or a principal beside them, as it is then."""
    days = [each.period for each in table.columns if each.period]
    over = header_rest(column.header)
    if any(day.start_date for day in days) or not (is_rate(over) or _PRINCIPAL.fullmatch(over)):
        return None
    return max(days, key=lambda day: day.end_date, default=None)


def day_in_span(label: str, span: Period) -> date | None:
    """“As of January 1” in a year's column: the close of the day before it, or of its last day."""
    match = _ON_DAY.search(label)
    if match is None or span.start_date is None:
        return None
    for day, close in ((span.start_date, span.start_date - DAY), (span.end_date, span.end_date)):
        if day.month == month_number(match["month"]) and abs(day.day - int(match["day"])) <= NEAR:
            return close
    return None


def is_time_of(words: str, period: Period, start: int) -> bool:
    """Whether the time is that of the figure: “2021 issuance” and “due 2025” name something else by it."""
    if not YEARS.fullmatch(period.text) and start == 0:
        return not _BORROWED.match(words[len(period.text) :])
    return bool(start and _SAID_BEFORE.search(words[:start])) or bool(re.search(r"\bended\b", period.text))


def names_fiscal_year(header: str) -> bool:
    """Whether “Fiscal 2019” heads a column, as years are called where days head what is of a day."""
    said = times_in(header)
    return len(said) == 1 and bool(_FISCAL.fullmatch(said[0]))


def is_bare_year(column: Column, period: Period) -> bool:
    """Whether a column's heading names a year, or several, and no other time."""
    said = times_in(column.header)
    if not said or not all(YEARS.fullmatch(text) for text in said):
        return False
    return (
        period.start_date is None
        or YEAR_DAYS[0] <= (period.end_date - period.start_date).days <= YEAR_DAYS[1]
    )


def rows_of_later_years(table: Table) -> frozenset[int]:
    """Rows by years to come under columns of years gone by: those are of the table above."""
    years = [int(match[0]) for column in table.columns for match in re.finditer(YEAR, column.header)]
    ahead: Counter[tuple[str, ...]] = Counter()
    for row in table.rows:
        if years and row.path and YEARS.fullmatch(row.label) and int(row.label[-4:]) > max(years):
            ahead[row.path] += 1
    return frozenset(number for number, row in enumerate(table.rows) if ahead[row.path] >= LEAST_LATER_YEARS)


YEAR_MONTHS = 12
_OF_YEAR = re.compile(r"(?:fiscal |financial )?year", re.IGNORECASE)
_MONTH = re.compile(MONTH, re.IGNORECASE)
_SAYS_FISCAL = re.compile(r"fiscal|financial|\bFY|\bended\b", re.IGNORECASE)
_NAMED = re.compile(rf"(?:fiscal\s+|FY\s?)?({YEAR})", re.IGNORECASE)


def year_of_title(title: str) -> str:
    """The one year that the title names, as of “Dividends by quarter in 2023”, else ""."""
    years = set(A_YEAR.findall(title))
    return years.pop() if len(years) == 1 else ""


def column_of_years(table: Table) -> int | None:
    """The column headed “Year”, which tells for when its rows are."""
    return next((at for at, each in enumerate(table.columns) if _OF_YEAR.fullmatch(each.header)), None)


def year_in_row(row: TableLine, column: int, calendar: FiscalCalendar) -> Period | None:
    """The year that stands in the row's cell of that column: “J. Smith | 2023 | 812,000”."""
    named = (_NAMED.fullmatch(cell.text) for cell in row.cells if cell.column == column)
    year = next(filter(None, named), None)
    return fiscal_year(year[0], int(year[1]), calendar) if year else None


def month_of_year(label: str, year: str, calendar: FiscalCalendar) -> Period | None:
    """The month that a row is called by, in the one year of which its table tells."""
    if not year or not _MONTH.fullmatch(label):
        return None
    return next((period for period, _, _ in find_periods(f"{label} {year}", calendar)), None)


def part_in_row(part: PartOfYear, row: TableLine, calendar: FiscalCalendar) -> Period | None:
    """That part of the year by which the row is called or under which it stands: “2021” over its rows."""
    named = next((words for words in (row.label, *reversed(row.path)) if is_only_time(words)), "")
    years = {period.fiscal_year for period, _, _ in find_periods(named, calendar)}
    year = years.pop() if len(years) == 1 else None
    if year is None:
        return None
    is_plain = part.is_plain and not _SAYS_FISCAL.search(named)
    return replace(part, is_plain=is_plain).of(f"{named} {row.label}", year, calendar)


def parts_of_rows(table: Table) -> list[PartOfYear | None]:
    """The part of a year by which each row is called: “First Quarter”, “March 31” below “Quarter Ended”.

    Amounts of single days, as of dividends declared, have totals too.
    """
    labels = ["" if is_total(row) else row.label for row in table.rows]
    return parts_of_year(labels, (table.caption, table.title))


def part_called(
    part: PartOfYear, row: TableLine, column: Column, around: Sequence[str], calendar: FiscalCalendar
) -> Period | None:
    """The part of a year by which a row is called, in the year of its column, or that stands over it.

    `around`: the table's caption and the year of its title. A column with another time than a year has that.
    """
    said = times_in(column.header)
    is_of_year = len(said) == 1 and bool(YEARS.fullmatch(said[0]))
    if part.months == YEAR_MONTHS or (said and not is_of_year):
        return None
    if A_YEAR.search(row.label):
        day = next((day for day, _, _ in find_dates(row.label)), None)
        is_dated = day and part.end and part.months and not said and is_only_time(row.label)
        return months_to(row.label, part.months, day, calendar) if is_dated and day and part.months else None
    year = A_YEAR.search(" ".join(said or (*row.path, *around)))
    return part.of(f"{row.label} {year[0]}", int(year[0]), calendar) if year else None
