"""Ratios of a quarter, or of another part of a year: with its own days, or not at all."""

from __future__ import annotations

from decimal import Decimal

from agentic.evidence import Figure
from agentic.facts import wording
from agentic.facts.case import Case
from agentic.facts.queries import FigureRow
from agentic.plans.evaluate import NotComputable
from agentic.plans.figures.lookup import figure_of, is_year
from reading.measures.catalogue import MEASURES
from reading.values.periods import Period
from retrieval.question.plans.model import Apply, Expression, First, Growth, Leaf, Number, leaves
from retrieval.question.ratios.balances import at_year_end
from retrieval.question.ratios.named import Ratio, over_span, ratios

YEAR_DAYS = 365
MOST_OF_YEAR = 300  # days; longer spans are years


def is_of_year(expression: Expression) -> bool:
    """Whether it holds of a year alone: it has its days in it, or sets what flows beside what there is."""
    if isinstance(expression, Growth):
        return False
    kinds = {MEASURES[leaf.measure].is_instant for leaf in leaves(expression) if leaf.measure in MEASURES}
    return len(kinds) > 1 or _has_days(expression) or any(leaf.years for leaf in leaves(expression))


def ratio_of(expression: Expression) -> Ratio | None:
    """The ratio that the expression is, with average balances or with those of the end."""
    every = ratios().values()
    return next((r for r in every if expression in (r.expression, at_year_end(r.expression))), None)


def in_span(case: Case, expression: Expression, period: Period) -> Expression:
    """The expression for a period: of a part of a year with its own days and the balances of its end.

    Raises `NotComputable` for what holds of years alone.
    """
    if is_year(period) or not is_of_year(expression):
        return expression
    ratio = ratio_of(expression)
    flow = _flow(case, expression, period)
    spanned = over_span(ratio, flow.days if flow else _days(period)) if ratio else None
    if spanned is None:
        raise NotComputable(f"It sets what flows in a year beside balances, and {period.text} is no year.")
    return spanned


def span_told(expression: Expression, rows: tuple[FigureRow, ...]) -> tuple[str, Figure] | None:
    """What is said of a span whose days a value has in it, and their number; None of a year's value."""
    flow = next((row for row in rows if row.days), None)
    if flow is None or flow.days > MOST_OF_YEAR or not is_of_year(expression) or not ratio_of(expression):
        return None
    assert flow.period_start is not None
    assert flow.period_end is not None
    span = f"{wording.day(flow.period_start)} to {wording.day(flow.period_end)}"
    figure = Figure(value=Decimal(flow.days), text=str(flow.days), label="days of the span")
    return f"{flow.days} days, from {span}; balances are those of its end.", figure


def _flow(case: Case, expression: Expression, period: Period) -> FigureRow | None:
    """The figure of the span that the expression divides by, or any other that flows."""
    for leaf in leaves(expression):
        if leaf.measure in MEASURES and not MEASURES[leaf.measure].is_instant and not leaf.years:
            choice = figure_of(case, Leaf(leaf.measure), period)
            if choice and choice.best.days:
                return choice.best
    return None


def _days(period: Period) -> int:
    return (period.end_date - period.start_date).days + 1 if period.start_date else YEAR_DAYS // 4


def _has_days(expression: Expression) -> bool:
    if isinstance(expression, Apply):
        return _has_days(expression.left) or _has_days(expression.right)
    if isinstance(expression, First):
        return any(map(_has_days, expression.of))
    return isinstance(expression, Number) and expression.value == YEAR_DAYS
