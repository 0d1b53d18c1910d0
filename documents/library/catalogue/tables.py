"""The tables of a workspace: which there are, and one as it is browsed: typed columns, sorted, narrowed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from statistics import median
from typing import Any, Literal

from django.db.models import Count, Exists, Max, Min, OuterRef, QuerySet

from documents.library.catalogue.fact_tables import any_holds
from documents.library.selectors import facts_of
from documents.models import Document, TableRow, Workspace
from documents.page_names import name_pages
from reading.lexicon import ANY_TOTAL
from reading.model import unit_key

Kind = Literal["number", "date", "category", "text"]
SEARCHED = (
    "table",
    "label",
    "properties__icontains",
    "document__title__icontains",
    "document__filename__icontains",
)
UNTITLED = re.compile(r"Table on ")
PROPERTIES = "properties"  # the pairs of label and value that stand in no table
LABEL = "Row"  # of the rows' labels where no heading stands over them
MOST_ROWS = 20_000  # of one table that are looked at
MOSTLY = 0.6  # of a column's cells that make it one of numbers or dates
MOST_CATEGORIES = 20  # different texts of a column that sorts rows into kinds
LEAST_OFTEN = 2  # rows of a kind, on the average
LOOKED_AT = 60  # rows by whose words the order of columns is told
DATE = re.compile(r"(?:\d{4}-\d\d-\d\d|\d{1,2}[./]\d{1,2}[./]\d{2,4}|\d{1,2}\.? ?[A-Za-z]{3,9}\.? ?\d{4})")
NUMBER = re.compile(r"\d+(?:[,']\d{3})*(?:\.\d+)?")
SCALES = (0, -2, 3, 6)  # powers of ten between a number as it is written and as it is kept


@dataclass(frozen=True)
class TableHead:
    """One table of a document. `index`: its place among the document's tables."""

    document_id: int
    filename: str
    document: str
    index: int
    title: str
    rows: int
    page: int | None
    last_page: int | None
    page_title: str = ""


@dataclass(frozen=True)
class TableColumn:
    """`unit`: of its numbers, where they have one. `categories`: what stands in it, most frequent first."""

    name: str
    kind: Kind
    unit: str = ""
    categories: tuple[str, ...] = ()


@dataclass(frozen=True)
class Table:
    """The rows that are left of one table, in the order asked for. `sort`: a column's number, “-2” downwards.

    `every`: how many rows it has.
    """

    head: TableHead
    columns: tuple[TableColumn, ...]
    rows: tuple[TableRow, ...]
    every: int
    sort: str = ""

    @cached_property
    def numbers(self) -> tuple[TableColumn, ...]:
        return tuple(column for column in self.columns if column.kind == "number")

    def cells(self, row: TableRow) -> list[Any]:
        return [cell(row, column.name) for column in self.columns]


def tables_of(
    user: Any, workspace: Workspace, *, search: str = "", document: Document | None = None
) -> QuerySet[Any]:
    """The tables whose title, document, labels or cells hold every word, by document; as dictionaries."""
    rows = every = _rows(user, workspace, document)
    for word in search.split():
        of_table = every.filter(document=OuterRef("document"), table_index=OuterRef("table_index"))
        rows = rows.filter(Exists(of_table.filter(any_holds(SEARCHED, word))))
    grouped = rows.order_by().values("document_id", "document__filename", "document__title", "table_index")
    counted = grouped.annotate(title=Min("table"), rows=Count("pk"), first=Min("page"), last=Max("page"))
    return counted.order_by("document_id", "table_index")


def heads(found: Iterable[Mapping[str, Any]]) -> list[TableHead]:
    """What `tables_of` gives, as they are shown."""
    return [
        TableHead(
            document_id=each["document_id"],
            filename=each["document__filename"],
            document=each["document__title"] or each["document__filename"],
            index=each["table_index"],
            title=_called(each),
            rows=each["rows"],
            page=each["first"],
            last_page=each["last"],
        )
        for each in found
    ]


def _called(each: Mapping[str, Any]) -> str:
    """Its title; of a table without one the document's, and whereabouts it stands."""
    title: str = each["title"]
    if not UNTITLED.match(title):
        return title
    return f"{each['document__title'] or each['document__filename']}, {title[0].lower()}{title[1:]}"


def table_for(user: Any, document: Document, index: int, *, matching: str = "", sort: str = "") -> Table:
    """The table with the rows in which every word of `matching` stands. Raises `TableRow.DoesNotExist`."""
    every = _rows(user, document.workspace, document).filter(table_index=index)
    own = heads(tables_of(user, document.workspace, document=document).filter(table_index=index))
    if not own:
        raise TableRow.DoesNotExist(f"“{document.filename}” has no table {index}.")
    rows = list(every.order_by("row", "pk")[:MOST_ROWS])
    columns = columns_of(rows)
    words = matching.casefold().split()
    kept = [row for row in rows if all(word in _said(row) for word in words)]
    kept, sort = _sorted(kept, columns, sort)
    name_pages(kept)
    return Table(own[0], columns, tuple(kept), len(rows), sort)


def cell(row: TableRow, name: str) -> Any:
    """What stands there: a number in base units or words; the row's label under a heading of none."""
    return row.properties.get(name, row.label if name == LABEL else None)


def columns_of(rows: Sequence[TableRow]) -> tuple[TableColumn, ...]:
    """The columns from left to right, as far as the rows' words tell; labels without a heading first."""
    units = {unit_key(name) for row in rows for name in row.properties}
    names = list(dict.fromkeys(name for row in rows for name in row.properties if name not in units))
    places = _places(names, rows[:LOOKED_AT])
    names.sort(key=lambda name: (name not in places, places.get(name, 0.0)))
    if any(row.label and row.label not in map(str, row.properties.values()) for row in rows):
        names.insert(0, LABEL)
    return tuple(_column(name, rows) for name in names)


def is_total(row: TableRow) -> bool:
    return bool(ANY_TOTAL.match(row.label.strip()))


def _rows(user: Any, workspace: Workspace, document: Document | None) -> QuerySet[TableRow]:
    rows = facts_of(user, workspace, "row", document=document)
    return rows.exclude(table=PROPERTIES)


def _column(name: str, rows: Sequence[TableRow]) -> TableColumn:
    held = [content for row in rows if (content := cell(row, name)) not in (None, "")]
    numbers = sum(isinstance(content, int | float) for content in held)
    if held and numbers >= MOSTLY * len(held):
        units = Counter(str(row.properties.get(unit_key(name), "")) for row in rows)
        return TableColumn(name, "number", max(units, key=units.__getitem__, default=""))
    if held and sum(bool(DATE.fullmatch(str(content))) for content in held) >= MOSTLY * len(held):
        return TableColumn(name, "date")
    often = Counter(map(str, held))
    if 1 < len(often) <= MOST_CATEGORIES and len(held) >= LEAST_OFTEN * len(often):
        return TableColumn(name, "category", "", tuple(text for text, _ in often.most_common()))
    return TableColumn(name, "text")


def _places(names: Sequence[str], rows: Sequence[TableRow]) -> dict[str, float]:
    """How far right each column stands, by where its cells alone stand in the words of their rows."""
    found: dict[str, list[float]] = {name: [] for name in names}
    for row in rows:
        numbers = NUMBER.finditer(row.quote)
        written = [(match.start(), Decimal(re.sub("[,']", "", match[0]))) for match in numbers]
        for name in names:
            starts = _starts(row.properties.get(name), row.quote, written)
            if len(starts) == 1:
                found[name].append(starts[0] / max(1, len(row.quote)))
    return {name: median(places) for name, places in found.items() if places}


def _starts(content: Any, quote: str, written: Sequence[tuple[int, Decimal]]) -> list[int]:
    if content in (None, "") or isinstance(content, bool):
        return []
    if isinstance(content, int | float):
        value = abs(Decimal(str(content)))
        return [start for start, number in written if any(number.scaleb(power) == value for power in SCALES)]
    return [match.start() for match in re.finditer(re.escape(str(content)), quote)]


def _said(row: TableRow) -> str:
    cells = (f"{value:,}" if isinstance(value, int) else str(value) for value in row.properties.values())
    return " ".join([row.label, row.quote, *cells]).casefold()


def _sorted(rows: list[TableRow], columns: Sequence[TableColumn], sort: str) -> tuple[list[TableRow], str]:
    """By a column, empty cells and totals last; an unknown column leaves the order of the page."""
    number = sort.removeprefix("-")
    if not number.isdecimal() or len(number) > 4 or int(number) >= len(columns):
        return rows, ""
    column = columns[int(number)]

    def key(row: TableRow) -> Any:
        content = cell(row, column.name)
        return content if column.kind == "number" else str(content).casefold()

    def is_held(row: TableRow) -> bool:
        content = cell(row, column.name)
        fits = isinstance(content, int | float) if column.kind == "number" else content not in (None, "")
        return fits and not is_total(row)

    held = sorted(filter(is_held, rows), key=key, reverse=sort.startswith("-"))
    return [*held, *(row for row in rows if not is_held(row))], sort
