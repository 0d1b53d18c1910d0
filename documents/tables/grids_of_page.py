"""The grids among the lines of a page: which are tables of their own, and what stands round them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile

from documents.dates import DATE, MONTH, YEAR
from documents.tables.blocks import MAX_HEADINGS
from documents.tables.cells import SplitLine
from documents.tables.grids import Grid, find_grids
from documents.tables.labels import is_time_row

_TIME_IN_HEADING = re.compile(
    rf"{DATE}|\b\d{{1,2}}\s+{MONTH}|{MONTH}\s*\d{{1,2}}\b|\b{YEAR}\b|\b\d{{1,2}}[\s-](?:month|week)s?\b",
    re.IGNORECASE,
)
UNITS_BELOW = 2  # lines: below headings may stand one of units, “£m”, before the first row
PARENTS_BELOW = 4  # lines, with headings of parts: “Regulated businesses:”, “Water services:”
TITLE_WORDS = 12


def lines_between(
    lines: list[SplitLine], grids: Sequence[tuple[int, int, Grid]]
) -> Iterator[list[SplitLine]]:
    at = 0
    for start, end, _ in grids:
        yield lines[at:start]
        at = end
    yield lines[at:]


def grids_among(lines: Sequence[SplitLine]) -> Iterator[tuple[int, int, Grid]]:
    """The grids with a first and last line, without those that are the headings of numbers below them."""
    for start, end, grid in find_grids(lines):
        texts = (_TIME_IN_HEADING.sub(" ", split.line.text) for split in lines[start:end])
        has_digits = any(char.isdigit() for text in texts for char in text)
        if has_digits or not _has_numbers_below(lines, end):
            yield start, end, grid


def _has_numbers_below(lines: Sequence[SplitLine], start: int) -> bool:
    """Whether numbers come right below, but for units or the headings that their rows stand under."""
    foot = lines[start - 1].line.box.bottom  # lines of headings that stand higher may come after it
    under = [split for split in lines[start : start + MAX_HEADINGS] if split.line.box.bottom > foot]
    if any(split.cells for split in under[:UNITS_BELOW]):
        return True
    below = under[:PARENTS_BELOW]
    parents = list(
        takewhile(lambda split: split.label_text.endswith(":") or is_time_row(split.label_text), below)
    )
    return any(split.cells for split in below[len(parents) : len(parents) + 1])


def titled(lines: Sequence[SplitLine], grids: Sequence[tuple[int, int, Grid]]) -> Iterator[tuple[Grid, str]]:
    """The page's grids, each with the short line right above it as its title."""
    for start, _, grid in grids:
        above = lines[start - 1] if start else None
        is_title = above and not above.cells and len(above.line.words) <= TITLE_WORDS
        yield grid, above.line.text if above and is_title else ""
