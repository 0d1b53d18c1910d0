"""In which of several periods a figure was higher or lower, with the figure of each."""

from __future__ import annotations

from collections.abc import Sequence

from agentic.evidence import Draft
from agentic.facts import wording
from agentic.facts.case import Case
from agentic.facts.comparisons.compare import LOWER, YES_OR_NO, apart, ranking
from agentic.facts.evidence import figures_evidence
from agentic.facts.figures.cases import latest
from agentic.facts.figures.fetching import Found
from agentic.facts.queries import FigureRow
from agentic.facts.telling.conflicts import disagreements, settled
from agentic.facts.workings import Workings
from agentic.outcome import Outcome
from agentic.plans.figures.resolved import resolved
from reading.values.legal_forms import without_legal_form
from retrieval.question.kinds import JUDGING, compares_sides
from retrieval.question.model import QueryAnalysis

# Of these more is better; of costs and debts nobody says what is.
GOOD = (
    "revenue", "gross_profit", "operating_income", "net_income", "ebitda", "operating_cash_flow",
    "free_cash_flow", "eps_basic", "eps_diluted", "cash_and_equivalents",
)  # fmt: skip


def which_time(case: Case, found: Found) -> Outcome | None:
    """The period with more or less, as is asked; None where that is not asked, or cannot be told.

    Spans of different length, and figures of different units, are not told apart.
    """
    if not compares_sides(case.question) or len(found) < 2:
        return None
    own = {period: choice for period, rows in found.items() if (choice := latest(rows)) is not None}
    choices, found = settled(list(own.values()), found, case.workings)
    figures = [wording.as_paid(choice.best) for choice in choices]
    if len(figures) < 2 or not alike(figures) or not _can_be_judged(case.analysis, figures):
        return None
    ranked = sorted(figures, key=ranking(case.question, figures), reverse=True)
    first = next(iter(found))
    no_or_yes = ""
    if YES_OR_NO.search(case.question):
        best = ranked[-1] if LOWER.search(case.question) else ranked[0]
        is_first = any(row.id == best.id for row in found[first])
        is_more = ranked[0].numeric_value != ranked[-1].numeric_value
        no_or_yes = "Yes. " if is_first and is_more else "No. "
    text = (
        f"{no_or_yes}{_verdict(case.analysis, ranked, case.workings)}{disagreements(choices, case.workings)}"
    )
    plan = resolved(figures, "lowest" if LOWER.search(case.question) else "highest")
    return Draft(text=text, looked_up=plan), figures_evidence(figures, found, case)


def alike(figures: Sequence[FigureRow]) -> bool:
    """Whether they are of one subject, in one unit and of spans of one length: then they can be compared."""
    names = {without_legal_form(row.entity_name).casefold() for row in figures} - {""}
    return len(names) < 2 and len({(row.unit, row.months) for row in figures}) == 1


def _can_be_judged(analysis: QueryAnalysis, figures: Sequence[FigureRow]) -> bool:
    is_judged = JUDGING.search(analysis.question)
    return not is_judged or all(row.canonical_name in GOOD for row in figures)


def _verdict(analysis: QueryAnalysis, ranked: Sequence[FigureRow], workings: Workings) -> str:
    """`ranked`: highest first."""
    word = "low" if LOWER.search(analysis.question) else "high"
    best, *others = reversed(ranked) if word == "low" else ranked
    whose = wording.capital(wording.subject(best) + wording.label(best))
    if ranked[0].numeric_value == ranked[-1].numeric_value:
        every = wording.joined([_said(row, workings) for row in ranked])
        return f"{whose} {wording.verb(best)} the same {every}."
    if len(others) > 1:
        rest = wording.joined([_said(row, workings) for row in others])
        return f"{whose} {wording.verb(best)} {word}est {_said(best, workings)}; the others are {rest}."
    other, distance = others[0], apart(ranked[0], ranked[-1], f"{word}er")
    return (
        f"{whose} {wording.verb(best)} {word}er {_said(best, workings)}, than {_said(other, workings)}: "
        f"by {distance}."
    )


def _said(row: FigureRow, workings: Workings) -> str:
    return f"{wording.when(row)}, {wording.amount(row)} {workings.cite(row.span)}"
