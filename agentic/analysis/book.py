"""Which figure of a company is taken for a measure and a span, and which are not."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from agentic.analysis.figures import Material, currency_of
from agentic.analysis.spans import Span, kind_of, spans_of
from agentic.facts import wording
from agentic.facts.figures.cases import Choice
from agentic.facts.queries import FigureRow
from agentic.plans.figures.lookup import taken
from documents.library.catalogue.spans import INSTANT
from retrieval.question.plans.model import Leaf

ByDay = dict[tuple[str, str, date], list[FigureRow]]  # measure, length of period and its last day → figures


@dataclass(frozen=True)
class Found:
    """`choice`: as answers choose. `in_others`: figures in other currencies than most of the span's.

    `is_stand_in`: the row has no name of its own, and stands for the measure by its label.
    """

    choice: Choice
    rejected: tuple[FigureRow, ...] = ()
    in_others: tuple[FigureRow, ...] = ()
    is_stand_in: bool = False

    @property
    def row(self) -> FigureRow:
        """What was spent by its size, as formulas count it."""
        return wording.as_paid(self.choice.best)


class Book:
    """The figures of one company, looked up by measure and span. Each is looked for once."""

    def __init__(self, material: Material) -> None:
        kinds = {row.id: kind_of(row, material.calendars) for row in (*material.rows, *material.unnamed)}
        self._named = _by_day(material.rows, kinds)
        self._unnamed = _by_day(material.unnamed, kinds)
        self._units: dict[tuple[str, date | None], list[str]] = defaultdict(list)
        for row in material.rows:
            self._units[kinds[row.id], row.period_end].append(row.unit)
        self._found: dict[tuple[Span, Leaf], Found | None] = {}
        self._currencies: dict[Span, str] = {}
        self.spans = spans_of(material.rows, lambda row: kinds[row.id])

    def currency(self, span: Span) -> str:
        if span not in self._currencies:
            units = (self._units.get((kind, day), ()) for kind in (span.kind, INSTANT) for day in span.ends())
            self._currencies[span] = currency_of(unit for found in units for unit in found)
        return self._currencies[span]

    def lookup(self, span: Span) -> Callable[[Leaf], FigureRow | None]:
        """What evaluations of the span ask for their figures."""

        def look_up(leaf: Leaf) -> FigureRow | None:
            found = self.find(span, leaf)
            return found.row if found else None

        return look_up

    def find(self, span: Span, leaf: Leaf) -> Found | None:
        if (span, leaf) not in self._found:
            self._found[span, leaf] = self._find(span, leaf)
        return self._found[span, leaf]

    def _find(self, span: Span, leaf: Leaf) -> Found | None:
        rows = _of_span(self._named, span, leaf)
        is_stand_in = not rows
        if is_stand_in:
            rows = _of_span(self._unnamed, span, leaf)
        currency = self.currency(span)
        usual = [row for row in rows if row.unit == currency] or rows
        choice = taken(usual)
        if choice is None:
            return None
        agreeing = {row.id for row in choice.agree}
        rejected = tuple(row for row in usual if row.id not in agreeing)
        usual_ids = {row.id for row in usual}
        others = tuple(row for row in rows if row.id not in usual_ids)
        return Found(choice, rejected, others, is_stand_in=is_stand_in)


def _by_day(rows: Iterable[FigureRow], kinds: Mapping[int, str]) -> ByDay:
    found: ByDay = defaultdict(list)
    for row in rows:
        if row.period_end:
            found[row.canonical_name, kinds[row.id], row.period_end].append(row)
    return found


def _of_span(rows: ByDay, span: Span, leaf: Leaf) -> list[FigureRow]:
    """The measure's figures of the span, or of the one a year before, and balances at its end."""
    kinds = dict.fromkeys((span.kind, INSTANT))
    days = span.ends(a_year_before=bool(leaf.years))
    return [row for day in days for kind in kinds for row in rows.get((leaf.measure, kind, day), ())]
