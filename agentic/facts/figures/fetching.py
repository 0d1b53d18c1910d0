"""Fetching the figures that a question names, period by period."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import timedelta

from agentic.facts.case import Case
from agentic.facts.figures.cases import latest, of_one_kind
from agentic.facts.figures.target import Target
from agentic.facts.figures.totals import nouns_of, of_each_document
from agentic.facts.queries import (
    FigureRow,
    by_dates,
    figure_rows,
    figures_sql,
    in_period,
    named,
    of_documents,
    of_documents_from,
    of_entities,
    with_words,
)
from agentic.verification.sentences.clauses import CHANGE_WORDS
from documents.models import Document
from reading.measures.catalogue import MEASURES, find_measures
from reading.values.legal_forms import without_legal_form
from reading.values.periods import Period
from retrieval.question.model import QueryAnalysis
from retrieval.scope.conditions import documents_called
from retrieval.scope.model import Scope

PERCENT_WORDS = ("percent", "per cent", "%", "percentage", "margin", "rate", "share of")

# Tables of what an investee or a part of the group made, or of what would have been, have the company's name.
OTHERS_FIGURES = re.compile(
    r"\binvestees?\b|\bpro[- ]forma\b|\bsummarized financial information\b|\bobligor group\b|\bguarantors?\b|"
    r"\bcross guarantee\b|\bparent[- ](?:company[- ])?only\b",
    re.IGNORECASE,
)

# What heads a column of changes, not a block of rows: “Changes in operating assets”, “Change in plan assets”.
CHANGES = re.compile(
    r"\bchange\b(?!\s+(?:in|of|to|due|related)\b)|\bincrease\s*/?\s*\(?decrease\)?(?!\s+(?:in|of|due)\b)|\bvariance\b",
    re.IGNORECASE,
)

MOVEMENTS = re.compile(r"\bchanges? in\b.*\b(?:assets|liabilities)\b|\bcash flows?\b", re.IGNORECASE)
# “How many stores did it have at the end of the quarter?”
AT_A_DAY = re.compile(
    r"\b(?:at|by|as of|on) (?:the )?(?:year[- ]end|(?:very )?(?:end|close)\b)", re.IGNORECASE
)
AMOUNTS = "m.unit NOT IN ('', '%')"

Fetch = Callable[[Period | None], list[FigureRow]]
Found = dict[Period | None, list[FigureRow]]


def fetcher(case: Case, target: Target, *, also: str = "") -> Fetch:
    """A function from a period to the figures of it. `also`: a further condition in SQL."""
    names = [name for mention in case.analysis.organizations for name in mention.names]
    conditions = [
        named(target.canonical, target.labels),
        of_entities(names, _subject_names(names, case.analysis)),
        of_documents(documents_meant(case.analysis, case.scope)),
        with_words(target.left),
        AMOUNTS if _is_amount(target) else "",
        also,
    ]
    also_others = bool(OTHERS_FIGURES.search(case.question))
    also_changes = bool(CHANGE_WORDS.search(case.question))
    wants_percent = case.analysis.kind != "ratio" and any(w in case.question.lower() for w in PERCENT_WORDS)

    def totals(period: Period | None) -> list[FigureRow]:
        when = of_documents_from(period) if period else ""
        why = f"Find {target.name}" + (f", {period.text}" if period else "")
        rows = figure_rows(case.select(figures_sql([*conditions, when]), why))
        return of_one_kind(of_each_document(rows, case.analysis), wants_percent=False)

    def fetch(period: Period | None) -> list[FigureRow]:
        when = in_period(period) if period else ""
        why = f"Find {target.name}" + (f", {period.text}" if period else "")
        rows = figure_rows(case.select(figures_sql([*conditions, when]), why))
        if not rows and period is not None and by_dates(period) != when:
            why = f"{why}: none under that fiscal name, so by calendar dates"
            rows = figure_rows(case.select(figures_sql([*conditions, by_dates(period)]), why))
        own = [row for row in rows if also_others or not OTHERS_FIGURES.search(row.context)]
        own = [row for row in own if also_changes or not is_change(row)]
        own = _of_a_day(own) if AT_A_DAY.search(case.question) else own
        own = own if period is None or period.start_date else [row for row in own if not _is_movement(row)]
        own = [_as_part(row, target) for row in own if not target.under or is_told_under(target.under, row)]
        return _of_one_kind_each(own, case.analysis, wants_percent=wants_percent)

    return totals if target.is_total else fetch


def _of_a_day(rows: list[FigureRow]) -> list[FigureRow]:
    """What there was at the end, not what came or went until then, where columns of one row tell both."""
    days = [row for row in rows if row.period_start is None and not row.canonical_name]
    labels = {(row.document_id, row.page, row.metric_name) for row in days}
    flows = {row.id for row in rows if (row.document_id, row.page, row.metric_name) in labels} - {
        row.id for row in days
    }
    return [row for row in rows if row.id not in flows]


def _is_movement(row: FigureRow) -> bool:
    """Whether it is by how much a balance moved over a time, as a statement of cash flows tells."""
    return row.period_start is not None and not row.canonical_name and bool(MOVEMENTS.search(row.context))


def _is_amount(target: Target) -> bool:
    """Whether a part of a measure is wanted that is told in money: its row may have other columns too."""
    return bool(target.under) and target.under in MEASURES and MEASURES[target.under].kind == "money"


def is_change(row: FigureRow) -> bool:
    """Whether the figure stands in a column of changes, and its own label names none."""
    return bool(CHANGES.search(row.context.rpartition(" › ")[2])) and not CHANGES.search(row.metric_name)


def is_told_under(measure: str, row: FigureRow) -> bool:
    """Whether the words over the row name the measure: the nearest that name any."""
    nearest = find_measures(row.context.rpartition(" › ")[2])
    return measure in {name for name, _, _ in nearest or find_measures(row.context)}


def _as_part(row: FigureRow, target: Target) -> FigureRow:
    """The row called by the part and what it is of: “Services revenue”, “AWS: Net sales”."""
    if full := dict(target.fulls).get(row.metric_name):
        row = replace(row, metric_name=f"{full} ({row.metric_name})")
    if target.under and target.under not in {name for name, _, _ in find_measures(row.metric_name)}:
        return replace(row, metric_name=f"{row.metric_name} {target.under.replace('_', ' ')}")
    if target.part:
        return replace(row, metric_name=f"{row.context.rpartition(' › ')[2]} {row.metric_name.lower()}")
    return row


def _subject_names(names: Sequence[str], analysis: QueryAnalysis) -> list[str]:
    """All names under which documents are about one of these."""
    subjects = analysis.names.subjects
    about = set().union(*(subjects.get(name, ()) for name in names))
    return [name for name, documents in subjects.items() if documents & about] if about else []


def _of_one_kind_each(
    rows: Sequence[FigureRow], analysis: QueryAnalysis, *, wants_percent: bool
) -> list[FigureRow]:
    """Of several organizations each's own kind: one may report in dollars, another in euros."""
    if len({mention.name for mention in analysis.organizations}) < 2:
        return of_one_kind(rows, wants_percent=wants_percent)
    of_each: dict[str, list[FigureRow]] = defaultdict(list)
    for row in rows:
        of_each[without_legal_form(row.entity_name).casefold()].append(row)
    kept = {row.id for own in of_each.values() for row in of_one_kind(own, wants_percent=wants_percent)}
    return [row for row in rows if row.id in kept]


def documents_meant(analysis: QueryAnalysis, scope: Scope) -> list[int] | None:
    """The documents that the question names by kind, else those of the scope; None for all."""
    if nouns := nouns_of(analysis):
        called = Document.objects.filter(documents_called(nouns), pk__in=scope.documents())
        if ids := list(called.values_list("pk", flat=True)):
            return ids
    return list(scope.document_ids) if scope.document_ids is not None else None


def fetch_all(periods: Sequence[Period], fetch: Fetch, scope: Scope) -> Found:
    """The figures of each period; of all time where none is asked for.

    Where a fiscal year has no figures under its own name, all years are read as the ones that end in
    the year named: “FY2023” may be what the company itself calls fiscal 2022.
    """
    found: Found = {period: fetch(period) for period in periods} or {None: fetch(None)}
    lacks = any(period is not None and not _has_actual(rows) for period, rows in found.items())
    if lacks and (offset := scope.naming_offset):
        shifted: Found = {period: fetch(period) for period in (renamed(period, offset) for period in periods)}
        if all(_has_actual(rows) for rows in shifted.values()):
            return shifted
    return found


def _has_actual(rows: Sequence[FigureRow]) -> bool:
    return any(not row.is_forecast for row in rows)


def renamed(period: Period, offset: int) -> Period:
    if period.fiscal_year is None:
        return period
    year = period.fiscal_year + offset
    return replace(period, fiscal_year=year, text=f"{period.text} (named fiscal {year} by its company)")


def with_year_before(found: Found, fetch: Fetch) -> Found:
    """A comparison that names one period, or none, is with the same period of the year before."""
    if len(found) > 1:
        return found
    (period, rows), *_ = found.items()
    now = latest(rows)
    if now is None or now.best.period_end is None:
        return found
    before = _before(now.best)
    return {before: fetch(before), period: [*now.agree, *now.others]}


def _before(row: FigureRow) -> Period:
    """The period a year before the figure's, by dates."""
    assert row.period_end is not None
    start = row.period_start - timedelta(days=364) if row.period_start else None
    end = row.period_end - timedelta(days=364)
    return Period(f"the year before {row.period_end}", start, end, None, None)
