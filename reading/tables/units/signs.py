"""A number in a cell of a table, and how sure it is what it counts."""

from __future__ import annotations

import re
from collections.abc import Container, Sequence, Set
from dataclasses import dataclass
from decimal import Decimal

from reading.tables.rows.labels import Row
from reading.tables.units.kinds import LEAST_NOT_PER_CENT, LEAST_NOT_PER_SHARE, Kind
from reading.tables.units.numbers import currency_of
from reading.values.quantities import Quantity
from reading.values.units import MONEY_UNITS

# How sure the unit and scale of a cell are, 0–1, by what says so.
BY_SIGN = 1.0
BY_WORDS = 0.95  # of its column, row, parent or caption
BY_ROW = 0.9  # the sign of a cell to the left of it
BY_COLUMN = 0.85  # the sign of a cell above or below it
BY_DOCUMENT = 0.7  # the scale of the document's other tables
DOUBTFUL = 0.3  # another reading is as likely
BY_NOTHING = 0.5  # where nothing says what they are
MOST_NOTES = 9  # below a table, as far as their marks are told from “(16)”
_GROUPED = re.compile(r"\d,\d|\d\s\d{3}(?!\d)")


@dataclass(frozen=True)
class Signs:
    """The columns with a currency sign, before a dash too, and those with a dash in per cent."""

    money: Set[int]
    dashes_in_per_cent: Set[int]


@dataclass
class Reading:
    """A cell with its number: `quantity` as written until its kind is known, in base units after that."""

    row: int
    column: int
    quantity: Quantity
    kind: Kind | None = None
    sure: float = BY_NOTHING

    @property
    def is_money(self) -> bool:
        return self.quantity.unit.removesuffix("/share") in MONEY_UNITS

    @property
    def is_per_cent(self) -> bool:
        return self.quantity.unit in ("%", "pp")

    @property
    def decimals(self) -> int:
        return len(self.quantity.text.partition(".")[2].rstrip(")]%$* "))

    @property
    def size(self) -> Decimal:
        return abs(self.quantity.value)

    @property
    def is_grouped(self) -> bool:
        return bool(_GROUPED.search(self.quantity.text))

    def may_count(self, kind: Kind) -> bool:
        """Whether a number of that size and form may count `kind`."""
        if kind is Kind.PERCENT:
            return not self.is_grouped and self.size < LEAST_NOT_PER_CENT
        if kind is Kind.PER_SHARE:
            return self.size < LEAST_NOT_PER_SHARE and (self.decimals > 0 or not self.is_grouped)
        return kind is not Kind.TIME or self.size < LEAST_NOT_PER_CENT


def signs_of(
    rows: Sequence[Row], places: Sequence[Sequence[int]], numbers: Container[tuple[int, int]]
) -> Signs:
    """What the signs in the cells say of their columns.

    `places`: the column of each cell, by row. `numbers`: the cells that hold one, by row and by place in it.
    """
    cells = [
        ((number, at), places[number][at], piece.text)
        for number, row in enumerate(rows)
        for at, piece in enumerate(row.split.cells)
    ]
    return Signs(
        money={column for _, column, text in cells if currency_of([text])},  # of a dash too: “$ —”
        dashes_in_per_cent={
            column
            for cell, column, text in cells
            if cell not in numbers and text.endswith("%")  # “— %”
        },
    )


def is_among_negatives(row: Sequence[Reading], over: Reading | None) -> bool:
    """Whether a number in brackets stands beside others and under amounts: what is taken off them.

    `row`: all of its row. `over`: the next number above it.
    """
    is_under = over is not None and (over.is_grouped or any(each.size > MOST_NOTES for each in row))
    return is_under and len(row) > 1 and all(each.quantity.text.startswith("(") for each in row)
