"""A result as a model reads it: few rows, short cells, each row with the mark that cites it."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from typing import Any

from agentic.evidence import ResultTable, Span
from llm.fencing import without_citations

ROWS = 20
CELL_CHARACTERS = 80


def render(table: ResultTable, mark: Callable[[Span], int]) -> str:
    """The number of rows, the columns, and the first rows; `mark` gives the number that cites a place.

    No cell can open a column of its own or cite a row.
    """
    if not table.rows:
        return "0 rows. Loosen the conditions, or look up which values occur."
    count = (
        f"{len(table.rows)}{' or more' if table.truncated else ''} row{'s' if len(table.rows) > 1 else ''}"
    )
    shown = f", the first {ROWS}" if len(table.rows) > ROWS else ""
    lines = [f"{count}{shown}:", " | ".join(("mark", *table.columns))]
    for position in range(min(len(table.rows), ROWS)):
        span = table.spans[position] if position < len(table.spans) else None
        cells = (without_citations(cell).replace("|", "¦") for cell in cells_of(table, position))
        lines.append(" | ".join((f"[{mark(span)}]" if span else "-", *cells)))
    return "\n".join(lines)


def cells_of(table: ResultTable, position: int) -> list[str]:
    """The cells of one row as a person writes them; a share whose unit stands beside it in per cent."""
    row = table.rows[position]
    unit = row[table.columns.index("unit")] if "unit" in table.columns else ""
    return [
        _cell(value, is_share=unit == "%" and name in ("numeric_value", "amount"))
        for name, value in zip(table.columns, row, strict=True)
    ]


def _cell(value: Any, *, is_share: bool) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float | Decimal):
        return f"{_plain(Decimal(str(value)) * 100)}%" if is_share else _plain(Decimal(str(value)))
    text = " ".join(str(value).split())
    return text if len(text) <= CELL_CHARACTERS else f"{text[: CELL_CHARACTERS - 1]}…"


def _plain(value: Decimal) -> str:
    """With thousands separators and at most four decimals; numbers below 10,000 may be years or ids."""
    if not value.is_finite():
        return str(value)
    text = f"{round(value, 4):,f}" if abs(value) >= 10_000 else f"{round(value, 4):f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
