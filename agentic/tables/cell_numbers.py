"""The numbers of cells, as they are written and with their units."""

from __future__ import annotations

import re
from datetime import date
from decimal import Decimal
from typing import Any

from agentic.evidence import Figure
from reading.values.quantities import find_quantities
from retrieval.sheets.model import YEAR, Column, Row
from retrieval.sheets.numbers import unit_of, written_number

TABLE_SCALES = {"thousand": Decimal(10**3), "million": Decimal(10**6), "billion": Decimal(10**9)}


def said_with_unit(row: Row, column: Column) -> tuple[str, Figure]:
    """The number of a cell as it is written, and as the check knows it."""
    value = row.number(column.name)
    assert value is not None
    if formula := row.formulas.get(column.name):
        unit = row.units.get(column.name, "")
        text, label = said_as(value, unit, trimmed=True), f"{row.label} {column.name}"
        return text, Figure(value=value, text=text, unit=unit, label=label, formula=formula)
    written, unit = written_number(row, column), unit_of(row, column)
    text, scale = (
        (written.text, written.scale) if written else _as_on_page(row.place(column.name).quote, value)
    )
    if unit and not (written and written.unit):
        text = f"{text} {unit}" if unit != "%" else said_as(value, unit)
    figure = Figure(
        value=value,
        text=text,
        unit=(written.unit if written else "") or unit,
        scale=scale,
        label=f"{row.label} {column.name}",
        span=row.place(column.name),
        **_time_of(column.name),
    )
    return text, figure


def _time_of(heading: str) -> dict[str, Any]:
    """The one year that a heading names, as a figure has it; nothing where it names none, or several."""
    years = {int(year) for year in YEAR.findall(heading)}
    if len(years) != 1:
        return {}
    year = years.pop()
    return {"period": str(year), "period_start": date(year, 1, 1), "period_end": date(year, 12, 31)}


def _as_on_page(quote: str, value: Decimal) -> tuple[str, Decimal]:
    """The number in the thousands or millions that its table says, and their scale."""
    numbers = {each.value for each in find_quantities(quote)}
    for word, scale in TABLE_SCALES.items():
        if value / scale in numbers:
            return f"{said_as(value / scale, '', trimmed=True)} {word}", scale
    if re.search(rf"(?<![\d.,]){re.escape(f'{value:f}')}(?![\d.,]*\d)", quote):
        return f"{value:f}", Decimal(1)  # a year, which is no quantity
    return said_as(value, ""), Decimal(1)


def decimals_of(value: Decimal) -> int:
    exponent = value.normalize().as_tuple().exponent
    return max(0, -exponent) if isinstance(exponent, int) else 0


def said_as(value: Decimal, unit: str, *, trimmed: bool = False) -> str:
    if unit == "%":
        value = value * 100
    text = f"{value:,f}"
    if trimmed and "." in text:
        text = text.rstrip("0").rstrip(".")
    if unit == "%":
        return f"{text.rstrip('0').rstrip('.') if '.' in text else text}%"
    return f"{text} {unit}".strip()
