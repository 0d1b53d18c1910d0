"""Tables whose cells are drawn: headings over one column and over several, merged cells, later pages."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import median

from reading.layout.lines import union
from reading.lexicon import SIGNS
from reading.model import Box, Line, ParsedDocument, ParsedPage, Table, Word
from reading.tables.drawn.headings import AMOUNT, count_heads, heading, is_amount, line_above, under_groups
from reading.tables.drawn.lattices import Lattice, Room, lattices_of
from reading.tables.marked.grids import Grid
from reading.tables.marked.read import grid_table
from reading.tables.ruled.frames import cells_of
from reading.tables.split import Piece, SplitLine, split_line
from reading.tables.units.defaults import Usual
from reading.values.fiscal import FiscalCalendar

MOST_COLUMNS = 60
LEAST_FILLED = 0.4  # of the cells of a table; forms and drawings have fewer
LEAST_HEADED = 0.6  # of its columns
MOST_WORDS = 40  # of half of its cells; layouts of a page hold paragraphs
INSIDE = 0.5  # of another table's rows, within the drawn one, from which on they are the same
LEAST_KEPT = 0.9  # of the numbers that were read there by lines
LEAST_TIMED = 0.5  # of the columns of a statement
HEADED = 0.75  # of the columns of a table that was read well by its times
SAME_EDGE = 6.0  # points by which the columns of a table stand elsewhere on the next page
MOST_SIGNS = (
    0.05  # of the cells, that hold a sign alone: cells are parts of numbers there, as statements set them
)
MOST_AGAIN = 0.4  # of the headings, that another column has too: what tells them apart was not found
TITLE_WORDS = 16  # of a title
RUNNING_HEAD = 2  # lines above a table that goes on from the page before
OWN_TEXT = 0.5  # of the page's text between a row's first and last words, that is its own
_SIGN = re.compile(rf"[{SIGNS}%()]+")

Row = dict[int, Piece]  # by column


@dataclass(frozen=True)
class _Heads:
    """What heads the columns of a table, and where these stand: it may go on overleaf."""

    edges: tuple[float, ...]
    texts: tuple[Piece | None, ...]
    page: int


def with_drawn_tables(
    parsed: ParsedDocument, tables: Sequence[Table], calendar: FiscalCalendar, usually: Usual
) -> list[Table]:
    """`tables`, with those whose cells are drawn in place of what was read there by lines.

    What has times over its columns, as statements do, stays as it is.
    """
    found = list(tables)
    last: _Heads | None = None
    for page in parsed.pages:
        of_word = {id(word): line for line in page.lines for word in line.words} if page.drawn else {}
        for lattice in lattices_of(page):
            read = _grid(page, lattice, last, of_word)
            if read is None:
                continue
            grid, title, last = read
            same = [each for each in found if each.page == page.number and _is_in(each, lattice.box)]
            if any(map(_tells_times, same)):
                continue
            table = grid_table(page, grid, title or _title(page, lattice.box), calendar, usually)
            told_apart = filter(_is_told_apart, same)
            if _amounts([table], lattice.box) < LEAST_KEPT * _amounts(told_apart, lattice.box):
                continue
            found = [each for each in found if each not in same]
            found.append(replace(table, box=lattice.box))
    return found


def _is_in(table: Table, drawn: Box) -> bool:
    """Whether most of a table's rows stand there."""
    beside = table.box.x1 < drawn.x0 or table.box.x0 > drawn.x1
    middles = [(row.line.box.top + row.line.box.bottom) / 2 for row in table.rows]
    return not beside and sum(drawn.top <= at <= drawn.bottom for at in middles) >= INSIDE * len(middles)


def _tells_times(table: Table) -> bool:
    timed = sum(column.period is not None for column in table.columns)
    headed = sum(bool(column.header) for column in table.columns)
    return timed >= LEAST_TIMED * len(table.columns) > 0 and headed >= HEADED * len(table.columns)


def _is_told_apart(table: Table) -> bool:
    """Whether each column has a heading of its own, which is no amount."""
    said = {column.header for column in table.columns if not AMOUNT.fullmatch(column.header)}
    return "" not in said and len(said) == len(table.columns)


def _amounts(tables: Iterable[Table], box: Box) -> int:
    """How many numbers stand in cells of the tables in the box."""
    cells = (cell for table in tables for row in table.rows for cell in row.cells)
    inside = (cell for cell in cells if box.top <= (cell.box.top + cell.box.bottom) / 2 <= box.bottom)
    return sum(any(map(str.isdigit, cell.text)) for cell in inside)


def _title(page: ParsedPage, box: Box) -> str:
    """The short line right above the table."""
    line = line_above(page, box)
    if line is None or len(line.words) > TITLE_WORDS or line.text.endswith((".", ",", ";")):
        return ""
    return "" if split_line(line).cells else line.text  # a row of another table


def _grid(
    page: ParsedPage, lattice: Lattice, last: _Heads | None, of_word: dict[int, Line]
) -> tuple[Grid, str, _Heads] | None:
    """The cells with what heads them, the title that stands over all columns, and the headings for the next
    page; None where it is no table."""
    start, title = _start(lattice)
    rows = lattice.rooms[start:]
    if not rows or len(lattice.xs) - 1 > MOST_COLUMNS:
        return None
    goes_on = last if last and last.page + 1 == page.number and _same_edges(last.edges, lattice.xs) else None
    heads = count_heads(rows, lattice.xs, is_known=goes_on is not None)
    if goes_on and not _heads_again(rows[:heads], goes_on) and _stands_on_top(page, lattice):
        heads = 0
    body = [row for band in rows[heads:] for row in _split(band, lattice.xs)]
    middles = _middles(body)
    if heads:
        columns = range(len(lattice.xs) - 1)
        texts = tuple(heading(rows[:heads], rows[heads:], at, middles) for at in columns)
        texts = under_groups(texts, page, lattice)
    elif goes_on:
        texts = goes_on.texts
    else:
        return None
    if goes_on and body and _is_rest(body[0]):
        body = body[1:]
    body = list(_with_parts(body))
    kept = sorted({column for row in body for column in row})
    if not _is_table(kept, texts, body):
        return None
    headings = tuple(texts[at] or _nothing(lattice, at) for at in kept)
    lines = [_split_line(page, row, of_word) for row in body]
    top = [word for text in texts if text for word in text.words if id(word) in of_word]
    first = _split_line(page, {0: Piece(tuple(top))}, of_word) if top else lines[0]
    numbered = tuple({kept.index(at): piece for at, piece in row.items()} for row in body)
    return Grid((first, *lines), headings, numbered), title, _Heads(lattice.xs, texts, page.number)


def _heads_again(heads: Sequence[Sequence[Room]], before: _Heads) -> bool:
    """Whether most headings of the page before stand there again."""
    said = {room.text for row in heads for room in row if room.text}
    known = [room for piece in before.texts if piece for room in said if room in piece.text]
    return len(known) >= LEAST_HEADED * sum(piece is not None for piece in before.texts)


def _stands_on_top(page: ParsedPage, lattice: Lattice) -> bool:
    """Whether no more than a running head is above it."""
    return sum(line.box.bottom <= lattice.ys[0] + 2 for line in page.lines) <= RUNNING_HEAD


def _middles(body: Sequence[Row]) -> dict[int, float]:
    """Where the middle of each column's cells is."""
    found: dict[int, list[float]] = defaultdict(list)
    for row in body:
        for column, piece in row.items() if len(row) > 1 else ():
            found[column].append(piece.middle)
    return {column: median(middles) for column, middles in found.items()}


def _start(lattice: Lattice) -> tuple[int, str]:
    """The first row of headings, and the words that stand over all columns above it."""
    title = ""
    for at, row in enumerate(lattice.rooms):
        told = [room for room in dict.fromkeys(row) if room.text]
        if len(told) > 1 or (told and told[0].columns == 1):
            return at, title
        if told and told[0].row == at:
            title = " ".join(filter(None, (title, told[0].text)))
    return len(lattice.rooms), title


def _same_edges(edges: Sequence[float], others: Sequence[float]) -> bool:
    """Whether the columns are as wide, though the page be set elsewhere."""
    if len(edges) != len(others):
        return False
    shift = others[0] - edges[0]
    return all(abs(other - edge - shift) <= SAME_EDGE for edge, other in zip(edges, others, strict=True))


def _split(band: Sequence[Room], xs: Sequence[float]) -> Iterator[Row]:
    """The rows of a band: one, or as many as there are amounts below each other in one cell."""
    rooms = [room for room in dict.fromkeys(band) if room.text]
    counts = {len(room.lines) for room in rooms}
    is_stack = len(counts) == 1 and len(rooms) > 1 and max(counts) > 1
    if is_stack and any(all(map(is_amount, room.lines)) for room in rooms):
        yield from (
            {room.column: Piece(room.lines[at]) for room in rooms} for at in range(len(rooms[0].lines))
        )
        return
    row: Row = {}
    for room in rooms:
        row.update(_pieces(room, xs))
    if row:
        yield row


def _pieces(room: Room, xs: Sequence[float]) -> Row:
    """A cell's words; by column where it has no border between columns in which they stand apart."""
    if room.columns > 1 and len(room.lines) == 1:
        parts = [tuple(part) for part in cells_of(room.lines[0])]
        at = [_column(part, room, xs) for part in parts]
        if len(parts) > 1 and None not in at and len(set(at)) == len(parts):
            return {column: Piece(part) for column, part in zip(at, parts, strict=True) if column is not None}
        if len(parts) == 1 and at[0] is not None and is_amount(room.lines[0]):
            return {at[0]: room.piece}
    return {room.column: room.piece}


def _column(words: Sequence[Word], room: Room, xs: Sequence[float]) -> int | None:
    """The band in which all the words stand."""
    x0, x1 = words[0].box.x0, words[-1].box.x1
    bands = range(room.column, room.column + room.columns)
    return next((at for at in bands if xs[at] - 1 <= x0 and x1 <= xs[at + 1] + 1), None)


def _is_rest(row: Row) -> bool:
    """Whether a page's first row is the rest of the last one of the page before: without a label, or without
    more than that."""
    return (0 not in row or len(row) == 1) and not any(AMOUNT.fullmatch(piece.text) for piece in row.values())


def _with_parts(body: Sequence[Row]) -> Iterator[Row]:
    """The rows, the heading of a part that stands alone in one in the column of the labels."""
    whole = [row for row in body if len(row) > 1]
    named = (
        at for at in range(max(map(max, body), default=0) + 1) if any(_is_named(row, at) for row in whole)
    )
    label = next(named, 0)
    for row in body:
        yield {label: next(iter(row.values()))} if len(row) == 1 and _is_named(row, min(row)) else row


def _is_named(row: Row, column: int) -> bool:
    return column in row and any(map(str.isalpha, row[column].text))


def _is_table(kept: Sequence[int], texts: Sequence[Piece | None], body: Sequence[Row]) -> bool:
    if len(kept) < 2 or not body:
        return False
    headed = sum(texts[at] is not None for at in kept[1:])
    rows = [row for row in body if len(row) > 1]
    cells = [piece for row in rows for piece in row.values()]
    if (
        not cells
        or headed < LEAST_HEADED * (len(kept) - 1)
        or len(cells) < LEAST_FILLED * len(kept) * len(rows)
    ):
        return False
    signs = sum(_SIGN.fullmatch(piece.text) is not None for piece in cells)
    said = Counter(piece.text for at in kept[1:] if (piece := texts[at]))
    again = sum(said.values()) - len(said)
    if signs > MOST_SIGNS * len(cells) or again > MOST_AGAIN * len(kept):
        return False
    has_amounts = any(AMOUNT.fullmatch(piece.text) for piece in cells)
    is_list = len(rows) > 2 and len(kept) > 2
    return median(len(piece.words) for piece in cells) <= MOST_WORDS and (has_amounts or is_list)


def _nothing(lattice: Lattice, column: int) -> Piece:
    """A heading without words, over its column."""
    box = Box(lattice.xs[column], lattice.ys[0], lattice.xs[column + 1], lattice.ys[0])
    return Piece((Word("", box),))


def _split_line(page: ParsedPage, row: Row, of_word: dict[int, Line]) -> SplitLine:
    """The row as one line, with the page's text from its first to its last word.

    Where much else stands between these, as of cells beside merged ones, it is the line of its last cell.
    """
    pieces = [row[at] for at in sorted(row)]
    lines = {id(line): line for piece in pieces for word in piece.words if (line := of_word.get(id(word)))}
    own = sorted(lines.values(), key=lambda line: line.char_start)
    start, end = own[0].char_start, own[-1].char_start + len(own[-1].text)
    if sum(len(line.text) for line in own) < OWN_TEXT * (end - start):
        line = of_word[id(pieces[-1].words[0])]
        start, end = line.char_start, line.char_start + len(line.text)
    words = tuple(word for piece in pieces for word in piece.words)
    height = max(own[0].box.bottom - own[0].box.top, 1.0)
    line = Line(words, page.text[start:end], union([word.box for word in words]), start, own[0].bold)
    return SplitLine(line, (), (), height, [])
