"""What the words of a table say a time is of: bare years, and times that only name something else."""

from __future__ import annotations

import re

from documents.dates import YEAR
from documents.extraction.headings import header_rest, times_in
from documents.fiscal import Period
from documents.tables import Column, Table
from documents.tables.amounts import is_rate

YEAR_DAYS = (357, 378)  # 52 weeks less a week, to 54 weeks
YEARS = re.compile(rf"(?:(?:fiscal\s+)?year\s+|fiscal\s+|FY\s?)?{YEAR}", re.IGNORECASE)
_SAID_BEFORE = re.compile(
    r"(?:^|\b(?:in|for|during|at|as of|on|through)(?: the)?(?: fiscal)?(?: years?)?)\s*$", re.I
)
_BORROWED = re.compile(r"\s+(?:[\w-]+ ){0,3}(?:notes?|bonds?|debentures?|loans?)\b", re.IGNORECASE)


def day_of_rate(table: Table, column: Column) -> Period | None:
    """The newest day of a table of balances on days, for a rate beside them, which is as it stands then."""
    days = [each.period for each in table.columns if each.period]
    if any(day.start_date for day in days) or not is_rate(header_rest(column.header)):
        return None
    return max(days, key=lambda day: day.end_date, default=None)


def is_time_of(words: str, period: Period, start: int) -> bool:
    """Whether the time is that of the figure: “2021 issuance” and “due 2025” name something else by it."""
    if not YEARS.fullmatch(period.text) and start == 0:
        return not _BORROWED.match(words[len(period.text) :])
    return bool(start and _SAID_BEFORE.search(words[:start])) or bool(re.search(r"\bended\b", period.text))


def is_bare_year(column: Column, period: Period) -> bool:
    """Whether a column's heading names a year, or several, and no other time."""
    said = times_in(column.header)
    if not said or not all(YEARS.fullmatch(text) for text in said):
        return False
    return (
        period.start_date is None
        or YEAR_DAYS[0] <= (period.end_date - period.start_date).days <= YEAR_DAYS[1]
    )
