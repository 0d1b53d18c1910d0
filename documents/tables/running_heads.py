"""Lines that stand at the top of many pages and belong to none of their tables."""

from __future__ import annotations

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


def running_heads(pages: Sequence[ParsedPage]) -> frozenset[Head]:
    """What many pages show at the same height in one stretch, but for numbers, scales and times.

    A line of several stretches may be the headings of a table that runs over the pages.
    """
    seen = Counter(head for page in pages for _, head in _at_top(page))
    least = max(LEAST_PAGES, LEAST_SHARE * len(pages))
    return frozenset(head for head, count in seen.items() if count >= least)


def without_heads(page: ParsedPage, heads: frozenset[Head]) -> list[Line]:
    """The lines of a page below its running heads."""
    left_out = {id(line) for line, head in _at_top(page) if head in heads}
    return [line for line in page.lines if line.words and id(line) not in left_out]


def _at_top(page: ParsedPage) -> Iterator[tuple[Line, Head]]:
    for line in nsmallest(AT_TOP, (line for line in page.lines if line.words), key=lambda line: line.box.top):
        is_number = any(char.isdigit() for char in line.text)
        is_one = len(segments(line.words, max(line.font_size, line.box.bottom - line.box.top))) == 1
        if is_one and not is_number and not says_time(line.text) and not read_caption(line.text).scale:
            yield line, (line.text, round(line.box.top / PLACE))
