"""From the pages of a document to its tables."""

from __future__ import annotations

from reading.calendars.closing_day import document_calendar
from reading.layout.lines import union
from reading.model import ParsedDocument, Table
from reading.tables.amounts import amounts_of, counted_singly
from reading.tables.column_heads import columns_of, headers_of, label_header, measure_header
from reading.tables.drafts import TITLE_LENGTH, Draft, Sheet, drafts_of
from reading.tables.drawn.read import with_drawn_tables
from reading.tables.headings.columns import Places
from reading.tables.lines import table_lines
from reading.tables.marked.known import with_known_tables
from reading.tables.marked.read import grid_table
from reading.tables.rows.counted import with_counts
from reading.tables.rows.ranges import with_ranges
from reading.tables.ruled.read import with_ruled_tables
from reading.tables.running_heads import own_lines
from reading.tables.units.columns import count_in, take_units
from reading.tables.units.defaults import Usual, texts_of, usual_in
from reading.tables.units.named_units import with_said_units
from reading.tables.units.settle import read_cells
from reading.values.fiscal import FiscalCalendar


def read_tables(parsed: ParsedDocument) -> list[Table]:
    """The tables of a document, in reading order, with cells in base units and columns with periods."""
    sheets = [Sheet(page, lines) for page, lines in own_lines(parsed.pages)]
    drafts = list(drafts_of(sheets))
    calendar = document_calendar(parsed, [header for draft in drafts for header in draft.block.headers])
    usually = usual_in(parsed.pages, [draft.block for draft in drafts])
    tables = [with_counts(with_ranges(_table(draft, calendar, usually))) for draft in drafts]
    grids = [
        grid_table(sheet.page, grid, title, calendar, usually)
        for sheet in sheets
        for grid, title in sheet.grids
    ]
    known = with_known_tables(parsed, [*tables, *grids], calendar, usually)
    known = with_drawn_tables(parsed, with_ruled_tables(parsed, known), calendar, usually)
    return sorted(with_said_units(known), key=lambda table: (table.page, table.char_start))


def _table(draft: Draft, calendar: FiscalCalendar, usually: Usual) -> Table:
    block = draft.block
    texts = texts_of(block)
    with_comma = usually.comma_in(texts)
    units = take_units(draft.rows, block.captions)
    amounts, captioned = amounts_of(draft, texts, usually)
    columns = columns_of(draft, calendar, amounts)
    found = Places(columns)
    places = [[found.column_of(piece) for piece in row.split.cells] for row in draft.rows]
    headers = headers_of(columns, draft)
    amounts = counted_singly(amounts, headers, draft.rows, places)
    read = read_cells(
        draft.rows,
        places,
        headers,
        amounts,
        captioned=captioned,
        with_comma=with_comma,
    )
    count_in(units, draft.rows, read, with_comma=with_comma)
    rows = table_lines(draft.rows, places, read)
    first = block.first.line if block.first else rows[0].line
    return Table(
        page=draft.page.number,
        title=draft.title,
        caption=" ".join([*block.captions, block.lead]).strip()[:TITLE_LENGTH],
        columns=columns,
        rows=rows,
        box=union([first.box, *(row.split.line.box for row in draft.rows)]),
        char_start=min(first.char_start, rows[0].char_start),
        char_end=max(row.char_end for row in rows),
        label_header=label_header(block, columns),
        measure_header=measure_header(block),
    )
