"""Tables with words in their cells: key–value sheets, and grids under a line of headings.

What tells them from statements is that text stands to the right of the labels, so that numbers at the end
of the line are not all there is to read.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile
from operator import attrgetter

from reading.lexicon import CLOCK_TIME, SIGNS
from reading.tables.find import MAX_HEADINGS
from reading.tables.rows.labels import is_time_row
from reading.tables.split import Piece, SplitLine
from reading.values.dates import DATE, MONTH, YEAR

LEAST_PAIRS = 3
EDGE = 3.0  # points by which the edges of a column's cells may differ
MIDDLE = 8.0  # points by which a cell may stand off the middle of its heading
ROW_GAP = 2.2  # heights of a line between rows
CELL_WORDS = 12
_PLACES: tuple[Callable[[Piece], float], ...] = tuple(map(attrgetter, ("x0", "x1", "middle")))
_LETTERS = re.compile(r"[^\W\d_]{2,}")
_AMOUNT = re.compile(rf"[{SIGNS}]\s?\d|\d\s?(?:%|p\b|x\b)")
_CODE = re.compile(r"(?=.*\d)[^\W\d_]{1,3}[-/.]?\d[\w/.-]*")
_WHOLE = re.compile(r"\d+\.?")
_PAIR = re.compile(r":\s*\S|_{3}|\.{5}")
_ABBREVIATED = re.compile(
    r"^(?:[^\W\d_]+\s){0,3}(?:no|nos|nr|ref|tel|qty|max|min|approx|temp|vol)\.$", re.IGNORECASE
)
_NUMERIC = re.compile(rf"[\d\s.,%(){SIGNS}+−–—-]+")
_ENDS = re.compile(r"\d+(?:[.,]\d+)?\s?[–-]\s?\d+(?:[.,]\d+)?")  # of a range


LEAST_YEARS = 2
LEAST_RANGES = 4  # of so many cells one holds words, where years head a table whose numbers have some
_RANGE = re.compile(r"\d\s?%?\s*(?:\bto\b|[–—-])\s*\d|\d\s(?:years?|yrs?\.?|months)")


@dataclass(frozen=True)
class Grid:
    """`headings` is empty for key–value sheets. `rows`: the cells of each line, by column."""

    lines: tuple[SplitLine, ...]
    headings: tuple[Piece, ...]
    rows: tuple[dict[int, Piece], ...]

    @cached_property
    def label_column(self) -> int:
        """The first column that holds words: the labels. Where they repeat, codes before them tell more.

        -1 where all are amounts, as in boxes of headings with a figure each, and where numbers that repeat or
        have decimals stand first and no column has words: they are called nothing.
        """
        columns = range(len(self.headings) or 1)
        if self.headings and all(_is_amount(row.get(0)) for row in self.rows):
            return -1
        named = next((at for at in columns if any(_has_words(row.get(at)) for row in self.rows)), None)
        if named is None:
            return 0 if not self.headings or self._counts(0) else -1
        if len(self._texts(named)) < len(self.rows):
            return next((at for at in range(named) if self._holds_codes(at)), named)
        return named

    def _texts(self, column: int) -> set[str]:
        return {cell.text for row in self.rows if (cell := row.get(column))}

    def _counts(self, column: int) -> bool:
        """Whether each row has a whole number of its own there, such as its year."""
        texts = self._texts(column)
        return len(texts) == len(self.rows) and all(map(_WHOLE.fullmatch, texts))

    def _holds_codes(self, column: int) -> bool:
        """Whether each row has a code of its own there, such as S-014."""
        texts = self._texts(column)
        return len(texts) == len(self.rows) and all(map(_CODE.fullmatch, texts))


def unfolded(grid: Grid) -> Grid:
    """The grid with its halves below each other, where the headings come again: “Town, Rate, Town, Rate”.

    Both halves of a line keep the whole line as their place.
    """
    heads = [heading.text.casefold() for heading in grid.headings]
    width = next((n for n in range(2, len(heads) // 2 + 1) if heads == heads[:n] * (len(heads) // n)), 0)
    if not width or len(heads) % width:
        return grid
    lines, rows = [grid.lines[0]], []
    for line, row in zip(grid.lines[1:], grid.rows, strict=True):
        for first in range(0, len(heads), width):
            half = {at - first: cell for at, cell in row.items() if first <= at < first + width}
            if len(half) > 1:
                lines.append(line)
                rows.append(half)
    return Grid(tuple(lines), grid.headings[:width], tuple(rows)) if rows else grid


def find_grids(lines: Sequence[SplitLine]) -> list[tuple[int, int, Grid]]:
    """The grids among the lines of a page, each with the indices (start, end) of its lines."""
    found, at = [], 0
    may_be_sheet = _may_be_sheets(lines)
    while at < len(lines):
        grid = (
            (_sheet(lines, at) if may_be_sheet[at] else None) or _grid(lines, at) or _under_years(lines, at)
        )
        if grid:
            found.append((at, at + len(grid.lines), grid))
        at += len(grid.lines) if grid else 1
    return found


def _has_words(piece: Piece | None) -> bool:
    return piece is not None and bool(_LETTERS.search(piece.text))


def _is_amount(piece: Piece | None) -> bool:
    """“£842m”, “2023: 17%”."""
    return piece is not None and not _has_words(piece) and bool(_AMOUNT.search(piece.text))


def _may_be_sheets(lines: Sequence[SplitLine]) -> list[bool]:
    """Whether from each line on, while keys have values, two of these are words and their ends differ.

    Asked before `_sheet`, which would go through thousands of lines of numbers from each of them.
    """
    may_be: list[bool] = []
    words, ends = 0, set[int]()
    for at in range(len(lines) - 1, -1, -1):
        split = lines[at]
        if at + 1 == len(lines) or not _follows(split, lines[at + 1]):
            words, ends = 0, set()
        if _is_pair(split):
            words += _has_words(split.parts[1])
            ends.add(round(split.parts[1].x1))
        else:
            words, ends = 0, set()
        may_be.append(words >= 2 and len(ends) > 1)
    return may_be[::-1]


def _is_pair(split: SplitLine) -> bool:
    parts = split.parts
    return len(parts) == 2 and _is_key(parts[0]) and len(parts[1].words) <= CELL_WORDS


def _sheet(lines: Sequence[SplitLine], start: int) -> Grid | None:
    """Key–value lines: two stretches of words each, the second ones aligned at their left."""
    rows: list[dict[int, Piece]] = []
    for index in range(start, len(lines)):
        parts = lines[index].parts
        if not _is_pair(lines[index]):
            break
        if rows and not (_follows(lines[index - 1], lines[index]) and _is_below(rows[0], parts)):
            break
        rows.append(dict(enumerate(parts)))
    has_text_values = sum(_has_words(row[1]) for row in rows) >= 2
    if len(rows) < LEAST_PAIRS or not has_text_values or len({round(row[1].x1) for row in rows}) == 1:
        return None
    return Grid(tuple(lines[start : start + len(rows)]), (), tuple(rows))


def _is_key(piece: Piece) -> bool:
    is_pair = _PAIR.search(piece.text) is not None  # “Ward: 6B”, or “Name: ____” of a form
    is_long = len(piece.words) > CELL_WORDS
    is_cut = piece.text.endswith((".", ",")) and not _ABBREVIATED.search(piece.text)
    return _has_words(piece) and not (is_long or is_pair or is_cut)


def _is_below(first: dict[int, Piece], parts: Sequence[Piece]) -> bool:
    return all(abs(first[column].x0 - part.x0) <= EDGE for column, part in enumerate(parts))


def _follows(before: SplitLine, split: SplitLine) -> bool:
    gap = split.line.box.top - before.line.box.bottom
    return -0.5 * split.height < gap < ROW_GAP * split.height


def _grid(lines: Sequence[SplitLine], start: int) -> Grid | None:
    """A line of three or more headings, and lines whose cells stand under them."""
    headings = lines[start].parts
    if len(headings) < 3:
        return None
    numbers = [at for at, heading in enumerate(headings) if _NUMERIC.fullmatch(heading.text)]
    if numbers and (0 in numbers or not _may_tell_times(lines[start + 1 :][:1])):
        return None
    rows: list[dict[int, Piece]] = []
    over = _Over(headings)
    for index in range(start + 1, len(lines)):
        if not _follows(lines[index - 1], lines[index]):
            break
        row = _under(over, lines[index].parts) or _part_of(over, lines[index : index + 2])
        if row is None:
            break
        rows.append(row)
    full = [row for row in rows if len(row) > 1]
    if len(full) < 2 or not _has_text_column(full):
        return None
    if not all(_is_time(row[at]) for row in full for at in numbers if at in row and _holds_digit(row[at])):
        return None
    return Grid(tuple(lines[start : start + len(rows) + 1]), tuple(headings), tuple(rows))


def _may_tell_times(lines: Sequence[SplitLine]) -> bool:
    return any(_is_time(part) for split in lines for part in split.parts)


def _is_time(piece: Piece) -> bool:
    return bool(CLOCK_TIME.fullmatch(piece.text))


def _holds_digit(piece: Piece) -> bool:
    return any(map(str.isdigit, piece.text))


def _part_of(over: _Over, lines: Sequence[SplitLine]) -> dict[int, Piece] | None:
    """The words that stand alone under the first heading, over a row of the table: they head a part of it."""
    if len(lines) < 2 or len(lines[0].parts) != 1 or not _follows(*lines):
        return None
    part = lines[0].parts[0]
    is_first = abs(part.x0 - over.headings[0].x0) <= EDGE and len(part.words) <= CELL_WORDS
    is_name = _has_words(part) and not _holds_digit(part) and not part.text.endswith((".", ","))
    return {0: part} if is_first and is_name and _under(over, lines[1].parts) else None


def _under_years(lines: Sequence[SplitLine], start: int) -> Grid | None:
    """Years, and lines below them whose numbers have words among them: “5.3 to 5.4 years”, “21% – 25%”."""
    years = lines[start].parts
    if len({year.text for year in years if year.is_year}) < max(LEAST_YEARS, len(years)):
        return None
    rows: list[dict[int, Piece]] = []
    over = _Over(years)
    for index in range(start + 1, len(lines)):
        label, *cells = lines[index].parts
        if not _follows(lines[index - 1], lines[index]):
            break
        row = _under(over, cells, least=1)
        if row is None or label.x1 > years[0].x0 or not _has_words(label):
            break
        rows.append({0: label, **{at + 1: cell for at, cell in row.items()}})
    after = lines[start + 1 + len(rows) :][:1]
    is_cut = any(split.cells and _follows(lines[start + len(rows)], split) for split in after)
    ranges = [bool(_RANGE.search(cell.text)) for row in rows for at, cell in row.items() if at]
    if is_cut or len(rows) < LEAST_PAIRS or sum(ranges) * LEAST_RANGES < len(ranges):
        return None
    # The labels have no heading; the first of them says where they stand.
    return Grid(tuple(lines[start : start + len(rows) + 1]), (rows[0][0], *years), tuple(rows))


class _Over:
    """A line of headings, in which the nearest is looked up by the place of an edge or of the middle."""

    def __init__(self, headings: Sequence[Piece]) -> None:
        self.headings = headings
        self._by_place = [sorted((of(each), at) for at, each in enumerate(headings)) for of in _PLACES]

    def nearest(self, part: Piece) -> int:
        """The heading with an edge or the middle nearest to that of `part`, the leftmost of several."""
        near: set[int] = set()
        for of, by_place in zip(_PLACES, self._by_place, strict=True):
            at = bisect_left(by_place, (of(part),))
            near.update(number for _, number in by_place[max(at - 1, 0) : at + 1])
        return min(near, key=lambda number: (_distance(self.headings[number], part), number))


def _under(over: _Over, parts: Sequence[Piece], least: int = 2) -> dict[int, Piece] | None:
    """The line's cells by the heading that each stands under; None if one stands under none."""
    row: dict[int, Piece] = {}
    headings = over.headings
    for part in parts:
        column = over.nearest(part)
        is_set_in = part is parts[0] and _is_set_in(headings, part)
        column = 0 if is_set_in else column
        is_off = not is_set_in and _distance(headings[column], part) > MIDDLE
        if column in row or is_off or len(part.words) > CELL_WORDS:
            return None
        row[column] = part
    return row if len(row) >= least and (0 in row or least == 1) else None


def _is_set_in(headings: Sequence[Piece], label: Piece) -> bool:
    """Whether a label stands under the first heading alone, though further right: “  Total services”."""
    is_within = headings[0].x0 < label.x0 < headings[0].x1 and label.x1 < headings[1].x0
    return is_within and _has_words(label)


def _distance(heading: Piece, part: Piece) -> float:
    return min(abs(heading.x0 - part.x0), abs(heading.x1 - part.x1), abs(heading.middle - part.middle))


def _has_text_column(rows: Sequence[dict[int, Piece]]) -> bool:
    """Whether a column other than the first holds words: else it is a table of numbers."""
    counts = [sum(_is_text(row.get(column)) for row in rows) for column in range(1, max(map(max, rows)) + 1)]
    return max(counts, default=0) > 0.5 * len(rows)


def _is_text(piece: Piece | None) -> bool:
    return piece is not None and (
        (not _NUMERIC.fullmatch(piece.text) and bool(re.search(r"[^\W\d_]|[°Ω%]", piece.text)))
        or bool(CLOCK_TIME.fullmatch(piece.text) or _ENDS.fullmatch(piece.text))
    )


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
