"""“In which quarter was it highest?”: the figures of spans of that length, in the time that is asked for."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from agentic.evidence import Draft, Evidence
from agentic.facts import wording
from agentic.facts.case import Case
from agentic.facts.figures.cases import Choice, cases
from agentic.facts.figures.fetching import Found, fetcher
from agentic.facts.figures.newest import figures_asked_for
from agentic.facts.figures.target import Target
from agentic.facts.queries import DAYS_OFF, MONTH_DAYS, FigureRow, lasting_months
from agentic.outcome import Outcome, coverage
from reading.values.fiscal import Period
from retrieval.question.kinds import months_asked
from retrieval.question.model import QueryAnalysis

OF_SPANS = ("highest", "lowest", "average")  # kinds of questions in which a span's length says of what
SPANS = {1: "months", 3: "quarters", 6: "half-years", 9: "spans of nine months", 12: "years"}
NEAREST = 3  # periods named where there are no such spans


def found_for(case: Case, target: Target) -> Found:
    """The figures of spans of the length that is asked for, else those of the periods that are named."""
    if months := length_asked(case.analysis, target):
        return figures_of_length(case, target, months)
    return figures_asked_for(case, target)


def length_asked(analysis: QueryAnalysis, target: Target) -> int:
    """In months, where the question is after one of the spans within a time; 0 where it is not."""
    if analysis.kind not in OF_SPANS or target.is_total:
        return 0
    months = months_asked(analysis.question)
    return 0 if any(_months(period) == months for period in analysis.periods) else months


def _months(period: Period) -> int:
    if period.start_date is None:
        return 0
    return round((period.end_date - period.start_date + timedelta(days=1)).days / MONTH_DAYS)


def figures_of_length(case: Case, target: Target, months: int) -> Found:
    """The figures of all spans so long within the question's times; of any time where it names none."""
    rows = fetcher(case, target, also=lasting_months(months))(None)
    return {None: [row for row in rows if _is_asked_for(case.analysis, row)]}


def _is_asked_for(analysis: QueryAnalysis, row: FigureRow) -> bool:
    start, end = row.period_start, row.period_end
    if not analysis.time_references or start is None or end is None:
        return True
    return any(
        (time.date_from or start) - DAYS_OFF <= start and end <= (time.date_to or end) + DAYS_OFF
        for time in analysis.time_references
    )


def no_such_spans(case: Case, target: Target, months: int) -> Outcome | None:
    """That the measure is known, but not for spans so long; None where it is not known at all."""
    known = cases(fetcher(case, target)(None))
    if not known:
        return None
    times = [time.text for time in case.analysis.time_references]
    within = f" in {wording.joined(times)}" if times else ""
    given = list(dict.fromkeys(wording.when(choice.best) for choice in known))[:NEAREST]
    text = (
        f"These documents give no {wording.label(known[0].best)} of single {SPANS[months]}{within}. "
        f"They give it {wording.joined(given)}."
    )
    nearest = tuple(choice.best.span for choice in known[:NEAREST])
    return Draft(text=text, answered=False), Evidence(coverage=coverage(case.scope), nearest=nearest)


def of_one_length(choices: Sequence[Choice]) -> list[Choice]:
    """Those whose spans are as long as most of them, the longest of several: no year beside a quarter."""
    lengths = [choice.best.months for choice in choices]
    usual = max(lengths, key=lambda months: (lengths.count(months), months), default=0)
    return [choice for choice in choices if choice.best.months == usual]
