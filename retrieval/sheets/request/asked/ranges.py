"""Cells that are ranges, and those that a question names: “between 60 and 74” for “60–74”."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from functools import lru_cache

from retrieval.sheets.asked import Named
from retrieval.sheets.model import MOSTLY, Sheet
from retrieval.sheets.request.words import Words

_N = r"(\d{1,3}(?:[,.]\d{3})+|\d+(?:\.\d+)?)"
_UNIT = r"\s*(?:[^\W\d]{1,3}|%|€)?"
_FORMS = (
    (rf"(?:from\s+|aged\s+|between\s+)?{_N}{_UNIT}\s*(?:[-–—]|to|and|until|bis)\s*{_N}", (1, 2)),
    (rf"{_N}{_UNIT}\s*(?:\+|(?:and|or)\s+(?:over|above|more|older|up)|plus)", (1, 0)),
    (rf"(?:over|above|more than|older than|>)\s*(?:the\s+)?{_N}", (1, 0)),
    (rf"(?:under|below|up to|less than|younger than|<)\s*(?:the\s+)?{_N}", (0, 1)),
    (rf"{_N}{_UNIT}\s*(?:and|or)\s+(?:under|below|less|younger)", (0, 1)),
)
FORMS = tuple((re.compile(rf"{form}(?:['’]?s\b)?", re.IGNORECASE), ends) for form, ends in _FORMS)
WHO = re.compile(
    r"(?:people|persons|those|members|adults|children|men|women|ones|aged|age|ages|of|the|between|from|\W)+$",
    re.I,
)
MOST_BEHIND = 12  # characters of a unit behind a range
Range = tuple[Decimal | None, Decimal | None]


@lru_cache(maxsize=4096)
def range_of(text: str) -> Range | None:
    """The range that a cell is, with units behind it."""
    for form, ends in FORMS:
        if (found := form.match(text.strip())) and len(text) - found.end() <= MOST_BEHIND:
            return _range(found, ends)
    return None


def _range(found: re.Match[str], ends: tuple[int, int]) -> Range:
    low, high = (Decimal(re.sub(r"[,.](?=\d{3}\b)", "", found[at])) if at else None for at in ends)
    return low, high


def ranges_of(sheet: Sheet) -> dict[str, dict[Range, str]]:
    """By column that holds ranges, each with its cell."""
    found: dict[str, dict[Range, str]] = {}
    for column in sheet.texts:
        cells = {str(row.cells[column.name]) for row in sheet.rows if column.name in row.cells}
        read = {known: cell for cell in cells if (known := range_of(cell))}
        if len(read) > 1 and len(read) >= MOSTLY * len(cells):
            found[column.name] = read
    return found


def named_ranges(asked: Words) -> Iterator[Named]:
    """The cells of the ranges that the question names."""
    for name, cells in ranges_of(asked.sheet).items():
        held: dict[str, str] = {}
        for form, ends in FORMS:
            for found in form.finditer(asked.question):
                places = asked.free(*found.span())
                if places and (cell := cells.get(_range(found, ends))):
                    before = WHO.search(asked.question[: found.start()])
                    asked.take(places)
                    asked.take(asked.free(before.start(), found.start()) if before else [], counts=False)
                    held[cell] = cell
        if held:
            yield Named(name, frozenset(held), ", ".join(held))
            return
