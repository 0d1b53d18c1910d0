"""From headings, paragraphs and tables of a format without places to a page of lines.

Tables are set in columns of characters, as on a typewriter, so that they are read as those of any page.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, pairwise

from reading.formats.plain_text import CELL_HEIGHT, CELL_WIDTH, LONGEST_PAGE, page_of_text, parts_of
from reading.lexicon import SIGNS, YEAR
from reading.model import Box, KnownGrid, OutlineItem, ParsedPage
from reading.values.dates import read_date
from reading.values.formatting import one_line

LINE_WIDTH = 110  # characters of a line of prose, so that its width tells it from tables
COLUMN_GAP = 3  # characters between columns
MAX_LABEL = 300  # of the words before a row's numbers, which stand in their columns still: “Common stock: …”
MAX_COLUMN = 120  # characters; what is longer runs into the next column
BLANK = 2.5  # points: of 10-point type
STEP = "  "  # by which a label of the next level is set in
LEAST_STEP = 3.0  # points: what is set in by less is of the same level
MOST_LEVELS = 9
MAX_COLUMNS = 200  # a sheet may claim 16,384
_NUMBER = re.compile(  # “$000” tells how the numbers below it count
    rf"(?![(A-Z]*[{SIGNS}]?[’']?000(?!\d))"
    rf"[(\[]?[-−–+]?\s?[{SIGNS}]?\s?\(?\d[\d.,’' ]*\)?\s?%?[)\]]?|[-–—]+|n/?a",
    re.IGNORECASE,
)
_YEAR_HEADING = re.compile(rf"(?:FY\s?)?{YEAR}[AEPF]?")
_SIGN = re.compile(rf"[{SIGNS}(]|US\$|\(\s?[{SIGNS}]")
_NUMBERED = re.compile(r"(?:\b(?:number|no|nr|id|code|ref|reference)|nummer)\W*$", re.IGNORECASE)
_CODE = re.compile(rf"(?=\S*\d)(?!{YEAR}\b|FY|[QH][1-4]\b(?!-))\S+")
# What heads the labels or values of a form.
_HEADS = re.compile(
    r"(?:field|item|name|property|attribute|parameter|label|key|detail|description|value|entry|data|information|"
    r"feature|date|day|when|what|event|status|answer|question)s?",
    re.IGNORECASE,
)
LEAST_PAIRS = 3  # of a form
_ADDRESS = re.compile(r", (?=[^,]*\d)[^,]*[^\W\d_]")
_PART = re.compile(r".{0,58}[\w)\].]")  # a line of an address, at whose end no sign goes on
_CLOSING = re.compile(r"[)%]|\)\s?%|%\s?\)")


@dataclass(frozen=True, slots=True)
class Heading:
    """`level` counts from 0, the outermost."""

    text: str
    level: int = 0


@dataclass(frozen=True, slots=True)
class Paragraph:
    """`joins`: it stands right under the block before, as a table's caption does under its title."""

    text: str
    joins: bool = False


@dataclass(frozen=True, slots=True)
class TableCell:
    """`indent`: points by which its words are set in from its left edge."""

    text: str
    span: int = 1  # columns
    indent: float = 0.0


@dataclass(frozen=True, slots=True)
class TableBlock:
    rows: tuple[tuple[TableCell, ...], ...]
    joins: bool = False


Row = tuple[TableCell, ...]
Block = Heading | Paragraph | TableBlock


def is_number(text: str) -> bool:
    """Whether a cell holds a number, not a year, which may be a heading."""
    return bool(_NUMBER.fullmatch(text)) and not _YEAR_HEADING.fullmatch(text)


def table_of(rows: Iterable[Sequence[str]], *, joins: bool = False) -> TableBlock:
    """A table whose cells take one column each. Blanks before their words set them in."""
    return TableBlock(tuple(tuple(_set_in_by_blanks(text) for text in row) for row in rows), joins)


def _set_in_by_blanks(text: str) -> TableCell:
    return TableCell(text, indent=BLANK * (len(text) - len(text.lstrip())))


def flow_page(
    number: int, blocks: Iterable[Block], *, title: str = ""
) -> tuple[ParsedPage, list[OutlineItem]]:
    """The page that the blocks make, and its headings for the outline."""
    lines: list[str] = []
    headings: list[OutlineItem] = []
    bold: set[int] = set()
    grids: list[tuple[int, int, tuple[float, ...], bool]] = []
    rules: list[Box] = []
    for block in blocks:
        if lines and not getattr(block, "joins", False):
            lines.append("")
        first = len(lines)
        if isinstance(block, TableBlock):
            rows = _rows(block)
            written, edges, has_header = _set_rows(rows)
            rules.extend(_rules(rows, edges, first))
            lines.extend(written)
            grids.append((first, len(lines), edges, has_header))
        else:
            lines.extend(_wrapped(block.text))
        if isinstance(block, Heading):
            headings.append(OutlineItem(block.text, number, block.level))
            bold.update(range(first, len(lines)))
    return replace(_page(number, lines, bold, grids, title), rules=tuple(rules)), headings


def _page(
    number: int,
    lines: Sequence[str],
    bold: set[int],
    grids: Sequence[tuple[int, int, tuple[float, ...], bool]],
    title: str,
) -> ParsedPage:
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    page = page_of_text(number, "\n".join(lines))
    bold_spans = [(starts[at], starts[at + 1]) for at in bold]
    bold_starts = {at for start, end in bold_spans for at in range(start, end)}
    return replace(
        page,
        title=title,
        lines=tuple(replace(line, bold=line.char_start in bold_starts) for line in page.lines),
        grids=tuple(
            KnownGrid(starts[first], starts[last] - 1, edges, has_header)
            for first, last, edges, has_header in grids
            if last > first
        ),
    )


def _wrapped(text: str) -> list[str]:
    lines = [part for part in text.split("\n") if part.strip()]
    return [
        piece
        for line in lines
        for piece in textwrap.wrap(line, LINE_WIDTH, break_long_words=False, break_on_hyphens=False)
    ]


def set_table(block: TableBlock) -> tuple[list[str], tuple[float, ...], bool]:
    """The table's lines, the left edges of its columns in points, and whether its first row heads them."""
    return _set_rows(_rows(block))


def _set_rows(rows: Sequence[Sequence[TableCell]]) -> tuple[list[str], tuple[float, ...], bool]:
    widths = _widths(rows)
    numeric = [_is_numeric(rows, column) for column in range(len(widths))]
    edges = [0]
    for width in widths:
        edges.append(edges[-1] + width + COLUMN_GAP)
    lines = [_row_line(row, edges, numeric) for row in rows]
    return lines, tuple(edge * CELL_WIDTH for edge in edges[:-1]), _has_header(rows)


def _rows(block: TableBlock) -> list[list[TableCell]]:
    written = _with_addresses(block.rows)
    rows = _without_empty_columns([_with_joined_signs(row[:MAX_COLUMNS]) for row in written])
    return _set_in([row for row in rows if any(cell.text for cell in row)])


def _with_addresses(rows: Sequence[Row]) -> Sequence[Row]:
    """The rows, with commas where a cell beside a label breaks its lines: “Acme Ltd”, “12 Dock Road”."""
    if any(sum(cell.span for cell in row) > 2 for row in rows):
        return rows
    return [(*row[:1], *(replace(cell, text=_parted(cell.text)) for cell in row[1:])) for row in rows]


def _parted(text: str) -> str:
    lines = text.split("\n")
    are_parts = all(_PART.fullmatch(line) for line in lines) and lines[0][:1].isalpha()
    return ", ".join(lines) if are_parts else text


def _set_in(rows: list[list[TableCell]]) -> list[list[TableCell]]:
    """The rows with their labels set in by blanks, two for each level: they tell what stands under what."""
    steps = sorted({row[0].indent for row in rows if _is_label(row[0].text)})
    level, levels = 0, dict.fromkeys(steps[:1], 0)
    for before, step in pairwise(steps):
        level += step - before >= LEAST_STEP
        levels[step] = min(level, MOST_LEVELS)
    return [
        [replace(row[0], text=STEP * levels[row[0].indent] + row[0].text), *row[1:]]
        if _is_label(row[0].text)
        else row
        for row in rows
    ]


def _is_label(text: str) -> bool:
    return bool(text) and (bool(_YEAR_HEADING.fullmatch(text)) or not _NUMBER.fullmatch(text))


def _rules(rows: Sequence[Sequence[TableCell]], edges: Sequence[float], first: int) -> Iterator[Box]:
    """A rule, as in print, under each heading over several columns. `first`: the number of the first line."""
    last = edges[-1] + MAX_COLUMN * CELL_WIDTH if edges else 0.0
    ends = [*(edge - COLUMN_GAP * CELL_WIDTH for edge in edges[1:]), last]
    for at, row in enumerate(rows):
        if any(is_number(cell.text) for cell in row):
            continue
        bottom = (first + at + 1) * CELL_HEIGHT - 0.1
        for column, cell in _placed(row):
            if column and cell.span > 1 and cell.text:
                yield Box(edges[column], bottom, ends[column + cell.span - 1], bottom)


def _with_joined_signs(row: Sequence[TableCell]) -> list[TableCell]:
    """Web pages give currency signs and closing brackets cells of their own: they join their number."""
    cells = [TableCell(one_line(cell.text), max(cell.span, 1), cell.indent) for cell in row]
    said = [cell.text for cell in cells[1:] if cell.text]
    are_years = all(
        text == "%" or _YEAR_HEADING.fullmatch(text) for text in said
    )  # “2018 | 2017 | %” heads columns
    for at, cell in enumerate(cells):
        following = cells[at + 1] if at + 1 < len(cells) else None
        if _SIGN.fullmatch(cell.text) and following and _NUMBER.match(following.text):
            cells[at], cells[at + 1] = (
                TableCell("", cell.span),
                TableCell(cell.text + following.text, following.span),
            )
        elif at and not are_years and _CLOSING.fullmatch(cell.text) and _NUMBER.match(cells[at - 1].text):
            cells[at - 1] = TableCell(cells[at - 1].text + cell.text.replace(" ", ""), cells[at - 1].span)
            cells[at] = TableCell("", cell.span)
    return cells


def _without_empty_columns(rows: Sequence[Sequence[TableCell]]) -> list[list[TableCell]]:
    """Columns without which every cell with words still has one are dropped; what spans them spans fewer."""
    kept = _kept_columns(rows)
    result = []
    for row in rows:
        cells = []
        for column, cell in _placed(row):
            span = sum(at in kept for at in range(column, column + cell.span))
            if span:
                cells.append(replace(cell, span=span))
        result.append(cells)
    return result


def _kept_columns(rows: Sequence[Sequence[TableCell]]) -> set[int]:
    """Those of cells of one column, and as few more as give one to each wider cell, the narrow ones first."""
    spans = {(column + cell.span, column) for row in rows for column, cell in _placed(row) if cell.text}
    kept: set[int] = set()
    for end, start in sorted(spans, key=lambda span: (span[0] - span[1] > 1, span)):
        if kept.isdisjoint(range(start, end)):
            kept.add(end - 1)
    return kept


def _placed(row: Sequence[TableCell]) -> list[tuple[int, TableCell]]:
    placed, column = [], 0
    for cell in row:
        placed.append((column, cell))
        column += cell.span
    return placed


def _widths(rows: Sequence[Sequence[TableCell]]) -> list[int]:
    count = max((sum(cell.span for cell in row) for row in rows), default=0)
    widths = [1] * count
    spanning = []
    for row in rows:
        for column, cell in _placed(row):
            if cell.span == 1:
                most = MAX_COLUMN if column or not _holds_number(row) else MAX_LABEL
                widths[column] = max(widths[column], min(len(cell.text), most))
            else:
                spanning.append((column, cell))
    for column, cell in spanning:
        room = sum(widths[column : column + cell.span]) + COLUMN_GAP * (cell.span - 1)
        # A line of words over the whole table is a label, which may run across its columns.
        if len(cell.text) > room and column + cell.span - column < count:
            widths[column + cell.span - 1] += min(len(cell.text) - room, MAX_COLUMN)
    return widths


def _holds_number(row: Sequence[TableCell]) -> bool:
    return any(_NUMBER.fullmatch(cell.text) for cell in row[1:] if cell.text)


def _is_numeric(rows: Sequence[Sequence[TableCell]], column: int) -> bool:
    texts = [
        cell.text.strip()
        for row in rows[1:]
        for at, cell in _placed(row)
        if at == column and cell.text and cell.span == 1
    ]
    # Years in the first column are labels, which stand at its left.
    numbers = [
        text for text in texts if _NUMBER.fullmatch(text) and (column or not _YEAR_HEADING.fullmatch(text))
    ]
    return len(numbers) > len(texts) / 2


def _row_line(row: Sequence[TableCell], edges: Sequence[int], numeric: Sequence[bool]) -> str:
    line = ""
    for column, cell in _placed(row):
        if not cell.text:
            continue
        room = edges[column + cell.span] - edges[column] - COLUMN_GAP
        if cell.span > 1 and column:
            indent = max((room - len(cell.text)) // 2, 0)
        else:
            indent = max(room - len(cell.text), 0) if numeric[column] and cell.span == 1 else 0
        start = max(edges[column] + indent, len(line) + COLUMN_GAP if line else 0)
        line = line.ljust(start) + cell.text
    return line


def _has_header(rows: Sequence[Sequence[TableCell]]) -> bool:
    """Whether the first row holds words or years only, and one cell at least for each of two columns."""
    if len(rows) < 2:
        return False
    texts = [cell.text for cell in rows[0] if cell.text]
    if len(texts) == 2 and (texts[0].endswith(":") or _ADDRESS.search(texts[1])):
        return False  # “To:”, “Supplier”: what stands beside it is a value as those below are
    if len(texts) == 2 and _NUMBERED.search(texts[0]) and _CODE.fullmatch(texts[1]):
        return False  # “Policy number | PT-2201” begins a form
    if _is_form(rows):
        return False
    return len(texts) >= 2 and not any(map(is_number, texts)) and all(cell.span == 1 for cell in rows[0])


def _is_form(rows: Sequence[Sequence[TableCell]]) -> bool:
    """Whether values of several sorts stand beside labels: no heading is of a name, a day and a place."""
    pairs = [[cell.text for cell in row if cell.text] for row in rows]
    if len(pairs) < LEAST_PAIRS or any(len(pair) != 2 for pair in pairs):
        return False
    labels, values = ([pair[at] for pair in pairs] for at in (0, 1))
    days = [value for value in values if read_date(value)]
    words = [value for value in values if value not in days and not any(map(str.isdigit, value))]
    is_headed = any(_HEADS.fullmatch(text) for text in pairs[0])
    is_alike = len(set(labels)) < len(labels) or any(map(is_number, labels))
    is_mixed = 0 < len(days) < len(words) and values[0] in words
    return is_mixed and not (is_headed or is_alike)


PAGE_END = "\f"  # among blocks, where the file says that a page ends
MOST_HEADINGS = 3  # one under the other, that go on the page of what they head
MOST_HEADING_ROWS = 5  # of a table, that each of its parts begins with


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
