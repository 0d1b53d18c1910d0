"""From the rows of a table, as they were split, to its lines."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from reading.lexicon import SIGNS
from reading.model import Cell, TableLine
from reading.tables.rows.labels import Row
from reading.tables.split import Piece
from reading.tables.units.signs import Reading

_FIGURE = re.compile(rf"[{SIGNS}]\s?\d|\d\s(?:million |billion )?shares\b")


def table_lines(
    rows: Sequence[Row], places: Sequence[Sequence[int]], read: Mapping[tuple[int, int], Reading]
) -> tuple[TableLine, ...]:
    """The rows that have cells, or a figure in their label.

    `places`: the column of each cell, by row; `read`: what was read of it, by row and cell.
    """
    return tuple(
        _line(row, places[number], number, read)
        for number, row in enumerate(rows)
        if row.has_cells or _FIGURE.search(row.label)
    )


def _line(row: Row, places: Sequence[int], number: int, read: Mapping[tuple[int, int], Reading]) -> TableLine:
    cells = tuple(
        _cell(piece, places[at], read.get((number, at))) for at, piece in enumerate(row.split.cells)
    )
    lines = [split.line for split in row.lines]
    return TableLine(
        label=row.label,
        path=row.path,
        cells=cells,
        line=row.split.line,
        char_start=min(line.char_start for line in lines),
        char_end=max(line.char_start + len(line.text) for line in lines),
    )


def _cell(piece: Piece, column: int, reading: Reading | None) -> Cell:
    if reading is None:
        return Cell(piece.text, None, column, piece.box)
    return Cell(piece.text, reading.quantity, column, piece.box, sure=reading.sure)
