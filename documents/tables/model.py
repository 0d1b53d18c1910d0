"""What a recognised table is made of."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property

from documents.fiscal import Period
from documents.parsing.types import Box, Line
from documents.quantities import Quantity

_THOUSANDS = re.compile(r"\d{4}|\d,\d{3}")
_GROUPED = re.compile(r"\d,\d{3}")
_YEAR_IN_WORDS = re.compile(r"(?:19|20)\d\d(?:\s\D*)?")  # “2039 or indefinite”


@dataclass(frozen=True)
class Column:
    """`header`: the words over the column, top to bottom. `period`: what they say of time, if anything.

    `unit` and `scale` are those of its amounts of money, or "%" for a column of per cents.
    """

    header: str
    period: Period | None
    unit: str
    scale: Decimal
    x0: float
    x1: float


@dataclass(frozen=True)
class Cell:
    """`text` as written, with its currency sign and brackets. `quantity` in base units; None for dashes
    and words. `column`: index into the table's columns. `sure`: 0–1, of the quantity's unit and scale."""

    text: str
    quantity: Quantity | None
    column: int
    box: Box
    sure: float = 1.0


@dataclass(frozen=True)
class TableLine:
    """One row. `path`: the labels it stands under, outermost first. `line`: the line with its cells.

    `char_start`, `char_end`: the row's words on the page, with the lines over which its label runs.
    """

    label: str
    path: tuple[str, ...]
    cells: tuple[Cell, ...]
    line: Line
    char_start: int
    char_end: int


@dataclass(frozen=True)
class Table:
    """`caption`: what is said of its units and periods. `char_start`, `char_end`: its span on the page."""

    page: int
    title: str
    caption: str
    columns: tuple[Column, ...]
    rows: tuple[TableLine, ...]
    box: Box
    char_start: int
    char_end: int

    @cached_property
    def groups_thousands(self) -> bool:
        """Whether its numbers of four digits and more have a comma, years left aside."""
        large = (cell.text for row in self.rows for cell in row.cells if _THOUSANDS.search(cell.text))
        return all(_GROUPED.search(text) or _YEAR_IN_WORDS.fullmatch(text) for text in large)

    def called(self, page_title: str = "") -> str:
        """The title, else the place: “Table on page 3”, “Table on Slide 3”, where pages are called so."""
        return self.title or f"Table on {page_title or f'page {self.page}'}"
