"""The story of a file: its pages, the tables on them, and what rules read of both."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from reading.figures.read import read_figures
from reading.figures.rows.from_tables import OnRows
from reading.formats.media_types import sniff_media_type
from reading.kinds.catalogue import Kind, fields
from reading.kinds.cells import FieldDraft
from reading.kinds.drafts import amounts, dated_by, described, kind_called, property_rows
from reading.kinds.fields import read_fields
from reading.model import (
    EntityDraft,
    Essence,
    MetricDraft,
    ParsedDocument,
    ParsedPage,
    Reading,
    RowDraft,
    Table,
)
from reading.parse import parse_file
from reading.patterns import compile_all
from reading.profile.conclusion import conclude
from reading.profile.essence import read_essence
from reading.profile.locations import find_locations, find_seat
from reading.profile.products import find_products
from reading.sandbox.limited import Limits
from reading.tables.marked.read import PROPERTIES
from reading.tables.read import read_tables
from reading.text.sentences import ended
from reading.values.fiscal import DRIFT

# What `warm_up` reads: a kind, fields, periods, and figures in a sentence and beside a label.
ANY_PAGE = """Supply contract

Supplier: Any Company Ltd
Date: May 4, 2024
Net amount: $1,200.00

Revenue was $4.2 million in fiscal 2024, after $3.9 million in 2023, an increase of 8%.
Either party may end this agreement with a notice of 30 days.
"""
IN_ITS_WORDS = frozenset(("en", ""))  # languages of documents whose labels questions know as they are


def read(
    path: Path,
    *,
    filename: str = "",
    media_type: str = "",
    password: str = "",
    max_pages: int | None = None,
    limits: Limits | None = None,
) -> Reading:
    """Everything that can be known of the file without a model, with its pages and tables.

    `filename` and `media_type`: by default the path's own, and what the file's bytes say. Raises
    `UnreadableDocument`.
    """
    filename = filename or path.name
    media_type = media_type or sniff_media_type(path, filename)
    parsed = parse_file(path, media_type=media_type, password=password, max_pages=max_pages, limits=limits)
    tables = read_tables(parsed)
    reading = read_by_rules(parsed, tables, filename=filename)
    return replace(reading, parsed=parsed, tables=tables)


def warm_up() -> None:
    """Compile the patterns that readings need, those of fields above all: it takes longer than most files."""
    compile_all()
    fields()
    parsed = ParsedDocument((ParsedPage(1, ANY_PAGE),))
    read_by_rules(parsed, read_tables(parsed), filename="")


def read_by_rules(
    parsed: ParsedDocument, tables: Sequence[Table], *, filename: str, on_rows: OnRows | None = None
) -> Reading:
    """Everything that rules read: essence, claims, entities and topics, rows and figures.

    Every figure stands on its page; its entity is the organisation that the document is about.
    `on_rows` hears of the tables' rows: how many are read, of how many.
    """
    reading = read_essence(parsed, filename=filename, tables=tables)
    subject = subject_of(reading)
    kind = kind_called(reading.essence.kind)
    found = read_fields(parsed, kind, language=reading.essence.language) if kind else []
    told = [each.label for each in found]
    reading.rows, reading.metrics = read_figures(parsed, tables, entity=subject, on_rows=on_rows, told=told)
    if kind:
        _add_fields(reading, kind, found, tables, subject)
    named = [entity.entity_name for entity in reading.entities]
    reading.entities += _locations(parsed, reading.rows, subject)
    reading.entities += find_products(parsed, reading.rows, named)
    _set_exact_days(reading.essence, reading.metrics)
    conclude(reading.essence, reading.metrics, entity=subject)
    return reading


def _add_fields(
    reading: Reading, kind: Kind, drafts: Sequence[FieldDraft], tables: Sequence[Table], subject: str
) -> None:
    """The fields of the document's kind as properties and figures, its day, and what it is in its summary.

    A line “Gesamtbetrag: 5 €” is told under one name only: questions know the English one.
    """
    found = list(drafts)
    after = len(reading.rows)
    own = [row for row in reading.rows if row.table == PROPERTIES]
    same = [row for row in own if any(_is_told_by(row, each) for each in found)]
    if reading.essence.language in IN_ITS_WORDS:
        found = [each for each in found if not any(_says(row, each) for row in same)]
    else:
        _leave_out(reading, same)
    rows = property_rows(found, [row.label for row in own], (len(tables), after))
    reading.rows += rows
    reading.metrics += amounts(found, rows, entity=subject)
    essence = reading.essence
    essence.document_date = dated_by(drafts) or essence.document_date
    what = described(kind, drafts, tables)
    title = ended(essence.title)
    told = essence.summary.removeprefix(title).removeprefix(essence.title).strip()
    essence.summary = " ".join(filter(None, (title, what, told)))


def _is_told_by(row: RowDraft, field: FieldDraft) -> bool:
    """Whether a property was read of the line of a field, or of its beginning: “Datum: 3.” of “3. Mai”."""
    return row.place.page == field.page and field.quote.strip().startswith(row.place.quote.strip())


def _says(row: RowDraft, field: FieldDraft) -> bool:
    """Whether the property of the field's line is as good: behind a name it may have its address too."""
    is_same = fields()[field.key].of != "name" or row.properties.get(row.label) == field.value.stored
    return is_same and _is_told_by(row, field)


def _leave_out(reading: Reading, rows: Sequence[RowDraft]) -> None:
    """Take out rows and the figures that were read of them."""
    out = {(row.table_index, row.row) for row in rows}
    reading.rows = [row for row in reading.rows if (row.table_index, row.row) not in out]
    reading.metrics = [metric for metric in reading.metrics if metric.row not in out]


def _set_exact_days(essence: Essence, metrics: Sequence[MetricDraft]) -> None:
    """Put for a span that is said by months that of the tables, whose years and quarters count weeks."""
    start, end = essence.period_start, essence.period_end
    if start is None or end is None:
        return
    spans = Counter(
        (each.period_start, each.period_end)
        for each in metrics
        if each.row and each.period_start and each.period_end
    )
    near = {
        span: count
        for span, count in spans.items()
        if abs((span[0] - start).days) <= DRIFT and abs((span[1] - end).days) <= DRIFT
    }
    if near and (start, end) not in near:
        essence.period_start, essence.period_end = max(near, key=lambda span: near[span])


def _locations(parsed: ParsedDocument, rows: Sequence[RowDraft], subject: str) -> list[EntityDraft]:
    """The subject's seat, then the other places."""
    seat, places = find_seat(parsed, subject=subject), find_locations(parsed, rows)
    if seat is None:
        return places
    return [seat, *(each for each in places if each.entity_name.casefold() != seat.entity_name.casefold())]


def subject_of(reading: Reading) -> str:
    """The organisation that the document is about, or "" where the rules found none."""
    organisations = [entity for entity in reading.entities if entity.entity_type == "organization"]
    subjects = [entity.entity_name for entity in organisations if entity.role == "subject"]
    return subjects[0] if subjects else ""
