"""The columns into which the cells of rows fall."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from documents.tables.cells import Piece
from documents.tables.headers import Span

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
