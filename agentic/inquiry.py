"""A question on its way to an answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from agentic.models import Run
from agentic.outcome import Outcome
from agentic.trace import Trace
from documents.models import Workspace
from llm.types import ChatModel, Embedder, Reranker, Tier
from retrieval.question.model import QueryAnalysis
from retrieval.scope.model import Scope


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
    """

    question: Question
    analysis: QueryAnalysis
    scope: Scope
    tier: Tier
    trace: Trace
    models: Models | None = None
    is_reread: bool = False
    refusals: list[Outcome] = field(default_factory=list)

    @property
    def mode(self) -> str:
        return self.question.mode

    def require_models(self) -> Models:
        assert self.models is not None, "only rules may answer this"
        return self.models


@dataclass(frozen=True)
class Models:
    chat: ChatModel
    embedder: Embedder
    reranker: Reranker | None = None
