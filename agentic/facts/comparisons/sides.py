"""Questions that ask which of several sides grew more, is the larger part or has the better margin."""

from __future__ import annotations

from dataclasses import dataclass

from agentic.facts.case import Case
from agentic.facts.comparisons.growth import asks_for_growth, asks_for_sides, compared_growth
from agentic.facts.comparisons.margins import asks_for_margins, compared_margins
from agentic.facts.figures.aggregates import asks_for_part, largest_part
from agentic.outcome import Outcome


@dataclass(frozen=True)
class Handled:
    """That a question is for sides, and what there is to say; without an outcome nothing else answers it."""

    outcome: Outcome | None


def compared_sides(case: Case) -> Handled | None:
    """The comparison that the question asks for; None where it asks for none of these."""
    if asks_for_growth(case.analysis):
        outcome = compared_growth(case)
        if outcome or asks_for_sides(case.analysis):  # how large they are does not say which grew more
            return Handled(outcome)
    if asks_for_part(case.analysis):
        return Handled(largest_part(case))
    if asks_for_margins(case.analysis):
        return Handled(compared_margins(case))
    return None
