"""What the words of a table say a time is of: bare years, and times that only name something else."""

from __future__ import annotations

import re
from collections import Counter
from datetime import date

from documents.dates import MONTH, YEAR, month_number
from documents.extraction.headings import header_rest, times_in
from documents.fiscal import DAY, Period
from documents.tables import Column, Table
from documents.tables.amounts import is_rate

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
