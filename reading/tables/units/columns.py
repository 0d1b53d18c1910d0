"""Units in a column of their own: “Electricity generated | GWh | 18,420”."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from reading.tables.rows.labels import Row
from reading.tables.split import Piece, SplitLine, segments
from reading.tables.units.captions import is_scale_alone, read_caption
from reading.tables.units.kinds import is_per_share
from reading.tables.units.numbers import read_number
from reading.tables.units.signs import BY_WORDS, Reading
from reading.values.quantities import Quantity, read_quantity
from reading.values.units import MONEY_UNITS

LEAST_ROWS = 0.6  # of those with numbers, that have a word in the column
NEAR = 4.0  # points between the edges, left or right, of what stands in one column
_NUMBER = re.compile(r"number|no\.?|#|count|nr\.?|anzahl|nombre", re.IGNORECASE)
_SCALE_WORD = re.compile(r"\b(?:in\s)?(?:thousand|million|billion)s?\b(?:\sof\b)?", re.IGNORECASE)
_HEADING = re.compile(
    r"\b(?:units?|units? of measure(?:ment)?|UoM|Einheit(?:en)?|unités?)\b(?!\s(?:sold|price|of production))",
    re.IGNORECASE,
)


def in_unit(found: Quantity, text: str, label: str, unit: str) -> Quantity:
    """The number in the unit that stands beside it: “€ million”, “GWh”, “number”."""
    said = read_caption(unit)
    if said.scale:
        rest = said.money or _SCALE_WORD.sub("", unit).strip()
        return replace(found.scaled(said.scale), unit=found.unit or rest)
    counted = found if _NUMBER.fullmatch(unit) else with_unit(found, text, unit) or found
    return each(counted, label)


def each(found: Quantity, label: str) -> Quantity:
    """An amount of money of one share as such, where the label says so."""
    is_each = found.unit in MONEY_UNITS and is_per_share(label)
    return replace(found, unit=f"{found.unit}/share") if is_each else found


def with_unit(quantity: Quantity | None, text: str, unit: str) -> Quantity | None:
    """The number in `unit`, unless it bears one of its own."""
    if quantity is None or quantity.unit or not unit:
        return quantity
    plain = read_quantity(text)
    has_comma = plain is not None and plain.value != quantity.value  # “0,095” of a table that writes so
    known = read_quantity(f"{quantity.value / quantity.scale if has_comma else text} {unit}")
    return replace(known, text=text) if known and known.unit else replace(quantity, unit=unit)


def take_units(rows: Sequence[Row], over: Sequence[str]) -> dict[int, str]:
    """The unit of each row, by its index, taken off the labels. `over`: the words over the labels.

    Nothing unless they say “Unit” and the last words of most labels stand apart in one column.
    """
    if not any(_HEADING.search(words) for words in over):
        return {}
    last = {
        number: piece
        for number, row in enumerate(rows)
        if row.has_cells and (piece := _last(row)) and not read_number(piece.text)
    }
    for edge in ("x0", "x1"):
        places = sorted(getattr(piece, edge) for piece in last.values())
        middle = places[len(places) // 2] if places else 0.0
        in_column = {
            number: piece for number, piece in last.items() if abs(getattr(piece, edge) - middle) <= NEAR
        }
        if len(in_column) > 1 and len(in_column) >= LEAST_ROWS * sum(row.has_cells for row in rows):
            for number, piece in in_column.items():
                rows[number].label = rows[number].label.removesuffix(piece.text).rstrip(" .,")
            return {number: piece.text for number, piece in in_column.items()}
    return {}


def count_in(
    units: Mapping[int, str],
    rows: Sequence[Row],
    read: Mapping[tuple[int, int], Reading],
    *,
    with_comma: bool,
) -> None:
    """Let the cells of the rows that have a unit count in it. `read`: by row and by place in it."""
    for (number, at), reading in read.items():
        text = rows[number].split.cells[at].text
        found = read_number(text, with_comma=with_comma) if number in units else None
        if found and not found.unit:
            reading.quantity = in_unit(found, found.text, rows[number].label, units[number])
            reading.sure = BY_WORDS


def _last(row: Row) -> Piece | None:
    """The last words of a label, where a gap parts them from its other words."""
    pieces = segments(row.split.label, row.split.height)
    return pieces[-1] if len(pieces) > 1 and row.label.endswith(pieces[-1].text) else None


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
