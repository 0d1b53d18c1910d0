"""A question on its way to an answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from agentic.models import Run
from agentic.outcome import Outcome
from agentic.trace import Trace
from documents.models import Workspace
from llm.types import ChatModel, Embedder, Reranker, Tier
from retrieval.question.model import QueryAnalysis
from retrieval.scope.model import Scope
from retrieval.scope.prefilter import prefilter


@dataclass(frozen=True)
class Question:
    """`choices`: what the user chose where the search agent asked back. `options`: {use_prefilter,
    max_documents,
    max_candidates}, where given."""

    user: Any
    workspace: Workspace
    text: str
    mode: str = Run.Mode.AUTO
    history: Sequence[dict[str, Any]] = ()
    document_ids: Sequence[int] = field(default=())
    choices: Sequence[Mapping[str, Any]] = field(default=())
    options: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, run: Run) -> Question:
        return cls(
            run.user,
            run.workspace,
            run.question,
            run.mode,
            run.history,
            run.document_ids,
            run.choices,
            run.options,
        )


@dataclass(frozen=True)
class Inquiry:
    """A question as it is understood, and what may answer it. `models`: None while only rules may.

    `tier`: of the model that can look further, “none” where there is none. `is_reread`: a model read the
    question too, and otherwise than the rules. `refusals`: what routes before found to be missing.
    `given`: where to look, where that was chosen before. `translations`: the question in the language of the
    likeliest document, once a model has put it so.
    """

    question: Question
    analysis: QueryAnalysis
    tier: Tier
    trace: Trace
    models: Models | None = None
    is_reread: bool = False
    refusals: list[Outcome] = field(default_factory=list)
    given: Scope | None = None
    translations: list[Inquiry] = field(default_factory=list)

    @cached_property
    def scope(self) -> Scope:
        """The documents that are likeliest to hold the answer: chosen when they are first asked for."""
        return self.given or choose(self.question, self.analysis, self.trace)

    @cached_property
    def everywhere(self) -> Scope:
        """All documents that may be looked at, none of them likelier than others."""
        if not (self.question.document_ids or self.given):
            return Scope(workspace=self.question.workspace, total=self.analysis.names.documents)
        if self.scope.is_chosen:
            return self.scope
        return replace(self.scope, document_ids=None, filters={}, note="")

    @property
    def mode(self) -> str:
        return self.question.mode

    def require_models(self) -> Models:
        assert self.models is not None, "only rules may answer this"
        return self.models


def choose(question: Question, analysis: QueryAnalysis, trace: Trace) -> Scope:
    """The documents that can hold the answer."""
    with trace.step("prefilter", "Choose the documents to look at") as step:
        scope = prefilter(
            analysis,
            workspace=question.workspace,
            document_ids=question.document_ids,
            enabled=bool(question.options.get("use_prefilter", True)),
        )
        step.rows = scope.candidates
        step.output = {"of": scope.total, "filters": scope.filters, "note": scope.note}
    return scope


@dataclass(frozen=True)
class Models:
    chat: ChatModel
    embedder: Embedder
    reranker: Reranker | None = None
