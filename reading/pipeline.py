"""The story of a file: its pages, the tables on them, and what rules read of both."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from reading.figures.read import read_figures
from reading.figures.rows.from_tables import OnRows
from reading.formats.media_types import sniff_media_type
from reading.model import EntityDraft, Essence, MetricDraft, ParsedDocument, Reading, RowDraft, Table
from reading.parse import parse_file
from reading.profile.conclusion import conclude
from reading.profile.essence import read_essence
from reading.profile.locations import find_locations, find_seat
from reading.profile.products import find_products
from reading.sandbox.limited import Limits
from reading.tables.read import read_tables
from reading.values.fiscal import DRIFT


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


def read_by_rules(
    parsed: ParsedDocument, tables: Sequence[Table], *, filename: str, on_rows: OnRows | None = None
) -> Reading:
    """Everything that rules read: essence, claims, entities and topics, rows and figures.

    Every figure stands on its page; its entity is the organisation that the document is about.
    `on_rows` hears of the tables' rows: how many are read, of how many.
    """
    reading = read_essence(parsed, filename=filename, tables=tables)
    subject = subject_of(reading)
    reading.rows, reading.metrics = read_figures(parsed, tables, entity=subject, on_rows=on_rows)
    named = [entity.entity_name for entity in reading.entities]
    reading.entities += _locations(parsed, reading.rows, subject)
    reading.entities += find_products(parsed, reading.rows, named)
    _set_exact_days(reading.essence, reading.metrics)
    conclude(reading.essence, reading.metrics, entity=subject)
    return reading


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
