"""Lines that stand at the top or foot of many pages and belong to none of their tables."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from operator import attrgetter

from reading.model import Line, ParsedPage
from reading.tables.headings.stacks import says_time
from reading.tables.split import segments
from reading.tables.units.captions import read_caption

AT_TOP = 4  # lines of a page among which its heads are sought
LEAST_PAGES = 3
LEAST_SHARE = 0.05  # of the document's pages
PLACE = 6.0  # points within which a head stands at the same height on every page

Head = tuple[str, int]
Foot = int  # what the number at the foot of a page is more than the page's place in the file
_TOP = attrgetter("box.top")
_NUMBER = re.compile(r"\W{0,2}(\d{1,4})\W{0,2}")


def own_lines(pages: Sequence[ParsedPage]) -> Iterator[tuple[ParsedPage, list[Line]]]:
    """Each page with its lines between its running heads and its number."""
    at_edges = [(list(_at_top(page)), list(_at_foot(page))) for page in pages]
    heads = _running_heads([top for top, _ in at_edges])
    feet = _running_feet([foot for _, foot in at_edges])
    for page, (top, foot) in zip(pages, at_edges, strict=True):
        left_out = {id(line) for line, head in top if head in heads}
        left_out |= {id(line) for line, number in foot if number in feet}
        yield page, [line for line in page.lines if line.words and id(line) not in left_out]


def _running_heads(tops: Sequence[Sequence[tuple[Line, Head]]]) -> frozenset[Head]:
    """What many pages show at the same height in one stretch, but for numbers, scales and times.

    A line of several stretches may be the headings of a table that runs over the pages.
    """
    seen = Counter(head for top in tops for _, head in top)
    least = max(LEAST_PAGES, LEAST_SHARE * len(tops))
    return frozenset(head for head, count in seen.items() if count >= least)


def _running_feet(feet: Sequence[Sequence[tuple[Line, Foot]]]) -> frozenset[Foot]:
    """How far the pages' own numbers are off their places, where several pages bear them at their feet."""
    seen = Counter(number for foot in feet for _, number in foot)
    return frozenset(number for number, count in seen.items() if count >= LEAST_PAGES)


def _at_top(page: ParsedPage) -> Iterator[tuple[Line, Head]]:
    for line in sorted((line for line in page.lines if line.words), key=_TOP)[:AT_TOP]:
        text = line.text
        is_other = any(map(str.isdigit, text)) or says_time(text) or read_caption(text).scale
        if not is_other and _is_one_stretch(line):
            yield line, (text, round(line.box.top / PLACE))


def _is_one_stretch(line: Line) -> bool:
    return len(segments(line.words, max(line.font_size, line.box.bottom - line.box.top))) == 1


def _at_foot(page: ParsedPage) -> Iterator[tuple[Line, Foot]]:
    lowest = max((line for line in page.lines if line.words), key=_TOP, default=None)
    number = _NUMBER.fullmatch(lowest.text) if lowest else None
    if lowest and number:
        yield lowest, int(number[1]) - page.number
