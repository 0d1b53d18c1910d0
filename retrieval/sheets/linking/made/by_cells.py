"""“Cost per kW”, where each row tells its unit beside its figure: of the rows that are told in kW."""

from __future__ import annotations

from retrieval.sheets.model import Column, Row, Sheet
from retrieval.tables.rules.vocabulary.lexicon import same_unit


def in_cells(sheet: Sheet, unit: str, over: Column) -> Column | None:
    """The one column of figures beside `over` that some rows tell in the unit."""
    others = [column for column in sheet.numbers if column != over]
    found = [column for column in others if any(is_in(row, column, unit) for row in sheet.rows)]
    return found[0] if len(found) == 1 else None


def is_in(row: Row, column: Column, unit: str) -> bool:
    """Whether the row's figure is in the unit, however it is written."""
    told, said = row.units.get(column.name, "").casefold(), unit.casefold()
    return bool(told) and (told == said or told in same_unit(said))
