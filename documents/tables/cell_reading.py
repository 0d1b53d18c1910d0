"""A number in a cell of a table, and how sure it is what it counts."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from dataclasses import dataclass
from decimal import Decimal

from documents.quantities import Quantity
from documents.tables.amounts import Kind
from documents.units import CURRENCIES

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
_CODES = frozenset(CURRENCIES.values())


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
        return self.quantity.unit.removesuffix("/share") in _CODES

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


def is_among_negatives(row: Sequence[Reading], over: Reading | None) -> bool:
    """Whether a number in brackets stands beside others and under amounts: what is taken off them.

    `row`: all of its row. `over`: the next number above it.
    """
    is_under = over is not None and (over.is_grouped or any(each.size > MOST_NOTES for each in row))
    return is_under and len(row) > 1 and all(each.quantity.text.startswith("(") for each in row)
