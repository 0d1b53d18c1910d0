"""A plain question for one figure, “What was the revenue of Acme in 2022?”: nothing else need look at it."""

from __future__ import annotations

import re

from agentic.facts.case import Case
from agentic.facts.figures.newest import figures_asked_for
from agentic.facts.figures.target import find_target, without
from agentic.facts.telling.figures import tell_figures
from agentic.outcome import Outcome
from reading.measures.catalogue import MEASURES
from retrieval.question.model import QueryAnalysis
from retrieval.question.ratios.named import find_ratios

# All that stands round the measure, its company and the year: any other word may ask for something else.
FRAME = re.compile(
    r"\W*(?:what(?:['’]s|\s+(?:was|were|is|are))|how\s+(?:much|high|large)\s+(?:was|were|is|are))"
    r"(?:\W+(?:the|of|for|in|s))*\W*",
    re.IGNORECASE,
)
YEAR = re.compile(r"(?:(?:fiscal|financial)(?:\s+year)?\s+|FY\s?|year\s+)?(?:19|20)\d\d", re.IGNORECASE)


def answer_plain(case: Case) -> Outcome | None:
    """The amount of one measure, company and year; None where more is asked for, or there is none."""
    if not is_plain(case):
        return None
    target = find_target(case.analysis, case.scope)
    if target is None or target.left or target.canonical != (case.analysis.measures[0].name,):
        return None
    found = figures_asked_for(case, target)
    return tell_figures(case, found, latest_only=False) if any(found.values()) else None


def is_plain(case: Case) -> bool:
    """Whether every word has its one place: the measure's, the company's, the year's or the frame's."""
    analysis = case.analysis
    is_one = len(analysis.measures) == len(analysis.organizations) == len(analysis.periods) == 1
    if not is_one or analysis.kind != "lookup" or not _is_of_a_year(analysis) or not _is_amount(analysis):
        return False
    if case.scope.is_chosen or analysis.strangers or len(analysis.organizations[0].others) > 1:
        return False
    known = [(each.start, each.end) for each in (*analysis.measures, *analysis.organizations)]
    rest = without(analysis.question, [*analysis.period_spans, *known])
    return bool(FRAME.fullmatch(rest)) and not find_ratios(analysis.question)


def _is_of_a_year(analysis: QueryAnalysis) -> bool:
    return bool(YEAR.fullmatch(analysis.periods[0].text)) and analysis.periods[0].fiscal_quarter is None


def _is_amount(analysis: QueryAnalysis) -> bool:
    measure = MEASURES.get(analysis.measures[0].name)
    return measure is not None and measure.kind == "money"
