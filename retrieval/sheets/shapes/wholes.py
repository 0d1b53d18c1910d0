"""Rows that add up the others of a table in which things return: “All disasters”, “World”, of each year."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Hashable, Sequence
from decimal import Decimal

from retrieval.sheets.model import Row

WHOLE = re.compile(
    r"(?:all|total|world|overall|whole|alle|gesamt|insgesamt|tous|toutes|todos|todas|tutti|tutte)\b", re.I
)
FIRST_YEAR, LAST_YEAR = 1500, 2100
LEAST_ROWS = 2  # of the whole
MOSTLY = 0.9  # of its rows, that are the sum of the others
NEAR = Decimal("0.001")


def without_wholes(rows: Sequence[Row]) -> Sequence[Row]:
    """The rows without those whose label says that it is of all, and whose numbers are the others' sums.

    Of the whole nothing is lost: the others add up to it.
    """
    labels = [row.label.strip() for row in rows]
    wholes = {label for label in labels if WHOLE.match(label) and labels.count(label) >= LEAST_ROWS}
    measures = _measures(rows) if wholes else []
    if len(measures) != 1:
        return rows
    sums: dict[str, dict[Hashable, Decimal]] = defaultdict(lambda: defaultdict(Decimal))
    for row in rows:
        if (number := row.number(measures[0])) is not None:
            sums["" if row.label.strip() not in wholes else row.label.strip()][_key(row, measures[0])] += (
                number
            )
    parts = sums.pop("", {})
    added = {whole for whole, own in sums.items() if _are_sums(own, parts)}
    return [row for row in rows if row.label.strip() not in added] if added else rows


def _measures(rows: Sequence[Row]) -> list[str]:
    """The columns of numbers that are no years."""
    numbers: dict[str, list[Decimal]] = defaultdict(list)
    for row in rows:
        for name, cell in row.cells.items():
            if isinstance(cell, Decimal):
                numbers[name].append(cell)
    return [
        name for name, held in numbers.items() if not all(FIRST_YEAR <= each <= LAST_YEAR for each in held)
    ]


def _key(row: Row, measure: str) -> Hashable:
    return frozenset(
        (name, cell) for name, cell in row.cells.items() if name != measure and cell != row.label
    )


def _are_sums(own: dict[Hashable, Decimal], parts: dict[Hashable, Decimal]) -> bool:
    near = sum(abs(total - parts.get(key, Decimal(0))) <= NEAR * abs(total) for key, total in own.items())
    return near >= MOSTLY * len(own)
