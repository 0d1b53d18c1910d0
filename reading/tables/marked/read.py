"""From a grid of words to a table: labels, cells, and units from a column of their own."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal

from reading.layout.lines import union
from reading.lexicon import ANY_TOTAL
from reading.model import Cell, Column, ParsedPage, Table, TableLine
from reading.tables.headings.periods import column_times
from reading.tables.headings.stacks import says_time
from reading.tables.marked.grids import Grid, unfolded
from reading.tables.split import Piece, SplitLine
from reading.tables.units.captions import Caption, caption_of_notes, read_caption
from reading.tables.units.columns import each, in_unit, with_unit
from reading.tables.units.defaults import Usual
from reading.tables.units.kinds import (
    LEAST_NOT_PER_CENT,
    Amounts,
    Kind,
    is_per_share,
    is_too_large,
    is_written_out,
    kind_of_column,
    kind_of_row,
    may_be_price,
)
from reading.tables.units.numbers import currency_of, in_english
from reading.values.fiscal import FiscalCalendar
from reading.values.quantities import Quantity, find_quantities, in_short_unit, read_quantity
from reading.values.units import CURRENCIES, MONEY_UNITS, ONE

PROPERTIES = "properties"
_MONEY_HEADING = re.compile(r"\b(?:amount|price|cost|total|fee|charge|sum)s?\b", re.IGNORECASE)
_UNIT_HEADING = re.compile(r"units?|unit of measure(?:ment)?", re.IGNORECASE)
_CURRENCY_HEADING = re.compile(
    r"\bcurrency\b|\bwährung\b|\bdevise\b|\bmonnaie\b|\bmoneda\b|\bvaluta\b|通貨|货币", re.IGNORECASE
)
_CENTS = re.compile(r"\bcents?\b", re.IGNORECASE)
_CONDITION = re.compile(
    r"[<>≤≥＜＞]"
)  # in a heading: its sign counts what the column is under, not its cells
_LEADS_UP = re.compile(r":$|\b(?:follow\w*|below|table)\b", re.IGNORECASE)
_OF_WORDS = (Kind.SHARES, Kind.OPTIONS, Kind.PERCENT, Kind.TIME, Kind.AREA)
_NAMES = re.compile(r"[^\W\d_](?:[^\d(){}:;]|(?<=[^\W\d])\d{1,3}\b){0,39}")  # “ISO3”, not “FY2023”
_LETTER = re.compile(r"[^\W\d_]")
LEAD_LENGTH = 600  # characters, of the end of a paragraph


def grid_table(page: ParsedPage, grid: Grid, title: str, calendar: FiscalCalendar, usually: Usual) -> Table:
    """The grid as a table; a key–value sheet is called "properties" and has one column of values.

    `usually`: the document's currency, for prices that bear no sign, and how most of its tables count.
    """
    grid = unfolded(grid)
    lead = _lead(page, grid)
    caption = _caption(page, grid, (title, lead), usually)
    columns = _columns(grid, (title, lead), calendar, usually.money, caption.scale or ONE)
    with_comma = usually.comma_in([piece.text for row in grid.rows for piece in row.values()])
    rows = tuple(_rows(grid, columns, caption, with_comma=with_comma))
    return Table(
        page=page.number,
        title=title if grid.headings else PROPERTIES,
        caption="",
        columns=columns,
        rows=rows,
        box=union([split.line.box for split in grid.lines]),
        char_start=grid.lines[0].line.char_start,
        char_end=max(row.char_end for row in rows),
        label_header=heading_of_labels(grid),
    )


def heading_of_labels(grid: Grid) -> str:
    """What heads the labels of a grid, where that names them: no scale, no time, and none of their own."""
    if not grid.headings or grid.label_column < 0:
        return ""
    return naming(grid.headings[grid.label_column].text, [row.get(grid.label_column) for row in grid.rows])


def naming(heading: str, labels: Sequence[Piece | None] = ()) -> str:
    """The heading where it names what stands under it, else nothing."""
    names = _NAMES.fullmatch(heading) and not says_time(heading) and not read_caption(heading).scale
    return heading if names and not any(label and label.text == heading for label in labels) else ""


def _lead(page: ParsedPage, grid: Grid) -> str:
    """The paragraph right above, where it leads up to the table."""
    above = page.text[: grid.lines[0].line.char_start].rstrip()
    last = " ".join(above[-LEAD_LENGTH:].rpartition("\n\n")[2].split())
    return last if _LEADS_UP.search(last) else ""


def _caption(page: ParsedPage, grid: Grid, said: Sequence[str], usually: Usual) -> Caption:
    """How amounts of money count: by the labels' heading, the words above, or a line for all tables.

    Else amounts below times count as those of most tables do, where they are not written out.
    """
    of_labels = grid.headings[grid.label_column].text if grid.headings and grid.label_column >= 0 else ""
    near = (read_caption(words) for words in (of_labels, *said))
    told = next((caption for caption in near if caption.scale), None)
    told = told or caption_of_notes(page.text[: grid.lines[0].line.char_start])
    if told.scale or not any(says_time(heading.text) for heading in grid.headings):
        return told
    texts = [piece.text for row in grid.rows for at, piece in row.items() if at != grid.label_column]
    scale = usually.caption.scale
    is_whole = is_written_out(texts) or is_too_large(texts, scale, usually.largest)
    return usually.caption if currency_of(texts) and not is_whole else told


def _columns(
    grid: Grid, said: Sequence[str], calendar: FiscalCalendar, money: str, scale: Decimal
) -> tuple[Column, ...]:
    if not grid.headings:
        values = [row[1] for row in grid.rows]
        x0, x1 = min(value.x0 for value in values), max(value.x1 for value in values)
        return (Column("", None, "", ONE, x0, x1),)
    columns = []
    heads = [heading.text for at, heading in enumerate(grid.headings) if at != grid.label_column]
    captions = map(read_caption, said)
    told = next((caption.money for caption in captions if caption.scale and caption.money), "")
    times = iter(column_times(heads, said, calendar, is_position=False))
    for at, heading in enumerate(grid.headings):
        if at == grid.label_column:
            continue
        cells = [row[at] for row in grid.rows if at in row] or [heading]
        own = read_caption(heading.text)
        unit = (
            CURRENCIES.get(heading.text.strip("() "), "")
            or ("" if _CENTS.search(heading.text) else own.money)  # of which currency cents are is not said
            or currency_of([cell.text for cell in cells])
            or (money if _MONEY_HEADING.search(heading.text) else "")
            or (told if kind_of_column(heading.text) in (None, Kind.MONEY) and _holds_numbers(cells) else "")
        )
        if not unit and kind_of_column(heading.text) is Kind.PERCENT and not _CONDITION.search(heading.text):
            unit = "%"
        time = next(times)
        columns.append(
            Column(
                heading.text,
                time.period,
                unit,
                (own.scale or scale) if unit != "%" else ONE,
                min(c.x0 for c in cells),
                max(c.x1 for c in cells),
                time.part,
            )
        )
    return tuple(columns)


def _rows(
    grid: Grid, columns: tuple[Column, ...], caption: Caption, *, with_comma: bool
) -> Iterator[TableLine]:
    """The rows, those below a label that stands alone with it for their parent, up to a total."""
    parent = ""
    for split, cells in zip(grid.lines[1 if grid.headings else 0 :], grid.rows, strict=True):
        read = tuple(_cells(cells, grid, columns, caption, with_comma=with_comma))
        row = _row(split, grid, read, cells)
        parent = "" if ANY_TOTAL.match(row.label) else parent
        yield replace(row, path=(parent,)) if parent and row.cells else row
        parent = row.label if row.label and not row.cells and len(grid.headings) > 1 else parent


def _row(split: SplitLine, grid: Grid, cells: tuple[Cell, ...], pieces: Mapping[int, Piece]) -> TableLine:
    label = pieces.get(grid.label_column)
    line = split.line
    return TableLine(
        label=(label.text if grid.headings else label.text.rstrip(": ")) if label else "",
        path=(),
        cells=cells,
        line=line,
        char_start=line.char_start,
        char_end=line.char_start + len(line.text),
    )


def _cells(
    cells: dict[int, Piece], grid: Grid, columns: tuple[Column, ...], caption: Caption, *, with_comma: bool
) -> Iterator[Cell]:
    """`with_comma`: how decimals are written, as in “1.234,5”."""
    if not grid.headings:
        value = in_english(cells[1].text) if with_comma else cells[1].text
        yield Cell(cells[1].text, _only_quantity(value), 0, cells[1].box)
        return
    kept = [at for at in range(len(grid.headings)) if at != grid.label_column]
    units = (cells[at].text for at in kept if at in cells and _UNIT_HEADING.fullmatch(grid.headings[at].text))
    unit = next((text for text in units if not read_quantity(text)), "")  # how many units there are is none
    label = cells[grid.label_column].text if grid.label_column in cells else ""
    paid_in = [at for at in kept if _CURRENCY_HEADING.search(grid.headings[at].text)]
    money = _currency_in([cells[at].text.strip() for at in paid_in if at in cells])
    for at in kept:
        if at in cells:
            text, column = cells[at].text, columns[kept.index(at)]
            is_money = column.unit in MONEY_UNITS or bool(_MONEY_HEADING.search(column.header))
            if paid_in and is_money and not currency_of([text]):
                column = replace(column, unit=money)  # each row says its own
            found = read_quantity(in_english(text) if with_comma else text)
            if found and unit and not currency_of([column.header]):  # “Cost EUR” is in none of a row's units
                found = in_unit(found, text, label, unit)
            elif found:
                found = _counted(found, text, label, column, caption)
            yield Cell(text, found, kept.index(at), cells[at].box)


def _counted(found: Quantity, text: str, label: str, column: Column, caption: Caption) -> Quantity | None:
    """What a cell is worth: by what its words count, else by its column's currency."""
    kind = _kind(found, label, column)
    if kind is None:
        counted = with_unit(found, text, column.unit)
        return counted and each(_scaled(counted, column, label, caption), label)
    money = column.unit if column.unit in MONEY_UNITS else ""
    words = f"{label} {column.header}"
    counting = Caption(scale=column.scale, share_scale=caption.share_scale or column.scale)
    return Amounts(money, counting).worth(found, kind, words)


def _kind(found: Quantity, label: str, column: Column) -> Kind | None:
    """What a number without a sign counts where its words say more than that it is an amount."""
    if found.unit or found.scale != ONE:
        return None
    # What a column of a currency counts its heading says, not the label: “Investigation (hours)”.
    of_row = None if column.header.strip("() ") in CURRENCIES else kind_of_row(label)
    of_column = None if _CONDITION.search(column.header) else kind_of_column(column.header)
    if of_row is Kind.PER_SHARE or (of_row is None and of_column is Kind.PER_SHARE):
        return None if not column.unit else Kind.PER_SHARE
    said = next((kind for kind in (of_row, of_column) if kind in _OF_WORDS), None)
    return said if said is not Kind.PERCENT or abs(found.value) < LEAST_NOT_PER_CENT else None


def _scaled(quantity: Quantity, column: Column, label: str, caption: Caption) -> Quantity:
    """An amount of money in the scale of its column, unless it is of one share or has a scale of its own."""
    if quantity.scale != ONE or quantity.unit not in MONEY_UNITS:
        return quantity
    is_price = is_per_share(label) or kind_of_column(column.header) is Kind.PER_SHARE
    is_price = is_price or (caption.except_per_share and may_be_price(column.header))
    return quantity if is_price else quantity.scaled(column.scale)


def _holds_numbers(cells: Sequence[Piece]) -> bool:
    return all(any(map(str.isdigit, cell.text)) and not _LETTER.search(cell.text) for cell in cells)


def _currency_in(texts: Sequence[str]) -> str:
    """The currency that stands alone in a cell, by its code or sign, or else among its words."""
    return next((CURRENCIES[text] for text in texts if text in CURRENCIES), "") or currency_of(texts)


def _only_quantity(text: str) -> Quantity | None:
    """The value's one quantity: “EUR 0.38 per kilometre” is one, “8-pin” is none."""
    if short := in_short_unit(text):
        return short
    found = find_quantities(text)
    if len(found) != 1 or not text.startswith(found[0].text):
        return None
    return found[0] if found[0].unit or found[0].text == text else None
