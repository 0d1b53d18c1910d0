"""Rows whose names say what they are only with a row beside them: “Federal”, “Percent change”."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from reading.lexicon import TOTAL
from reading.model import Table
from reading.tables.rows.labels import Row
from reading.tables.rows.parents import is_sum

LEAST_ADDENDS = 2
_BALANCE = re.compile(r"\bbalances?\b|\b(?:as of|at)\b", re.IGNORECASE)  # what has changed is no part of it
_SHARE = r"(?:percent(?:age)?|per\s+cent|%)"
_OF_ROW_ABOVE = re.compile(
    rf"(?:year[\s-]over[\s-]year\s+)?{_SHARE}\s*(?:changes?|growth|increase|decrease|variance)\W*|"
    rf"(?:changes?|growth|variance)\s*\(?(?:in\s+)?{_SHARE}\)?\W*|"
    rf"(?:as\s+an?\s+)?{_SHARE}\s+of\s+(?:total\s+|net\s+)?(?:sales|revenues?)\W*",
    re.IGNORECASE,
)


def tell_apart(rows: Sequence[Row]) -> None:
    """Put rows under the row beside them without which they do not say what they are."""
    _set_parts_by_sums(rows)
    _set_rows_above(rows)


def _set_parts_by_sums(rows: Sequence[Row]) -> None:
    """Put rows that bear the same label under the same headings under the sum that ends their part."""
    said = Counter((row.path, row.label) for row in rows if row.has_cells and row.label)
    if all(count == 1 for count in said.values()):
        return
    part: list[Row] = []
    for row in rows:
        if not row.has_cells:
            part = []
        elif not _BALANCE.search(row.label) and _ends(part, row, said):
            for each in part:
                if said[each.path, each.label] > 1:
                    each.path = (*each.path, row.label)
            part = []
        elif TOTAL.match(row.label):  # of more than the part, which it ends all the same
            part = []
        else:
            part.append(row)


def _ends(part: Sequence[Row], row: Row, said: Counter[tuple[tuple[str, ...], str]]) -> bool:
    is_asked = len(part) >= LEAST_ADDENDS and said[row.path, row.label] == 1
    repeats = is_asked and any(said[each.path, each.label] > 1 for each in part)
    return repeats and is_sum(row, part)


def _set_rows_above(rows: Sequence[Row]) -> None:
    """Put “Percent change” and “% of sales” under the row right above, whose change or share they are."""
    above: Row | None = None
    for row in rows:
        if not row.has_cells:
            above = None
        elif not _OF_ROW_ABOVE.fullmatch(row.label):
            above = row
        elif above and above.label and (not row.path or _OF_ROW_ABOVE.fullmatch(row.path[-1])):
            row.path = (*above.path, above.label)


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
