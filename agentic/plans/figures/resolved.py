"""What a look-up resolved, as a plan: which figures, whose, of when, and what is said of them together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from agentic.facts import wording
from agentic.facts.queries import FigureRow
from agentic.plans.figures.statement_names import statements_in
from reading.values.legal_forms import without_legal_form
from reading.values.periods import Period
from retrieval.question.plans.model import Apply, Expression, Fold, Leaf, Plan, Several, Unit

MOST_FIGURES = 50  # in one plan
CODE = 3  # letters of a currency's code


def resolved(rows: Sequence[FigureRow], fold: Fold = "each", *, by: str = "") -> Mapping[str, Any] | None:
    """The plan of the figures that an answer gives, in its order; None of none. Nothing is asked anew.

    `change`: of two, from the first to the last of them. `by`: what they differ in, where that is known.
    """
    if not rows:
        return None
    rows = rows[:MOST_FIGURES]
    whose = tuple(dict.fromkeys(filter(None, map(_entity, rows))))
    periods = {period.text: period for row in rows if (period := _period(row))}
    several = len(rows) > 1 and fold != "change"
    plan = Plan(
        words=str(Leaf(_measure(rows[-1]))),
        expression=_expression(rows, fold, by),
        unit=_unit(rows[-1]),
        periods=tuple(periods.values()),
        whose=whose,
        fold="list" if several and fold == "each" else fold,
        by=(by or _by(rows, whose, tuple(periods))) if several else "",
    )
    return plan.as_json()


def share(part: FigureRow, whole: FigureRow) -> Mapping[str, Any]:
    """The plan of one figure as a share of another: of a part that goes by its whole's name, by its label."""
    is_part = part.canonical_name == whole.canonical_name and _when(part) == _when(whole)
    sides = _leaf(part, by_label=is_part), _leaf(whole)
    plan = Plan(
        words=f"{wording.label(part)} as a share of {wording.label(whole)}",
        expression=Apply("divide", *sides),
        unit="%",
        periods=tuple(period for period in dict.fromkeys((_period(part), _period(whole))) if period),
        whose=tuple(dict.fromkeys(filter(None, (_entity(part), _entity(whole))))),
    )
    return plan.as_json()


def together(plans: Sequence[Mapping[str, Any] | None]) -> Mapping[str, Any] | None:
    """One plan of several look-ups, of which each is a part of the answer; None of none."""
    own = [plan for plan in plans if plan]
    if len(own) < 2:
        return own[0] if own else None
    return {
        "ask": "list",
        "text": "; ".join(plan["text"] for plan in own),
        "expression": {"list": [plan["expression"] for plan in own]},
        "unit": own[0]["unit"],
        "periods": list(dict.fromkeys(text for plan in own for text in plan["periods"])),
        "of": list(dict.fromkeys(name for plan in own for name in plan["of"])),
        "fold": "list",
        "planner": own[0]["planner"],
    }


def _expression(rows: Sequence[FigureRow], fold: Fold, by: str) -> Expression:
    figures = tuple(_leaf(row, by_label=by == "part") for row in rows)
    if fold == "change" and len(figures) > 1:
        return Apply("subtract", figures[-1], figures[0])
    return Several(figures) if len(figures) > 1 else figures[0]


def _leaf(row: FigureRow, *, by_label: bool = False) -> Leaf:
    statement = " and ".join(sorted(statements_in(row.context)))
    measure = wording.label(row) if by_label else _measure(row)
    return Leaf(measure, entity=_entity(row), period=_when(row), statement=statement)


def _entity(row: FigureRow) -> str:
    return without_legal_form(row.entity_name).removeprefix("The ")


def _measure(row: FigureRow) -> str:
    return row.canonical_name or wording.label(row)


def _when(row: FigureRow) -> str:
    """The figure's period as the answer says it, without its dates where it has a name."""
    said = wording.when(row).partition(" (")[0]
    return said.removeprefix("in ").removeprefix("at ")


def _period(row: FigureRow) -> Period | None:
    if row.period_end is None:
        return None
    return Period(_when(row), row.period_start, row.period_end, row.fiscal_year, row.fiscal_quarter)


def _unit(row: FigureRow) -> Unit:
    currency = row.unit.partition("/")[0]
    if row.unit == "%":
        return "%"
    return "money" if currency.isupper() and len(currency) == CODE else "number"


def _by(rows: Sequence[FigureRow], whose: Sequence[str], periods: Sequence[str]) -> str:
    """What the figures differ in: company, period or measure; empty where they only stand side by side."""
    if len(whose) > 1:
        return "company"
    if len({_measure(row) for row in rows}) > 1:
        return "measure"
    return "period" if len(periods) > 1 else ""
