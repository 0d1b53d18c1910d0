"""Tables that leave for a spreadsheet: it takes cells for the words or numbers they are, not for formulas.

The one exception are formulas that ragsite makes of nothing but cells, numbers and arithmetic (`Formula`).
"""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import IO, Any, Protocol

import openpyxl
from openpyxl.cell import WriteOnlyCell
from openpyxl.cell.cell import Cell as SheetCell
from openpyxl.styles import Alignment, Font
from openpyxl.utils import get_column_letter

from reading.lexicon import SIGNS

FORMULA_STARTS = "=+-@"  # in any of their forms, such as full-width ones
LINE_STARTS = "\t\r\n"  # what comes after these may be taken for a cell of its own
# Where commas are for decimals, spreadsheets take these for the end of a cell, in spite of quotes.
APART = re.compile(r"([;\t\r\n]+)")
CALLS = re.compile(r"[=|(!]")  # in a formula that does more than to add numbers up
UNSEEN = {"Cc", "Cf", "Co", "Cn", "Mn", "Me", "Zs", "Zl", "Zp"}  # marks of order, zero-width ones, blanks
# Nothing but digits, their separators and signs: a number, or at worst words.
NUMBER = re.compile(rf"[+-]? ?[{SIGNS}]? ?(?:\d+(?:[.,]\d+)*|\.\d+)(?:[eE][+-]?\d+)? ?%?", re.ASCII)


ARITHMETIC = re.compile(r"=(?:[A-Z]{1,3}[1-9]\d{0,6}|\d+(?:\.\d+)?|[-+*/()])+")
NO_CHARACTERS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]")  # that XML cannot hold
MOST_CHARACTERS = 32_000  # of a cell; Excel takes 32,767
MOST_OF_ADDRESS = 2_000  # characters of a link; Excel takes 2,079


class Writable(Protocol):
    def write(self, text: str, /) -> Any: ...


class Sheet:
    """A CSV file that is written row by row. The only way in which ragsite writes one."""

    def __init__(self, out: Writable) -> None:
        self._writer = csv.writer(out)

    def row(self, cells: Iterable[Any]) -> None:
        self._writer.writerow([guarded(cell) for cell in cells])


def guarded(cell: Any) -> Any:
    """The cell, with an apostrophe before words that a spreadsheet would take for a formula."""
    if cell is None:
        return ""
    if not isinstance(cell, str):
        return cell
    first, *others = APART.split(cell)
    parts = [f"'{cell[: len(first)]}" if is_formula(cell) else first]
    for separator, part in zip(others[::2], others[1::2], strict=True):
        parts += [separator, f"'{part}" if is_formula(part) and CALLS.search(part) else part]
    return "".join(parts)


def is_formula(text: str) -> bool:
    """Whether a spreadsheet may compute it: what begins with a sign of formulas, seen or unseen before it."""
    if NUMBER.fullmatch(text.strip()):
        return False
    seen = _without_unseen(text)
    begins = unicodedata.normalize("NFKC", seen[:1])[:1]
    if begins and begins in FORMULA_STARTS:
        return len(seen.strip()) > 1  # a dash alone stands for nothing
    return text[:1] in LINE_STARTS and bool(seen)


def _without_unseen(text: str) -> str:
    for at, character in enumerate(text):
        if unicodedata.category(character) not in UNSEEN:
            return text[at:]
    return ""


@dataclass(frozen=True)
class Formula:
    """A formula of our own, “=B4/B9”. Raises `ValueError` for more than cells, numbers and arithmetic."""

    text: str

    def __post_init__(self) -> None:
        if not ARITHMETIC.fullmatch(self.text):
            raise ValueError(f"“{self.text[:80]}” is no formula that may be written.")


@dataclass(frozen=True)
class Cell:
    """`address`: where a click on it leads. `form`: how a number is shown, “0.0%”."""

    value: str | int | float | Decimal | Formula | None
    address: str = ""
    form: str = ""
    is_head: bool = False


class WorkbookFile:
    """An XLSX file of several sheets. The only way in which ragsite writes one.

    Words stay words, whatever they begin with; what is computed is a `Formula`.
    """

    def __init__(self) -> None:
        self._book = openpyxl.Workbook()
        self._book.remove(self._book.active)
        self._book.calculation.fullCalcOnLoad = True  # values are the reader's to compute

    def sheet(self, title: str, rows: Iterable[Sequence[Cell | None]], *, widths: Sequence[int] = ()) -> None:
        """One more sheet. `widths`: of its first columns, in characters; the last holds for the rest."""
        sheet = self._book.create_sheet(title)
        columns = 0
        for number, cells in enumerate(rows, start=1):
            columns = max(columns, len(cells))
            for column, cell in enumerate(cells, start=1):
                if cell is not None:
                    _fill(sheet.cell(number, column), cell)
        for column in range(1, columns + 1) if widths else ():
            width = widths[min(column, len(widths)) - 1]
            sheet.column_dimensions[get_column_letter(column)].width = width

    def content(self) -> bytes:
        out = io.BytesIO()
        self._book.save(out)
        return out.getvalue()


class StreamedWorkbook:
    """An XLSX file of one sheet that is written row by row, so that a hundred thousand need no memory.

    Words stay words, whatever they begin with.
    """

    def __init__(self, title: str) -> None:
        self._book = openpyxl.Workbook(write_only=True)
        self._sheet = self._book.create_sheet(title)

    def row(self, values: Iterable[Any]) -> None:
        self._sheet.append([self._cell(value) for value in values])

    def _cell(self, value: Any) -> Any:
        if not isinstance(value, str):
            return value
        text = NO_CHARACTERS.sub("", value)[:MOST_CHARACTERS]
        if not is_formula(text):
            return text
        cell = WriteOnlyCell(self._sheet, value=text)
        cell.data_type, cell.quotePrefix = "s", True
        return cell

    def save(self, out: IO[bytes]) -> None:
        self._book.save(out)


def _fill(place: SheetCell, cell: Cell) -> None:
    if isinstance(cell.value, str):
        place.value = NO_CHARACTERS.sub("", cell.value)[:MOST_CHARACTERS]
        place.data_type = "s"  # else what begins with “=” is computed
        place.quotePrefix = is_formula(cell.value)  # nor is it when somebody edits the cell
        place.alignment = Alignment(wrap_text=not cell.is_head and len(cell.value) > 60, vertical="top")
    else:
        place.value = cell.value.text if isinstance(cell.value, Formula) else cell.value
    if cell.form:
        place.number_format = cell.form
    if cell.address.startswith(("http://", "https://")) and len(cell.address) <= MOST_OF_ADDRESS:
        place.hyperlink = cell.address
        place.font = Font(color="14595F", underline="single")
    if cell.is_head:
        place.font = Font(bold=True)
