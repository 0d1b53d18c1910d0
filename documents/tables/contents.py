"""Which tables are lists of page numbers, whose numbers measure nothing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from documents.tables.model import Table

LEAST_ROWS = 3  # that a list of pages without the word “page” over it must have
MANY_ROWS = 8  # ascending whole numbers without any other sign
MOSTLY = 0.9  # of the rows: a number of another line may stand among them
_PAGE_NUMBER = re.compile(r"[A-Z]{0,2}[-–]?\d{1,4}|[ivxlc]{1,6}", re.IGNORECASE)
_PAGES = re.compile(r"\bpages?\b(?!\s+\d)", re.IGNORECASE)
_NUMBERED = re.compile(
    r"(?:items?|articles?|sections?|parts?|notes?|exhibits?|append(?:ix|ices)|schedules?|annex|chapters?|§)\b"
    r"|\d{1,2}(?:\.\d{1,2})+|\d{1,2}[A-Z]?\b|[IVX]+\b|signatures?\b|index\b",
    re.IGNORECASE,
)


def lists_pages(table: Table) -> bool:
    """Whether the table is one of contents: its numbers are those of pages, in order."""
    texts = [cell.text for row in table.rows for cell in row.cells]
    plain = [text for text in texts if _PAGE_NUMBER.fullmatch(text)]
    if len({cell.column for row in table.rows for cell in row.cells}) > 2 or len(plain) < MOSTLY * len(texts):
        return False
    pages = [int(number[0]) for text in plain if (number := re.search(r"\d+", text))]
    if len(pages) < 2 or not _ascends(pages):
        return False
    return (
        _is_headed(table) or _is_numbered(table, pages) or (len(pages) >= MANY_ROWS and pages[-1] > pages[0])
    )


def _ascends(pages: Sequence[int]) -> bool:
    in_order = sum(first <= second for first, second in pairwise(pages))
    return in_order >= MOSTLY * (len(pages) - 1)


def _is_headed(table: Table) -> bool:
    """Whether “Page” stands over it."""
    over = [column.header for column in table.columns] + table.title.split(" – ")[-3:]
    return any(_PAGES.search(words) for words in over)


def _is_numbered(table: Table, pages: Sequence[int]) -> bool:
    """Whether its labels begin like those of sections: “Item 1A.”, “ARTICLE IV”, “7.2”."""
    numbered = [row for row in table.rows if _NUMBERED.match(row.label)]
    return len(pages) >= LEAST_ROWS and 2 * len(numbered) >= len(table.rows)
