"""One number out of several figures: sums, averages, extremes, shares and changes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from decimal import Decimal

from agentic.evidence import Draft
from agentic.facts import wording
from agentic.facts.cases import distinct_cases, latest, per_document, recency
from agentic.facts.fetching import Found
from agentic.facts.queries import FigureRow
from agentic.facts.result import Outcome, Workings
from agentic.facts.shown import LISTED, figures_evidence
from agentic.facts.target import Target
from retrieval.analysis import QueryAnalysis
from retrieval.prefilter import Scope


def compared(found: Found, scope: Scope, workings: Workings) -> Outcome | None:
    """How the figure moved between the first and the last period; None where there is but one."""
    choices = [choice for rows in found.values() if (choice := latest(rows)) is not None]
    if len(choices) < 2:
        return None
    old, new = sorted(choices, key=recency)[0].best, sorted(choices, key=recency)[-1].best
    like = new if new.scale >= old.scale else old
    change = new.numeric_value - old.numeric_value
    moved = "rose" if change > 0 else "fell" if change < 0 else "did not change"
    text = f"{wording.capital(wording.subject(new) + wording.label(new))} {moved}"
    if change:
        text += f" by {wording.plain_amount(abs(change), like)}"
        if old.numeric_value and new.unit != "%":
            text += f" ({abs(change / old.numeric_value) * 100:.1f}%)"
    text += (
        f", from {wording.amount(old)} {wording.when(old)} {workings.cite(old.span)}"
        f" to {wording.amount(new)} {wording.when(new)} {workings.cite(new.span)}."
    )
    return Draft(text=text), figures_evidence([old, new], found, scope, workings)


def ratio(target: Target, found: Found, scope: Scope, workings: Workings) -> Outcome | None:
    """One measure as a share of another, or one period's of a longer one; None for neither."""
    sides = _sides(target, found)
    if sides is None:
        return None
    part, whole = sides
    share = abs(part.numeric_value / whole.numeric_value) * 100
    text = (
        f"{wording.capital(wording.subject(part) + wording.label(part))} {wording.when(part)}, "
        f"{wording.amount(part)} {workings.cite(part.span)}, {wording.verb(part)} {share:.1f}% of "
        f"{wording.label(whole)} {wording.when(whole)}, {wording.amount(whole)} {workings.cite(whole.span)}."
    )
    return Draft(text=text), figures_evidence([part, whole], found, scope, workings)


def _sides(target: Target, found: Found) -> tuple[FigureRow, FigureRow] | None:
    """The part and the whole, in one unit: the smaller of two measures, the shorter of two periods."""
    if len(target.canonical) == 2:
        rows = [row for figures in found.values() for row in figures]
        cases = [latest([row for row in rows if row.canonical_name == name]) for name in target.canonical]
    elif len(found) == 2:
        cases = [latest(rows) for rows in found.values()]
    else:
        return None
    sides = [case.best for case in cases if case is not None]
    if len(sides) != 2 or sides[0].unit != sides[1].unit:
        return None
    sides.sort(key=lambda row: (row.days, abs(row.numeric_value)))
    return (sides[0], sides[1]) if sides[1].numeric_value else None


def _sum(analysis: QueryAnalysis, rows: list[FigureRow], scope: Scope, workings: Workings) -> Outcome | None:
    figures = per_document(rows) if analysis.document_nouns else distinct_cases(rows)
    if not _addable(figures):
        return None
    total = sum((row.numeric_value for row in figures), Decimal(0))
    return _aggregate("The sum of", total, figures, scope, workings)


def _average(
    analysis: QueryAnalysis, rows: list[FigureRow], scope: Scope, workings: Workings
) -> Outcome | None:
    figures = per_document(rows) if analysis.document_nouns else distinct_cases(rows)
    if not _addable(figures):
        return None
    total = sum((row.numeric_value for row in figures), Decimal(0))
    return _aggregate("The average of", total / len(figures), figures, scope, workings)


def _addable(figures: Sequence[FigureRow]) -> bool:
    """Whether the figures are of one unit, and more than one."""
    return len(figures) > 1 and len({row.unit for row in figures}) == 1


def _aggregate(
    said: str, value: Decimal, figures: Sequence[FigureRow], scope: Scope, workings: Workings
) -> Outcome:
    like = replace(max(figures, key=lambda row: len(row.value.partition(".")[2])), scale=figures[0].scale)
    parts = [f"{wording.amount(row)} {workings.cite(row.span)}" for row in figures[:LISTED]]
    of = f"{len(figures)} figures ({wording.label(figures[0])})"
    text = f"{said} {of} is {wording.plain_amount(value, like)}: {wording.joined(parts)}."
    return Draft(text=text), figures_evidence(figures, {None: list(figures)}, scope, workings)


def _extreme(*, highest: bool) -> Callable[..., Outcome | None]:
    def handler(
        analysis: QueryAnalysis, rows: list[FigureRow], scope: Scope, workings: Workings
    ) -> Outcome | None:
        figures = distinct_cases(rows)
        if len(figures) < 2:
            return None
        figures.sort(key=lambda row: row.numeric_value, reverse=highest)
        best = figures[0]
        text = (
            f"The {'highest' if highest else 'lowest'} {wording.label(best)} of {len(figures)} is "
            f"{wording.amount(best)} {workings.cite(best.span)}"
            f"{', ' + wording.subject(best).strip() if best.entity_name else ''} {wording.when(best)} "
            f"({best.filename})."
        )
        return Draft(text=text), figures_evidence(figures, {None: list(figures)}, scope, workings)

    return handler


AGGREGATES = {
    "sum": _sum,
    "average": _average,
    "highest": _extreme(highest=True),
    "lowest": _extreme(highest=False),
}
