"""Rows of receipts that say in their label how many at what price: “3 @ 1.10 LEMON   3.30”."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from reading.layout.lines import union
from reading.lexicon import SIGNS
from reading.model import Cell, Column, Table, TableLine, Word
from reading.tables.units.numbers import read_number
from reading.values.units import ONE

QUANTITY, UNIT_PRICE, AMOUNT = "Quantity", "Unit price", "Amount"
ROUNDED = Decimal("0.01")  # by which the amount may differ from the product of the two
_COUNT = r"(?P<count>\d+(?:[.,]\d+)?)(?:\s?[a-z]{1,3}\.?)?"
_PRICE = rf"(?P<price>[{SIGNS}]?\s?\d+[.,]\d\d)(?:\s?(?:ea|each|/\s?\w{{1,4}})\.?)?"
_COUNTED = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        rf"{_COUNT}\s*[@x×]\s*{_PRICE}\s+(?P<name>.*[^\W\d_]{{2}}.*)",
        rf"(?P<name>.*[^\W\d_]{{2}}.*?)\s+{_COUNT}\s*[@x×]\s*{_PRICE}",
    )
)


@dataclass(frozen=True)
class _Counted:
    name: str
    count: Cell
    price: Cell


def with_counts(table: Table) -> Table:
    """The table with counts and prices of its labels in columns, where the amounts are their products.

    Only of a table with one column of amounts, as receipts have.
    """
    if len(table.columns) != 1:
        return table
    counted = [_counted(row) for row in table.rows]
    if not any(counted):
        return table
    only = table.columns[0]
    columns = (
        _column(QUANTITY, ONE, only),
        replace(only, header=UNIT_PRICE),
        replace(only, header=AMOUNT if only.header[-1:] in ("", ":") else only.header),
    )
    rows = tuple(_with(row, found) for row, found in zip(table.rows, counted, strict=True))
    return replace(table, columns=columns, rows=rows)


def _column(header: str, scale: Decimal, beside: Column) -> Column:
    return replace(beside, header=header, period=None, unit="", scale=scale)


def _with(row: TableLine, found: _Counted | None) -> TableLine:
    amounts = tuple(replace(cell, column=cell.column + 2) for cell in row.cells)
    if found is None:
        return replace(row, cells=amounts)
    return replace(row, label=found.name, cells=(found.count, found.price, *amounts))


def _counted(row: TableLine) -> _Counted | None:
    amount = row.cells[-1].quantity if len(row.cells) == 1 else None
    match = next((found for form in _COUNTED if (found := form.fullmatch(row.label))), None)
    if amount is None or match is None:
        return None
    count, price = read_number(match["count"]), read_number(match["price"])
    if not count or not price or abs(count.value * price.value - amount.value) > ROUNDED:
        return None
    price = replace(price, unit=price.unit or amount.unit)
    box = union([word.box for word in _words(row.line.words, match["price"])] or [row.line.box])
    return _Counted(
        match["name"].strip(),
        Cell(match["count"], count, 0, box),
        Cell(match["price"], price, 1, box),
    )


def _words(words: Sequence[Word], text: str) -> list[Word]:
    return [word for word in words if text in word.text]
