"""Questions that ask which of several sides grew more, is the larger part or has the better margin."""

from __future__ import annotations

from dataclasses import dataclass

from agentic.facts.case import Case
from agentic.facts.comparisons.grown import asks_for_growth, compared_growth, told_growth
from agentic.facts.comparisons.growth import asks_for_sides, sides_called
from agentic.facts.comparisons.margins import asks_for_margins, compared_margins
from agentic.facts.figures.aggregates import asks_for_part, largest_part
from agentic.facts.parts.called import measure_asked, parts_called
from agentic.facts.parts.lacking import lacking_part
from agentic.facts.parts.moved import asks_which_moved, which_moved
from agentic.outcome import Outcome
from retrieval.question.kinds import PART, SETS_GROWTHS, compares_growth
from retrieval.question.model import QueryAnalysis
from retrieval.question.wording.words import OF_CHANGE


@dataclass(frozen=True)
class Handled:
    """That a question is for sides, and what there is to say; without an outcome nothing else answers it."""

    outcome: Outcome | None


def compared_sides(case: Case) -> Handled | None:
    """The comparison that the question asks for; None where it asks for none of these."""
    if asks_for_growth(case.analysis):
        outcome = compared_growth(case)
        outcome = outcome or _lacking(case)
        if outcome or asks_for_sides(case.analysis):  # how large they are does not say which grew more
            return Handled(outcome)
    elif SETS_GROWTHS.search(case.question) and (told := told_growth(case, sides_called(case))):
        return Handled(told)
    if asks_which_moved(case.question):
        return Handled(which_moved(case) or _lacking(case))
    if asks_for_part(case.analysis):
        return Handled(largest_part(case))
    if asks_for_margins(case.analysis):
        return Handled(compared_margins(case))
    return None


def asks_for_moved_part(analysis: QueryAnalysis) -> bool:
    """Whether a part is asked for by how it grew or fell, which a company's table of parts alone tells."""
    moved = compares_growth(analysis.question) or asks_which_moved(analysis.question)
    return moved and bool(PART.search(analysis.question))


def _lacking(case: Case) -> Outcome | None:
    """Which part that the question calls beside another no table tells."""
    measure = measure_asked(case, otherwise="revenue")
    parts = parts_called(case, measure) if measure else []
    return lacking_part(case, measure, parts, OF_CHANGE) if parts else None
