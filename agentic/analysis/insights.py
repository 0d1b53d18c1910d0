"""What the newest figures say: judgements by thresholds that are named, and what moved within a year."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import Decimal

from agentic.analysis.cells import NEGATIVE, Cell, rounded
from agentic.analysis.spans import INSTANT, Span
from agentic.plans.judgements.thresholds import YEARLY_CHANGE, Threshold, thresholds

MOVED = ("revenue", "net_income", "net_margin", "operating_margin", "debt_to_equity")

CellOf = Callable[[str, Span], Cell]  # a field's or ratio's name and a span


@dataclass(frozen=True)
class Insight:
    """`name`: the threshold's, or “change” and what changed. `threshold`: its bound in words."""

    name: str
    cell: Cell
    sentence: str
    says: str = ""
    threshold: str = ""
    source: str = ""


def insights_of(cell_of: CellOf, span: Span, before: Span | None) -> list[Insight]:
    """Of one span: the first threshold that each field or ratio meets, and changes from `before`."""
    return [*_judged(cell_of, span), *(_moved(cell_of, span, before) if before else ())]


def _judged(cell_of: CellOf, span: Span) -> Iterator[Insight]:
    told: set[str] = set()
    for threshold in thresholds():
        if threshold.of in told or threshold.of == YEARLY_CHANGE:
            continue
        cell = cell_of(threshold.of, span)
        if cell.value is not None and NEGATIVE not in cell.note and threshold.holds(cell.value):
            told.add(threshold.of)
            yield _judgement(threshold, cell)


def _judgement(threshold: Threshold, cell: Cell) -> Insight:
    bound = threshold.in_words(cell.item.unit)
    sentence = (
        f"{cell.label} was {cell.text} {_when(cell.span)}: {threshold.says}. "
        f"Threshold: {bound} ({threshold.source})."
    )
    if cell.note:
        sentence = f"{sentence} {cell.note}"
    return Insight(threshold.name, cell, sentence, threshold.says, bound, threshold.source)


def _moved(cell_of: CellOf, span: Span, before: Span) -> Iterator[Insight]:
    for name in MOVED:
        new, old = cell_of(name, span), cell_of(name, before)
        if new.value is None or old.value is None or new.currency != old.currency:
            continue
        if NEGATIVE in new.note or NEGATIVE in old.note:  # a ratio to less than nothing does not rise
            continue
        moved = "rose" if new.value > old.value else "fell"
        to = f"{moved} from {old.text} to {new.text}" if new.text != old.text else f"stayed at {new.text}"
        sentence = f"{new.label} {to} between {before.label} and {span.label}{_by(new, old.value)}."
        yield Insight(f"change_{name}", new, sentence)


def _by(cell: Cell, before: Decimal) -> str:
    """“, by 4.1%” of an amount; differences of rounded per cents would not be the difference."""
    assert cell.value is not None
    if cell.item.unit != "money" or before <= 0 or cell.value == before:
        return ""
    return f", by {rounded(abs(cell.value - before) / before * 100, 1)}%"


def _when(span: Span) -> str:
    return f"at {span.label}" if span.kind == INSTANT else f"in {span.label}"
