"""What a question says in a scope, and which passages there have most of it."""

from __future__ import annotations

from dataclasses import dataclass

from retrieval.analysis import QueryAnalysis
from retrieval.asking import asked_words
from retrieval.concepts import further_words
from retrieval.keywords import Terms, best_by_words, terms_of
from retrieval.passages import chunks_in, size_of
from retrieval.prefilter import Scope
from retrieval.ranked import Ranked, Size

POOL = 200  # chunks that each ranking brings to the fusion


@dataclass(frozen=True, kw_only=True)
class Wording:
    """`question`: the words looked for in a scope of `size`, as `terms`; `ranked`: by them, best first.

    Kept with its scope, so that widening and search read the passages once. `asked`: what it was made for.
    """

    question: str
    terms: Terms
    size: Size
    ranked: tuple[Ranked, ...]
    asked: tuple[object, ...]

    @property
    def best_score(self) -> float:
        return self.ranked[0].score if self.ranked else 0.0


def worded(analysis: QueryAnalysis, scope: Scope) -> Wording:
    """The scope's own where it was made for the same question and the same passages."""
    question, further = asked_words(analysis, scope), further_words(analysis)
    asked = (question, further, scope.workspace.pk, scope.document_ids, scope.passages)
    if scope.wording is not None and scope.wording.asked == asked:
        return scope.wording
    terms, size = terms_of(question, scope.workspace, further=further), size_of(scope)
    ranked = ranked_by_words(scope, terms, size, limit=POOL)
    return Wording(question=question, terms=terms, size=size, ranked=tuple(ranked), asked=asked)


def ranked_by_words(scope: Scope, terms: Terms, size: Size, *, limit: int) -> list[Ranked]:
    """The passages in scope that have most of the words, best first."""
    chunks, workspace = chunks_in(scope), scope.workspace
    return best_by_words(chunks, terms, workspace=workspace, size=size, whole=scope.is_whole, limit=limit)
