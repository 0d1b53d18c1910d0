"""All figures of a document: from its tables, from the labels of their rows, and from its sentences."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal

from reading.calendars.closing_day import close_of_books, document_calendar
from reading.figures.canonical import settle_names
from reading.figures.confidence import without_undated
from reading.figures.contradictions import agreeing, without_doubtful
from reading.figures.cover_page import read_public_float, read_shares_outstanding
from reading.figures.currencies import in_own_dollars, own_dollars
from reading.figures.key_values import pairs_over, read_key_values
from reading.figures.receipts import read_receipt
from reading.figures.rows.from_tables import OnRows, Source, read_table_facts
from reading.figures.rows.section_paths import read_sections, with_sections
from reading.figures.sentences.from_sentences import Setting, read_sentence_facts
from reading.figures.terms import GUARANTEE, read_terms
from reading.model import MetricDraft, ParsedDocument, RowDraft, Table
from reading.tables.marked.read import PROPERTIES
from reading.text.passages_of_page import Sentence, read_sentences
from reading.values.fiscal import Period
from reading.values.units import ONE

FAIR_SHARE = 0.25  # of the rows of the span that has most: a year's report may show its last quarter once
# Amounts of money without scale word: the filings that leave it out had 166 beside 219 with one, others up to
# 12 beside 259.
LEAST_PLAIN = 20
LEAST_SHARE_PLAIN = 0.25
WEEK = 7  # days
LEAST_YEAR = 350  # days
_DISCUSSION = re.compile(
    r"^[^\w\n]*(?:item\s+\d+[a-z]?\W+)?management['’]s\s+discussion\s+and\s+analysis[^.;,\n]{0,80}$",
    re.I | re.M,
)
_NOT_DISCUSSION = re.compile(
    r"^[^\w\n]*(?:item\s+\d+[a-z]?\W+)?(?:quantitative\s+and\s+qualitative|(?:consolidated\s+)?financial\s+"
    r"statements\s+and|controls\s+and|legal\s+proceedings|risk\s+factors|notes\s+to\s+(?:the\s+)?"
    r"(?:condensed\s+)?consolidated|report\s+of\s+(?:independent|management)|consolidated\s+(?:statements?|"
    r"balance)|part\s+(?:ii|iii|iv)\b)[^.;,\n]{0,80}$",
    re.I | re.M,
)
_YEAR_AGAINST_YEAR = re.compile(
    r"^[^\w\n]*(?:fiscal\s+)?(?:year\s+)?20\d\d\s+(?:vs?\.?|versus|compared\s+(?:to|with))\s+"
    r"(?:fiscal\s+)?(?:year\s+)?20\d\d[^\w\n]*$",
    re.I | re.M,
)
_PLAIN_MONEY = re.compile(
    r"[a-z]\s+\$\d{1,3}(?:,\d{3})*(?![\d.,]*\d)(?!\s+(?:[mb]illion|trillion|thousand|per)\b)(?=[\s,.;]+[a-z(])"
)
_WORDED_MONEY = re.compile(r"[a-z]\s+\$[\d.,]+\s+(?:million|billion|trillion|thousand)\b")


def read_figures(
    parsed: ParsedDocument,
    tables: Sequence[Table],
    *,
    entity: str,
    on_rows: OnRows | None = None,
    told: Collection[str] = (),
) -> tuple[list[RowDraft], list[MetricDraft]]:
    """Rows of tables and properties, and every figure that says what it measures. `entity`: the subject.

    `told`: labels of properties that the document's kind has given already.
    """
    calendar = document_calendar(parsed, [column.header for table in tables for column in table.columns])
    main = main_period(tables, calendar.ends)
    source = Source({page.number: page for page in parsed.pages}, calendar, entity, main)
    rows, metrics = read_table_facts(tables, source, on_rows=on_rows)
    metrics = without_undated(metrics)
    sections = read_sections(parsed, tables)
    dollars = own_dollars(parsed)
    named = {page.number for page in parsed.pages if page.title}
    metrics = in_own_dollars(with_sections(metrics, tables, sections, named), dollars, tables)
    plain_scales = plain_money_scales(parsed, tables)
    names_years = any(_YEAR_AGAINST_YEAR.search(page.text) for page in parsed.pages)
    discussed = None if names_years else discussed_period(tables, main)
    on_pages: dict[int, list[Table]] = defaultdict(list)
    for table in tables:
        on_pages[table.page].append(table)
    stated: list[MetricDraft] = []
    values: list[MetricDraft] = []
    of_text: list[Sentence] = []
    heading, in_discussion = "", not any(_begins_discussion(page.text) for page in parsed.pages)
    for page in parsed.pages:
        sentences = list(read_sentences(page, on_pages[page.number], heading=heading, sections=sections))
        heading = sentences[-1].heading if sentences else heading
        in_discussion = discusses(page.text, before=in_discussion)
        setting = Setting(
            calendar,
            entity,
            main,
            plain_scales.get(page.number) if plain_scales else ONE,
            discussed if in_discussion else None,
        )
        found = read_sentence_facts(sentences, setting)
        found += _not_among(found, read_public_float, sentences, setting)
        stated += [*found, *_not_among(found, read_shares_outstanding, sentences, setting)]
        of_text += sentences
        lines = [*sentences, *pairs_over(page, on_pages[page.number])]
        pairs, figures = read_key_values(lines, len(tables), len(rows), setting)
        rows.extend(pairs)
        values.extend(figures)
    rows.extend(_not_given(read_terms(parsed, of_text, (len(tables), len(rows))), rows))
    known = {*told, *(row.label for row in rows if row.table == PROPERTIES)}
    alone, totals = read_receipt(parsed, known, (len(tables), len(rows)), Setting(calendar, entity, main))
    rows.extend(alone)
    values.extend(totals)
    stated, values = (in_own_dollars(each, dollars, tables) for each in (stated, values))
    stated = agreeing(stated, settle_names(tables, metrics))
    return rows, without_doubtful(tables, settle_names(tables, [*metrics, *stated, *values]))


def _not_given(terms: Iterable[RowDraft], rows: Sequence[RowDraft]) -> list[RowDraft]:
    """Without the warranty where a line gives it: “Guarantee period: 5 years”."""
    given = any(GUARANTEE.search(row.label) for row in rows if row.table == PROPERTIES)
    return [term for term in terms if not (given and GUARANTEE.search(term.label))]


def _not_among(
    told: Sequence[MetricDraft],
    read: Callable[[Sentence, Setting], Iterator[MetricDraft]],
    sentences: Sequence[Sentence],
    setting: Setting,
) -> list[MetricDraft]:
    """What one more reader of sentences finds that is not `told` by the others."""
    values = {each.numeric_value for each in told}
    found = [metric for sentence in sentences for metric in read(sentence, setting)]
    return [metric for metric in found if metric.numeric_value not in values]


def discussed_period(tables: Sequence[Table], main: Period | None) -> Period | None:
    """The span that a management's discussion means where it names none, or None where it may be several."""
    ends = {
        column.period.start_date
        for table in tables
        for column in table.columns
        if main and column.period and column.period.start_date and column.period.end_date == main.end_date
    }
    if main is None or main.start_date is None:
        return None
    is_only = all(abs((start - main.start_date).days) < WEEK for start in ends)
    is_year = (main.end_date - main.start_date).days > LEAST_YEAR
    return main if is_year or is_only else None


def discusses(text: str, *, before: bool) -> bool:
    """Whether a page belongs to the management's discussion. `before`: whether the last one did.

    A page on which the discussion begins or ends is no part of it, nor is a table of contents.
    """
    return (before or _begins_discussion(text)) and not _NOT_DISCUSSION.search(text)


def _begins_discussion(text: str) -> bool:
    return "discussion" in text.lower() and _DISCUSSION.search(text) is not None


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
    with_money = [page for page in parsed.pages if "$" in page.text]
    plain = {page.number: len(_PLAIN_MONEY.findall(page.text)) for page in with_money}
    worded = {page.number: len(_WORDED_MONEY.findall(page.text)) for page in with_money}
    scales = Counter(column.scale for table in tables for column in table.columns)
    total = sum(plain.values())
    if not scales or total < max(LEAST_PLAIN, LEAST_SHARE_PLAIN * sum(worded.values())):
        return {}
    scale = scales.most_common(1)[0][0]
    return {number: scale for number, count in plain.items() if count > worded[number]}
