"""Rows of tables as they were stored, put together as sheets."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import groupby
from typing import Any

from documents.models import Document, Page, TableRow
from documents.page_names import page_titles
from reading.lexicon import ANY_TOTAL, TOTAL_ALONE
from reading.model import unit_key
from retrieval.sheets.model import MOSTLY, Column, Content, Row, Sheet
from retrieval.sheets.shapes.counts import with_things_counted
from retrieval.sheets.shapes.long import by_time
from retrieval.sheets.shapes.people import NAME, PEOPLE, are_people, with_full_names
from retrieval.sheets.shapes.turned import turned
from retrieval.sheets.shapes.wholes import without_wholes
from retrieval.sheets.stems import Stems, is_time, stems_of, years_in
from retrieval.spans import Span

MOST_ROWS = 20_000
HEAD = 500  # characters of a document that say whose it is
LONGEST_TITLE = 150  # characters
LEAST_ROWS = 2
LABEL = "row"  # the column of the rows' labels where the table gives it no heading
# Of rows, not what a rate is of: “per 100,000 people”.
AMOUNTS = re.compile(r"(?<!\d)(?<!\bper )\d{1,3}(?:,\d{3})+(?:\.\d+)?(?!\d)", re.IGNORECASE)
MANY_HEADINGS = 5  # that tables have in common of which but one has a heading over its labels
UNNAMED = re.compile(r"column \d+")
AGAIN = re.compile(r" \(\d+\)$")  # of a heading that stands over several columns
LONG_DECIMAL = re.compile(r"-?\d+\.\d{7,}")
LIST = re.compile(r"\d{1,3}(?:[,;/]\s+\d{1,3})+")
NAMES = frozenset(("name", "title", "full name", "nom", "nombre", "nome", "naam", "bezeichnung"))
ENDS_AS_NAME = re.compile(r"[^\W_][_ ]name$", re.IGNORECASE)
CODES = frozenset("code id no nr number symbol key ref reference kürzel sigle".split())
CODE = re.compile(r"[A-Z]{1,4}|[A-Z][a-z]{0,2}|(?=.*\d)[\w./-]{1,12}")  # “Re”, “DEU”, “A-117”
SLUG = re.compile(r"[a-z0-9]+(?:[-_/.:][a-z0-9]+)+")  # “nz/lincoln-university”
SHEET_NAME = re.compile(r"Sheet “(?P<name>.*?)”")
Stored = tuple[int, int, str, str, str, int, int, str, Any, int | None, str]


def stored_rows(documents: Sequence[int]) -> list[Stored]:
    """Rows of tables that answer, in their order; what documents say of themselves is left out."""
    stored = (
        TableRow.objects.answering()
        .filter(document__in=documents, anchored=True)
        .exclude(table="properties")
        .order_by("document", "table_index", "row")
        .values_list(
            "pk", "document", "document__filename", "document__title", "table", "table_index", "row", "label",
            "properties", "page", "quote",
        )
    )  # fmt: skip
    return list(stored[:MOST_ROWS])


def sheets_of(stored: Sequence[Stored]) -> Iterable[Sheet]:
    """Tables with the same columns in one file are one."""
    heads = _heads({row[1] for row in stored})
    titles, stems = _titles_and_stems(stored)
    for document, of_document in groupby(stored, key=lambda row: row[1]):
        tables = [list(rows) for _, rows in groupby(of_document, key=lambda row: row[5])]
        for alike in _alike([rows for rows in tables if len(rows) >= LEAST_ROWS or len(tables) == 1]):
            sheet = _sheet(alike, titles, stems, heads.get(document, ""))
            if sheet is not None:
                yield with_things_counted(turned(sheet, _column_over) or sheet)
                if (other := by_time(sheet, _column_over)) is not None:
                    yield other


def _column_over(name: str, rows: Sequence[Row]) -> Column:
    return column_of(name, rows, stems_of([name]))


def sheets_across(documents: Sequence[int], called: Sequence[str]) -> Iterator[Sheet]:
    """Tables with the same columns in several of the documents, each kind as one: the lines of all invoices.

    `called`: what one calls the documents.
    """
    stored = stored_rows(documents)
    titles, stems = _titles_and_stems(stored)
    tables = [list(rows) for _, rows in groupby(stored, key=lambda row: (row[1], row[5]))]
    for alike in _alike(tables):
        if len({rows[0][1] for rows in alike}) > 1 and (sheet := _sheet(alike, titles, stems, "")):
            rows = tuple(_of_document(row) for row in sheet.rows)
            name = f"{' '.join(called)} lines"
            yield replace(
                sheet,
                rows=rows,
                filename=name,
                title=name,
                names=frozenset().union(*stems_of(called).values()),
            )


def _of_document(row: Row) -> Row:
    """The row called with its document: several have a “Weekly fee”."""
    return replace(row, part=row.span.filename, label=f"{row.label} ({row.span.filename})")


def _titles_and_stems(stored: Sequence[Stored]) -> tuple[dict[tuple[int, int], str], Stems]:
    titles = page_titles({(row[1], row[9]) for row in stored if row[9]})
    called = {text for row in stored for text in (*row[8], row[2], row[3], row[4])}
    parts = {named["name"] for title in titles.values() if (named := SHEET_NAME.search(title))}
    return titles, stems_of(called | parts)


def _heads(documents: Iterable[int]) -> dict[int, str]:
    """What each document says first, and of whom it is."""
    pages = Page.objects.filter(document__in=documents, number=1).values_list("document", "text")
    first = {document: text[:HEAD] for document, text in pages}
    of = Document.objects.filter(pk__in=documents).values_list("pk", "organizations", "people", "bucket")
    return {
        document: "\n".join(
            [_title(first.get(document, "")), *organizations, *people, bucket, first.get(document, "")]
        )
        for document, organizations, people, bucket in of
    }


def _title(text: str) -> str:
    """The first line of a page, in one line."""
    return next((" ".join(line.split()) for line in text.splitlines() if line.strip()), "")[:LONGEST_TITLE]


def _alike(tables: Sequence[list[Stored]]) -> list[list[list[Stored]]]:
    groups: list[tuple[set[str], str, list[list[Stored]]]] = []
    for rows in sorted(tables, key=len, reverse=True):
        keys, heading = _headings(rows), _heading_of_labels(rows)
        own = next(
            (
                group
                for named, of, group in groups
                if _is_alike(named, keys)
                and (of == heading or (not (of and heading) and len(named & keys) >= MANY_HEADINGS))
            ),
            None,
        )
        if own is None:
            groups.append((keys, heading, [rows]))
        else:
            own.append(rows)
    return [group for *_, group in groups]


def _heading_of_labels(rows: Sequence[Stored]) -> str:
    """What heads the labels of most rows: of tables by function and by region nothing is one table."""
    heads = Counter(name for row in rows for name, value in row[8].items() if row[7] and value == row[7])
    best, many = next(iter(heads.most_common(1)), ("", 0))
    return best if many >= MOSTLY * len(rows) else ""


def _headings(rows: Sequence[Stored]) -> set[str]:
    return {key for row in rows for key in row[8]}


def _is_alike(one: set[str], other: set[str]) -> bool:
    both, least = one & other, max(2.0, MOSTLY * min(len(one), len(other)))
    if len(both) < least:
        return False
    return sum(not UNNAMED.fullmatch(key) and not is_time(key) for key in both) >= least


def _sheet(
    tables: Sequence[list[Stored]], titles: dict[tuple[int, int], str], stems: Stems, head: str
) -> Sheet | None:
    stored = [row for rows in tables for row in rows]
    rows = _numbered(_named(with_full_names(_with_lists([_row(each, titles) for each in stored]))))
    counts = Counter(key for row in rows for key in row.cells)
    stems = stems | {LABEL: frozenset(), **stems_of([PEOPLE, NAME])}
    columns = tuple(column_of(name, rows, stems) for name in counts if is_heading(name))
    label = _label(columns, rows)
    if label is None:
        return None
    first = stored[0]
    called = {first[2], first[3], *(row.part for row in rows), *(row.table for row in rows)}
    kept = tuple(row for row in without_wholes(rows) if not _is_total(row, rows, label))
    called |= {PEOPLE} if are_people(list(counts)) else set()
    return Sheet(
        document_id=first[1],
        filename=first[2],
        title=first[3] or first[2],
        columns=columns,
        rows=kept,
        names=frozenset().union(*(stems[text] for text in called)),
        label=label,
        is_list=label.name != LABEL,
        head=head,
    )


def _with_lists(rows: Sequence[Row]) -> Sequence[Row]:
    """The rows, in whose columns of lists of numbers, such as the lines of a station, a single number is one
    of one: text, of which a question may name a part."""
    lists = {
        n for row in rows for n, cell in row.cells.items() if isinstance(cell, str) and LIST.fullmatch(cell)
    }
    return (
        [replace(row, cells={n: str(c) if n in lists else c for n, c in row.cells.items()}) for row in rows]
        if lists
        else rows
    )


def _numbered(rows: Sequence[Row]) -> Sequence[Row]:
    """The rows; where none has a label each is called by the first cell of words, such as its day, that tells
    it from all others, or by its number."""
    if any(row.label for row in rows):
        return rows
    for name in rows[0].cells:
        texts = [row.cells.get(name) for row in rows]
        if all(isinstance(text, str) for text in texts) and len({*texts}) == len(rows):
            return [replace(row, label=str(row.cells[name])) for row in rows]
    called = [f"row {number}" for number in range(1, len(rows) + 1)]
    pairs = zip(rows, called, strict=True)
    return [replace(row, label=name, cells={**row.cells, LABEL: name}) for row, name in pairs]


def _named(rows: Sequence[Row]) -> Sequence[Row]:
    """The rows, each called by its name where labels are codes beside it, “Rhenium” for “Re”, or repeat."""
    labels = {row.label for row in rows}
    if len(labels) == 1 < len(rows) and (heading := _telling(rows)):
        return [replace(row, label=str(row.cells.get(heading, ""))) for row in rows]
    repeat = 2 * len(labels) <= len(rows)
    if not repeat and not all(CODE.fullmatch(row.label) or SLUG.fullmatch(row.label) for row in rows):
        return rows
    heading = next(_beside(rows, repeat=repeat), "")
    if not heading:
        return rows
    return [replace(row, label=str(row.cells[heading])) if heading in row.cells else row for row in rows]


def _beside(rows: Sequence[Row], *, repeat: bool) -> Iterator[str]:
    """Columns of words that tell each row from all others: one headed “name”, then the nearest to a code.

    `repeat`: the labels do, and are no codes.
    """
    first = rows[0]
    label = next((name for name, content in first.cells.items() if content == first.label), "")
    named = [name for name in first.cells if name.casefold() in NAMES or ENDS_AS_NAME.search(name)]
    near = [name for name, content in first.cells.items() if isinstance(content, str) and name != label]
    near.sort(key=lambda name: first.span.quote.find(str(first.cells[name])))
    rows = [row for row in rows if not ANY_TOTAL.match(row.label.strip())]
    for name in [*named, *(near if not repeat and label.casefold().strip(".") in CODES else ())]:
        texts = [row.cells.get(name) for row in rows]
        if all(isinstance(text, str) and text for text in texts) and len({*texts}) == len(rows):
            yield name


def _telling(rows: Sequence[Row]) -> str:
    """The column of names that tells most of the rows apart, where all have one label; "" with none."""
    names = [name for name in rows[0].cells if name.casefold() in NAMES or ENDS_AS_NAME.search(name)]
    kinds = {name: len({row.cells.get(name) for row in rows}) for name in names}
    return next((name for name in names if kinds[name] > 1), "")


def is_heading(name: str) -> bool:
    """Whether it is one: no place without words, and no heading that took amounts of rows for words."""
    return not UNNAMED.fullmatch(name) and not AMOUNTS.search(name)


def _row(stored: Stored, titles: dict[tuple[int, int], str]) -> Row:
    key, document, filename, _, table, _, _, label, properties, page, quote = stored
    span = Span(document_id=document, filename=filename, page=page, quote=quote, kind="row", fact_id=key)
    named = SHEET_NAME.search(titles.get((document, page or 0), ""))
    units = {unit_key(name) for name in properties}
    cells = {
        name: content_of(value)
        for name, value in properties.items()
        if value not in (None, "") and name not in units
    }
    if label and label not in cells.values():
        cells[LABEL] = label
    known = {name: str(properties[unit_key(name)]) for name in cells if unit_key(name) in properties}
    part = named["name"] if named else table
    return Row(label=label, cells=cells, span=span, part=part, units=known, table=table)


def content_of(value: object) -> Content:
    """A number with more digits than are kept as one is a number all the same: “609.17395079999994”."""
    text = str(value).strip()
    return Decimal(text) if isinstance(value, int | float) or LONG_DECIMAL.fullmatch(text) else text


def column_of(name: str, rows: Sequence[Row], stems: Stems) -> Column:
    held = [row.cells[name] for row in rows if name in row.cells]
    numbers = sum(isinstance(content, Decimal) for content in held)
    plain = AGAIN.sub("", name)
    words = stems[name] or frozenset({name.casefold()} if name.isalpha() else ())  # “In” has no stem
    return Column(name, words, years_in(plain), numbers >= MOSTLY * len(held))


def _is_total(row: Row, rows: Sequence[Row], label: Column | None) -> bool:
    """Whether it adds up others: by its label, unless it tells in words of its own what the others tell of
    theirs, such as the verdict on “Total coliforms”."""
    if not ANY_TOTAL.match(row.label.strip()):
        return False
    named = {LABEL, label.name if label else LABEL}
    own = {
        name
        for name, content in row.cells.items()
        if isinstance(content, str) and name not in named and content != row.label
    }
    told = [other for other in rows if own and own <= other.cells.keys()]
    return TOTAL_ALONE.fullmatch(row.label) is not None or not own or 2 * len(told) < len(rows)


def _label(columns: Sequence[Column], rows: Sequence[Row]) -> Column | None:
    """The column that holds the rows' own labels; None where most rows have none."""
    labelled: dict[str, int] = defaultdict(int)
    for row in rows:
        for name, content in row.cells.items():
            labelled[name] += content == row.label
    best = max(labelled, key=labelled.__getitem__, default=LABEL)
    if labelled[best] < MOSTLY * len(rows):
        return None
    return next((column for column in columns if column.name == best), None)
