"""From the pages of a document to its tables."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from reading.calendars.closing_day import document_calendar
from reading.layout.lines import union
from reading.layout.spans import Covered
from reading.lexicon import A_YEAR, SIGNS, SPAN_COUNTS
from reading.model import Cell, Column, Line, ParsedDocument, ParsedPage, Table, TableLine
from reading.tables.find import Block, continues, find_blocks, take_headings
from reading.tables.headings.columns import Places
from reading.tables.headings.groups import with_broken_headings, with_whole_words, without_breaks
from reading.tables.headings.periods import column_times, shows_position
from reading.tables.headings.stacks import says_time
from reading.tables.marked.grids import grids_among, lines_between, titled
from reading.tables.marked.known import with_known_tables
from reading.tables.marked.read import grid_table, naming
from reading.tables.rows.labels import (
    INDENT,
    INDENT_RECOGNISED,
    Row,
    join_wrapped,
    set_paths,
    with_first_labels,
)
from reading.tables.rows.ranges import with_ranges
from reading.tables.rows.repeated import tell_apart
from reading.tables.running_heads import own_lines
from reading.tables.side_by_side import in_sides
from reading.tables.split import Piece, labelled_year, split_line
from reading.tables.titles import BETWEEN, lead
from reading.tables.units.captions import (
    Caption,
    caption_at_foot,
    caption_of_notes,
    read_caption,
    scale_in_first_note,
    share_scale_in_notes,
    with_scale_of_note,
)
from reading.tables.units.columns import count_in, take_units
from reading.tables.units.defaults import Usual, own_caption, texts_of, usual_of
from reading.tables.units.kinds import (
    Amounts,
    Kind,
    buys_too_many,
    is_per_share,
    is_too_large,
    is_written_out,
    says_per_cent,
)
from reading.tables.units.numbers import (
    currency_behind,
    currency_of,
    groups_by_point,
    usual_currency,
    writes_comma,
)
from reading.tables.units.settle import read_cells
from reading.tables.units.signs import Reading
from reading.tables.units.words import counts_each_share, counts_shares, says_area, says_things
from reading.values.dates import DATE, MONTH
from reading.values.fiscal import FiscalCalendar
from reading.values.units import ONE

_LEADS_UP = re.compile(r"\b(?:follow\w*|tables?|below|shows?|presents?|summar\w+)\b", re.IGNORECASE)
_FIGURE = re.compile(rf"[{SIGNS}]\s?\d|\d\s(?:million |billion )?shares\b")
_OPEN_SPAN = re.compile(r"\b(?:ended|ending)$", re.IGNORECASE)
_DAY_FIRST = re.compile(rf"{MONTH}\s\d", re.IGNORECASE)
DEFAULT_CURRENCY = "USD"
TITLE_LENGTH = 300
LEAST_LETTERS = 4  # of a heading beside its time
TITLE_LEAST_WORDS = 3  # of a caption that is title too
MOST_ROWS = 0.6  # of the rows of two tables that bear the same labels
TWIN_ROWS = 3  # at least
_PER_CENT = re.compile(r"%|\bpercent", re.IGNORECASE)
_SHARE_OF = re.compile(r"(?:\bper\s?cent(?:age)?|%)\s+of\b", re.IGNORECASE)
_OF_TIMES = re.compile(
    rf"\b(?:{MONTH}|(?:{SPAN_COUNTS})|months?|weeks?|quarters?|years?|half|fiscal|first|second|third|fourth|to|date|"
    r"ended|ending|as|at|of|for|the|un|audited|restated)\b",
    re.IGNORECASE,
)
_BETWEEN_HEADINGS = re.compile(rf"(?<!\d){BETWEEN}|{BETWEEN}(?!{DATE})", re.IGNORECASE)  # not days
_IN_BRACKETS = re.compile(r"\s*\([^()]*\)")


@dataclass
class _Draft:
    page: ParsedPage
    block: Block
    rows: list[Row]
    title: str = ""
    begun: _Draft | None = None  # that with which the table began, where it goes on from a page before

    @property
    def first(self) -> _Draft:
        return self.begun or self


def read_tables(parsed: ParsedDocument) -> list[Table]:
    """The tables of a document, in reading order, with cells in base units and columns with periods."""
    sheets = [_Sheet(page, lines) for page, lines in own_lines(parsed.pages)]
    drafts = list(_drafts(sheets))
    calendar = document_calendar(parsed, [header for draft in drafts for header in draft.block.headers])
    money = usual_currency(page.text for page in parsed.pages) or DEFAULT_CURRENCY
    texts = [text for draft in drafts for text in texts_of(draft.block)]
    writes = writes_comma(texts)
    with_comma = groups_by_point(texts, (p.text for p in parsed.pages)) if writes is None else writes
    usually = usual_of((draft.block for draft in drafts), money, with_comma=with_comma)
    tables = [with_ranges(_table(draft, calendar, usually)) for draft in drafts]
    grids = [
        grid_table(sheet.page, grid, title, calendar, usually)
        for sheet in sheets
        for grid, title in sheet.grids
    ]
    known = with_known_tables(parsed, [*tables, *grids], calendar, usually)
    return sorted(known, key=lambda table: (table.page, table.char_start))


class _Sheet:
    """The blocks of a page, and its grids with their titles. The split lines of all pages would be many.

    `leads`: the sentence at its end that leads up to the next page's first table, or "".
    """

    def __init__(self, page: ParsedPage, own: Iterable[Line]) -> None:
        self.page = page
        split = [labelled_year(split_line(line)) for line in in_sides(list(own))]
        lines = with_broken_headings(split)
        if page.grids:
            marked = Covered((grid.char_start, grid.char_end) for grid in page.grids)
            lines = [replace(each, is_marked=each.line in marked) for each in lines]
        grids = list(grids_among(lines))
        self.blocks = [
            block for between in lines_between(lines, grids) for block in find_blocks(between, page.rules)
        ]
        self.grids = list(titled(lines, grids))
        self.first = lines[0].line if lines else None
        leads = lines and lines[-1].line.text.endswith(":")
        self.leads = lead(lines) if leads else ""


def _drafts(sheets: Iterable[_Sheet]) -> Iterator[_Draft]:
    last: _Draft | None = None
    leads = ""
    for sheet in sheets:
        page = sheet.page
        for index, block in enumerate(sheet.blocks):
            is_first = index == 0 and (block.first or block.rows[0]).line is sheet.first
            if is_first and leads and not (block.lead or block.titles):
                block.lead = leads
            draft = _draft(page, block)
            if index == 0 and last and last.page.number == page.number - 1 and continues(block, last.block):
                take_headings(block, last.block, last.first.block)
                draft.begun = last.first
            # That of the table before, which shows the same rows for another time or part.
            draft.title = _title(block) or (last.title if last and _are_alike(last.rows, draft.rows) else "")
            last = draft
            yield draft
        leads = sheet.leads


def _are_alike(rows: Sequence[Row], others: Sequence[Row]) -> bool:
    """Whether most rows of either bear the same labels, as of a table for each of two times."""
    labels, same = ({row.label for row in each if row.has_cells and row.label} for each in (rows, others))
    return len(labels & same) >= MOST_ROWS * max(len(labels), len(same), TWIN_ROWS)


def _draft(page: ParsedPage, block: Block) -> _Draft:
    rows = with_whole_words(join_wrapped(with_first_labels(block.rows)), page.text)
    set_paths(rows, INDENT if page.ocr_confidence is None else INDENT_RECOGNISED)
    tell_apart(rows)
    return _Draft(page, block, rows)


def _table(draft: _Draft, calendar: FiscalCalendar, usually: Usual) -> Table:
    block = draft.block
    texts = texts_of(block)
    own_comma = writes_comma(texts)
    with_comma = usually.with_comma if own_comma is None else own_comma
    units = take_units(draft.rows, block.captions)
    amounts, captioned = _amounts(draft, texts, usually)
    columns = _columns(draft, calendar, amounts)
    found = Places(columns)
    places = [[found.column_of(piece) for piece in row.split.cells] for row in draft.rows]
    headers = [with_scale_of_note(column.header, _text_below(draft)) for column in columns]
    for at, header in enumerate(headers):
        if buys_too_many(header, _texts_in(draft.rows, places, at), amounts.caption.share_scale):
            amounts = replace(amounts, caption=replace(amounts.caption, share_scale=ONE))
    read = read_cells(
        draft.rows,
        places,
        headers,
        amounts,
        captioned=captioned,
        with_comma=with_comma,
    )
    count_in(units, draft.rows, read, with_comma=with_comma)
    rows = tuple(
        _line(row, places[number], number, read)
        for number, row in enumerate(draft.rows)
        if row.has_cells or _FIGURE.search(row.label)
    )
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
        label_header=_label_header(block, columns),
    )


def _label_header(block: Block, columns: Sequence[Column]) -> str:
    """The one word or two over the labels, unless columns are times alone, as those of statements are."""
    if len(block.captions) != 1 or any(not column.header or _is_time(column) for column in columns):
        return ""
    return naming(block.captions[0])


def _is_time(column: Column) -> bool:
    """Whether nothing but a time heads the column: “2023”, not “2023 votes”."""
    if column.period is None:
        return False
    rest = _OF_TIMES.sub(" ", column.header.replace(column.period.text, " "))
    return sum(char.isalpha() for char in rest) < LEAST_LETTERS


def _amounts(draft: _Draft, texts: Sequence[str], usually: Usual) -> tuple[Amounts, bool]:
    """How the table's cells count, and whether the table itself says so. `texts`: of its cells."""
    block = draft.block
    money = currency_of([*texts, *block.titles, *block.captions])
    caption = own_caption(block)
    if not caption.scale:
        at_foot = caption_at_foot(_text_below(draft).partition("\n")[2])
        caption = at_foot if at_foot.scale else caption
    captioned, of_shares = caption.scale is not None, not caption.scale and bool(caption.share_scale)
    above = "" if captioned else _text_above(draft)
    of_notes = caption_of_notes(above)
    said = next((each for each in (of_notes, usually.caption) if each.scale), None)
    usual = said or Caption()
    if not captioned and (money or of_notes.money or counts_shares([row.label for row in draft.rows], texts)):
        if not of_notes.scale and is_too_large(texts, usual.scale, usually.largest):
            usual = replace(usual, scale=ONE, share_scale=ONE)
        caption = _lent_caption(draft, texts, usual, caption.share_scale)
    all_of = _said_of_all([*block.titles, *block.captions])
    money = caption.money or money or usual.money or usually.money
    return Amounts(money, caption, of_shares, all_of), captioned


def _lent_caption(draft: _Draft, texts: Sequence[str], usual: Caption, of_shares: Decimal | None) -> Caption:
    """What the document's other tables or the notes say, as far as the table's numbers may count so.

    `of_shares`: the scale of shares that the table says of its own.
    """
    below, labels = _text_below(draft), [row.label for row in draft.rows]
    noted = scale_in_first_note(below.partition("\n")[2])
    counted_in = of_shares or share_scale_in_notes(below) or noted
    caption = replace(usual, scale=noted or usual.scale, share_scale=counted_in or usual.share_scale)
    whole = (row for row in draft.rows if not is_per_share(row.label))
    if is_written_out([piece.text for row in whole for piece in row.split.cells]):
        caption = replace(caption, scale=ONE)
    if counted_in is None and counts_each_share(labels, texts):
        is_round = is_written_out([text for text in texts if currency_of([text])])
        caption = replace(caption, share_scale=ONE, scale=ONE if is_round else caption.scale)
    return caption


def _texts_in(rows: Sequence[Row], places: Sequence[Sequence[int]], column: int) -> Iterator[str]:
    for row, at in zip(rows, places, strict=True):
        yield from (piece.text for piece, place in zip(row.split.cells, at, strict=True) if place == column)


def _text_above(draft: _Draft) -> str:
    """The words of the page up to the table and its headings."""
    first = (draft.block.first or draft.block.rows[0]).line
    before = (line for line in draft.page.lines if line.char_start < first.char_start)
    return "\n".join(line.text for line in before if line.box.top < first.box.top)


def _text_below(draft: _Draft) -> str:
    """The words of the page from the table's last row on: its notes stand there."""
    return draft.page.text[draft.block.rows[-1].line.char_start :]


def _said_of_all(captions: Sequence[str]) -> Kind | None:
    said = ((Kind.PERCENT, says_per_cent), (Kind.AREA, says_area), (Kind.THINGS, says_things))
    return next((kind for kind, says in said if any(map(says, captions))), None)


def _title(block: Block) -> str:
    titles = [
        said for title in block.titles if (said := _said_in(title) if read_caption(title).scale else title)
    ]
    ends = [at for at, title in enumerate(titles[:-1], start=1) if _ends_sentence(title)]
    titles = titles[ends[-1] :] if ends else titles
    if titles and titles[0][:1].islower():  # the last line of a sentence that leads up to the table
        titles[0] = f"{block.lead} {titles[0]}"
    lead = [_without_scale(block.lead)] if block.lead else [_said_in(each) for each in block.captions]
    shares = [each.strip("()") for each in block.captions if _SHARE_OF.search(each)] if titles else []
    return " – ".join(filter(None, [*(titles or lead), *shares])).strip()[:TITLE_LENGTH]


def _ends_sentence(title: str) -> bool:
    return title.endswith(".") and (title[0].islower() or len(title.split()) > 5)


def _said_in(caption: str) -> str:
    """What a caption says apart from the scale: “Assets by segment were as follows ($ in millions):”."""
    text = _without_scale(caption)
    is_long = len(text.split()) >= TITLE_LEAST_WORDS and not read_caption(text).scale
    return text if is_long and not says_time(text) else ""


def _without_scale(text: str) -> str:
    return _IN_BRACKETS.sub(lambda found: "" if read_caption(found[0]).scale else found[0], text)


def _columns(draft: _Draft, calendar: FiscalCalendar, amounts: Amounts) -> tuple[Column, ...]:
    block = draft.block
    contexts = [*_joined_times(block.captions), *reversed(block.titles)]
    years = [said for said in block.captions if A_YEAR.fullmatch(said)]
    if not any(title.rstrip().endswith(":") for title in block.titles):
        contexts.extend(
            reversed(_BETWEEN_HEADINGS.split(block.lead))
        )  # else a sentence of its own leads up to the table
    is_position = _shows_position(draft)
    columns = []
    text = draft.page.text.lower() if any("- " in header for header in block.headers) else ""
    headers = [without_breaks(header, text) for header in block.headers]
    # A year alone that stands over the labels is that of columns without time.
    year = years[0] if len(years) == 1 else ""
    dated = [f"{header} {year}" if year and not says_time(header) else header for header in headers]
    times = column_times(dated, contexts, calendar, is_position=is_position)
    for span, header, time in zip(block.spans, headers, times, strict=True):
        unit = "%" if _PER_CENT.search(header) else currency_behind(header) or amounts.money
        scale = amounts.caption.scale or ONE
        columns.append(Column(header, time.period, unit, scale, span.x0, span.x1, time.part))
    return tuple(columns)


def _joined_times(captions: Sequence[str]) -> list[str]:
    """The captions, “As of or for the year ended” together with the “December 31,” on the line below it."""
    joined: list[str] = []
    for caption in captions:
        if joined and _OPEN_SPAN.search(joined[-1]) and _DAY_FIRST.match(caption):
            joined[-1] = f"{joined[-1]} {caption}"
        else:
            joined.append(caption)
    return joined


def _shows_position(draft: _Draft) -> bool:
    """Whether the table's amounts are of a day, as those of the one that it continues."""
    draft = draft.first
    titles = [title for title in draft.block.titles if not _ends_sentence(title) or _LEADS_UP.search(title)]
    around = " ".join([*titles, *draft.block.captions, draft.block.lead])
    return shows_position(around, [row.label for row in draft.rows])


def _line(row: Row, places: Sequence[int], number: int, read: Mapping[tuple[int, int], Reading]) -> TableLine:
    cells = tuple(
        _cell(piece, places[at], read.get((number, at))) for at, piece in enumerate(row.split.cells)
    )
    lines = [split.line for split in row.lines]
    return TableLine(
        label=row.label,
        path=row.path,
        cells=cells,
        line=row.split.line,
        char_start=min(line.char_start for line in lines),
        char_end=max(line.char_start + len(line.text) for line in lines),
    )


def _cell(piece: Piece, column: int, reading: Reading | None) -> Cell:
    if reading is None:
        return Cell(piece.text, None, column, piece.box)
    return Cell(piece.text, reading.quantity, column, piece.box, sure=reading.sure)
