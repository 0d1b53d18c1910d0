"""By how much documents say themselves that a measure grew: of figures that they need not round."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

from agentic.facts.case import Case
from agentic.facts.figures.cases import latest
from agentic.facts.figures.fetching import fetcher
from agentic.facts.figures.target import Target
from agentic.facts.queries import FigureRow
from agentic.plans.figures.lookup import rows_of
from reading.values.periods import Period

UP, DOWN = ("growth", "increase"), ("decrease", "decline")  # what sentences' figures are called by
FURTHEST = Decimal("0.005")  # from the growth of the amounts as written; further off it is of others


def stated_growth(case: Case, measure: str, period: Period, computed: Decimal) -> FigureRow | None:
    """The growth over a period that a sentence gives beside the measure's own amount; None of none.

    `computed`: what follows from the amounts as they are written.
    """
    labels = {row.metric_name for row in rows_of(case, measure, (period,))}
    called = tuple(f"{label} {move}" for label in sorted(labels) for move in (*UP, *DOWN))
    if not called:
        return None
    rows = fetcher(case.asking(periods=(period,)), Target(labels=called))(period)
    near = [each for row in rows if abs((each := _signed(row)).numeric_value - computed) <= FURTHEST]
    choice = latest([row for row in near if row.unit == "%"])
    return choice.best if choice else None


def _signed(row: FigureRow) -> FigureRow:
    """A decrease as growth below zero."""
    falls = row.metric_name.endswith(DOWN) and row.numeric_value > 0
    return replace(row, numeric_value=-row.numeric_value) if falls else row
