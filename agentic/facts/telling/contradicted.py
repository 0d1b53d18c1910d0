"""Whether a row told for a measure of a company is another figure than the one that is filed for it."""

from __future__ import annotations

from decimal import Decimal

from agentic.facts.case import Case
from agentic.facts.figures.newest import figures_asked_for
from agentic.facts.figures.target import ASKING, Target, known_spans, without
from agentic.outcome import Outcome
from reading.values.quantities import find_quantities
from retrieval.question.wording.words import OF_COMPUTING
from retrieval.stems import stems

NEAR = Decimal("0.01")  # of the figure, by which a rounded one may miss it


def is_other_figure(case: Case, outcome: Outcome) -> bool:
    """“Research expenses: 9 million” out of some table, where the statement of income has 13,829 million.

    A row that takes up a further word of the question may be a part of the measure: that is none.
    """
    draft, analysis = outcome[0], case.analysis
    names = {mention.name for mention in analysis.measures}
    if len(names) != 1 or not (analysis.organizations and analysis.periods and draft.answered):
        return False
    further = stems(without(case.question, known_spans(analysis))) - stems(ASKING) - stems(OF_COMPUTING)
    if further & stems(draft.text):
        return False
    filed = figures_asked_for(case, Target(canonical=tuple(names)))
    known = {abs(row.numeric_value) for rows in filed.values() for row in rows}
    told = {abs(quantity.value) for quantity in find_quantities(draft.text)}
    near = any(abs(value - figure) <= NEAR * figure for value in told for figure in known)
    return bool(known and told) and not near
