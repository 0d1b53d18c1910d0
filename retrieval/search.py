"""Hybrid search over chunks: words and meaning, fused by reciprocal rank."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from django.db.models import QuerySet

from documents.models import Chunk, Workspace
from llm.types import Embedder
from retrieval.analysis import QueryAnalysis, analyse
from retrieval.keywords import best_by_words
from retrieval.prefilter import Scope, prefilter
from retrieval.vectors import EmbeddingModelMismatch, nearest

__all__ = ["EmbeddingModelMismatch", "Hit", "Method", "Retrieved", "fuse", "retrieve", "search"]

Method = Literal["hybrid", "text", "semantic"]
RRF_K = 60  # Cormack, Clarke and Büttcher, 2009
POOL = 50  # hits that each ranking brings to the fusion


@dataclass(frozen=True, kw_only=True)
class Hit:
    """A chunk that was found. `score`: the sum of reciprocal ranks; higher is better."""

    chunk_id: int
    document_id: int
    filename: str
    section: str
    page_start: int
    page_end: int
    text: str
    score: float
    superseded: bool = False


@dataclass(frozen=True, kw_only=True)
class Retrieved:
    hits: tuple[Hit, ...]
    filters: dict[str, object] = field(default_factory=dict)
    candidates: int
    seconds: float


def retrieve(
    question: str,
    *,
    workspace: Workspace,
    embedder: Embedder,
    top_k: int = 10,
    method: Method = "hybrid",
    use_prefilter: bool = True,
) -> Retrieved:
    """The chunks nearest to the question, best first, with the filters that were applied."""
    started = time.perf_counter()
    analysis = analyse(question, workspace=workspace)
    scope = prefilter(analysis, workspace=workspace, enabled=use_prefilter)
    hits = search(analysis, scope=scope, embedder=embedder, top_k=top_k, method=method)
    return Retrieved(
        hits=hits,
        filters=scope.filters,
        candidates=scope.candidates,
        seconds=time.perf_counter() - started,
    )


def search(
    analysis: QueryAnalysis, *, scope: Scope, embedder: Embedder, top_k: int, method: Method = "hybrid"
) -> tuple[Hit, ...]:
    """The chunks of `scope` nearest to the question. Raises `EmbeddingModelMismatch`."""
    chunks = Chunk.objects.filter(document__in=scope.documents(), excluded=False)
    rankings: list[list[int]] = []
    if method in ("hybrid", "text"):
        rankings.append(_by_words(chunks, analysis.transformed_query, scope))
    if method in ("hybrid", "semantic"):
        near = nearest(chunks, analysis.transformed_query, embedder=embedder, limit=POOL)
        rankings.append([pk for pk, _ in near])
    scores = fuse(rankings)
    best = sorted(scores, key=lambda pk: (-scores[pk], pk))[:top_k]
    return _hits(best, scores)


def fuse(rankings: Sequence[Sequence[int]]) -> dict[int, float]:
    """Reciprocal rank fusion: each ranking gives 1 / (k + rank) to what it holds."""
    scores: dict[int, float] = {}
    for ranking in rankings:
        for rank, key in enumerate(ranking, start=1):
            scores[key] = scores.get(key, 0.0) + 1 / (RRF_K + rank)
    return scores


def _by_words(chunks: QuerySet[Chunk], question: str, scope: Scope) -> list[int]:
    ranked = best_by_words(
        chunks, question, workspace=scope.workspace, document_ids=scope.document_ids, limit=POOL
    )
    return [pk for pk, _ in ranked]


def _hits(best: Sequence[int], scores: dict[int, float]) -> tuple[Hit, ...]:
    rows = Chunk.objects.select_related("document").prefetch_related("document__superseded_by").in_bulk(best)
    return tuple(
        Hit(
            chunk_id=pk,
            document_id=rows[pk].document_id,
            filename=rows[pk].document.filename,
            section=rows[pk].section,
            page_start=rows[pk].page_start,
            page_end=rows[pk].page_end,
            text=rows[pk].text,
            score=round(scores[pk], 6),
            superseded=bool(rows[pk].document.superseded_by.all()),
        )
        for pk in best
        if pk in rows
    )
