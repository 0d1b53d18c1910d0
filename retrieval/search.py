"""Hybrid search over chunks: words and meaning, fused by reciprocal rank."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from django.contrib.postgres.search import SearchQuery, SearchRank
from django.db.models import F, QuerySet, Value
from pgvector.django import CosineDistance

from documents.models import Chunk, Workspace
from llm.types import Embedder
from retrieval.analysis import QueryAnalysis, analyse, stems
from retrieval.prefilter import Scope, prefilter

Method = Literal["hybrid", "text", "semantic"]
RRF_K = 60  # Cormack, Clarke and Büttcher, 2009
POOL = 50  # hits that each ranking brings to the fusion
NORMALISE_LENGTH = 1  # ts_rank divides by 1 + log of the length
WEIGHTS = [0.1, 0.3, 0.6, 1.0]  # of D, C, B, A: headings (B) count over text (D)


class EmbeddingModelMismatch(Exception):
    """The stored vectors came from another embedder."""


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
        rankings.append(_by_words(chunks, analysis.transformed_query))
    if method in ("hybrid", "semantic"):
        rankings.append(_by_meaning(chunks, analysis.transformed_query, embedder))
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


def _by_words(chunks: QuerySet[Chunk], question: str) -> list[int]:
    words = sorted(stems(question))
    if not words:
        return []
    quoted = " | ".join("'" + word.replace("'", "''").replace("\\", "\\\\") + "'" for word in words)
    query = SearchQuery(quoted, config="simple", search_type="raw")
    rank = SearchRank(F("search"), query, weights=WEIGHTS, normalization=Value(NORMALISE_LENGTH))
    return list(
        chunks.filter(search=query)
        .annotate(rank=rank)
        .order_by("-rank", "pk")
        .values_list("pk", flat=True)[:POOL]
    )


def _by_meaning(chunks: QuerySet[Chunk], question: str, embedder: Embedder) -> list[int]:
    vectors = chunks.filter(embedding_model=embedder.name)
    if not vectors.exists() and chunks.exclude(embedding=None).exists():
        raise EmbeddingModelMismatch(
            f"The passages were indexed with another embedder than {embedder.name}. "
            "Run: python manage.py rebuild_index"
        )
    vector = embedder.embed([question])[0]
    distance = CosineDistance("embedding", vector)
    return list(
        vectors.annotate(distance=distance).order_by("distance", "pk").values_list("pk", flat=True)[:POOL]
    )


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
