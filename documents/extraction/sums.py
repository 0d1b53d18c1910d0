"""Rows of amounts that a total below them sums up, and what that says of them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from documents.extraction.time_words import kind_of
from documents.quantities import written_step
from documents.tables import Table, TableLine

LEAST_ROWS = 2
_TOTAL = re.compile(r"total\s\w", re.IGNORECASE)


def summed_on_a_day(table: Table) -> frozenset[int]:
    """The rows that a total of what there is on a day sums up: “Taxes” in “Total accrued liabilities”."""
    found: set[int] = set()
    begin = 0
    for number, row in enumerate(table.rows):
        if not _TOTAL.match(row.label):
            continue
        is_of_span = any(kind_of(parent) == "span" for parent in row.path)  # “Interest income: … Total loans”
        if kind_of(row.label) == "day" and not is_of_span and is_sum(row, table.rows[begin:number]):
            found.update(range(begin, number))
        begin = number + 1
    return frozenset(found)


def is_sum(total: TableLine, rows: Sequence[TableLine]) -> bool:
    """Whether the total's first amount is the sum of those above it, as far as rounding goes."""
    first = next((cell for cell in total.cells if cell.quantity), None)
    if first is None or first.quantity is None or len(rows) < LEAST_ROWS:
        return False
    above = [each.quantity for row in rows for each in row.cells if each.column == first.column]
    parts = [quantity.value for quantity in above if quantity]
    slack = written_step(first.text, first.quantity.scale) * len(parts)
    return len(parts) >= LEAST_ROWS and abs(sum(parts) - first.quantity.value) <= slack
