"""What is known of a measure that has no figure of the period asked for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from agentic.evidence import Draft, Evidence
from agentic.facts import wording
from agentic.facts.case import Case
from agentic.facts.figures.cases import Choice, cases
from agentic.facts.figures.fetching import Fetch
from agentic.facts.queries import DAYS_OFF
from agentic.facts.telling.figures import tell_figures
from agentic.outcome import Outcome, coverage
from reading.measures.catalogue import MEASURES

QUARTER, TO_DATE = (80, 100), 300  # days of a quarter, and of three at most
NONE_ALONE = "These documents give none for that quarter alone."
NEAREST = 3  # periods named where the one asked for has no figure


def not_for_that_period(case: Case, fetch: Fetch) -> Outcome | None:
    """That the measure is known, but not for the period asked; None where it is not known at all."""
    if not case.analysis.periods:
        return None
    known = cases(fetch(None))
    if not known:
        return None
    if to_date := _to_date(case, known):
        return to_date
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
