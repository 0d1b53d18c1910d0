"""What an answer tells: its text, and the figures that its numbers were found in."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from agentic.evidence import CheckedNumber, Draft, Evidence, Figure
from agentic.search.lists.verbs import regular
from agentic.verification.sentences.statements import MARK
from reading.values.period_words import span_words
from retrieval.question.measures import measures_in
from retrieval.stems import stems

SEVERAL = 2


@dataclass(frozen=True)
class Told:
    """The answer's text, and the figures that its numbers were found in."""

    draft: Draft
    numbers: Sequence[CheckedNumber]
    evidence: Evidence

    @cached_property
    def text(self) -> str:
        return MARK.sub(" ", self.draft.text)

    @cached_property
    def figures(self) -> list[Figure]:
        """Those that numbers of the text were taken from, once each."""
        places = {(n.document_id, n.page, n.quote, abs(n.value)) for n in self.numbers}
        results = {abs(n.value) for n in self.numbers}
        used = [
            f for f in self.evidence.figures if _place(f) in places or (f.formula and abs(f.value) in results)
        ]
        return list(dict.fromkeys(used)) or list(self.evidence.figures if not self.numbers else ())

    @cached_property
    def said(self) -> str:
        """All words that the answer rests on: its own, its figures' and its sources'."""
        figures = (f"{f.label} {f.measure.replace('_', ' ')} {f.entity} {f.period}" for f in self.figures)
        cited = (f"{s.filename} {s.section} {s.quote}" for s in self.evidence.spans)
        return " ".join((self.text, self.draft.about, *figures, *cited, str(self.plan.get("text", ""))))

    @cached_property
    def stems(self) -> set[str]:
        return stems(f"{self.said} {self.said.replace('.', ' ')} {regular(self.said)}")  # “hold” by “held”

    @property
    def plan(self) -> Mapping[str, Any]:
        return self.draft.plan or {}

    @cached_property
    def measures(self) -> set[str]:
        named = {name for name, _, _ in measures_in(self.text)} | {f.measure for f in self.figures}
        labels = " ; ".join(f.label for f in self.figures)
        planned = re.findall(r'"figure": "(\w+)"', str(self.plan).replace("'", '"'))
        return named | {name for name, _, _ in measures_in(labels)} | set(planned)

    @cached_property
    def ends(self) -> set[object]:
        return {(f.period_end or f.fiscal_year, f.fiscal_quarter) for f in self.figures}


def _place(figure: Figure) -> tuple[object, ...] | None:
    span = figure.span
    return (span.document_id, span.page, span.quote, abs(figure.value)) if span else None


def days_of(figure: Figure) -> int:
    if figure.period_start is None or figure.period_end is None:
        return 0
    return (figure.period_end - figure.period_start).days + 1


def times_of(told: Told) -> str:
    """When the answer's figures are of, in a few words."""
    return ", ".join(sorted({time_of(figure) for figure in told.figures} - {""})[:3])


def time_of(figure: Figure) -> str:
    """When a figure is of: “fiscal 2023”, “Q2 of fiscal 2023”, “nine months to 30 September 2024”, a day."""
    end = figure.period_end
    if end is None or figure.period_start is None:
        return f"{end:%B} {end.day}, {end.year}" if end else span_words(figure)
    return span_words(figure)
