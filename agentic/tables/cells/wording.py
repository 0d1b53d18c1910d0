"""How cells and what is computed of them are said."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from decimal import ROUND_HALF_UP, Decimal

from agentic.facts import wording
from agentic.tables.cells.matching import SHARES_COUNTED, TOTAL
from agentic.tables.cells.model import Cell, Series

PER_CENT = Decimal(100)
SPENT = re.compile(
    r"\b(?:expenses?|costs?|payments?|repayments?|paid|used|purchases?|expenditures?|allowances?|depreciation|amorti[sz]ation)\b",
    re.IGNORECASE,
)
LEFT = re.compile(
    r"\b(?:forfeited|forfeitures?|exercised|cancel+ed|expired|retired|surrendered|redeemed|repurchased)\b",
    re.IGNORECASE,
)
DIGITS = re.compile(r"\(?(?<![A-Za-z])\d[\d,.–-]*(?:st|nd|rd|th)?\)?")  # of a name: no figures of the answer


def written(value: Decimal, like: Cell, further: int) -> tuple[str, Decimal]:
    """The value in the unit and scale of a cell, with as many digits as it has, or as it needs."""
    row = like.row
    if row.unit == "%":
        of_hundred = (value * PER_CENT).quantize(Decimal("0.01"), ROUND_HALF_UP).normalize()
        return f"{of_hundred:f}%", of_hundred
    decimals = max(0, -int(Decimal(_digits(like)).as_tuple().exponent)) + further
    digits = (value / row.scale).quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP)
    if further and digits == digits.to_integral_value():
        digits = digits.to_integral_value()
    said = wording.amount(replace(row, value=f"{abs(digits):,f}", numeric_value=digits * row.scale))
    return said, digits


def _digits(cell: Cell) -> str:
    found = wording.DIGITS.search(cell.row.value)
    return found[0].replace(",", "") if found else "0"


def number(cell: Cell) -> str:
    """A figure as a formula has it."""
    amount = wording.amount(cell.row)
    return f"({amount})" if amount.startswith("-") else amount


def called(series: Series) -> str:
    words = DIGITS.sub(" ", series.name).split() or series.name.split()
    return " ".join(
        word if (at and word[:1].isupper()) or word.isupper() else word[:1].lower() + word[1:]
        for at, word in enumerate(words)
    )


def time_of(cell: Cell) -> str:
    return str(cell.year) if cell.year else cell.time or "that table"


def when(cell: Cell) -> str:
    return f"in {cell.year}" if cell.year else ""


def verb(cell: Cell) -> str:
    return wording.verb(cell.row)


def are_unlike(cells: Sequence[Cell]) -> bool:
    """Whether the numbers count in different things."""
    return len({cell.row.unit for cell in cells}) > 1


def is_spent(series: Series) -> bool:
    """Whether its numbers are amounts spent, or shares given up, which the page prints in parentheses."""
    is_named = SPENT.search(series.name) or is_given_up(series)
    return bool(is_named) and all(cell.row.numeric_value <= 0 for cell in series.cells)


def is_given_up(series: Series) -> bool:
    return series.cells[0].row.unit == SHARES_COUNTED and bool(LEFT.search(series.name))


def as_paid(cell: Cell) -> Cell:
    return replace(cell, row=replace(cell.row, numeric_value=-cell.row.numeric_value))


def is_total(series: Series) -> bool:
    return TOTAL in series.own or not series.own
