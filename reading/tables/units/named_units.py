"""Units that the heading of a column or the label of a row names for numbers without one of their own."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from reading.model import Cell, Column, Table, TableLine
from reading.tables.units.columns import with_unit
from reading.values.units import MONEY_UNITS, ONE, UNIT_NOUNS, UNIT_SYMBOLS, one_of

_IN_BRACKETS = re.compile(rf"[(\[](?:in\s+)?(?P<unit>{one_of([*UNIT_SYMBOLS, *UNIT_NOUNS])})[)\]]")
_IN_WORDS = re.compile(rf"\bin\s+(?P<unit>{one_of(UNIT_NOUNS)})\b", re.IGNORECASE)
_CONDITION = re.compile(r"[<>≤≥＜＞]")  # what it counts is the column's place on a scale, not its cells
# As well marks of notes, or millions, where they stand in brackets alone.
_MARKS = frozenset("x V A W m F L".split())
_OF_MONEY = frozenset({"mm"})  # millions beside amounts of money


def with_said_units(tables: Sequence[Table]) -> list[Table]:
    """The tables, with the unit that words in brackets or “in grams” say for plain numbers."""
    return [_counted(table) for table in tables]


def _counted(table: Table) -> Table:
    units = [unit_said(column.header) for column in table.columns]
    if not any(units) and not any(unit_said(row.label) for row in table.rows):
        return table
    has_money = any(
        cell.quantity and _is_money(cell.quantity.unit) for row in table.rows for cell in row.cells
    )
    rows = tuple(_row(row, units, table.columns, has_money=has_money) for row in table.rows)
    return replace(table, rows=rows)


def _row(row: TableLine, units: Sequence[str], columns: Sequence[Column], *, has_money: bool) -> TableLine:
    of_row = unit_said(row.label)

    def counted(cell: Cell) -> Cell:
        unit = of_row or units[cell.column]
        is_plain = cell.quantity is not None and not cell.quantity.unit and cell.quantity.scale == ONE
        if not (unit and is_plain) or (has_money and unit in _OF_MONEY):
            return cell
        return replace(cell, quantity=with_unit(cell.quantity, cell.text, unit))

    return replace(row, cells=tuple(map(counted, row.cells)))


def _is_money(unit: str) -> bool:
    return unit.split("/")[0] in MONEY_UNITS


@lru_cache(maxsize=4096)  # asked of a label for each table that may hold units
def unit_said(words: str) -> str:
    """The unit in which numbers beside such words count: “Rainfall (mm)”, “Consumed in grams”, or ""."""
    if _CONDITION.search(words):
        return ""
    found = _IN_BRACKETS.search(words)
    if found and found["unit"] not in _MARKS:
        return found["unit"]
    told = _IN_WORDS.search(words)
    return told["unit"].lower() if told else ""
