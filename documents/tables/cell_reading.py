"""A number in a cell of a table, and how sure it is what it counts."""

from __future__ import annotations

import re
from collections.abc import Set
from dataclasses import dataclass
from decimal import Decimal

from documents.quantities import Quantity
from documents.tables.amounts import Kind
from documents.units import CURRENCIES

BY_NOTHING = 0.5  # how sure the unit and scale of a cell are, 0–1, where nothing says what they are
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
