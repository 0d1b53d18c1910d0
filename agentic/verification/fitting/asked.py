"""The question without how it is to be answered, and its parts."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from agentic.plans.definitions import find_definitions, without_definitions
from agentic.plans.planner import called_by_names
from agentic.verification.sentences.statements import periods_in
from reading.values.periods import Period
from retrieval.question.measures import measures_in
from retrieval.question.model import QueryAnalysis
from retrieval.question.ratios.named import find_ratios
from retrieval.question.wording.manner import without_manner, without_statement


@dataclass(frozen=True)
class Asked:
    """The question without how it is to be answered, and its parts."""

    question: str
    analysis: QueryAnalysis | None

    @cached_property
    def bare(self) -> str:
        plain = without_manner(self.question)
        return called_by_names(without_statement(without_definitions(plain, find_definitions(plain))))

    @cached_property
    def measures(self) -> list[tuple[str, int, int]]:
        return measures_in(self.bare)

    @cached_property
    def ratios(self) -> list[tuple[str, str, int, int]]:
        """Name, words, characters of the ratios that are no measures of their own."""
        taken = [(start, end) for _, start, end in self.measures]
        return [
            (ratio.name, ratio.words, start, end)
            for ratio, start, end in find_ratios(self.bare)
            if not any(low <= start and end <= high for low, high in taken)
        ]

    @cached_property
    def periods(self) -> tuple[Period, ...]:
        named = periods_in(self.bare)
        if self.analysis is None:
            return named
        # By the fiscal calendar of the company; what a definition names is not asked for.
        own = {(each.fiscal_year, each.fiscal_quarter) for each in named}
        known = [
            each
            for each in self.analysis.periods
            if not named or (each.fiscal_year, each.fiscal_quarter) in own or each.fiscal_year is None
        ]
        return tuple(known) or named

    @cached_property
    def whose(self) -> list[tuple[str, tuple[str, ...]]]:
        """Each organization that is named: its words, and all its names."""
        if self.analysis is None:
            return []
        text = self.analysis.question
        return [(text[m.start : m.end], m.names) for m in self.analysis.organizations if m.end]


def without_names(text: str, asked: Asked) -> str:
    """The text without whom and when it is about."""
    for words, _ in asked.whose:
        text = text.replace(words, " ")
    for period in (*asked.periods, *periods_in(text)):
        text = text.replace(period.text, " ")
    return re.sub(r"\b(?:FY|Q[1-4]|H[12])\s?'?\d*\b|\b(?:19|20)\d\d\b|[’']s\b", " ", text)
