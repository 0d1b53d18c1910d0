"""Years that stand beside a figure rather than over it: in its table's title, or in a column of years."""

from __future__ import annotations

import re

from documents.dates import MONTH, YEAR
from documents.fiscal import FiscalCalendar, Period, fiscal_year
from documents.periods import find_periods
from documents.tables import Table, TableLine

_YEAR = re.compile(YEAR)
_OF_YEAR = re.compile(r"(?:fiscal |financial )?year", re.IGNORECASE)
_MONTH = re.compile(MONTH, re.IGNORECASE)
_NAMED = re.compile(rf"(?:fiscal\s+|FY\s?)?({YEAR})", re.IGNORECASE)


def year_of_title(title: str) -> str:
    """The one year that the title names, as of “Dividends by quarter in 2023”, else ""."""
    years = set(_YEAR.findall(title))
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
