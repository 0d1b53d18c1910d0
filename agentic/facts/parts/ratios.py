"""A ratio of one part: “What was the operating margin of the Cloud segment in 2024?”"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from agentic.evidence import Draft, Figure
from agentic.facts import wording
from agentic.facts.case import Case
from agentic.facts.evidence import figures_evidence
from agentic.facts.figures.tables import is_of_period
from agentic.facts.parts.called import Called, parts_called, words_beside
from agentic.facts.parts.shares import rounded, share_figure
from agentic.facts.queries import FigureRow
from agentic.outcome import Outcome
from agentic.plans.figures.resolved import share, together
from reading.values.periods import Period
from retrieval.question.model import blanked
from retrieval.question.plans.model import Apply, Leaf
from retrieval.question.ratios.named import Ratio, find_ratios

Sides = tuple[FigureRow, FigureRow]
OF_RATIOS = "segment division business unit operations margin ratio"


def answer_ratio_of_part(case: Case) -> Outcome | None:
    """The ratio of each part that the question calls, where the same document tells both its sides.

    None where it names no ratio of two amounts, or has a word more than ratio, parts, company and time.
    """
    found = find_ratios(case.question)
    measures = _sides_of(found[0][0]) if len(found) == 1 else None
    if measures is None:
        return None
    ratio, start, end = found[0]
    rest = case.asking(question=blanked(case.question, [(start, end)]), measures=())
    above, below = (parts_called(rest, measure) for measure in measures)
    parts = [(part, other) for part in above for other in below if _key(part) == _key(other)]
    if not parts or words_beside(rest, above, OF_RATIOS):
        return None
    periods = case.analysis.periods or (None,)
    told = [sides for part, other in parts for each in periods if (sides := _told(part, other, each))]
    return _answered(case, ratio, told) if len(told) == len(parts) * len(periods) else None


def _sides_of(ratio: Ratio) -> tuple[str, str] | None:
    """The two measures that a percentage divides; None where it is made otherwise."""
    formula = ratio.expression
    if ratio.unit != "%" or not isinstance(formula, Apply) or formula.operator != "divide":
        return None
    names = [side.measure for side in (formula.left, formula.right) if isinstance(side, Leaf)]
    return (names[0], names[1]) if len(names) == 2 else None


def _key(part: Called) -> str:
    return part.name.casefold()


def _told(part: Called, other: Called, period: Period | None) -> Sides | None:
    """Both sides in the time asked for, else the newest of which both are told; None where they disagree."""
    every = list(_beside(part.rows, other.rows, period))
    last = max((above.period_end for above, _ in every if above.period_end), default=None)
    newest = [sides for sides in every if sides[0].period_end == last]
    longest = [sides for sides in newest if sides[0].days == max(above.days for above, _ in newest)]
    shares = {rounded(above.numeric_value / below.numeric_value) for above, below in longest}
    return longest[0] if len(shares) == 1 else None


def _beside(rows: Sequence[FigureRow], others: Sequence[FigureRow], period: Period | None) -> Iterator[Sides]:
    """Pairs of one document, company, unit and time, whose second side is no loss."""
    for above in rows:
        if period and not is_of_period(above, period):
            continue
        for below in others:
            if _time(above) == _time(below) and below.numeric_value > 0:
                yield above, below


def _time(row: FigureRow) -> tuple[object, ...]:
    return row.document_id, row.entity_name, row.period_start, row.period_end, row.unit


def _answered(case: Case, ratio: Ratio, told: Sequence[Sides]) -> Outcome:
    figures = [_figure(ratio, *sides) for sides in told]
    lines = []
    for (above, below), figure in zip(told, figures, strict=True):
        amounts = [f"{wording.amount(row)} {case.cite(row.span)}" for row in (above, below)]
        what = f"{wording.capital(figure.label)} {wording.when(above)}"
        lines.append(f"{what} was {figure.text}: {' of '.join(amounts)}.")
    rows = [row for sides in told for row in sides]
    evidence = figures_evidence(rows, {None: rows}, case)
    draft = Draft(text="\n\n".join(lines), looked_up=together([share(*sides) for sides in told]))
    return draft, replace(evidence, figures=(*figures, *evidence.figures))


def _figure(ratio: Ratio, above: FigureRow, below: FigureRow) -> Figure:
    figure = share_figure(above, below, above.numeric_value, wording.amount(above))
    return replace(figure, label=f"{ratio.words} of {above.metric_name}", measure=ratio.name)
