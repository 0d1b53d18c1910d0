"""Which words of the heading lines belong to which columns, and what they say of time."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cache, lru_cache

from documents.dates import DATE, MONTH, YEAR, month_end
from documents.fiscal import FiscalCalendar, Period, instant, months_to
from documents.periods import find_periods
from documents.tables.cells import Piece
from documents.tables.stacks import is_time
from documents.tables.year_columns import is_of_vintage

# In points: what it costs to leave a heading without column, or a column without heading.
UNPLACED = 40.0
UNCOVERED = 3.0
NEAR = 8.0  # from the middle of a heading to that of its one column
UNEVEN = 15.0  # for spans of time that do not all stand over equally many columns
AS_NEAR = 3.0  # a group's middle column may stand right below its heading
TWICE = 20.0  # for one of several headings to have two columns under it that say the same
UNCOVERED_BY_TIME = 25.0  # where the line's headings are spans of time, which stand over several columns


@dataclass(frozen=True)
class Span:
    """Where a column's cells stand. `number_x0`: where their numbers begin, behind the currency sign."""

    x0: float
    x1: float
    number_x0: float


@dataclass(frozen=True)
class Above:
    """What is known of a heading line before its words are placed.

    `anchors`: the middles of the headings that stand right above the columns, by index: headings are
    centred over each other rather than over numbers. `fixed`: the columns of words that go on in the line
    below. `widest`: points that the columns of a heading cannot be wide. `covered`: columns with words.
    `unit`: after how many columns their lowest headings begin again, 0 if they do not: “Gains”, “Losses”,
    “Gains”, “Losses”. `over`: what stands over each column already.
    """

    anchors: Mapping[int, float] = field(default_factory=dict)
    fixed: Mapping[Piece, range] = field(default_factory=dict)
    widest: Mapping[Piece, float] = field(default_factory=dict)
    covered: frozenset[int] = frozenset()
    unit: int = 0
    over: tuple[tuple[Piece, ...], ...] = ()


def place_headings(
    headings: Sequence[Piece], columns: Sequence[Span], above: Above
) -> list[tuple[Piece, range]]:
    """Each heading of one line with the columns over which it is centred or aligned.

    Of all ways to give each heading a run of neighbouring columns, in order, the one that lies closest.
    """
    are_times = bool(headings) and all(_ONLY_TIME.fullmatch(each.text) for each in headings)
    if are_times and len(headings) == len(columns):
        return [(heading, range(at, at + 1)) for at, heading in enumerate(headings)]
    if _stand_over_units(headings, columns, above, are_times=are_times):
        return [(each, range(at * above.unit, (at + 1) * above.unit)) for at, each in enumerate(headings)]
    is_open = all(_is_open(each.text) for each in headings)
    uncovered = UNCOVERED_BY_TIME if is_open else UNCOVERED
    costs = [_costs(heading, headings, columns, above, are_times=are_times) for heading in headings]

    @cache
    def best(heading: int, column: int) -> tuple[float, tuple[tuple[int, int, int], ...]]:
        if heading == len(headings):
            return uncovered * (len(columns) - column), ()
        cost, placed = best(heading + 1, column)
        choice = cost + UNPLACED, placed
        for (first, last), here in costs[heading].items():
            if first < column:
                continue
            cost, placed = best(heading + 1, last + 1)
            cost += here + uncovered * (first - column)
            if cost < choice[0]:
                choice = cost, ((heading, first, last), *placed)
        return choice

    return [(headings[index], range(first, last + 1)) for index, first, last in best(0, 0)[1]]


def _stand_over_units(
    headings: Sequence[Piece], columns: Sequence[Span], above: Above, *, are_times: bool
) -> bool:
    """Whether each heading stands over one of the equal groups into which the headings below it fall.

    What is no time may be the first line of a heading of one column of each group: it stands over that one.
    """
    unit = above.unit
    if unit < 2 or unit * len(headings) != len(columns):
        return False
    groups = [columns[at : at + unit] for at in range(0, len(columns), unit)]
    return all(
        group[0].x0 <= heading.middle <= group[-1].x1
        and (are_times or (heading not in above.fixed and _is_over_all(heading, group)))
        for heading, group in zip(headings, groups, strict=True)
    )


def _is_over_all(heading: Piece, group: Sequence[Span]) -> bool:
    """Whether the heading's middle is as near to that of the group as to that of any column of it."""
    nearest = min(_distance(heading, column, column) for column in group)
    return _distance(heading, group[0], group[-1]) <= nearest + AS_NEAR


def _costs(
    heading: Piece, headings: Sequence[Piece], columns: Sequence[Span], above: Above, *, are_times: bool
) -> dict[tuple[int, int], float]:
    """What it costs, in points, to put the heading over each run of columns that it may stand over."""
    if heading in above.fixed:
        run = above.fixed[heading]
        return {(run[0], run[-1]): 0.0}
    alone = _own_column(heading, columns, above)
    if alone is not None:
        return {(alone, alone): 0.0}
    widest = above.widest.get(heading, math.inf)
    return {
        (first, last): _cost(heading, headings, columns, (first, last), above, are_times=are_times)
        for first in range(len(columns))
        for last in range(first, len(columns))
        if first == last or columns[last].x1 - columns[first].x0 <= widest
    }


def _own_column(heading: Piece, columns: Sequence[Span], above: Above) -> int | None:
    """The one column without words over which it stands, where its neighbours have theirs already."""
    if is_time(heading) or len(above.covered) < 0.5 * len(columns):
        return None
    near = min(range(len(columns)), key=lambda at: _distance(heading, columns[at], columns[at]))
    is_over = _distance(heading, columns[near], columns[near]) <= NEAR
    return near if near not in above.covered and is_over else None


def _cost(
    heading: Piece,
    headings: Sequence[Piece],
    columns: Sequence[Span],
    run: tuple[int, int],
    above: Above,
    *,
    are_times: bool,
) -> float:
    first, last = run
    anchors = above.anchors
    is_open = all(_is_open(each.text) for each in headings)
    spreads = is_open and len(headings) < len(columns)
    here = _distance(heading, columns[first], columns[last])
    if first in anchors and last in anchors:
        here = min(here, abs(heading.middle - (anchors[first] + anchors[last]) / 2))
    if first == last and not spreads:
        here = min(here, _offset(heading, columns[first]))
    is_even = (last - first + 1) * len(headings) == len(columns)
    if first < last and (_spans_columns(heading, headings) or (are_times and is_even)):
        here = min(here, _right_offset(heading, columns[last]))
    divides = len(columns) % max(len(headings), 1) == 0
    if (spreads or (are_times and first < last and divides)) and not is_even:
        here += UNEVEN
    said = [" ".join(each.text for each in over) for over in set(above.over[first : last + 1]) if over]
    if len(headings) > 1 and len(set(said)) < len(said):
        here += TWICE
    if _CHANGE.search(heading.text) and len(_are_timed(above.over[first : last + 1])) > 1:
        here += UNEVEN
    if above.unit and not are_times and first < last:
        is_whole = first % above.unit == 0 and (last + 1) % above.unit == 0
        is_within = first // above.unit == last // above.unit
        if is_whole:
            here = min(here, _right_offset(heading, columns[last]))
        elif not is_within:
            here += UNEVEN
    return here


def _are_timed(over: Sequence[Sequence[Piece]]) -> set[bool]:
    """Whether times stand over columns already: over some of them and not over others is both."""
    return {any(map(is_time, each)) for each in over if each}


@lru_cache(maxsize=1024)  # asked of a heading for every run of columns that it may stand over
def _is_open(text: str) -> bool:
    """Whether a heading's words are of a span of time and do not say which."""
    return bool(_OPEN_SPAN.search(text))


def repeats_after(words: Sequence[Sequence[str]]) -> int:
    """After how many columns the lowest words over them begin again; 0 if they never do."""
    lowest = [each[-1] if each else "" for each in words]
    for unit in range(2, len(lowest) // 2 + 1):
        is_repeated = len(lowest) % unit == 0 and lowest[:-unit] == lowest[unit:]
        if is_repeated and len(set(lowest[:unit])) == unit and all(lowest[:unit]):
            return unit
    return 0


def _distance(heading: Piece, first: Span, last: Span) -> float:
    """Points between the middle of the heading and that of the columns, with or without currency signs."""
    middle = min(abs(heading.middle - (x0 + last.x1) / 2) for x0 in (first.x0, first.number_x0))
    overlap = min(heading.x1, last.x1) - max(heading.x0, first.x0)
    return middle if overlap > 0 else middle + UNPLACED / 2


def _offset(heading: Piece, column: Span) -> float:
    """Points between the edges of the heading and those of its one column."""
    return min(abs(heading.x1 - column.x1), abs(heading.x0 - column.x0) + 1)


def _spans_columns(heading: Piece, headings: Sequence[Piece]) -> bool:
    """Whether a heading may stand at the right end of several columns: a time beside times and changes."""
    is_time = _is_open(heading.text)
    return is_time and all(_is_open(each.text) or _CHANGE.search(each.text) for each in headings)


def _right_offset(heading: Piece, column: Span) -> float:
    """Points between the heading and the last of its columns."""
    return min(_distance(heading, column, column), _offset(heading, column))


_ONLY_TIME = re.compile(rf"(?:as of\s+|at\s+)?{DATE}|(?:fiscal\s+|FY\s?|year\s+)?{YEAR}", re.IGNORECASE)
_CHANGE = re.compile(r"%|\b(?:change|percentage|percent|variance|increase|decrease)\b", re.IGNORECASE)
_COUNT = r"\d{1,2}|two|three|six|nine|twelve|thirteen|twenty-six|thirty-nine|fifty-two|fifty-three"
_OPEN_SPAN = re.compile(
    rf"\b(?:ended|ending|as of)(?:\s+\w+\s+\d{{1,2}},?)?$|^(?:{_COUNT})\s(?:months|weeks|quarters)$"
    rf"|^{MONTH}\s\d{{1,2}},?$|^{MONTH}\s?[–-]\s?{MONTH}$"
    r"|^(?:[1-4](?:st|nd|rd|th) (?:quarter|half)|(?:first|second) half)$",
    re.IGNORECASE,
)
_DURATION = re.compile(
    rf"\b(?:(?:{_COUNT})[\s-]"
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
    rf"|{YEAR}|[,.:;)]|\b(?:{_COUNT}))$",
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
