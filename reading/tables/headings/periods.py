"""What the words over columns say of time."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import pairwise

from reading.lexicon import POSITION
from reading.tables.headings.columns import is_of_vintage
from reading.tables.headings.stacks import COUNT
from reading.values.dates import DATE, MONTH, YEAR, date_at, find_dates, month_end
from reading.values.fiscal import DAY, FiscalCalendar, Period, instant, months_to, nominal_month
from reading.values.parts_of_year import (
    PartOfYear,
    parts_of_year,
    speaks_of_quarters,
    with_told_end,
    year_named,
)
from reading.values.periods import find_periods

LEAST_APART = 3  # columns whose days lie a quarter apart
QUARTER_DAYS = 80, 120  # from the end of one to that of the next, of 12 to 16 weeks
LEAST_YEAR = 350  # days
FEW_DAYS = 3
QUARTER_WEEKS = 13
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
_FISCAL_YEAR = re.compile(rf"fiscal\s+years?\s+{YEAR}", re.IGNORECASE)
_SPLIT_YEAR = re.compile(rf"{YEAR}[-–/]\d\d")
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
NOTES = re.compile(
    r"\(?(?:unaudited|audited|restated|as (?:adjusted|restated|revised|reported)|note \d+|\(?\b[a-z1-9]\))\)?"
    r"|[*†‡]",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class ColumnTime:
    """`period`: the time of a column, if any. `part`: the part of a year that its heading names, for rows of
    other years than the one said over the table."""

    period: Period | None
    part: PartOfYear | None = None


def column_times(
    headers: Sequence[str], contexts: Sequence[str], calendar: FiscalCalendar, *, is_position: bool
) -> list[ColumnTime]:
    """The time of each column of a table, by its heading.

    `contexts`: captions and titles that hold for the whole table, the nearest first: they complete a
    heading that is only a year, or stand in for one that says nothing of time. `is_position`: the table
    shows amounts at a day, so that a bare year means its last day. A heading that names a part of a year
    which is not told gets no period rather than the year's.
    """
    plain = [without_note_mark(header) for header in headers]
    times = []
    for header, part in zip(plain, parts_of_year(plain, contexts), strict=True):
        period = _column_period(header, contexts, calendar, is_position=is_position)
        if part and not (period and part.fits(period)):
            period = _period_of_part(part, header, period, contexts, calendar)
        times.append(ColumnTime(period, part))
    return _after_each_other(_not_of_years(times, plain, contexts, calendar))


def _column_period(
    header: str, contexts: Sequence[str], calendar: FiscalCalendar, *, is_position: bool
) -> Period | None:
    found = [period for period, _, _ in find_periods(header, calendar)] if not is_of_vintage(header) else []
    years = {match[1] for period in found if (match := _BARE_YEAR.fullmatch(period.text))}
    exact = [period for period in found if not _is_bare_year(period)]
    if exact:  # “Fiscal Year 2022 Quarters Ended Oct. 2, 2021”: the day
        dated = (each for each in exact if not _FISCAL_YEAR.fullmatch(each.text))
        return _completed(next(dated, exact[0]), header, contexts, calendar)
    year = years.pop() if len(years) == 1 else ""
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


def _period_of_part(
    part: PartOfYear, header: str, period: Period | None, contexts: Sequence[str], calendar: FiscalCalendar
) -> Period | None:
    """The part of the year that the heading or, else, the words over the table name; None where none do.

    `period`: what the heading says without it, which is of another length.
    """
    day = next((day for day, _, _ in find_dates(header)), None)
    if day and not part.number:
        return period
    if day and part.months and (period is None or period.start_date is None):
        return months_to(header, part.months, day, calendar)
    year = calendar.year_of(day) if day else year_named(header) or _year_of_table(contexts, calendar)
    if year is None:
        return None
    told = part if part.end else with_told_end(part, contexts, calendar)
    return told.of(header, year, calendar)


def _year_of_table(contexts: Sequence[str], calendar: FiscalCalendar) -> int | None:
    """The one year that the nearest words over a table name that name any."""
    named = ({each.fiscal_year for each in _times_of_table(words, calendar)} - {None} for words in contexts)
    years = next(filter(None, named), set())
    return years.pop() if len(years) == 1 else None


def _same_day_of(year: int, context: str, calendar: FiscalCalendar) -> date | None:
    """The same end of a month in an earlier year, where `context` names one: “At 30 June 2024”."""
    named = _times_of_table(context, calendar)
    days = {each.end_date for each in named if not each.start_date}
    day = days.pop() if len(days) == 1 == len(named) else None
    is_end = day is not None and day == month_end(day.year, day.month)
    return month_end(year, day.month) if day and is_end and year < day.year else None


def without_note_mark(header: str) -> str:
    """The heading without what would hide its year: “December 31, (a) 2020”, “2023 %”."""
    header = _NOTE_MARK.sub(" ", header)
    return _PER_CENT_BEHIND.sub(r"\1", header) if "%" in header else header


def _is_bare_year(period: Period) -> bool:
    return bool(_BARE_YEAR.fullmatch(period.text))


def _completed(period: Period, header: str, contexts: Sequence[str], calendar: FiscalCalendar) -> Period:
    """“June 24, 2023” with “Three months ended” below it, or in a title: the span up to the heading's day.

    A duration that leads to a day of its own, as in “for the year ended July 30, 2022”, counts last.
    """
    if period.start_date is not None:
        return period
    if so_far := _SO_FAR.search(header):
        months = _MONTHS_SO_FAR[so_far[1].lower()]
        return months_to(header, months, period.end_date, calendar)
    of_others = ""
    for context in (header, *contexts):
        if _AS_OF.search(context) or (context is header and _HELD.search(header)):
            break
        duration = _DURATION.search(context)
        if duration and _leads_elsewhere(context[duration.end() :], period):
            of_others = of_others or duration[0]
        elif duration:
            return _lasting(duration[0], period, header, calendar)
    return _lasting(of_others, period, header, calendar) if of_others else period


def _leads_elsewhere(words: str, period: Period) -> bool:
    """Whether the words behind a duration begin with a day in another month than that of the period's end."""
    day = date_at(words, len(words) - len(words.lstrip()))
    return day is not None and nominal_month(day)[1] != nominal_month(period.end_date)[1]


def _lasting(duration: str, period: Period, header: str, calendar: FiscalCalendar) -> Period:
    spans = find_periods(f"{duration} {period.text}", calendar)
    return replace(spans[0][0], text=header) if spans else period


def _not_of_years(
    times: Sequence[ColumnTime], headers: Sequence[str], contexts: Sequence[str], calendar: FiscalCalendar
) -> list[ColumnTime]:
    """The times; days a quarter apart head no years, whatever year the words over the table speak of."""
    days = sorted({day for header in headers for day, _, _ in find_dates(header)})
    if len(days) < LEAST_APART or not all(_are_quarter_apart(*pair) for pair in pairwise(days)):
        return list(times)
    are_quarters = any(map(speaks_of_quarters, contexts))
    return [
        replace(time, period=_up_to(time.period, calendar, is_quarter=are_quarters))
        if time.period and _is_year_to_day(time.period, header)
        else time
        for time, header in zip(times, headers, strict=True)
    ]


def _after_each_other(times: Sequence[ColumnTime]) -> list[ColumnTime]:
    """The times; a quarter that ends with a month only by chance begins where the column's before it ends.

    Where all end on the same weekday, the first has 13 weeks.
    """
    ends = {time.period.end_date for time in times if time.period and time.period.start_date}
    quarters = {time.period.end_date for time in times if time.period and _is_quarter(time.period)}
    are_of_weeks = len(quarters) >= LEAST_APART and len({end.weekday() for end in quarters}) == 1

    def begun(time: ColumnTime) -> ColumnTime:
        period = time.period
        if not (period and period.start_date and _is_quarter(period)):
            return time
        days = [end + DAY for end in ends if abs((end + DAY - period.start_date).days) <= FEW_DAYS]
        by_weeks = period.end_date - QUARTER_WEEKS * 7 * DAY + DAY
        if not days and are_of_weeks and abs((by_weeks - period.start_date).days) <= FEW_DAYS:
            days = [by_weeks]
        return replace(time, period=replace(period, start_date=days[0])) if len(days) == 1 else time

    return [begun(time) for time in times]


def _is_quarter(period: Period) -> bool:
    return period.start_date is not None and _are_quarter_apart(period.start_date, period.end_date)


def _up_to(year: Period, calendar: FiscalCalendar, *, is_quarter: bool) -> Period:
    if is_quarter:
        return months_to(year.text, 3, year.end_date, calendar)
    return instant(year.text, year.end_date, calendar)


def _is_year_to_day(period: Period, header: str) -> bool:
    """Whether a year was made of the day in a heading that says no length of time."""
    is_year = period.start_date is not None and (period.end_date - period.start_date).days >= LEAST_YEAR
    return is_year and not _DURATION.search(header) and any(True for _ in find_dates(header))


def _are_quarter_apart(first: date, later: date) -> bool:
    return QUARTER_DAYS[0] <= (later - first).days <= QUARTER_DAYS[1]


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
    said = [period for period, start, _ in found if _is_said_of_table(context, start)]
    alone = [period for period, _, _ in found if len(found) == 1 and _SPLIT_YEAR.fullmatch(period.text)]
    return said or alone  # “Health Outlay 2012-13” can mean nothing else


def _is_said_of_table(context: str, start: int) -> bool:
    """Whether the time that begins at `start` is the table's own: not “Due date 26 June 2025”."""
    before = context[:start].rstrip(" (–—-,")
    return not before or bool(_LEADS_TO_TIME.search(before))


_POSITION = re.compile(rf"\b(?:{POSITION})\b|\bfinancial (?:position|condition)\b", re.IGNORECASE)
_FLOWS = re.compile(
    r"\bcash flows?\b|\bstatements? of (?:income|operations|earnings)|"
    r"\b(?:year|months|weeks|quarter)s?\s+ended\b",
    re.IGNORECASE,
)
_EARNED_PER_SHARE = re.compile(r"\b(?:earnings|income|profit|loss) per (?:common )?share\b", re.IGNORECASE)
_WORD = re.compile(r"\w+")
_STOCK_WORDS = frozenset(
    "asset assets liability liabilities debt note notes borrowing borrowings receivable receivables "
    "inventory inventories payable payables goodwill equipment accrued obligation obligations "
    "balance balances accumulated outstanding due building buildings land reserve reserves "
    "allowance allowances".split()
)
_FLOW_WORDS = frozenset(
    "expense expenses income sales revenue revenues cost costs earnings paid proceeds purchase "
    "purchases gain gains loss losses charge charges amortization depreciation provision provisions "
    "payment payments benefit benefits change changes taxes contribution contributions spending".split()
)
_FLOW_ROW = re.compile(
    r"(?:total |net )*(?:revenues?|sales|turnover|income|profit|earnings|ebitda?|result)\b(?! tax)",
    re.IGNORECASE,
)
FLOW_ROWS = 2  # of a summary that shows balances among them
_POSITION_ROW = re.compile(
    r"total (?:assets|liabilities)\b"
    r"|(?:total |net |gross )*deferred (?:income )?tax (?:assets|liabilities)\b(?!.*\bchange)",
    re.IGNORECASE,
)


def shows_position(around: str, labels: Sequence[str]) -> bool:
    """Whether they are, by the table's titles and captions, `around` it, and the labels of its rows."""
    if _FLOWS.search(around):
        return False
    flows = sum(bool(_FLOW_ROW.match(label)) for label in labels)
    has_totals = flows < FLOW_ROWS and any(_POSITION_ROW.match(label) for label in labels)
    if _POSITION.search(around) or has_totals:
        return True
    if _EARNED_PER_SHARE.search(around):
        return False
    words = _WORD.findall(" ".join([around, *labels]).lower())
    return sum(word in _STOCK_WORDS for word in words) > 2 * sum(word in _FLOW_WORDS for word in words)
