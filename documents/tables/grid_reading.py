"""From a grid of words to a table: labels, cells, and units from a column of their own."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal

from documents.fiscal import FiscalCalendar
from documents.parsing.lines import union
from documents.parsing.types import ParsedPage
from documents.quantities import Quantity, find_quantities, read_quantity
from documents.tables.amounts import (
    LEAST_NOT_PER_CENT,
    Amounts,
    Kind,
    is_per_share,
    kind_of_column,
    kind_of_row,
)
from documents.tables.captions import Caption, caption_of_notes, read_caption
from documents.tables.cells import Piece, SplitLine
from documents.tables.currency_signs import currency_of
from documents.tables.grids import Grid
from documents.tables.headers import column_period
from documents.tables.model import Cell, Column, Table, TableLine
from documents.tables.unit_columns import each, in_unit, with_unit
from documents.units import CURRENCIES, ONE

PROPERTIES = "properties"
_CODES = frozenset(CURRENCIES.values())
_MONEY_HEADING = re.compile(r"\b(?:amount|price|cost|total|fee|charge|sum)s?\b", re.IGNORECASE)
_UNIT_HEADING = re.compile(r"units?|unit of measure(?:ment)?", re.IGNORECASE)
_TOTAL = re.compile(r"(?:sub)?total\b", re.IGNORECASE)
_LEADS_UP = re.compile(r":$|\b(?:follow\w*|below|table)\b", re.IGNORECASE)
_OF_WORDS = (Kind.SHARES, Kind.OPTIONS, Kind.PERCENT, Kind.TIME, Kind.AREA)
LEAD_LENGTH = 600  # characters, of the end of a paragraph


def grid_table(page: ParsedPage, grid: Grid, title: str, calendar: FiscalCalendar, *, money: str) -> Table:
    """The grid as a table; a key–value sheet is called "properties" and has one column of values.

    `money`: the document's currency, for prices that bear no sign.
    """
    lead = _lead(page, grid)
    columns = _columns(grid, (title, lead), calendar, money, _scale(page, grid, (title, lead)))
    rows = tuple(_rows(grid, columns))
    return Table(
        page=page.number,
        title=title if grid.headings else PROPERTIES,
        caption="",
        columns=columns,
        rows=rows,
        box=union([split.line.box for split in grid.lines]),
        char_start=grid.lines[0].line.char_start,
        char_end=max(row.char_end for row in rows),
    )


def _lead(page: ParsedPage, grid: Grid) -> str:
    """The paragraph right above, where it leads up to the table."""
    above = page.text[: grid.lines[0].line.char_start].rstrip()
    last = " ".join(above[-LEAD_LENGTH:].rpartition("\n\n")[2].split())
    return last if _LEADS_UP.search(last) else ""


def _scale(page: ParsedPage, grid: Grid, said: Sequence[str]) -> Decimal:
    """How amounts of money count: by the labels' heading, the words above, or a line for all tables."""
    of_labels = grid.headings[grid.label_column].text if grid.headings and grid.label_column >= 0 else ""
    near = next((scale for words in (of_labels, *said) if (scale := read_caption(words).scale)), None)
    return near or caption_of_notes(page.text[: grid.lines[0].line.char_start]).scale or ONE


def _columns(
    grid: Grid, said: Sequence[str], calendar: FiscalCalendar, money: str, scale: Decimal
) -> tuple[Column, ...]:
    if not grid.headings:
        values = [row[1] for row in grid.rows]
        x0, x1 = min(value.x0 for value in values), max(value.x1 for value in values)
        return (Column("", None, "", ONE, x0, x1),)
    columns = []
    for at, heading in enumerate(grid.headings):
        if at == grid.label_column:
            continue
        cells = [row[at] for row in grid.rows if at in row] or [heading]
        own = read_caption(heading.text)
        unit = (
            own.money
            or currency_of([cell.text for cell in cells])
            or (money if _MONEY_HEADING.search(heading.text) else "")
        )
        if not unit and kind_of_column(heading.text) is Kind.PERCENT:
            unit = "%"
        period = column_period(heading.text, said, calendar, is_position=False)
        columns.append(
            Column(
                heading.text,
                period,
                unit,
                (own.scale or scale) if unit != "%" else ONE,
                min(c.x0 for c in cells),
                max(c.x1 for c in cells),
            )
        )
    return tuple(columns)


def _rows(grid: Grid, columns: tuple[Column, ...]) -> Iterator[TableLine]:
    """The rows, those below a label that stands alone with it for their parent, up to a total."""
    parent = ""
    for split, cells in zip(grid.lines[1 if grid.headings else 0 :], grid.rows, strict=True):
        row = _row(split, cells, grid, columns)
        parent = "" if _TOTAL.match(row.label) else parent
        yield replace(row, path=(parent,)) if parent and row.cells else row
        parent = row.label if row.label and not row.cells and len(grid.headings) > 1 else parent


def _row(split: SplitLine, cells: dict[int, Piece], grid: Grid, columns: tuple[Column, ...]) -> TableLine:
    label = cells.get(grid.label_column)
    line = split.line
    return TableLine(
        label=label.text if label else "",
        path=(),
        cells=tuple(_cells(cells, grid, columns)),
        line=line,
        char_start=line.char_start,
        char_end=line.char_start + len(line.text),
    )


def _cells(cells: dict[int, Piece], grid: Grid, columns: tuple[Column, ...]) -> Iterator[Cell]:
    if not grid.headings:
        yield Cell(cells[1].text, _only_quantity(cells[1].text), 0, cells[1].box)
        return
    kept = [at for at in range(len(grid.headings)) if at != grid.label_column]
    unit = next(
        (cells[at].text for at in kept if at in cells and _UNIT_HEADING.fullmatch(grid.headings[at].text)), ""
    )
    label = cells[grid.label_column].text if grid.label_column in cells else ""
    for at in kept:
        if at in cells:
            text, column = cells[at].text, columns[kept.index(at)]
            quantity = _counted(read_quantity(text), text, label, column, unit)
            yield Cell(text, quantity, kept.index(at), cells[at].box)


def _counted(found: Quantity | None, text: str, label: str, column: Column, unit: str) -> Quantity | None:
    """What a cell is worth: by a column of units, by what its words count, else by its column's currency."""
    if found is None or unit:
        return found and in_unit(found, text, label, unit)
    kind = _kind(found, label, column)
    if kind is None:
        counted = with_unit(found, text, column.unit)
        return counted and each(_scaled(counted, column, label), label)
    money = column.unit if column.unit in _CODES else ""
    words = f"{label} {column.header}"
    return Amounts(money, Caption(scale=column.scale, share_scale=column.scale)).worth(found, kind, words)


def _kind(found: Quantity, label: str, column: Column) -> Kind | None:
    """What a number without a sign counts where its words say more than that it is an amount."""
    if found.unit or found.scale != ONE:
        return None
    of_row, of_column = kind_of_row(label), kind_of_column(column.header)
    if of_row is Kind.PER_SHARE or (of_row is None and of_column is Kind.PER_SHARE):
        return None if not column.unit else Kind.PER_SHARE
    said = next((kind for kind in (of_row, of_column) if kind in _OF_WORDS), None)
    return said if said is not Kind.PERCENT or abs(found.value) < LEAST_NOT_PER_CENT else None


def _scaled(quantity: Quantity, column: Column, label: str) -> Quantity:
    """An amount of money in the scale of its column, unless it is of one share or has a scale of its own."""
    if quantity.scale != ONE or quantity.unit not in _CODES:
        return quantity
    is_price = is_per_share(label) or kind_of_column(column.header) is Kind.PER_SHARE
    return quantity if is_price else quantity.scaled(column.scale)


def _only_quantity(text: str) -> Quantity | None:
    """The value's one quantity: “EUR 0.38 per kilometre” is one, “8-pin” is none."""
    found = find_quantities(text)
    if len(found) != 1 or not text.startswith(found[0].text):
        return None
    return found[0] if found[0].unit or found[0].text == text else None
