"""The numbers of cells: as their rows have them written, and in which unit."""

from __future__ import annotations

import re
from collections.abc import Sequence

from reading.values.quantities import Quantity, find_quantities
from reading.values.units import MONEY_UNITS
from retrieval.sheets.model import Column, Row

SOME = 20  # rows by which a column is told
CENTS = re.compile(r"[.,]\d\d$")


def have_cents(rows: Sequence[Row], column: Column) -> bool:
    """Whether most of the column's numbers are written as money is: “2,130.00”."""
    written = [written_number(row, column) for row in rows]
    return 2 * sum(bool(each and CENTS.search(each.text)) for each in written) > len(rows)


def are_prices(rows: Sequence[Row], column: Column) -> bool:
    """Whether the column holds amounts of money, by their units or by how they are written."""
    some = [row for row in rows if row.number(column.name) is not None][:SOME]
    return any(unit_of(row, column) in MONEY_UNITS for row in some) or have_cents(some, column)


def written_number(row: Row, column: Column) -> Quantity | None:
    """The number as the row's words have it."""
    value = row.number(column.name)
    return next((each for each in find_quantities(row.place(column.name).quote) if each.value == value), None)


def unit_of(row: Row, column: Column) -> str:
    """Of the number in that column: as its words say, or as the table says of the column."""
    written = None if column.name in row.formulas else written_number(row, column)
    return (written.unit if written else "") or row.units.get(column.name, "")
