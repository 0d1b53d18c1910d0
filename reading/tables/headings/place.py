"""Which words of a line of headings belong to which columns."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache

from reading.tables.headings.stacks import COUNT, is_time
from reading.tables.split import Piece
from reading.values.dates import DATE, MONTH, YEAR

# In points: what it costs to leave a heading without column, or a column without heading.
UNPLACED = 40.0
UNCOVERED = 3.0
NEAR = 8.0  # from the middle of a heading to that of its one column
UNEVEN = 15.0  # for spans of time that do not all stand over equally many columns
WIDE = 24  # columns; over 200 of them, all runs for each of as many headings are 10⁹ ways
MOST_UNEVEN = 2  # times as many columns as if all headings of a wide table had as many
MOST_HEADINGS = 400  # on one line; sheets are read to 200 columns
CENTRED = 6.0  # from its middle to that of its columns, however many others have
ASIDE = 1.0  # for a heading at the right end of its columns: in the middle of others it is theirs
AS_NEAR = 3.0  # a group's middle column may stand right below its heading
TWICE = 20.0  # for one of several headings to have two columns under it that say the same
UNCOVERED_BY_TIME = 25.0  # where the line's headings are spans of time, which stand over several columns
_ONLY_TIME = re.compile(rf"(?:as of\s+|at\s+)?{DATE}|(?:fiscal\s+|FY\s?|year\s+)?{YEAR}", re.IGNORECASE)
_CHANGE = re.compile(r"%|\b(?:change|percentage|percent|variance|increase|decrease)\b", re.IGNORECASE)
_OPEN_SPAN = re.compile(
    rf"\b(?:ended|ending|as of)(?:\s+\w+\s+\d{{1,2}},?)?$|^(?:{COUNT})\s(?:months|weeks|quarters)$"
    rf"|^{MONTH}\s\d{{1,2}},?$|^{MONTH}\s?[–-]\s?{MONTH}$"
    r"|^(?:[1-4](?:st|nd|rd|th) (?:quarter|half)|(?:first|second) half)$"
    rf"|^(?:first|second|third|fourth) quarter$|^(?:fiscal (?:year )?)?{YEAR} quarters?$",
    re.IGNORECASE,
)

Run = tuple[int, int]  # the first and the last of neighbouring columns


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
    if len(headings) > MOST_HEADINGS:
        return []
    are_times = bool(headings) and all(_ONLY_TIME.fullmatch(each.text) for each in headings)
    if are_times and len(headings) == len(columns):
        return [(heading, range(at, at + 1)) for at, heading in enumerate(headings)]
    if _stand_over_units(headings, columns, above, are_times=are_times):
        return [(each, range(at * above.unit, (at + 1) * above.unit)) for at, each in enumerate(headings)]
    is_open = all(_is_open(each.text) for each in headings)
    uncovered = UNCOVERED_BY_TIME if is_open else UNCOVERED
    costs = [_costs(heading, headings, columns, above, are_times=are_times) for heading in headings]

    @cache
    def best(heading: int, column: int) -> tuple[float, Run | None]:
        """What the headings from this one on cost over the columns from this one on, and its run."""
        if heading == len(headings):
            return uncovered * (len(columns) - column), None
        cost, run = best(heading + 1, column)[0] + UNPLACED, None
        for (first, last), here in costs[heading].items():
            if first < column:
                continue
            beyond = best(heading + 1, last + 1)[0] + (here + uncovered * (first - column))
            if beyond < cost:
                cost, run = beyond, (first, last)
        return cost, run

    placed, column = [], 0
    for number, heading in enumerate(headings):
        if run := best(number, column)[1]:
            placed.append((heading, range(run[0], run[1] + 1)))
            column = run[1] + 1
    return placed


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
) -> dict[Run, float]:
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
        for first, last in _runs(heading, len(headings), columns)
        if first == last or columns[last].x1 - columns[first].x0 <= widest
    }


def _runs(heading: Piece, headings: int, columns: Sequence[Span]) -> Iterator[Run]:
    """The runs of columns that a heading may stand over: of many columns, short ones near it."""
    is_wide = len(columns) > WIDE
    reach = MOST_UNEVEN * math.ceil(len(columns) / headings) if is_wide else len(columns)
    for first in range(len(columns)):
        for last in range(first, min(first + reach, len(columns))):
            off = max(columns[first].x0 - heading.x1, heading.x0 - columns[last].x1)
            if not is_wide or off <= UNPLACED:
                yield first, last


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
    run: Run,
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
    is_centred = spreads and here <= CENTRED
    if first < last and (_spans_columns(heading, headings) or (are_times and is_even)):
        here = min(here, _right_offset(heading, columns[last]) + ASIDE)
    divides = len(columns) % max(len(headings), 1) == 0
    if (spreads or (are_times and first < last and divides)) and not (is_even or is_centred):
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
