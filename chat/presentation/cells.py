"""Cells of a table as they are shown."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Any

WRITTEN_FIGURE = re.compile(r"[-−(]?[€$£¥]?\s?\d[\d,.]*\)?\s?%?(?: (?:thousand|million|billion))?")
SHOWN_DECIMALS = 4  # of a number that was computed
SNAKE_CASE = re.compile(r"[a-z]+(?:_[a-z]+)+")
UNGROUPED = re.compile(
    r"year|page|quarter|\bid\b|_id$|date|number|\b(?:built|founded|established|born|since)\b", re.IGNORECASE
)


@dataclass(frozen=True)
class Cell:
    text: str
    is_number: bool = False


def telling_columns(columns: Sequence[str], rows: Sequence[Sequence[Any]], *, has_places: bool) -> list[int]:
    """The columns that hold something; the page is left to the link that leads there."""
    return [
        index
        for index, name in enumerate(columns)
        if any(row[index] not in (None, "") for row in rows)
        and not (has_places and str(name).lower() == "page")
    ]


def cell_of(value: Any, column: str) -> Cell:
    """A value of a result as it is read: thousands grouped, trailing zeros gone, years as they are."""
    if value is None:
        return Cell("–")
    if isinstance(value, bool):
        return Cell("yes" if value else "no")
    if not isinstance(value, int | float) and not re.fullmatch(r"-?\d+(\.\d+)?", str(value)):
        return _text_cell(", ".join(map(str, value)) if isinstance(value, list) else str(value))
    try:
        number = Decimal(str(value))
    except InvalidOperation:
        return Cell(str(value))
    if UNGROUPED.search(column) or not number.is_finite():
        return Cell(str(value), is_number=True)
    if isinstance(value, float):  # what was divided has more digits than it tells
        number = round(number, SHOWN_DECIMALS if abs(number) >= 1 else SHOWN_DECIMALS - 1 - number.adjusted())
    text = f"{number:,f}"
    return Cell((text.rstrip("0").rstrip(".") if "." in text else text).replace("-", "−"), is_number=True)


def _text_cell(text: str) -> Cell:
    """Figures as they are written stand to the right; names of kinds lose their underscores."""
    if SNAKE_CASE.fullmatch(text):
        return Cell(text.replace("_", " "))
    return Cell(text, is_number=WRITTEN_FIGURE.fullmatch(text) is not None)
