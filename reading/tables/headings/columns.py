"""The columns into which the cells of rows fall."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import replace
from operator import le
from typing import Protocol

from reading.lexicon import A_YEAR
from reading.model import Word
from reading.tables.headings.place import Span
from reading.tables.split import Piece, SplitLine
from reading.values.dates import YEAR

SLACK = 3.0  # points by which what is flush with digits stands off what is flush with a bracket


def columns_of(rows: Sequence[Sequence[Piece]]) -> list[Span]:
    """Numbers that overlap from above are one column; so are neighbours of which no row has both."""
    columns: list[list[Piece]] = []
    end = float("-inf")  # of the column so far
    for piece in sorted((piece for row in rows for piece in row), key=lambda piece: piece.number_x0):
        if piece.number_x0 < end - 0.5:
            columns[-1].append(piece)
            end = max(end, piece.x1)
        else:
            columns.append([piece])
            end = piece.x1
    row_of = {piece: number for number, row in enumerate(rows) for piece in row}
    joined: list[list[Piece]] = []
    for column in columns:
        if joined and _are_one_column(joined[-1], column, row_of):
            joined[-1].extend(column)
        else:
            joined.append(column)
    return _spans(joined)


class Edges(Protocol):
    @property
    def x0(self) -> float: ...
    @property
    def x1(self) -> float: ...


class Places:
    """Columns by where they stand, from left to right."""

    def __init__(self, columns: Sequence[Edges]) -> None:
        self._x0s = [column.x0 for column in columns]
        self._x1s = [column.x1 for column in columns]
        self._are_apart = all(map(le, self._x0s, self._x0s[1:])) and all(map(le, self._x1s, self._x1s[1:]))

    def column_of(self, piece: Piece) -> int:
        """The column with which the piece shares most of its width, or to which it is nearest."""
        x0, x1 = piece.x0, piece.x1
        near = range(len(self._x0s))
        if self._are_apart:  # those further off share less
            near = near[max(bisect_right(self._x1s, x0) - 1, 0) : bisect_left(self._x0s, x1) + 1]
        return max(near, key=lambda at: min(x1, self._x1s[at]) - max(x0, self._x0s[at]))


def _are_one_column(left: Sequence[Piece], right: Sequence[Piece], row_of: Mapping[Piece, int]) -> bool:
    """“-” behind “(7)”: what is flush with the digits stands right of what is flush with the bracket."""
    gap = min(piece.number_x0 for piece in right) - max(piece.x1 for piece in left)
    return gap < SLACK and not {row_of[piece] for piece in left} & {row_of[piece] for piece in right}


def _spans(columns: Sequence[Sequence[Piece]]) -> list[Span]:
    """A currency sign in the place of another column's, as before an empty cell, widens none."""
    spans: list[Span] = []
    for column in columns:
        number_x0, x1 = min(piece.number_x0 for piece in column), max(piece.x1 for piece in column)
        floor = spans[-1].x1 if spans else 0.0
        x0 = min(piece.x0 for piece in column if piece.x0 >= floor or piece.number_x0 == number_x0)
        spans.append(Span(max(x0, floor), x1, number_x0))
    return spans


LEAST_BELOW = 2  # rows that have a year and no label
MOST_YEARS = 5
# Years in which something began, of which the amounts are those of the table's day.
# And those in whose prices amounts of all years are told.
_VINTAGE = re.compile(
    r"\b(?:years? of (?:origination|issuance|acquisition)|(?:origination|vintage|acquisition) years?)\b"
    rf"|\b(?:constant|chained|real)\s+\(?{YEAR}(?:[-–/]\d\d)?\)?\s+\w|\b{YEAR}(?:[-–/]\d\d)?\s+(?:dollars|prices)\b",
    re.IGNORECASE,
)


def with_years_as_labels(rows: Sequence[SplitLine]) -> list[SplitLine]:
    """The rows; where years stand beside labels, a line of each label and below it a row of each year."""
    below = sum(not row.label and len(row.cells) > 1 and row.cells[0].is_year for row in rows)
    if below < LEAST_BELOW:
        return list(rows)
    years = [_year_of(row) for row in rows if row.cells]
    distinct = {year.text for year in years if year}
    if not all(years) or len(distinct) > MOST_YEARS:
        return list(rows)
    return _headed(rows, years[0].text if years[0] else "")


def _year_of(row: SplitLine) -> Word | None:
    """The year that a row is of: its first cell, or the end of its label."""
    if len(row.cells) > 1 and row.cells[0].is_year:
        return row.cells[0].words[0]
    is_last = len(row.label) > 1 and A_YEAR.fullmatch(row.label[-1].text)
    return row.label[-1] if is_last else None


def _headed(rows: Sequence[SplitLine], first: str) -> list[SplitLine]:
    """`first`: the year with which each label's rows begin; words beside a later one go on with the label."""
    found: list[SplitLine] = []
    heading = -1
    for row in rows:
        year = _year_of(row) if row.cells else None
        label = tuple(word for word in row.label if word is not year)
        if year is None:
            found.append(row)
        elif label and (heading < 0 or year.text == first):
            heading = len(found)
            found.append(replace(row, label=label, cells=()))
        elif label:
            found[heading] = replace(found[heading], label=(*found[heading].label, *label))
        if year is not None:
            found.append(_of_year(row, year))
    return found


def _of_year(row: SplitLine, year: Word) -> SplitLine:
    cells = row.cells[1:] if row.cells[0].words[0] is year else row.cells
    return replace(row, label=(year,), cells=cells)


def is_of_vintage(header: str) -> bool:
    """Whether a heading's year is not that of its amounts: “Year of origination 2019”, “In 2010 dollars”."""
    return bool(_VINTAGE.search(header))
