"""Headings that run over several lines: which words stand over which, as parts of one heading."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise

from reading.lexicon import SIGNS, SPAN_COUNTS
from reading.model import Box
from reading.tables.split import Piece
from reading.values.dates import DATE, MONTH, YEAR

LEADING = 1.45  # heights of a line from the top of one to that of the next within a heading
ALIGNED = 4.0  # points between the middles, or an edge, of two lines of one heading
ALIGNED_OVER_GROUP = 12.0  # points, over columns that repeat: a group's middle is that of its cells' edges
BROKEN = 2.0  # times as wide as its words a group's columns may be if lines are broken by hand
BLANK = 0.25  # of the line's height
_DIGIT = re.compile(r"\d")  # which all times have but spans, and few other words
_UNIT = rf"\(?(?:%|[{SIGNS}]?\s?[’']?000s?|[{SIGNS}]\s?(?:mn?|bn|millions?)?|RMB[’']?\w+)\)?"
_TIME = re.compile(
    rf"{DATE}|^(?:as of |at )?(?:{MONTH}\s*\d{{1,2}},?|\d{{1,2}}\s{MONTH})$"
    rf"|^(?:fiscal |FY\s?)?{YEAR}\*?(?:\s{_UNIT})?$",
    re.IGNORECASE,
)
_ENDS_OPEN = re.compile(r"(?:[,&/–—-]|\b(?:of|and|for|to|in|on|by|the|from|or|per|at))$", re.IGNORECASE)
_GOES_ON = re.compile(r"[&/(]|(?:of|and|for|to|in|on|by|from|or|per|at)\b|[a-z]")
COUNT = rf"\d{{1,2}}|two|{SPAN_COUNTS}"
_HALF_SAID = (  # words of time that break off, and how they go on in the line below
    (rf"(?:{COUNT})\s(?:months|weeks|quarters)$", r"(?:ended|ending)\b"),
    (r".*\b(?:as of|at|ended|ending)$", rf"{MONTH}\s*\d{{1,2}}\b"),
    (rf".*\b(?:as of|at|ended|ending)\s{MONTH}$", r"\d{1,2},?(?:\s|$)"),
    (rf"{YEAR}$", r"(?:to|vs\.?|versus)$"),
    (rf"(?:{YEAR}\s)?(?:to|vs\.?|versus)$", rf"{YEAR}$"),
)
_VERSUS = re.compile(rf"(?:^|{YEAR}\s)(?:to|vs\.?|versus)$", re.IGNORECASE)  # “2022 to” over one of the years
_SPAN_OF_TIME = re.compile(
    rf"\b(?:ended|ending|months|weeks)\b|^(?:{MONTH}\s?[–-]\s?{MONTH}|"
    r"(?:[1-4](?:st|nd|rd|th)|first|second) half|[1-4](?:st|nd|rd|th) quarter)$",
    re.IGNORECASE,
)


def is_time(piece: Piece) -> bool:
    return says_time(piece.text)


@lru_cache(maxsize=4096)  # asked of the parts of a heading when they are parted, stacked and placed
def says_time(text: str) -> bool:
    """Whether a heading's words are of time: a day, a year, “Three Months Ended”."""
    return bool(_SPAN_OF_TIME.search(text) or (_DIGIT.search(text) and _TIME.search(text)))


def upper_parts(
    lines: Sequence[Sequence[Piece]], columns: int, ruled: Collection[Piece] = ()
) -> dict[Piece, Piece]:
    """For each piece that goes on below: the piece in the next line that it goes on with.

    `lines`: the pieces of each heading line, the lowest line first. `columns`: how many they head. `ruled`:
    those that have a rule right under them, and so end there.
    """
    found: dict[Piece, Piece] = {}
    for lower, upper in pairwise(lines):
        pairs = {above: below for above, below in _pairs(upper, lower) if above not in ruled}
        is_ruled = all(piece in ruled for piece in lower)
        if len(lower) == columns and not is_ruled and _are_groups(upper, lower):
            pairs = {
                above: below
                for above, below in pairs.items()
                if _is_unfinished(above, below) or _is_beside(above, below, lower)
            }
        broken = {form for piece in lower if (form := _time_form(piece)) and piece not in pairs.values()}
        found |= {
            above: below
            for above, below in pairs.items()
            if _time_form(below) not in broken or _VERSUS.search(above.text)
        }
    return found


def _time_form(piece: Piece) -> str:
    """How a heading says a time, or "" if it says none: only what is written alike goes on alike."""
    if not is_time(piece):
        return ""
    return re.sub(r"\d+", "0", re.sub(YEAR, "year", re.sub(MONTH, "month", piece.text, flags=re.IGNORECASE)))


def widths(below: Mapping[Piece, Piece]) -> dict[Piece, float]:
    """For the parts of a heading that runs over several lines: points that its columns cannot be wide.

    Had there been room for the next word too, it would stand in the line before, unless broken by hand.
    """
    limits: dict[Piece, float] = {}
    for upper, lower in below.items():
        if is_time(lower):
            continue
        word = lower.words[0].box
        limit = BROKEN * (upper.x1 - upper.x0 + word.x1 - word.x0 + BLANK * _height(upper))
        limits[lower] = min(limit, limits.get(lower, limit), limits.get(upper, limit))
    return limits


def _pairs(upper: Sequence[Piece], lower: Sequence[Piece]) -> list[tuple[Piece, Piece]]:
    """Pieces of two lines of which each stands over, and below, no other."""
    pairs = []
    for above in upper:
        under = [piece for piece in lower if overlap(above, piece)]
        if len(under) == 1 and (_goes_on(above, under[0]) or _is_beside(above, under[0], lower)):
            over = [piece for piece in upper if overlap(piece, under[0])]
            if len(over) == 1:
                pairs.append((above, under[0]))
    return pairs


def _is_beside(above: Piece, below: Piece, lower: Sequence[Piece]) -> bool:
    """“2022” over “Restated” in a line that has “2023”: the columns' words end on one line."""
    form = _time_form(above)
    is_close = below.box.top - above.box.top <= LEADING * _height(above)
    return is_close and bool(form) and not is_time(below) and form in map(_time_form, lower)


def _is_unfinished(above: Piece, below: Piece) -> bool:
    """“Europe, Middle East” with “& Africa” below it."""
    return bool(_ENDS_OPEN.search(above.text) or _GOES_ON.match(below.text))


def _are_groups(upper: Sequence[Piece], lower: Sequence[Piece]) -> bool:
    """Whether each of the upper ones is centred over equally many, and more than two, of the lower ones."""
    if not upper or len(lower) % len(upper) or len(lower) < 3 * len(upper):
        return False
    size = len(lower) // len(upper)
    repeats = all(piece.text == lower[at % size].text for at, piece in enumerate(lower))
    near = ALIGNED_OVER_GROUP if repeats else ALIGNED
    return all(
        abs(piece.middle - (lower[at * size].middle + lower[at * size + size - 1].middle) / 2) <= near
        for at, piece in enumerate(upper)
    )


def _goes_on(above: Piece, below: Piece) -> bool:
    is_year = bool(re.fullmatch(YEAR, below.text))
    is_broken = _breaks_off(above, below)
    if not is_broken and (
        (is_time(above) and not (_is_day(above) and is_year)) or (is_time(below) and not is_year)
    ):
        return False
    distance = min(abs(above.middle - below.middle), abs(above.x0 - below.x0), abs(above.x1 - below.x1))
    return distance <= ALIGNED and below.box.top - above.box.top <= LEADING * _height(above)


def _breaks_off(above: Piece, below: Piece) -> bool:
    """“Nine Months” with “Ended December” below it, which goes on with “31,” in a third line."""
    return any(
        re.match(begun, above.text, re.IGNORECASE) and re.match(rest, below.text, re.IGNORECASE)
        for begun, rest in _HALF_SAID
    )


def _is_day(piece: Piece) -> bool:
    """“June 30,”, whose year stands in the line below."""
    return bool(re.fullmatch(rf"(?:as of |at )?{MONTH}\s*\d{{1,2}},?", piece.text, re.IGNORECASE))


def overlap(one: Piece | Box, other: Piece | Box) -> bool:
    return one.x0 < other.x1 and other.x0 < one.x1


def _height(piece: Piece) -> float:
    return max(piece.box.bottom - piece.box.top, 1.0)
