"""What is known of a measure that has no figure of the period asked for."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from dataclasses import replace

from agentic.evidence import Draft, Evidence
from agentic.facts import wording
from agentic.facts.case import Case
from agentic.facts.figures.cases import Choice, cases
from agentic.facts.figures.fetching import Fetch, fetcher
from agentic.facts.figures.target import Target
from agentic.facts.queries import DAYS_OFF
from agentic.facts.telling.figures import THERE_WAS, tell_figures
from agentic.outcome import Outcome, coverage
from documents.models import Metric
from reading.measures.catalogue import MEASURES
from reading.values.periods import Period
from retrieval.stems import stems

QUARTERLY, OF_PAYING = "quarterly ", "pay pays paid cash declare declared distribute distributed"
QUARTER, TO_DATE = (80, 100), 300  # days of a quarter, and of three at most
NONE_ALONE = "These documents give none for that quarter alone."
MOVES = re.compile(r"\b(?:increases?|decreases?|growth|changes?)\b", re.IGNORECASE)
NEAREST = 3  # periods named where the one asked for has no figure


def not_for_that_period(case: Case, fetch: Fetch, left: Set[str] = frozenset()) -> Outcome | None:
    """That the measure is known, but not for the period asked; None where it is not known at all.

    `left`: stems of the question that are none of the measure's name.
    """
    if not case.analysis.periods or left - stems(OF_PAYING):
        return None
    known = cases(fetch(None))
    if not known:
        return None
    if whole := _of_each_quarter(case, known) or _to_date(case, known):
        return whole
    periods = wording.joined(list(dict.fromkeys(wording.when(choice.best) for choice in known))[:NEAREST])
    asked = wording.joined([wording.asked_for(period) for period in case.analysis.periods])
    label = wording.label(known[0].best)
    text = f"These documents give no {label} for {asked}. They give it {periods}."
    evidence = Evidence(
        coverage=coverage(case.scope),
        tried=tuple(f"{table.explanation}: {len(table.rows)} figures" for table in case.workings.tables),
        nearest=tuple(choice.best.span for choice in known[:NEAREST]),
    )
    return Draft(text=text, answered=False), evidence


def _of_each_quarter(case: Case, known: Sequence[Choice]) -> Outcome | None:
    """What a year's “quarterly dividend” was, where a quarter is asked for that is not told of alone."""
    period, *more = case.analysis.periods
    if more or period.fiscal_quarter is None or case.analysis.kind != "lookup":
        return None
    labels = _quarterly(case)
    years = [each.best for each in known if each.best.fiscal_year == period.fiscal_year]
    if not labels or not years or years[0].period_end is None:
        return None
    year = Period(f"fiscal {period.fiscal_year}", None, years[0].period_end, period.fiscal_year, None)
    if not (rows := fetcher(case, Target(labels=labels))(year)):
        return None
    draft, evidence = tell_figures(case, {None: rows}, latest_only=True)
    said = "Yes. " if THERE_WAS.search(case.question) else ""
    text = f"{said}{draft.text} That is each quarter's, {period.text} among them."
    return replace(draft, text=text), evidence


def _quarterly(case: Case) -> tuple[str, ...]:
    """The labels “quarterly …” of the measure that the question names; without their increases."""
    asked = stems(" ".join(case.question[m.start : m.end] for m in case.analysis.measures)) - stems(OF_PAYING)
    labels = Metric.objects.answering().filter(workspace=case.scope.workspace, anchored=True)
    labels = labels.filter(metric_name__istartswith=QUARTERLY, label_stems__overlap=sorted(asked))
    names = set(labels.values_list("metric_name", flat=True))
    return tuple(sorted(name for name in names if not MOVES.search(name)))


def _to_date(case: Case, known: Sequence[Choice]) -> Outcome | None:
    """What flowed from the year's start to the end of the quarter asked for, where none is told of it alone.

    Reports on quarters state cash flows so. The answer says that it is more than the quarter's.
    """
    period, *more = case.analysis.periods
    if more or period.start_date is None or case.analysis.kind != "lookup":
        return None
    if not QUARTER[0] <= (period.end_date - period.start_date).days <= QUARTER[1]:
        return None
    for choice in known:
        row = choice.best
        measure = MEASURES.get(row.canonical_name)
        if measure is None or measure.statement != "cash_flow" or row.period_end is None or row.is_forecast:
            continue
        is_its_end = abs(row.period_end - period.end_date) <= DAYS_OFF
        if is_its_end and QUARTER[1] < row.days <= TO_DATE:
            draft, evidence = tell_figures(case, {None: [*choice.agree]}, latest_only=True)
            return replace(draft, text=f"{draft.text} {NONE_ALONE}", left_open=period.text), evidence
    return None
