"""Columns of ranges: “4.80% - 4.95%” under one heading is two numbers, neither of them negative."""

from __future__ import annotations

import re
from dataclasses import replace

from documents.tables.model import Cell, Table

LEAST_RANGES = 2  # rows
_UP_TO = re.compile(r"-\s+(?=[\d$€£¥.])")


def with_ranges(table: Table) -> Table:
    """The table with two columns of one heading named by it as the lowest and the highest, where they are."""
    for at in range(1, len(table.columns)):
        if _is_range(table, at):
            table = _parted(table, at)
    return table


def _is_range(table: Table, at: int) -> bool:
    """Whether each cell of a column goes on from the one before it: “4.80%” and “- 4.95%”."""
    first, last = table.columns[at - 1], table.columns[at]
    if not last.header or first.header != last.header:
        return False
    rows = [{cell.column: cell for cell in row.cells} for row in table.rows]
    upper = [row for row in rows if at in row and row[at].quantity]
    return len(upper) >= LEAST_RANGES and all(
        _UP_TO.match(row[at].text) and at - 1 in row and row[at - 1].quantity for row in upper
    )


def _parted(table: Table, at: int) -> Table:
    heading = table.columns[at].header
    columns = list(table.columns)
    columns[at - 1 : at + 1] = [
        replace(columns[at - 1], header=f"Lowest {heading}"),
        replace(columns[at], header=f"Highest {heading}"),
    ]
    rows = tuple(
        replace(row, cells=tuple(_upper(cell) if cell.column == at else cell for cell in row.cells))
        for row in table.rows
    )
    return replace(table, columns=tuple(columns), rows=rows)


def _upper(cell: Cell) -> Cell:
    """The cell without the dash that was read as a minus."""
    if cell.quantity is None:
        return cell
    return replace(
        cell,
        text=_UP_TO.sub("", cell.text),
        quantity=replace(cell.quantity, value=abs(cell.quantity.value)),
    )
