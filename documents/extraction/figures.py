"""All figures of a document: from its tables, from the labels of their rows, and from its sentences."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal

from documents.extraction.key_values import read_key_values
from documents.extraction.main_figures import settle_names
from documents.extraction.sentence_facts import Setting, read_sentence_facts
from documents.extraction.sentences import read_sentences
from documents.extraction.table_facts import Source, read_table_facts
from documents.extraction.types import MetricDraft, RowDraft
from documents.fiscal import Period
from documents.parsing.types import ParsedDocument
from documents.tables import Table
from documents.tables.reading import close_of_books, document_calendar
from documents.units import ONE

FAIR_SHARE = 0.25  # of the rows of the span that has most: a year's report may show its last quarter once
# Amounts of money without scale word: the filings that leave it out had 166 beside 219 with one, others up to
# 12 beside 259.
LEAST_PLAIN = 20
LEAST_SHARE_PLAIN = 0.25
_PLAIN_MONEY = re.compile(
    r"[a-z]\s+\$\d{1,3}(?:,\d{3})*(?![\d.,]*\d)(?!\s+(?:[mb]illion|trillion|thousand|per)\b)(?=[\s,.;]+[a-z(])"
)
_WORDED_MONEY = re.compile(r"[a-z]\s+\$[\d.,]+\s+(?:million|billion|trillion|thousand)\b")


def read_figures(
    parsed: ParsedDocument, tables: Sequence[Table], *, entity: str
) -> tuple[list[RowDraft], list[MetricDraft]]:
    """Rows of tables and properties, and every figure that says what it measures. `entity`: the subject."""
    calendar = document_calendar(parsed, [column.header for table in tables for column in table.columns])
    source = Source({page.number: page for page in parsed.pages}, calendar, entity)
    rows, metrics = read_table_facts(tables, source)
    main = main_period(tables, calendar.ends)
    plain_scales = plain_money_scales(parsed, tables)
    heading = ""
    for page in parsed.pages:
        on_page = [table for table in tables if table.page == page.number]
        sentences = list(read_sentences(page, on_page, heading=heading))
        heading = sentences[-1].heading if sentences else heading
        setting = Setting(calendar, entity, main, plain_scales.get(page.number, ONE))
        metrics.extend(read_sentence_facts(sentences, setting))
        pairs, figures = read_key_values(sentences, len(tables), len(rows), setting)
        rows.extend(pairs)
        metrics.extend(figures)
    return rows, settle_names(tables, metrics)


def main_period(tables: Sequence[Table], ends: Iterable[date]) -> Period | None:
    """The span of time that the document is about: the last one that its statements show.

    Of a quarter and a longer span up to the same day, the quarter, if it has a fair share of the rows.
    """
    known, close = set(ends), close_of_books(tables)
    rows: Counter[Period] = Counter()
    for table in tables:
        for period in [column.period for column in table.columns if column.period]:
            if (
                period.start_date
                and period.end_date in known
                and period.end_date <= (close or period.end_date)
            ):
                rows[replace(period, text="")] += len(table.rows)
    latest = max((period.end_date for period in rows), default=None)
    spans = {period: count for period, count in rows.items() if period.end_date == latest}
    least = FAIR_SHARE * max(spans.values(), default=0)
    fair = [period for period, count in spans.items() if count >= least]
    return max(fair, key=lambda period: period.start_date or period.end_date, default=None)


def plain_money_scales(parsed: ParsedDocument, tables: Sequence[Table]) -> dict[int, Decimal]:
    """The pages on which a plain “$19” in the text counts in the tables' scale, with that scale.

    Some filings say once that their notes count in millions, and then leave the word out.
    """
    plain = {page.number: len(_PLAIN_MONEY.findall(page.text)) for page in parsed.pages}
    worded = {page.number: len(_WORDED_MONEY.findall(page.text)) for page in parsed.pages}
    scales = Counter(column.scale for table in tables for column in table.columns)
    total = sum(plain.values())
    if not scales or total < max(LEAST_PLAIN, LEAST_SHARE_PLAIN * sum(worded.values())):
        return {}
    scale = scales.most_common(1)[0][0]
    return {number: scale for number, count in plain.items() if count > worded[number]}
