"""What records come to, and the days that they give."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from agentic.search.chains.graph import Cell, Record
from reading.values.dates import find_dates
from reading.values.units import MONEY_UNITS
from retrieval.annotations.roles import roles


def amounts(records: Sequence[Record]) -> frozenset[str]:
    """The label of what each comes to: its total, else the only one of money, else of numbers."""
    numeric = [{cell.label for cell in record.cells if cell.number is not None} for record in records]
    common = set.intersection(*numeric) if numeric else set()
    amount = roles()["amount"]
    ranked = sorted((rank, label) for label in common if (rank := amount.rank(label)) is not None)
    if ranked:
        return frozenset([ranked[0][1]])
    units = {cell.label: cell.unit for record in records for cell in record.cells}
    money = [label for label in common if units[label] in MONEY_UNITS]
    return frozenset(money) if len(money) == 1 else frozenset(common) if len(common) == 1 else frozenset()


def day_of(cell: Cell) -> date | None:
    return next((day for day, _, _ in find_dates(cell.text)), None) if cell.number is None else None
