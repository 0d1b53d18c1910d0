"""Tables that the file itself marks as such: read by their columns where the page alone does not tell."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, pairwise, takewhile

from reading.layout.spans import Covered
from reading.lexicon import A_YEAR
from reading.model import KnownGrid, Line, ParsedDocument, ParsedPage, Table, Word
from reading.tables.headings.stacks import says_time
from reading.tables.marked.grids import Grid
from reading.tables.marked.read import grid_table, heading_of_labels
from reading.tables.split import Piece, SplitLine, split_line
from reading.tables.units.captions import is_scale_alone, read_caption
from reading.tables.units.defaults import Usual
from reading.values.dates import MONTH, YEAR
from reading.values.fiscal import FiscalCalendar

COVERED = 0.8  # of a table's rows, from which on it was read well enough from the page
TITLE_WORDS = 16
MOST_LETTERS = 2  # of a number: “12 pt”
_ENDS_OPEN = re.compile(rf"\b{MONTH}\s*\d{{1,2}},?$", re.IGNORECASE)
_SAYS_YEAR = re.compile(rf"\b{YEAR}\b")  # “2023 vs 2022” too
_SIGNS = ("%", "$", "€", "£")
_NUMBER = re.compile(r"\d|^[—–‒-]+%?$")
SENTENCE_WORDS = 6  # with a stop at their end


def with_known_tables(
    parsed: ParsedDocument, tables: Sequence[Table], calendar: FiscalCalendar, usually: Usual
) -> list[Table]:
    """`tables`, in which those that files mark as tables stand with all their rows and columns.

    A statement, whose only words are its labels, is left as it was read: captions and periods count there.
    """
    dropped: set[int] = set()  # places in `tables`
    made: list[Table] = []
    named: dict[int, str] = {}  # place in `tables` → what heads the labels
    on_pages: dict[int, list[int]] = defaultdict(list)
    for at, table in enumerate(tables):
        on_pages[table.page].append(at)
    for page in filter(_has_grids, parsed.pages):
        marked = _Marked(page, [(at, tables[at]) for at in on_pages[page.number]])
        for known in chain.from_iterable(_parts(marked, whole) for whole in page.grids):
            grid = _grid(marked, known)
            found = [at for at in marked.tables_in(known) if at not in dropped]
            if grid and _is_statement(grid) and _covers([tables[at] for at in found], grid):
                named.update(dict.fromkeys(found, heading_of_labels(grid)))
            elif grid:
                dropped.update(found)
                made.append(grid_table(page, grid, marked.title(known), calendar, usually))
    kept = ((at, table) for at, table in enumerate(tables) if at not in dropped)
    return [*(_with_heading(table, named.get(at, "")) for at, table in kept), *made]


def _with_heading(table: Table, heading: str) -> Table:
    """The table with what heads its labels, unless its columns are times, as those of statements are."""
    if not heading or any(column.period or not column.header for column in table.columns):
        return table
    return replace(table, label_header=heading)


def _has_grids(page: ParsedPage) -> bool:
    return bool(page.grids)


class _Marked:
    """A page's lines and tables by their places: a web page may have thousands of tables."""

    def __init__(self, page: ParsedPage, tables: Iterable[tuple[int, Table]]) -> None:
        self.page = page
        self._lines = sorted(page.lines, key=lambda line: line.char_start)
        self._starts = [line.char_start for line in self._lines]
        self._in_grids = Covered((grid.char_start, grid.char_end) for grid in page.grids)
        self._rows = sorted((row.line.char_start, at) for at, table in tables for row in table.rows)

    def lines(self, known: KnownGrid) -> list[Line]:
        first = bisect_left(self._starts, known.char_start)
        return self._lines[first : bisect_left(self._starts, known.char_end, first)]

    def tables_in(self, known: KnownGrid) -> list[int]:
        """Those of which a row stands in it: its last line may be read as the title of the table below it."""
        first = bisect_left(self._rows, (known.char_start,))
        return sorted({at for _, at in self._rows[first : bisect_left(self._rows, (known.char_end,), first)]})

    def title(self, known: KnownGrid) -> str:
        """The short line above the table, or the page's own title. A row or a sentence is no title."""
        at = bisect_left(self._starts, known.char_start)
        if not at or (line := self._lines[at - 1]) in self._in_grids:
            return self.page.title
        words = line.text.split()
        is_sentence = len(words) >= SENTENCE_WORDS and line.text.endswith(".")
        return line.text if len(words) <= TITLE_WORDS and not is_sentence else self.page.title


def _parts(marked: _Marked, known: KnownGrid) -> Iterator[KnownGrid]:
    """The table, cut where headings come again for other times: “Dec 30, 2017 | Bought | Dec 29, 2018”."""
    lines = marked.lines(known)
    first = _by_column(lines[0].words, known.edges) if lines and known.has_header else {}
    cuts = []
    if any(says_time(piece.text) for piece in first.values()):
        placed = [_by_column(line.words, known.edges) for line in lines]
        rows = [_has_numbers(row) for row in placed]
        cuts = [
            lines[at].char_start
            for at in range(2, len(lines) - 1)
            if rows[at - 1] and rows[at + 1] and _heads_again(placed[at], first)
        ]
    for start, end in pairwise([known.char_start, *cuts, known.char_end]):
        yield replace(known, char_start=start, char_end=end)


def _heads_again(row: Mapping[int, Piece], first: Mapping[int, Piece]) -> bool:
    """Whether a line stands over the same columns as the headings, with other times among the same words."""
    pairs = [(piece.text, row[column].text) for column, piece in first.items() if column in row]
    times = [says_time(said) and says_time(again) for said, again in pairs]
    same = [is_time or said == again for is_time, (said, again) in zip(times, pairs, strict=True)]
    return row.keys() == first.keys() and any(times) and all(same)


def _grid(marked: _Marked, known: KnownGrid) -> Grid | None:
    """The table as cells by column; None without headings or rows, or where one of its numbers has none."""
    lines = [split_line(line) for line in marked.lines(known)]
    if not known.has_header or len(lines) < 2:
        return None
    placed = [_by_column(line.line.words, known.edges) for line in lines]
    heads = _count_headings(placed)
    held = {column for row in placed[heads:] for column in row}
    over = {column for row in placed[:heads] for column in row}
    columns = sorted(held & {*over, min(held, default=0)})  # the labels need no heading
    if len(columns) < 2 or _holds_number(placed[heads:], held - set(columns)):
        return None
    rows = [
        (line, {at: row[column] for at, column in enumerate(columns) if column in row})
        for line, row in zip(lines[heads:], placed[heads:], strict=True)
    ]
    filled: list[tuple[SplitLine, dict[int, Piece]]] = [(line, row) for line, row in rows if row]
    headings = tuple(
        Piece(tuple(word for row in placed[:heads] if column in row for word in row[column].words))
        for column in columns
    )
    return Grid((lines[0], *(line for line, _ in filled)), headings, tuple(row for _, row in filled))


def _count_headings(placed: Sequence[Mapping[int, Piece]]) -> int:
    rest = pairwise(placed[:-1])
    return 1 + sum(1 for _ in takewhile(lambda pair: _goes_on_heading(pair[1], above=pair[0]), rest))


def _goes_on_heading(row: Mapping[int, Piece], *, above: Mapping[int, Piece]) -> bool:
    """Whether a line below the headings says only how the columns count or when they are: “£m”, “2023”.

    Beside the year of a day in the line above it, “December 31,”, it may have any words, and where it tells
    apart what the line above calls the same.
    """
    if _tells_apart(row, above):
        return True
    texts = [piece.text for column, piece in row.items() if column]
    if any(
        _ENDS_OPEN.search(above[column].text) for column in row if column in above and _is_year(row[column])
    ):
        return not any(_is_number(piece) and not _SAYS_YEAR.search(piece.text) for piece in row.values())
    is_said = all(text in _SIGNS or is_scale_alone(text) or says_time(text) for text in texts)
    return bool(texts) and is_said and (0 not in row or bool(read_caption(row[0].text).scale))


def _tells_apart(row: Mapping[int, Piece], above: Mapping[int, Piece]) -> bool:
    """Whether words stand under headings that go over several columns: “Planned”, “Actual” under “2024”."""
    under: dict[str, list[str]] = {}
    for column, piece in above.items():
        under.setdefault(piece.text, []).append(row[column].text if column in row else "")
    parts = [texts for texts in under.values() if len(texts) > 1]
    has_label = 0 in row and 0 in above
    are_words = all(_has_word(piece) and not _is_number(piece) for piece in row.values())
    return bool(parts) and not has_label and are_words and all(len({"", *each}) > len(each) for each in parts)


def _has_word(piece: Piece) -> bool:
    return any(map(str.isalpha, piece.text))


def _is_year(piece: Piece) -> bool:
    return bool(A_YEAR.fullmatch(piece.text))


def _holds_number(rows: Iterable[Mapping[int, Piece]], columns: Collection[int]) -> bool:
    return any(_is_number(piece) for row in rows for column, piece in row.items() if column in columns)


def _by_column(words: Sequence[Word], edges: Sequence[float]) -> dict[int, Piece]:
    columns: dict[int, list[Word]] = {}
    for word in words:
        column = max(bisect_right(edges, word.box.x0 + 0.5) - 1, 0)
        columns.setdefault(column, []).append(word)
    return {column: Piece(tuple(each)) for column, each in columns.items()}


def _is_statement(grid: Grid) -> bool:
    """Whether numbers fill every column but that of the labels, which is the first one.

    Lines of words below the headings, such as “(in millions)”, are headings too; dashes stand for numbers.
    """
    rows = [row for row in grid.rows if _has_numbers(row)]
    others = [piece for row in rows for column, piece in row.items() if column != grid.label_column]
    numbers = [piece for piece in others if _is_number(piece)]
    has_words = [piece for piece in others if sum(map(str.isalpha, piece.text)) > 2]
    return (
        bool(numbers) and grid.label_column == 0 and len(numbers) >= COVERED * len(others) and not has_words
    )


def _has_numbers(row: Mapping[int, Piece]) -> bool:
    return any(_is_number(piece) for column, piece in row.items() if column)


def _is_number(piece: Piece) -> bool:
    """Whether it is an amount or the dash for none: “1,204 (2)”, “–”. “(restated, Note 3)” is words."""
    return sum(map(str.isalpha, piece.text)) <= MOST_LETTERS and bool(_NUMBER.search(piece.text))


def _covers(found: Sequence[Table], grid: Grid) -> bool:
    """Whether the page alone tells nearly all rows of numbers. Lines of words head them or their parts."""
    starts = {row.line.char_start for table in found for row in table.rows}
    rows = [
        line.line.char_start for line, row in zip(grid.lines[1:], grid.rows, strict=True) if _has_numbers(row)
    ]
    is_dated = len(found) == 1 or all(column.period for table in found for column in table.columns)
    return bool(found) and is_dated and sum(start in starts for start in rows) >= COVERED * len(rows)
