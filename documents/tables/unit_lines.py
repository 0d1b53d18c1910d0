"""Lines among the rows that say what the rows below them count: “Cents   Cents” between £m and per share."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from documents.tables.captions import is_scale_alone
from documents.tables.cells import Piece, SplitLine

_CENTS = re.compile(
    r"\(?(?:(?:HK|US|NZ|AU?|S|euro|EUR|Australian)\s?)?(?:cents?|¢|c|pence|p|sen)\)?", re.IGNORECASE
)
_IS_CENTS = re.compile(r"\b(?:cents?|c|pence|p|sen)\b|¢", re.IGNORECASE)
SLACK = 3.0  # points by which such words may end left of the columns' numbers


def says_units(split: SplitLine, left: float) -> bool:
    """Whether a line, but for a label before it, says over columns that begin at `left` how they count."""
    return not split.cells and bool(_units_in(split, left))


def with_units(rows: Sequence[SplitLine]) -> list[SplitLine]:
    """The rows, each told what the last line of units above it says; lines of units alone are left out."""
    left = min((row.cells[0].x0 for row in rows if row.cells), default=0.0)
    found, units = list[SplitLine](), ""
    for number, row in enumerate(rows):
        parts = [] if row.cells or not number else _units_in(row, left)
        if parts:
            units = "(cents)" if _IS_CENTS.search(parts[-1].text) else parts[-1].text
        if len(parts) < len(row.parts) or not parts:
            label = tuple(word for word in row.label if not parts or word.box.x1 < parts[0].x0)
            found.append(replace(row, label=label, units=units))
    return found


def _units_in(split: SplitLine, left: float) -> list[Piece]:
    """The words over the columns, where all that stands there is the same unit; else nothing."""
    over = [part for part in split.parts if part.x1 > left - SLACK]
    is_unit = len({part.text.lower() for part in over}) == 1 and _is_unit(over[0].text)
    return over if is_unit and len(split.parts) - len(over) <= 1 else []


def _is_unit(text: str) -> bool:
    return bool(_CENTS.fullmatch(text)) or is_scale_alone(text)
