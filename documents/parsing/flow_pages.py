"""Where the pages end of a format that flows: where its file says so, and before one gets endless."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from documents.parsing.flow import COLUMN_GAP, Block, Heading, Paragraph, TableBlock, TableCell, is_number
from documents.parsing.text import LONGEST_PAGE, parts_of

PAGE_END = "\f"  # among blocks, where the file says that a page ends
MOST_HEADINGS = 3  # one under the other, that go on the page of what they head
MOST_HEADING_ROWS = 5  # of a table, that each of its parts begins with

Row = tuple[TableCell, ...]


def in_pages(blocks: Iterable[Block | str]) -> Iterator[list[Block]]:
    """The blocks of each page that holds any; one empty page of a file without blocks.

    Where the file breaks none, a page ends as that of a long text does, and no heading is its last.
    """
    count, length, page = 0, 0, list[Block]()
    for block in chain.from_iterable(map(_parts, blocks)):
        if isinstance(block, str) or _goes_beyond(block, length):
            whole, page = (page, []) if isinstance(block, str) else _before_headings(page)
            if whole:
                yield whole
                count += 1
            length = sum(map(_length, page))
        if not isinstance(block, str):
            page.append(block)
            length += _length(block)
    if page or not count:
        yield page


def _goes_beyond(block: Block, length: int) -> bool:
    """Whether a page of `length` has no room for it; a table stays with the caption that it joins."""
    return length + _length(block) > LONGEST_PAGE and not (isinstance(block, TableBlock) and block.joins)


def _before_headings(page: list[Block]) -> tuple[list[Block], list[Block]]:
    at = len(page)
    while len(page) - at < MOST_HEADINGS and at and isinstance(page[at - 1], Heading):
        at -= 1
    return page[:at], page[at:]


def _length(block: Block) -> int:
    """Characters that it takes, in round numbers."""
    return sum(map(_row_length, block.rows)) if isinstance(block, TableBlock) else len(block.text) + 1


def _row_length(row: Row) -> int:
    return sum(len(cell.text) + COLUMN_GAP for cell in row) + 1


def _parts(block: Block | str) -> Iterable[Block | str]:
    """The block, or those that make one which is longer than a page."""
    if isinstance(block, str | Heading) or _length(block) <= LONGEST_PAGE:
        return [block]
    if isinstance(block, Paragraph):
        return map(Paragraph, parts_of(block.text))
    return _parts_of_table(block)


def _parts_of_table(table: TableBlock) -> Iterator[TableBlock]:
    """Tables of as many rows as a page takes, each under the headings of the first."""
    plain = (at for at, row in enumerate(table.rows) if any(is_number(cell.text) for cell in row))
    heads = table.rows[: min(next(plain, 1) or 1, MOST_HEADING_ROWS)]
    joins, rows, length = table.joins, list[Row](), 0
    for row in table.rows:
        if length + _row_length(row) > LONGEST_PAGE and len(rows) > len(heads):
            yield TableBlock(tuple(rows), joins)
            joins, rows, length = False, list(heads), sum(map(_row_length, heads))
        rows.append(row)
        length += _row_length(row)
    yield TableBlock(tuple(rows), joins)
