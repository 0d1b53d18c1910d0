"""Tables with a column more, which follows from others of their rows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from decimal import Decimal

from retrieval.sheets.model import Column, Row, Sheet
from retrieval.stems import stems

HEADING = "derivedheading"  # what the column is called in the question that is read


@dataclass(frozen=True)
class Derived:
    """The table with the column `name`, and the question by its heading. `bound`: what a bound on it is, in
    words."""

    sheet: Sheet
    question: str
    name: str
    bound: str


@dataclass(frozen=True)
class Value:
    """A number of the new column. `formula`: how it follows; `of`: the column whose place it is told by."""

    number: Decimal
    formula: str
    of: str
    unit: str = ""


def with_column(
    sheet: Sheet, name: str, question: str, value: Callable[[Row], Value | None], bound: str = "zero"
) -> Derived | None:
    """The table with this column, of what `value` gives; None where fewer than two rows have it."""
    rows = tuple(_wider(row, name, value(row)) for row in sheet.rows)
    if sum(name in row.cells for row in rows) < 2:
        return None
    column = Column(name, frozenset(stems(HEADING)), frozenset(), is_number=True)
    wider = replace(sheet, columns=(*sheet.columns, column), rows=rows)
    return Derived(wider, " ".join(question.split()), name, bound)


def _wider(row: Row, name: str, value: Value | None) -> Row:
    if value is None:
        return row
    return replace(
        row,
        cells={**row.cells, name: value.number},
        units={**row.units, name: value.unit} if value.unit else row.units,
        places={**row.places, name: row.place(value.of)},
        formulas={**row.formulas, name: value.formula},
    )
