"""Columns of ranges: “4.80% - 4.95%” under one heading is two numbers, neither of them negative."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from reading.lexicon import SIGNS
from reading.model import Cell, Table
from reading.values.quantities import Quantity, find_quantities

LEAST_RANGES = 2  # rows
LOWEST, HIGHEST = "lowest", "highest"
_BETWEEN_ENDS = re.compile(r"\s*(?:\bto\b|[–—-])\s*", re.IGNORECASE)
_UP_TO = re.compile(rf"-\s+(?=[\d{SIGNS}.])")


def with_ranges(table: Table) -> Table:
    """The table with two columns of one heading named by it as the lowest and the highest, where they are."""
    for at in range(1, len(table.columns)):
        if _is_range(table, at):
            table = _parted(table, at)
    return table


def with_ends(cells: Iterable[Cell]) -> Iterator[tuple[Cell, str]]:
    """The cells, each with "", and “21.7% to 25.0%” as two: its lowest and its highest end."""
    for cell in cells:
        ends = _ends(cell.text) if cell.quantity is None else []
        if not ends:
            yield cell, ""
        for end, which in zip(ends, (LOWEST, HIGHEST), strict=False):
            yield replace(cell, text=end.text, quantity=end, sure=1.0), which


def _ends(text: str) -> list[Quantity]:
    """Both ends of a range of per cents, years or the like, whose signs say what they count; else nothing."""
    found = find_quantities(text)
    if len(found) != 2 or found[0].start or found[1].end != len(text):
        return []
    low, high = (_without_dash(each) for each in found)
    if not _BETWEEN_ENDS.fullmatch(text[low.end : high.start]) or low.unit not in ("", high.unit):
        return []
    if not high.unit or len(high.unit.split("/")[0]) == 3:  # money counts as its column does
        return []
    if not low.unit:
        low = replace(low.scaled(high.scale), unit=high.unit)
    return [low, high] if low.value < high.value else []


def _without_dash(end: Quantity) -> Quantity:
    """The number without the dash before it that was read as a minus."""
    text = end.text.lstrip("–—- ")
    return replace(end, text=text, start=end.end - len(text), value=abs(end.value))


def _is_range(table: Table, at: int) -> bool:
    """Whether each cell of a column goes on from the one before it: “4.80%” and “- 4.95%”."""
    first, last = table.columns[at - 1], table.columns[at]
    if not first.header or last.header not in ("", first.header):  # the heading may stand over its first half
        return False
    rows = [{cell.column: cell for cell in row.cells} for row in table.rows]
    upper = [row for row in rows if at in row and row[at].quantity]
    return len(upper) >= LEAST_RANGES and all(
        _UP_TO.match(row[at].text) and at - 1 in row and row[at - 1].quantity for row in upper
    )


def _parted(table: Table, at: int) -> Table:
    heading = table.columns[at - 1].header
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
