"""All figures of a document: from its tables, from the labels of their rows, and from its sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date

from documents.extraction.key_values import read_key_values
from documents.extraction.sentence_facts import Setting, read_sentence_facts
from documents.extraction.sentences import read_sentences
from documents.extraction.table_facts import Source, read_table_facts
from documents.extraction.types import MetricDraft, RowDraft
from documents.fiscal import Period
from documents.parsing.types import ParsedDocument
from documents.tables import Table
from documents.tables.reading import document_calendar


def read_figures(
    parsed: ParsedDocument, tables: Sequence[Table], *, entity: str
) -> tuple[list[RowDraft], list[MetricDraft]]:
    """Rows of tables and properties, and every figure that says what it measures. `entity`: the subject."""
    calendar = document_calendar(parsed, [column.header for table in tables for column in table.columns])
    source = Source({page.number: page for page in parsed.pages}, calendar, entity)
    rows, metrics = read_table_facts(tables, source)
    setting = Setting(calendar, entity, main_period(tables, calendar.ends))
    heading = ""
    for page in parsed.pages:
        on_page = [table for table in tables if table.page == page.number]
        sentences = list(read_sentences(page, on_page, heading=heading))
        heading = sentences[-1].heading if sentences else heading
        metrics.extend(read_sentence_facts(sentences, setting))
        pairs, figures = read_key_values(sentences, len(tables), len(rows), setting)
        rows.extend(pairs)
        metrics.extend(figures)
    return rows, metrics


def main_period(tables: Sequence[Table], ends: Iterable[date]) -> Period | None:
    """The span of time that the document is about: the last one that its statements show.

    Of a quarter and a longer span up to the same day, the quarter.
    """
    known = set(ends)
    spans = [
        column.period
        for table in tables
        for column in table.columns
        if column.period and column.period.start_date and column.period.end_date in known
    ]
    if not spans:
        return None
    latest = max(period.end_date for period in spans)
    return min(
        (period for period in spans if period.end_date == latest),
        key=lambda period: (period.end_date - (period.start_date or latest)).days,
    )
