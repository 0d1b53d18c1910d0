"""What a number of things at a price comes to, as a column of its own."""

from __future__ import annotations

import re
from dataclasses import replace

from retrieval.question.wording.rows import AMOUNT
from retrieval.sheets.model import Column, Row, Sheet
from retrieval.sheets.numbers import unit_of
from retrieval.stems import stems

QUANTITY = re.compile(
    r"(?:order\w*\s+)?(?:quantit(?:y|ies)|qty|pieces|pcs|units?|portions?|nights|hours|days|menge|anzahl|stück(?:zahl)?|"
    r"quantité|cantidad|quantità|aantal)(?:\s+(?:sold|ordered|delivered|bought))?(?:\s*[(\[].*)?$",
    re.IGNORECASE,
)
PRICE = re.compile(r"\b(?:price|rate|fee|fare|preis|prix|precio|prezzo|prijs)\b", re.IGNORECASE)
# What a number of things at a price comes to is called.
WORTH = "value amount money sales revenue turnover takings income proceeds worth spent total"
TIMES = "×"


def worth_of(sheet: Sheet) -> tuple[Column, Column] | None:
    """The column of how many and that of the price of one, where no column tells what both come to."""
    numbers = sheet.numbers
    many = [column for column in numbers if QUANTITY.match(column.name)]
    prices = [column for column in numbers if PRICE.search(column.name)]
    amounts = [c for c in numbers if AMOUNT.search(c.name) and c not in prices]
    if len(many) != 1 or len(prices) != 1 or amounts:
        return None
    return many[0], prices[0]


def of_product(sheet: Sheet) -> tuple[str, ...]:
    """The names of the two columns of which one was made."""
    return next((tuple(c.name.split(f" {TIMES} ")) for c in sheet.numbers if TIMES in c.name), ())


def with_worth(sheet: Sheet) -> Sheet:
    """The sheet, with a column of what its numbers come to at their price where it has both."""
    found = worth_of(sheet)
    if found is None:
        return sheet
    many, price = found
    name = f"{many.name} {TIMES} {price.name}"
    column = Column(name, frozenset(stems(WORTH)), frozenset(), is_number=True)
    rows = tuple(_with_product(row, many, price, name) for row in sheet.rows)
    return replace(sheet, columns=(*sheet.columns, column), rows=rows)


def _with_product(row: Row, many: Column, price: Column, name: str) -> Row:
    number, each = row.number(many.name), row.number(price.name)
    if number is None or each is None:
        return row
    unit = unit_of(row, price)
    return replace(
        row,
        cells={**row.cells, name: number * each},
        units={**row.units, name: unit} if unit else row.units,
        places={**row.places, name: row.place(price.name)},
    )
