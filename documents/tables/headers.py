"""What the words over columns say of time."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from dataclasses import replace
from datetime import date

from documents.dates import DATE, MONTH, YEAR, month_end
from documents.fiscal import FiscalCalendar, Period, instant, months_to
from documents.periods import find_periods
from documents.tables.placing import COUNT
from documents.tables.year_columns import is_of_vintage

_DURATION = re.compile(
    rf"\b(?:(?:{COUNT})[\s-]"
    r"(?:weeks?|months?|quarters?)(?:\s+periods?)?|half[\s-]+year|(?:fiscal\s+|calendar\s+)?(?:years?|quarters?)|quarterly\s+periods?)"
    rf"\s+(?:(?:ended|ending)\b|to(?=\s+(?:{MONTH}|\d{{1,2}}\s+{MONTH})))",
    re.IGNORECASE,
)
# “First Nine Months” below “For the periods ended September 30, 2022”
_SO_FAR = re.compile(r"\bfirst (half|(?:three|six|nine)(?= months))\b", re.IGNORECASE)
_MONTHS_SO_FAR = {"half": 6, "three": 3, "six": 6, "nine": 9}
_DAY_OF_YEAR = re.compile(
    rf"(?:{MONTH}\s*\d{{1,2}}\b|(?:(?<=ended )|(?<=ending ))\d{{1,2}}\s+{MONTH})(?!\s*,?\s*{YEAR})",
    re.IGNORECASE,
)
_DAY_OF_YEARS = re.compile(  # “at April 30, 2023 and 2022”
    rf"(?P<day>{MONTH}\s*\d{{1,2}}|\b\d{{1,2}}\s+{MONTH})\s*,?\s*(?P<years>{YEAR}(?:(?:\s*,|\s*,?\s*(?:and|or|&))\s+{YEAR})+)\b",
    re.IGNORECASE,
)
_BARE_YEAR = re.compile(rf"(?:fiscal\s+|FY\s?|year\s+)?({YEAR})\b", re.IGNORECASE)
_AS_OF = re.compile(rf"\b(?:as of|at)\s+(?=(?:the\s+end|{MONTH}|{DATE}))", re.IGNORECASE)
_HELD = re.compile(r"\bcarrying (?:values?|amounts?)\b|\bfair values?$|\bbalances?$", re.IGNORECASE)
_NOTE_MARK = re.compile(rf"(?<=[\d,])\s\([a-z]\)\s(?={YEAR}\b)")  # “December 31, (a) 2020”
_PER_CENT_BEHIND = re.compile(rf"(?<![\w.,])({YEAR})\s*\(?%\)?$")  # “2023 %”: the year's per cents
_APPROVED = re.compile(  # the day on which accounts are signed is none of theirs
    r"\b(?:approved|signed|authori[sz]ed for issue)\b.*\b(?:board|directors?|issue|behalf)\b", re.IGNORECASE
)
_LEADS_TO_TIME = re.compile(
    r"(?:\b(?:as of|at|on|ended|ending|for|during|in|of|the|and|to|fiscal|years?|quarters?|months|weeks)"
    rf"|{YEAR}|[,.:;)]|\b(?:{COUNT}))$",
    re.IGNORECASE,
)
_TO_DATE = re.compile(
    rf"(?:YTD|year[\s-]to[\s-]date)\W*{YEAR}|{YEAR}\W*(?:YTD|year[\s-]to[\s-]date)", re.IGNORECASE
)
NOTES = re.compile(
    r"\(?(?:unaudited|audited|restated|as (?:adjusted|restated|revised|reported)|note \d+|\(?\b[a-z1-9]\))\)?"
    r"|[*†‡]",
    re.IGNORECASE,
)


def column_period(
    header: str, contexts: Sequence[str], calendar: FiscalCalendar, *, is_position: bool
) -> Period | None:
    """The time of a column whose heading is `header`.

    `contexts`: captions and titles that hold for the whole table, the nearest first: they complete a
    heading that is only a year, or stand in for one that says nothing of time. `is_position`: the table
    shows amounts at a day, so that a bare year means its last day.
    """
    header = without_note_mark(header)
    found = [period for period, _, _ in find_periods(header, calendar)] if not is_of_vintage(header) else []
    years = {match[1] for period in found if (match := _BARE_YEAR.fullmatch(period.text))}
    year = years.pop() if found and len(years) == 1 and all(map(_is_bare_year, found)) else ""
    if found and not year:
        return _completed(found[0], header, contexts, calendar)
    for context in contexts:
        period = _from_context(year, context, calendar, header)
        if period:
            return period
    if not year:
        return None
    if not is_position:
        return found[0]
    days = (_same_day_of(int(year), context, calendar) for context in contexts)
    return instant(header, next(filter(None, days), found[0].end_date), calendar)


def _same_day_of(year: int, context: str, calendar: FiscalCalendar) -> date | None:
    """The same end of a month in an earlier year, where `context` names one: “At 30 June 2024”."""
    named = _times_of_table(context, calendar)
    days = {each.end_date for each in named if not each.start_date}
    day = days.pop() if len(days) == 1 == len(named) else None
    is_end = day is not None and day == month_end(day.year, day.month)
    return month_end(year, day.month) if day and is_end and year < day.year else None


def up_to_quarter(
    header: str, period: Period | None, quarters: Set[int], calendar: FiscalCalendar
) -> Period | None:
    """The time of a column; of “YTD 2023” beside “Q3 2023”: the year up to that quarter's end.

    `quarters`: those that the table's columns name.
    """
    if not period or not period.fiscal_year or len(quarters) != 1 or not _TO_DATE.fullmatch(header):
        return period
    end = calendar.end_of(period.fiscal_year, 3 * min(quarters))
    return replace(period, start_date=calendar.start_of(period.fiscal_year), end_date=end)


def without_note_mark(header: str) -> str:
    """The heading without what would hide its year: “December 31, (a) 2020”, “2023 %”."""
    header = _NOTE_MARK.sub(" ", header)
    return _PER_CENT_BEHIND.sub(r"\1", header) if "%" in header else header


def _is_bare_year(period: Period) -> bool:
    return bool(_BARE_YEAR.fullmatch(period.text))


def _completed(period: Period, header: str, contexts: Sequence[str], calendar: FiscalCalendar) -> Period:
    """“June 24, 2023” with “Three months ended” below it, or in a title: the span up to the heading's day."""
    if period.start_date is not None:
        return period
    if so_far := _SO_FAR.search(header):
        months = _MONTHS_SO_FAR[so_far[1].lower()]
        return months_to(header, months, period.end_date, calendar)
    for context in (header, *contexts):
        if _AS_OF.search(context) or (context is header and _HELD.search(header)):
            return period
        duration = _DURATION.search(context)
        if duration:
            spans = find_periods(f"{duration[0]} {period.text}", calendar)
            return replace(spans[0][0], text=header) if spans else period
    return period


def _from_context(year: str, context: str, calendar: FiscalCalendar, header: str) -> Period | None:
    named = _times_of_table(context, calendar)
    if named and _APPROVED.search(context):
        return None
    exact = [period for period in named if not _BARE_YEAR.fullmatch(period.text)]
    if not year:
        return exact[0] if exact and len({(p.start_date, p.end_date) for p in named}) == 1 else None
    of_year = [period for period in exact if period.fiscal_year == int(year)]
    if of_year:
        return replace(of_year[0], text=header)
    day = _DAY_OF_YEAR.search(context)
    shared = next((each for each in _DAY_OF_YEARS.finditer(context) if year in each["years"]), None)
    said = day[0] if day else shared["day"] if shared else ""
    if not said:
        return _of_other_year(exact, int(year), calendar, header)
    duration = _DURATION.search(context)
    words = f"{duration[0] if duration else ''} {said}, {year}"
    completed = find_periods(words.strip(), calendar)
    text = words.strip() if shared and not day else f"{context[:60]} {year}".strip()
    return replace(completed[0][0], text=text) if completed else None


def _of_other_year(
    exact: Sequence[Period], year: int, calendar: FiscalCalendar, header: str
) -> Period | None:
    """The same months of another year, where the table's words name one span, of whole months."""
    if len(exact) != 1 or exact[0].start_date is None or exact[0].fiscal_year is None:
        return None
    start, end = exact[0].start_date, exact[0].end_date
    if start.day != 1 or month_end(end.year, end.month) != end:
        return None
    last = month_end(end.year + year - exact[0].fiscal_year, end.month)
    return months_to(header, round((end - start).days / 30.44), last, calendar)


def _times_of_table(context: str, calendar: FiscalCalendar) -> list[Period]:
    found = find_periods(context, calendar)
    return [period for period, start, _ in found if _is_said_of_table(context, start)]


def _is_said_of_table(context: str, start: int) -> bool:
    """Whether the time that begins at `start` is the table's own: not “Due date 26 June 2025”."""
    before = context[:start].rstrip(" (–—-,")
    return not before or bool(_LEADS_TO_TIME.search(before))
