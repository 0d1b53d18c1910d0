"""Excel workbooks and CSV files: each sheet a page, a long sheet a page for every few hundred rows."""

from __future__ import annotations

import csv
import io
import re
import warnings
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime, time, timedelta
from itertools import chain, groupby, islice, zip_longest
from pathlib import Path
from typing import Any

import openpyxl
from openpyxl.packaging.core import DocumentProperties
from openpyxl.utils.cell import range_boundaries

from reading.formats.encodings import decode
from reading.formats.flow import MAX_COLUMNS, Block, Heading, Paragraph, flow_page, table_of
from reading.lexicon import A_YEAR, SIGNS
from reading.model import DocumentInfo, OutlineItem, ParsedPage, SkippedPage, UnreadableDocument

Row = list[str]
ROWS_PER_PAGE = 300  # a page of them is read and shown in well under a second
MAX_CELL = 1_000_000  # characters; Excel's own limit is 32,767
MAX_EMPTY_ROWS = 5000  # in succession, after which a sheet is taken to end
SNIFFED_CHARACTERS = 20_000
MOST_MERGED = 5000  # merged cells of a sheet that are looked at
Merged = tuple[int, int, int, int]
_MERGED = re.compile(rb'<mergeCell [^>]*?ref="([A-Z]{1,3}[0-9]{1,7}:[A-Z]{1,3}[0-9]{1,7})"')
_AMOUNT = re.compile(rf"\s*[-(]?\s*[{SIGNS}]?\s*\d[\d.,]*\s*[%)]?\s*$")
_DECIMALS = re.compile(r"\.([0#?]+)")
_GROUPED = re.compile(r"[0#?],[0#?]")
# “#,##0,” shows thousands. Where a word follows, as in “0.0,,"M"”, no caption says so: all digits are shown.
_IN_THOUSANDS = re.compile(r"[0#?](,+)(?![0#?,.])(?!.*[a-zA-Z])")
_SIGNS = re.compile(rf"\[\$([^-\]]*)|([{SIGNS}])")


LEAST_NOTES = 3  # rows above a table's headings
MOST_STACKED = 4  # rows of headings one over another
LABEL_COLUMNS = 2  # the first ones: how each cell is set in takes a sixth of the time of reading a sheet
BLANKS_OF_LEVEL = 3  # as wide as Excel sets in
MOST_BLANKS = 60
JUST_NOW = timedelta(minutes=5)


def read_xlsx(path: Path, *, max_rows: int) -> Iterator[DocumentInfo | ParsedPage | SkippedPage]:
    """The workbook's properties, then its sheets. Of formulas the values that Excel stored are read."""
    # Given the open file, openpyxl does not ask for a name that ends as it expects; it warns of what it does
    # not know.
    with path.open("rb") as file, warnings.catch_warnings(action="ignore"):
        book = openpyxl.load_workbook(file, read_only=True, data_only=True, keep_links=False)
        broken: list[str] = []
        sheets = [
            (sheet.title, with_merged(list(_readable_rows(sheet, max_rows, broken)), _merged(book, sheet)))
            for sheet in book.worksheets
        ]
    pages, outline, skipped = pages_of_sheets(sheets, max_rows)
    skipped.extend(SkippedPage(len(pages) + len(skipped) + at, why) for at, why in enumerate(broken, 1))
    created = _saved(book.properties)
    yield DocumentInfo(
        page_count=len(pages) + len(skipped),
        title=str(book.properties.title or ""),
        created=created,
        outline=tuple(outline),
    )
    yield from pages
    yield from skipped


def _merged(book: Any, sheet: Any) -> list[Merged]:
    """The cells that are merged, of which openpyxl tells nothing where it reads row by row."""
    try:
        with book._archive.open(sheet._worksheet_path) as part:
            found = _MERGED.findall(part.read())
    except (KeyError, AttributeError, zipfile.BadZipFile, zlib.error):
        return []
    bounds = (range_boundaries(each.decode("ascii")) for each in found[:MOST_MERGED])
    return [(left, top, right, bottom) for left, top, right, bottom in bounds if None not in (left, bottom)]


def with_merged(rows: list[Row], merged: Iterable[Merged]) -> list[Row]:
    """The rows with what stands in a merged cell in each of its columns, and in each of its rows of numbers.

    A cell that is alone in its row is a title: it stays one. A heading that stands over several is joined
    with each of them. `merged`: left, top, right, bottom, from 1.
    """
    merged = list(merged)
    filled = [sum(map(bool, row)) for row in rows]
    for left, top, right, bottom in merged:
        if top > len(rows) or left > len(rows[top - 1]) or not (text := rows[top - 1][left - 1]):
            continue
        if filled[top - 1] > 1:
            _put(rows[top - 1], range(left, right), text.strip())
        for row in rows[top:bottom]:
            if left <= LABEL_COLUMNS and any(map(_is_amount, row[right:])):
                _put(row, range(left - 1, left), text)
    wide = [
        (top, range(left - 1, right)) for left, top, right, bottom in merged if left < right and top == bottom
    ]
    for top in sorted({top for top, _ in wide}, reverse=True):
        if top < len(rows) and filled[top - 1] > 1:
            _join_headings(rows, top - 1, {at for own, places in wide if own == top for at in places})
    return rows


def _join_headings(rows: list[Row], at: int, under: set[int]) -> None:
    """One row of headings in place of two: “Staff” over “Women” and “Men” is “Staff Women”, “Staff Men”.

    `under`: the columns of those that stand over several; the row below has words or years there alone.
    """
    upper, lower = rows[at], rows[at + 1]
    own = {column for column, cell in enumerate(lower) if cell}
    is_heading = not any(map(_is_amount, lower)) and any(map(_is_amount, chain(*rows[at + 2 : at + 3])))
    if own and own <= under and under <= own | {0} and is_heading:
        joined = zip_longest(upper, lower, fillvalue="")
        rows[at : at + 2] = [[" ".join(filter(None, (above.strip(), below))) for above, below in joined]]


def _is_amount(cell: str) -> bool:
    return bool(_AMOUNT.match(cell)) and not A_YEAR.fullmatch(cell.strip())


def _put(row: Row, places: range, text: str) -> None:
    row.extend([""] * (places.stop - len(row)))
    for place in places:
        row[place] = row[place] or text


def _saved(properties: DocumentProperties) -> date | None:
    """The day on which the workbook was saved; None where it does not say, and openpyxl puts this moment."""
    saved = properties.modified or properties.created
    if not isinstance(saved, datetime):
        return None
    is_now = abs(datetime.now(UTC).replace(tzinfo=None) - saved.replace(tzinfo=None)) < JUST_NOW
    return None if is_now else saved.date()


def read_csv(path: Path, *, max_rows: int) -> Iterator[DocumentInfo | ParsedPage | SkippedPage]:
    """The file as one sheet without a name. Raises `UnreadableDocument`."""
    text = decode(path.read_bytes())
    csv.field_size_limit(MAX_CELL)
    reader = csv.reader(
        io.StringIO(text, newline=""), delimiter=_delimiter(text), skipinitialspace=True
    )  # quotes behind a space
    try:
        rows = [[cell.strip() for cell in row[:MAX_COLUMNS]] for row in islice(reader, max_rows + 1)]
    except csv.Error as error:
        raise UnreadableDocument(
            f"The file is no table: a cell near line {reader.line_num:,} has no end. Close its quotation "
            "mark and upload the file again.",
            reason="broken",
        ) from error
    pages, outline, skipped = pages_of_sheets([("", rows)], max_rows)
    yield DocumentInfo(page_count=len(pages) + len(skipped), outline=tuple(outline))
    yield from pages
    yield from skipped


def _delimiter(text: str) -> str:
    """What parts the cells: the sign that splits the first lines most evenly."""
    lines = [line for line in text[:SNIFFED_CHARACTERS].splitlines()[:30] if line.strip()]
    counts = {sign: [line.count(sign) for line in lines] for sign in ",;\t|"}
    return max(counts, key=lambda sign: (min(counts[sign], default=0), sum(counts[sign])))


def pages_of_sheets(
    sheets: Iterable[tuple[str, list[Row]]], max_rows: int
) -> tuple[list[ParsedPage], list[OutlineItem], list[SkippedPage]]:
    """The pages of named sheets with their headings, and what was left out of them."""
    pages: list[ParsedPage] = []
    outline: list[OutlineItem] = []
    skipped: list[SkippedPage] = []
    left = max_rows
    for name, rows in sheets:
        taken = rows[:left]
        for title, blocks in _parts(name, taken):
            page, headings = flow_page(len(pages) + len(skipped) + 1, blocks, title=title)
            pages.append(page)
            outline.extend(headings)
        if len(rows) > left:
            skipped.append(SkippedPage(len(pages) + len(skipped) + 1, _left_out(name, left, max_rows)))
        left -= len(taken)
    return pages, outline, skipped


def _left_out(name: str, taken: int, max_rows: int) -> str:
    sheet = f"of the sheet “{name}” " if name else ""
    return (
        f"The rows {sheet}after row {taken:,} were left out: at most {max_rows:,} rows of a file are read "
        "(RAGSITE_SHEET_ROWS)."
    )


def _parts(name: str, rows: list[Row]) -> Iterator[tuple[str, list[Block]]]:
    """The sheet's pages; each after the first begins with the header of the table that it goes on with."""
    called = f"Sheet “{name}”" if name else ""
    header: Row = []
    for start in range(0, len(rows), ROWS_PER_PAGE):
        part = rows[start : start + ROWS_PER_PAGE]
        blocks: list[Block] = [Heading(name)] if name else []
        rest = [header, *part] if header and part[0] and any(part[0]) else part
        blocks.extend(_blocks(rest))
        last = f"rows {start + 1:,}–{start + len(part):,}"
        title = called if len(rows) <= ROWS_PER_PAGE else f"{called}, {last}" if called else last.capitalize()
        yield title, blocks
        header = _header_at_end(rest, header)


def _header_at_end(rows: list[Row], header: Row) -> Row:
    """The first full row of the table in which `rows` end."""
    tail: list[Row] = []
    for row in reversed(rows):
        if not any(row):
            break
        tail.append(row)
    return next((row for row in reversed(tail) if sum(map(bool, row)) > 1), header)


def _blocks(rows: Iterable[Row]) -> Iterator[Block]:
    """Tables are parted by empty rows; rows of one cell above a table are its title and captions."""
    for group in with_parts_below(list(group) for is_filled, group in groupby(rows, key=any) if is_filled):
        notes, body, below = apart_from_notes(group)
        yield from _said(notes)
        above = next((at for at, row in enumerate(body) if sum(map(bool, row)) > 1), len(body))
        for at, row in enumerate(body[:above]):
            yield Paragraph("".join(row).strip(), joins=at > 0)
        if body[above:]:
            yield table_of(with_stacked_headings(body[above:]), joins=above > 0)
        yield from _said(below)


def with_parts_below(groups: Iterable[list[Row]]) -> list[list[Row]]:
    """The groups of rows between empty ones; one that goes on under the headings of the last is its part."""
    found: list[list[Row]] = []
    for group in groups:
        if found and _is_under(found[-1], group[0]):
            found[-1] += group
        else:
            found.append(group)
    return found


def _is_under(before: list[Row], row: Row) -> bool:
    """Whether the row has a label and numbers, all under headings of a table that has numbers itself."""
    at = next((at for at, each in enumerate(before) if sum(map(bool, each)) > 1), len(before))
    headings, body = before[at : at + 1], before[at + 1 :]
    if not headings or not headings[0][0] or any(map(_is_amount, headings[0])):
        return False
    columns = {column for column, cell in enumerate(headings[0]) if cell}
    own = {column for column, cell in enumerate(row) if cell}
    has_numbers = any(map(_is_amount, chain(*body)))
    return has_numbers and bool(row[0]) and own <= columns and any(map(_is_amount, row[1:]))


def with_stacked_headings(rows: list[Row]) -> list[Row]:
    """The rows with one row of headings in place of several: “Median” over “Monthly” over “Salary”.

    What goes on with the headings has nothing in the first column and words alone below some of them, and
    numbers come after it.
    """
    heading = rows[0]
    if not heading[0] or any(map(_is_amount, heading)):
        return rows
    columns = {at for at, cell in enumerate(heading) if cell}
    end = 1
    while end < min(len(rows), MOST_STACKED) and _goes_on(rows[end], columns):
        end += 1
    if end == 1 or end == len(rows) or not any(map(_is_amount, rows[end])):
        return rows
    joined = (
        " ".join(cell.strip() for cell in cells if cell) for cells in zip_longest(*rows[:end], fillvalue="")
    )
    return [list(joined), *rows[end:]]


def _goes_on(row: Row, columns: set[int]) -> bool:
    own = {at for at, cell in enumerate(row) if cell}
    return bool(own) and not row[0] and own <= columns and not any(map(_is_amount, row))


def _said(notes: list[Row]) -> Iterator[Block]:
    """Rows that are no table's, each as a line of one paragraph."""
    for at, row in enumerate(notes):
        yield Paragraph(" ".join(cell.strip() for cell in row if cell.strip()), joins=at > 0)


def apart_from_notes(body: list[Row]) -> tuple[list[Row], list[Row], list[Row]]:
    """The rows of words above the headings of a table that are notes, its rows, and the notes below it.

    Three rows or more above the row that stands right over the first numbers and is as full as any are
    notes; one or two may be headings that stand over others. Notes below have no number and are less full.
    """
    filled = [sum(map(bool, row)) for row in body]
    numbered = [any(map(_is_amount, row)) for row in body]
    at = next((at for at, below in enumerate(numbered[1:]) if below), 0)  # the row above the first number
    full = max(filled, default=0)
    if at < LEAST_NOTES or numbered[at] or filled[at] < full:
        return [], body, []
    last = max(row for row in range(at, len(body)) if filled[row] == full or numbered[row])
    return body[:at], body[at : last + 1], body[last + 1 :]


def _readable_rows(sheet: Any, max_rows: int, broken: list[str]) -> Iterator[Row]:
    """The sheet's rows up to one that cannot be read, of which `broken` is then told."""
    number = 0
    try:
        for row in _rows(sheet, max_rows):
            yield row
            number += 1
    except MemoryError:
        raise
    except Exception:  # one cell that is no number must not cost the workbook
        broken.append(
            f"The rows of the sheet “{sheet.title}” after row {number:,} cannot be read: save it again in "
            "Excel and upload the new file."
        )


def _rows(sheet: Any, max_rows: int) -> Iterator[Row]:
    """The sheet's rows without empty ones at its end, one more than `max_rows` at most."""
    sheet.reset_dimensions()  # what a file says of its size may be wrong
    empty: list[Row] = []
    for cells in islice(sheet.iter_rows(max_col=MAX_COLUMNS), max_rows + 1):
        row = [_text(cell) for cell in cells]
        while row and not row[-1]:
            row.pop()
        if not row:
            empty.append(row)
            if len(empty) > MAX_EMPTY_ROWS:
                return
            continue
        yield from empty
        empty.clear()
        yield row


def _text(cell: Any) -> str:
    value = cell.value
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, datetime):
        return str(value.date()) if value.time() == time() else value.isoformat(" ", "minutes")
    if isinstance(value, (date, time)):
        return value.isoformat()
    if isinstance(value, (int, float)):
        return _number(value, str(cell.number_format or ""))
    words = " ".join(str(value).split())
    return f"{_indent(cell, str(value))}{words}" if words and cell.column <= LABEL_COLUMNS else words


def _indent(cell: Any, value: str) -> str:
    """Blanks by which a label is set in, typed before it or set as its format."""
    typed = len(value) - len(value.lstrip(" \u00a0"))
    levels = getattr(getattr(cell, "alignment", None), "indent", 0) or 0
    return " " * min(typed + BLANKS_OF_LEVEL * int(levels), MOST_BLANKS)


def _number(value: float, written: str) -> str:
    """The number as the sheet shows it: per cents, thousands, decimals and currency signs."""
    positive = written.split(";")[0]
    found = _DECIMALS.search(positive)
    least, most = (found[1].count("0"), len(found[1])) if found else (0, 0)
    if "%" in positive:
        return _decimals(f"{value * 100:.{most}f}", least) + "%"
    if thousands := _IN_THOUSANDS.search(positive):
        value /= 1000 ** len(thousands[1])
    if _GROUPED.search(positive):
        text = _decimals(f"{abs(value):,.{most}f}", least)
    elif found or positive == "0" or thousands:
        text = _decimals(f"{abs(value):.{most}f}", least)
    else:
        text = f"{abs(value):.12g}" if abs(value) < 1e12 else f"{abs(value):.0f}"
    sign = _SIGNS.search(positive)
    return ("-" if value < 0 else "") + ((sign[1] or sign[2] or "") if sign else "") + text


def _decimals(text: str, least: int) -> str:
    """The digits without noughts at their end, but for `least` behind the point."""
    whole, point, behind = text.partition(".")
    kept = behind[:least] + behind[least:].rstrip("0")
    return whole + (point if kept else "") + kept
