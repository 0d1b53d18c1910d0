"""Lines that stand at the top or foot of many pages and belong to none of their tables."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from heapq import nsmallest

from documents.parsing.types import Line, ParsedPage
from documents.tables.captions import read_caption
from documents.tables.cells import segments
from documents.tables.stacks import says_time

AT_TOP = 4  # lines of a page among which its heads are sought
LEAST_PAGES = 3
LEAST_SHARE = 0.05  # of the document's pages
PLACE = 6.0  # points within which a head stands at the same height on every page

Head = tuple[str, int]
Foot = int  # what the number at the foot of a page is more than the page's place in the file
_NUMBER = re.compile(r"\W{0,2}(\d{1,4})\W{0,2}")


def running_heads(pages: Sequence[ParsedPage]) -> frozenset[Head]:
    """What many pages show at the same height in one stretch, but for numbers, scales and times.

    A line of several stretches may be the headings of a table that runs over the pages.
    """
    seen = Counter(head for page in pages for _, head in _at_top(page))
    least = max(LEAST_PAGES, LEAST_SHARE * len(pages))
    return frozenset(head for head, count in seen.items() if count >= least)


def running_feet(pages: Sequence[ParsedPage]) -> frozenset[Foot]:
    """How far the pages' own numbers are off their places, where several pages bear them at their feet."""
    seen = Counter(foot for page in pages for _, foot in _at_foot(page))
    return frozenset(foot for foot, count in seen.items() if count >= LEAST_PAGES)


def without_heads(page: ParsedPage, heads: frozenset[Head], feet: frozenset[Foot]) -> list[Line]:
    """The lines of a page between its running heads and its number."""
    left_out = {id(line) for line, head in _at_top(page) if head in heads}
    left_out |= {id(line) for line, foot in _at_foot(page) if foot in feet}
    return [line for line in page.lines if line.words and id(line) not in left_out]


def _at_top(page: ParsedPage) -> Iterator[tuple[Line, Head]]:
    for line in nsmallest(AT_TOP, (line for line in page.lines if line.words), key=lambda line: line.box.top):
        is_number = any(char.isdigit() for char in line.text)
        is_one = len(segments(line.words, max(line.font_size, line.box.bottom - line.box.top))) == 1
        if is_one and not is_number and not says_time(line.text) and not read_caption(line.text).scale:
            yield line, (line.text, round(line.box.top / PLACE))


def _at_foot(page: ParsedPage) -> Iterator[tuple[Line, Foot]]:
    lowest = max((line for line in page.lines if line.words), key=lambda line: line.box.top, default=None)
    number = _NUMBER.fullmatch(lowest.text) if lowest else None
    if lowest and number:
        yield lowest, int(number[1]) - page.number
