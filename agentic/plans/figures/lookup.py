"""The figures that a plan's leaves stand for: one choice among all that documents give."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from functools import cache
from pathlib import Path

from agentic.facts import wording
from agentic.facts.case import Case
from agentic.facts.figures.cases import Choice, latest
from agentic.facts.figures.fetching import renamed
from agentic.facts.figures.newest import figures_asked_for
from agentic.facts.figures.target import Target
from agentic.facts.queries import YEAR_DAYS, FigureRow
from agentic.plans.evaluate import Value, evaluate
from documents.models import Metric
from reading.lexicon import IN_STATEMENT
from reading.measures.catalogue import MEASURES, Measure
from reading.values.periods import Period
from retrieval.annotations.labels import labels_of
from retrieval.question.plans.model import Expression, Leaf, leaves

YEAR = timedelta(days=364)
MOST_LABELS = 20
PER_SHARE = "/share"
BENEFIT_FIRST = re.compile(
    r"^\W*(?:income tax(?:es)? )?(?:benefit|credit)\b.*\(.*\b(?:provision|expense|charge)", re.IGNORECASE
)
CREDIT = re.compile(r"\b(?:benefit|credit|refund|income from tax)\b", re.IGNORECASE)
NOTES = re.compile(
    r"\b(?:guarant\w+|deferred tax|held for sale|parent|pro[- ]forma|acquired|segments?)\b", re.IGNORECASE
)


def rows_of(case: Case, measure: str, periods: Sequence[Period]) -> list[FigureRow]:
    """All figures of a measure in the periods; of all times where there are none.

    Where none goes by its name, those of the rows that stand for it.
    """
    case = case.asking(periods=tuple(periods))
    own = MEASURES.get(measure)
    found = _rows(case, Target(canonical=(measure,)), own)
    return found or _standing(case, measure)[1]


def standing_for(case: Case, measure: str) -> tuple[str, ...]:
    """The labels of the rows that stand for a measure of which none goes by its name."""
    return _standing(case, measure)[0]


def _standing(case: Case, measure: str) -> tuple[tuple[str, ...], list[FigureRow]]:
    """The labels that begin as one that stands for the measure does, and their rows in the statements."""
    for beginning in stand_ins().get(measure, ()):
        labels = _labels(case, beginning, MEASURES.get(measure))
        rows = _rows(case, Target(labels=labels), MEASURES.get(measure)) if labels else []
        if found := [row for row in rows if is_in_statement(row)]:
            return tuple(dict.fromkeys(row.metric_name for row in found)), found
    return (), []


def is_in_statement(row: FigureRow) -> bool:
    """Whether the row stands in the company's own statements, where alone a like label means the measure."""
    return bool(IN_STATEMENT.search(row.context)) and not NOTES.search(row.context)


def _rows(case: Case, target: Target, measure: Measure | None) -> list[FigureRow]:
    """Balances are of a day, and what flows of a span."""
    rows = [row for rows in figures_asked_for(case, target).values() for row in rows]
    return [row for row in rows if measure is None or (row.period_start is None) == measure.is_instant]


@cache
def stand_ins() -> dict[str, list[str]]:
    """Canonical name → how the labels of rows that stand for it begin, the nearest first."""
    return tomllib.loads(Path(__file__).with_name("stand_ins.toml").read_text(encoding="utf-8"))


def _labels(case: Case, beginning: str, measure: Measure | None) -> tuple[str, ...]:
    """The labels without a name of their own that begin so; of a measure per share those told per share."""
    called = labels_of(case.scope.workspace).beginning(beginning)
    if not called:
        return ()
    known = Metric.objects.answering().filter(workspace=case.scope.workspace, canonical_name="")
    # The stems that all of them have are in an index; how a label begins is not.
    common = set.intersection(*(set(label.stems) for label in called))
    known = known.filter(
        label_stems__contains=sorted(common), metric_name__in=[label.name for label in called]
    )
    if measure and measure.kind == "per_share":
        known = known.filter(unit__endswith=PER_SHARE)
    if case.scope.document_ids is not None:
        known = known.filter(document__in=case.scope.document_ids)
    labels = known.order_by("metric_name").values_list("metric_name", flat=True)
    return tuple(labels.distinct()[:MOST_LABELS])


def figure_of(case: Case, leaf: Leaf, period: Period) -> Choice | None:
    """The figure that a leaf stands for, with those that agree and those that do not; None of none."""
    return taken(rows_of(case, leaf.measure, (years_before(period, leaf.years),)))


def taken(rows: Sequence[FigureRow]) -> Choice | None:
    """The choice of the latest period; of forecasts only where there is nothing else."""
    return latest([row for row in rows if not row.is_forecast] or rows)


def value_of(case: Case, expression: Expression, period: Period) -> Value:
    """The expression's value in a period. Raises `NotComputable`.

    No figure is that of the year before as well.
    """
    ends: dict[tuple[str, object], int] = {}

    def lookup(leaf: Leaf) -> FigureRow | None:
        choice = figure_of(case, leaf, period)
        if choice is None:
            return None
        years = ends.setdefault((leaf.measure, choice.best.period_end), leaf.years)
        return as_charged(wording.as_paid(choice.best)) if years == leaf.years else None

    return evaluate(expression, lookup, wording.amount)


def as_charged(row: FigureRow) -> FigureRow:
    """Taxes as what they cost, where their row counts what they bring, “Benefit (provision) for taxes”, or
    prints them in brackets as all costs there."""
    if row.canonical_name != "income_tax_expense":
        return row
    is_turned = BENEFIT_FIRST.search(row.metric_name) or (
        row.numeric_value < 0 and not CREDIT.search(row.metric_name) and _has_costs_in_brackets(row)
    )
    return replace(row, numeric_value=-row.numeric_value) if is_turned else row


def _has_costs_in_brackets(row: FigureRow) -> bool:
    """Whether its page prints what is taken off in brackets, other costs of the same time too."""
    beside = Metric.objects.answering().filter(
        document=row.document_id, page=row.page, period_end=row.period_end, canonical_name__in=wording.SPENT
    )
    signs = [value < 0 for value in beside.values_list("numeric_value", flat=True) if value]
    return bool(signs) and all(signs)


def as_named(case: Case, expression: Expression, periods: Sequence[Period]) -> list[Period]:
    """The fiscal years as the documents name them, all moved alike where one is found under another's name.

    Else the year before “FY2023”, which a company itself calls fiscal 2022, would be that same year again.
    """
    offset, named = case.scope.naming_offset, list(periods)
    if not offset or not all(is_year(period) and period.fiscal_year for period in periods):
        return named
    measure = next(leaves(expression)).measure
    for period in sorted(periods, key=lambda each: each.end_date, reverse=True):
        choice = figure_of(case, Leaf(measure), period)
        if choice and choice.best.fiscal_year == (period.fiscal_year or 0) + offset:
            return [renamed(each, offset) for each in periods]
    return named


def newest_year(case: Case, measure: str) -> Period | None:
    """The latest fiscal year of which there is a figure; None where there is none."""
    rows = rows_of(case, measure, ())
    newest = latest(
        [row for row in rows if row.fiscal_year and not row.fiscal_quarter and not row.is_forecast]
    )
    return year_of(newest.best) if newest else None


def year_of(row: FigureRow) -> Period:
    assert row.period_end is not None
    start = row.period_start or row.period_end - YEAR
    return Period(f"fiscal {row.fiscal_year}", start, row.period_end, row.fiscal_year, None)


def is_year(period: Period) -> bool:
    if period.fiscal_quarter is not None:
        return False
    return period.start_date is None or (period.end_date - period.start_date).days > YEAR_DAYS


def years_before(period: Period, years: int) -> Period:
    """The same period so many years before."""
    if not years:
        return period
    year = period.fiscal_year - years if period.fiscal_year else None
    start = period.start_date - YEAR * years if period.start_date else None
    text = f"fiscal {year}" if year and is_year(period) else f"{years} before {period.text}"
    return Period(text, start, period.end_date - YEAR * years, year, period.fiscal_quarter)
