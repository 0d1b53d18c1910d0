"""Tables between level rules, read by their columns: headings over one and over several, rows, cells."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from reading.layout.lines import union
from reading.lexicon import A_YEAR, SIGNS, YEAR
from reading.model import Box, Cell, Column, Line, ParsedDocument, ParsedPage, Table, TableLine, Word
from reading.tables.ruled.frames import Frame, cells_of, frames_of, rows_of
from reading.tables.ruled.merged import Row, Text, joined, spread_merged
from reading.tables.units.columns import with_unit
from reading.tables.units.numbers import read_number
from reading.values.units import ONE

LEAST_ROWS, LEAST_COLUMNS = 1, 2  # columns with that of the labels
LEAST_NUMERIC = 0.5  # of the cells of a row of data
LEAST_NUMERIC_CELLS = 0.2  # of all cells; what has fewer is a layout of words
COMMON = 0.1  # of the rows of data, that have as many cells as the fullest
MOST_MISSED = 0.6  # of the rows: what has as many cells as there are rows are labels that stand a little off
LEAST_MISSED = 2  # cells below each other, that are a column though the fullest row has none there
SPARSE = 0.5  # of the cells of full rows, from which on a row is one of cells that reach over two lines
LEAST_HEADED = 0.6  # of the columns of a table that is read by its rules
HEADED = 0.75  # of the columns of a table that is read well without
INSIDE = 0.5  # of a table's height, within the frame, from which on they are the same
JOINS = 0.8  # heights of a line between the lines of one cell
_NUMBER = re.compile(rf"[-−–+±~<>≤≥(]?\s?[{SIGNS}]?\d[\d.,]*")
_HEADS = re.compile(rf"^(?:to )?{YEAR}[-–—/]\d\d")  # spans of years, which head what stands below
_PER_CENT = re.compile(r"(?<!\d)%|\bper\s?cent(?:age)?s?\b", re.IGNORECASE)
_LETTER = re.compile(r"[^\W\d_]")
_NUMBERED = re.compile(r"(?:table|tabelle|tableau|tabla|tabel|表)\s*[\dIVX]", re.IGNORECASE)
_TITLE_GAP = 1.2  # heights of a line
TITLE_LINES = 4
TITLE_LENGTH = 300
_HEIGHTS_BELOW = 1.6  # a heading, where the rule under it stands


def with_ruled_tables(parsed: ParsedDocument, tables: Sequence[Table]) -> list[Table]:
    """`tables`, those between rules read anew where most columns have no heading, or labels are merged.

    Statements, whose columns have periods, stay as they are.
    """
    found = list(tables)
    for page in parsed.pages:
        if not page.rules:
            continue
        for frame in frames_of(page):
            box = Box(frame.x0, frame.tops[0], frame.x1, frame.tops[-1])
            same = [each for each in found if each.page == page.number and _is_in(each, box)]
            if any(column.period for each in same for column in each.columns):
                continue
            is_well_read = bool(same) and all(_is_headed(each, box) for each in same)
            table, is_merged = _table(page, frame)
            if is_well_read and not is_merged:
                continue
            if table is not None and not (same and _tells_time(table)):
                found = [each for each in found if each not in same]
                found.append(table)
    return found


def _is_in(table: Table, frame: Box) -> bool:
    """Whether it stands in the frame, or all its rows do, below what was taken for their heading."""
    if _overlap(table.box, frame) >= INSIDE:
        return True
    beside = table.box.x1 < frame.x0 or table.box.x0 > frame.x1
    middles = [(row.line.box.top + row.line.box.bottom) / 2 for row in table.rows]
    return not beside and all(frame.top <= at <= frame.bottom for at in middles)


def _overlap(box: Box, frame: Box) -> float:
    """What share of a table's height stands in the frame; none where they stand beside each other."""
    if box.x1 < frame.x0 or box.x0 > frame.x1:
        return 0.0
    shared = min(box.bottom, frame.bottom) - max(box.top, frame.top)
    return shared / max(box.bottom - box.top, 1.0)


def _is_headed(table: Table, frame: Box) -> bool:
    """Whether the table is read well: with headings, and nothing of what stands beside or above the frame."""
    headed = sum(bool(column.header) for column in table.columns)
    goes_over = table.box.x0 < frame.x0 - 10 or table.box.x1 > frame.x1 + 10
    return headed >= HEADED * len(table.columns) and not goes_over and _overlap(table.box, frame) >= INSIDE


def _tells_time(table: Table) -> bool:
    """Whether years head its columns, as those of a statement."""
    return any(A_YEAR.search(column.header) for column in table.columns)


def _table(page: ParsedPage, frame: Frame) -> tuple[Table | None, bool]:
    """The table, and whether a label of it reaches over several rows."""
    heads, body = _parted(frame)
    if (
        not heads
        or len(body) < LEAST_ROWS
        or all(_HEADS.search(cell.text) for row in body for cell in row[1:])
    ):
        return None, False
    spans = _columns([*body, *heads[-1:]])
    blocks = [_block(cells, frame) for cells in body]
    wider = sorted([*spans, *_missed(body, spans)])
    spread, is_merged = spread_merged([_placed(cells, wider) for cells in body], blocks)
    if is_merged:
        spans = wider
    else:
        spread, is_merged = spread_merged([_placed(cells, spans) for cells in body], blocks)
    if len(spans) < LEAST_COLUMNS:
        return None, False
    headings = _headings(heads, spans, frame.parts)
    rows, parts = _whole_rows(spread)
    lines = list(_lines(page, rows, parts if _repeats_labels(rows) else {}))
    cells = [cell for line in lines for cell in line.cells]
    numeric = sum(_NUMBER.match(cell.text) is not None for cell in cells)
    headed = sum(map(bool, headings[1:]))
    if headed < LEAST_HEADED * len(headings[1:]) or numeric < LEAST_NUMERIC_CELLS * max(len(cells), 1):
        return None, False
    units = ["%" if _PER_CENT.search(heading) else "" for heading in headings]
    columns = tuple(Column(headings[at], None, units[at], ONE, *spans[at]) for at in range(1, len(spans)))
    lines = [replace(line, cells=tuple(_counted(cell, units) for cell in line.cells)) for line in lines]
    table = Table(
        page=page.number,
        title=_title(page, frame),
        caption="",
        columns=columns,
        rows=tuple(lines),
        box=Box(frame.x0, frame.tops[0], frame.x1, frame.tops[-1]),
        char_start=min(line.char_start for line in lines),
        char_end=max(line.char_end for line in lines),
        label_header=headings[0],
    )
    return table, is_merged


def _block(cells: Sequence[Text], frame: Frame) -> int:
    """Between which rules the line stands."""
    return bisect_right(frame.tops, cells[0].middle)


def _counted(cell: Cell, units: Sequence[str]) -> Cell:
    """The cell as a per cent, where its heading counts in them. `units`: of the columns and the labels."""
    if not units[cell.column + 1] or _LETTER.search(cell.text):
        return cell
    return replace(cell, quantity=with_unit(cell.quantity, cell.text, "%"))


def _title(page: ParsedPage, frame: Frame) -> str:
    """The lines right above the table from one that numbers it: “TABLE 2. Deaths by age, sex, and / race”."""
    top, lines = frame.tops[0], list[Line]()
    inside = [line for line in page.lines if line.box.x0 < frame.x1 and line.box.x1 > frame.x0]
    for line in sorted(inside, key=lambda line: -line.box.bottom):
        height = line.box.bottom - line.box.top
        if line.box.bottom > top + 2:
            continue
        if top - line.box.bottom > _TITLE_GAP * height or len(lines) == TITLE_LINES:
            break
        lines.insert(0, line)
        top = line.box.top
        if _NUMBERED.match(line.text):
            return " ".join(each.text for each in lines)[:TITLE_LENGTH]
    return ""


def _parted(frame: Frame) -> tuple[list[list[Text]], list[list[Text]]]:
    """The lines of headings and those below: the first stretch, or all up to the first line of numbers."""
    stretches = [[_texts(row) for row in rows_of(words)] for words in frame.stretches]
    heads = stretches[0]
    rest = [row for stretch in stretches[1:] for row in stretch]
    data = next((at for at, row in enumerate(heads) if _is_data(row)), len(heads))
    if data < len(heads) or not rest:
        return heads[:data], [*heads[data:], *rest]
    first = next((at for at, row in enumerate(rest) if _is_data(row)), 0)
    # A rule under the first of several lines of headings parts none from the others.
    return (heads, rest) if first == 0 or len(stretches) < 3 else ([*heads, *rest[:first]], rest[first:])


def _texts(row: Sequence[Word]) -> list[Text]:
    return [
        Text(" ".join(word.text for word in cell), union([word.box for word in cell]))
        for cell in cells_of(row)
    ]


def _is_data(row: Sequence[Text]) -> bool:
    """Whether most cells behind the first are numbers, and not the years that head columns."""
    cells = row[1:]
    numbers = [cell for cell in cells if _NUMBER.match(cell.text)]
    years = sum(A_YEAR.fullmatch(cell.text) is not None for cell in numbers)
    return len(numbers) > years and len(numbers) >= LEAST_NUMERIC * len(cells)


def _columns(body: Sequence[Sequence[Text]]) -> list[tuple[float, float]]:
    """Where the columns stand, left to right: those of the fullest rows, widened by what stands in each."""
    counts = Counter(map(len, body))
    most = max([count for count in counts if counts[count] >= COMMON * len(body)] or counts)
    spans = [(cell.box.x0, cell.box.x1) for cell in next(row for row in body if len(row) == most)]
    for row in body:
        for cell in row:
            over = [at for at, span in enumerate(spans) if span[0] < cell.box.x1 and span[1] > cell.box.x0]
            if len(over) == 1:
                at = over[0]
                spans[at] = (min(spans[at][0], cell.box.x0), max(spans[at][1], cell.box.x1))
    return spans


def _missed(
    body: Sequence[Sequence[Text]], spans: Sequence[tuple[float, float]]
) -> list[tuple[float, float]]:
    """Columns that only some rows fill, as that of merged labels: cells below each other, below none."""
    missed: list[list[Box]] = []
    for row in body:
        for cell in row:
            is_said = any(map(str.isalnum, cell.text))  # a sign of money belongs to its number
            if not is_said or any(_nearness(cell.box, span) > 0 for span in spans):
                continue
            same = next((each for each in missed if _nearness(cell.box, _reach(each)) > 0), None)
            if same is None:
                missed.append([cell.box])
            else:
                same.append(cell.box)
    full = sum(len(row) >= SPARSE * len(spans) for row in body)
    return [_reach(each) for each in missed if LEAST_MISSED <= len(each) <= MOST_MISSED * full]


def _reach(boxes: Sequence[Box]) -> tuple[float, float]:
    return min(box.x0 for box in boxes), max(box.x1 for box in boxes)


def _placed(cells: Sequence[Text], spans: Sequence[tuple[float, float]]) -> Row:
    """Each cell in the column that it overlaps most, else in the nearest."""
    row: Row = {}
    for cell in cells:
        at = max(range(len(spans)), key=lambda at: _nearness(cell.box, spans[at]))
        row[at] = joined(row[at], cell) if at in row else cell
    return row


def _nearness(box: Box, span: tuple[float, float]) -> float:
    """Points by which they overlap; negative, by how far they are apart."""
    return min(box.x1, span[1]) - max(box.x0, span[0])


def _headings(
    heads: Sequence[Sequence[Text]], spans: Sequence[tuple[float, float]], parts: Sequence[Box]
) -> list[str]:
    """The words over each column, top to bottom."""
    found: list[list[str]] = [[] for _ in spans]
    for number, row in enumerate(heads):
        is_lowest = number == len(heads) - 1
        for cell in row:
            for at in _under(cell, spans, parts, is_lowest=is_lowest):
                found[at].append(cell.text)
    return [" ".join(words) for words in found]


def _under(
    cell: Text, spans: Sequence[tuple[float, float]], parts: Sequence[Box], *, is_lowest: bool
) -> list[int]:
    """The columns that a heading stands over: those over its rule, else those that it overlaps."""
    middle, height = (cell.box.x0 + cell.box.x1) / 2, cell.box.bottom - cell.box.top
    for rule in parts:
        if rule.x0 <= middle <= rule.x1 and -2 <= rule.top - cell.box.bottom + 2 <= _HEIGHTS_BELOW * height:
            over = [at for at, span in enumerate(spans) if rule.x0 <= (span[0] + span[1]) / 2 <= rule.x1]
            if over:
                return over
    over = [at for at, span in enumerate(spans) if _nearness(cell.box, span) > 0]
    nearest = max(range(len(spans)), key=lambda at: _nearness(cell.box, spans[at]))
    if len(over) > 1 and is_lowest:
        return [min(over, key=lambda at: abs((spans[at][0] + spans[at][1]) / 2 - middle))]
    return over or [nearest]


def _whole_rows(rows: list[Row]) -> tuple[list[Row], dict[int, str]]:
    """The rows, with cells that stand between two lines given to both, and labels of groups to their rows.

    Also the labels that stand alone between rows which have their own, by the row below: they may head parts.
    """
    full = max((len(row) for row in rows), default=0)
    whole: list[Row] = []
    between: list[tuple[int, Row]] = []  # before which row they stand
    for row in rows:
        if len(row) <= SPARSE * full and (0 not in row or len(row) == 1) and full > 2:
            between.append((len(whole), row))
        else:
            whole.append(dict(row))
    given: dict[int, tuple[Text, list[Row]]] = {}  # by column, what was given last, and to which rows
    parts: dict[int, str] = {}
    for at, row in between:
        for column, cell in row.items():
            last, theirs = given.get(column, (None, []))
            if last and cell.box.top - last.box.bottom < JOINS * (cell.box.bottom - cell.box.top):
                for each in theirs:  # a label goes on in the next line
                    each[column] = joined(each[column], cell)
                given[column] = (cell, theirs)
            else:
                given[column] = (cell, list(_give(whole, at, column, cell)))
            if column == 0 and not given[column][1]:
                parts[at] = cell.text
    return whole, parts


def _repeats_labels(rows: Sequence[Row]) -> bool:
    """Whether most labels come more than once, so that only the parts in which they stand tell them apart."""
    labels = Counter(row[0].text for row in rows if 0 in row)
    return 2 * sum(count for count in labels.values() if count > 1) > labels.total()


def _give(rows: list[Row], at: int, column: int, cell: Text) -> Iterator[Row]:
    """Put a cell into the rows round it that have none in its column; those rows."""
    for step, start in ((-1, at - 1), (1, at)):
        number = start
        while 0 <= number < len(rows) and column not in rows[number]:
            rows[number][column] = cell
            yield rows[number]
            number += step


def _lines(page: ParsedPage, rows: Sequence[Row], parts: Mapping[int, str]) -> Iterator[TableLine]:
    """`parts`: what heads a part of the table, by its first row."""
    label = part = ""
    for at, row in enumerate(rows):
        label = row[0].text if 0 in row else label
        part = parts.get(at, part)
        cells = tuple(
            Cell(each.text, read_number(each.text), column - 1, each.box)
            for column, each in sorted(row.items())
            if column
        )
        if not cells or not any(map(str.isalnum, label)):
            continue
        line = _line_of(page, cells[0].box)
        if line is not None:
            path = (part,) if part else ()
            yield TableLine(label, path, cells, line, line.char_start, line.char_start + len(line.text))


def _line_of(page: ParsedPage, box: Box) -> Line | None:
    """The page's line on which the cell stands."""
    middle = (box.top + box.bottom) / 2
    near = [line for line in page.lines if line.box.top - 1 <= middle <= line.box.bottom + 1]
    return min(near, key=lambda line: abs((line.box.top + line.box.bottom) / 2 - middle), default=None)
