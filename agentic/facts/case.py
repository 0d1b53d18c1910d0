"""One question to the facts: what every handler is given."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from agentic.evidence import ResultTable, Span
from agentic.facts.workings import Workings
from agentic.plans.definitions import Definition
from agentic.running.widening import tell_widened
from retrieval.question.model import QueryAnalysis
from retrieval.question.wording.manner import Manner
from retrieval.scope.model import Scope

NO_MANNER = Manner()


@dataclass(frozen=True)
class Case:
    """`insist`: answer with what was understood, or say what was tried, rather than leave it to others.

    `analysis` is of the question without how it is to be answered, which `manner` tells, and without the
    `definitions` that it brings along. `numbered`: documents with the table that it calls by its number.
    """

    analysis: QueryAnalysis
    scope: Scope
    workings: Workings
    insist: bool = False
    manner: Manner = NO_MANNER
    definitions: tuple[Definition, ...] = ()
    numbered: tuple[int, ...] = ()

    @property
    def question(self) -> str:
        return self.analysis.question

    def select(self, sql: str, why: str) -> ResultTable:
        """Run one statement as a step of the trace."""
        return self.workings.select(sql, why)

    def cite(self, span: Span) -> str:
        """The mark of a span; the same words on the same page share one."""
        return self.workings.cite(span)

    def asking(self, **changes: Any) -> Case:
        """The same with parts of the question changed."""
        return replace(self, analysis=replace(self.analysis, **changes))

    def looking_in(self, scope: Scope) -> Case:
        return replace(self, scope=scope)

    def looking_everywhere(self, note: str = "") -> Case:
        """The same in all documents, whatever chose some of them."""
        return self.looking_in(replace(self.scope, document_ids=None, note=note or self.scope.note))

    def tell_widening(self, chosen: Case) -> None:
        """A step of the trace that says that more documents are looked at than in the chosen case."""
        tell_widened(self.workings.trace, chosen.scope, self.scope)
