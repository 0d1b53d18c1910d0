"""Hybrid search over chunks: words, meaning and figures, their normalised scores added up by page."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Literal

from django.conf import settings
from django.db.models import Exists, OuterRef

from documents.models import Chunk, Document, Workspace
from llm.errors import LLMError
from llm.types import Embedder, Reranker
from retrieval.question.analyse import analyse
from retrieval.question.model import QueryAnalysis
from retrieval.scope.model import Scope
from retrieval.scope.prefilter import prefilter
from retrieval.scope.widening import widened
from retrieval.search.chunks import chunks_in
from retrieval.search.fusion import Asked, best_chunks
from retrieval.search.keyword.keyword_ranking import POOL, Wording, asked_words, worded
from retrieval.search.question_embedding import Ahead, ahead
from retrieval.search.rerank import how_many, reranked
from retrieval.search.results import Hit, Ranked, scores_of
from retrieval.search.vectors import EmbeddingModelMismatch, nearest

__all__ = ["EmbeddingModelMismatch", "Hit", "Method", "Retrieved", "find", "fuse", "retrieve"]

Method = Literal["hybrid", "text", "semantic"]
MEANING_WEIGHT = 2.0  # of cosine, against 1 for the best BM25 score; best on SciFact's training queries


@dataclass(frozen=True, kw_only=True)
class Retrieved:
    hits: tuple[Hit, ...]
    filters: dict[str, object] = field(default_factory=dict)
    candidates: int
    seconds: float
    note: str = ""


def retrieve(
    question: str,
    *,
    workspace: Workspace,
    embedder: Embedder,
    top_k: int = 10,
    method: Method = "hybrid",
    use_prefilter: bool = True,
    reranker: Reranker | None = None,
) -> Retrieved:
    """The chunks nearest to the question, best first, with the filters that were applied."""
    started = time.perf_counter()
    analysis = analyse(question, workspace=workspace)
    scope = prefilter(analysis, workspace=workspace, enabled=use_prefilter)
    with embedding_ahead(analysis, scope, embedder, method) as begun:
        scope = widened(analysis, scope)
        found = find(analysis, scope=scope, embedder=begun, top_k=top_k, method=method, reranker=reranker)
    return Retrieved(
        hits=found.hits,
        filters=scope.filters,
        candidates=scope.opened.candidates,
        seconds=time.perf_counter() - started,
        note=found.note,
    )


@dataclass(frozen=True)
class Searched:
    """`note`: that meaning found nothing near enough, and what a reranker did; else empty."""

    hits: tuple[Hit, ...]
    note: str


@contextmanager
def embedding_ahead(
    analysis: QueryAnalysis, scope: Scope, embedder: Embedder | Ahead, method: Method = "hybrid"
) -> Iterator[Embedder | Ahead]:
    """The embedder, at work on the question where the search goes by meaning."""
    if method == "text" or not scope.candidates:
        yield embedder
    else:
        with ahead(embedder, asked_words(analysis, scope)) as begun:
            yield begun


def find(
    analysis: QueryAnalysis,
    *,
    scope: Scope,
    embedder: Embedder | Ahead,
    top_k: int,
    method: Method = "hybrid",
    reranker: Reranker | None = None,
) -> Searched:
    """The best chunk of each of the best pages of `scope`, in the reranker's order where there is one.

    By both, words alone do where meaning cannot be asked, and the note says so; by meaning alone raises
    `EmbeddingModelMismatch` and `LLMError`.
    """
    limit = how_many(top_k, reranker)
    best, far = _best(analysis, scope, embedder, method, limit)
    if scope.is_likely:
        others, _ = _best(analysis, scope.opened, embedder, method, limit)
        best = with_others(best, others, lead=scope.lead, documents=_documents_of([*best, *others], scope))
    chosen = list(best)[:limit]
    hits = _hits(chosen, best)
    ordered = reranked(analysis.transformed_query, hits, reranker=reranker, top_k=top_k)
    return Searched(ordered.hits, " ".join(filter(None, (far, ordered.note))))


def _best(
    analysis: QueryAnalysis, scope: Scope, embedder: Embedder | Ahead, method: Method, limit: int
) -> tuple[dict[int, float], str]:
    """The best chunk of each page in scope with the page's score, and whether meaning found nothing near."""
    with embedding_ahead(analysis, scope, embedder, method) as begun:
        wording = worded(analysis, scope)
        ranked: list[Ranked] = []
        found: list[dict[int, float]] = []
        far = ""
        if method in ("hybrid", "text"):
            ranked += wording.ranked
            found.append(shares_of_best(scores_of(wording.ranked)))
        if method in ("hybrid", "semantic"):
            try:
                nearby = _nearby(scope, wording, begun)
            except (EmbeddingModelMismatch, LLMError) as error:
                if method == "semantic":
                    raise
                far = f"Passages were searched by their words alone. {error}"
            else:
                ranked += nearby
                near = scores_of(nearby)
                found.append(near_enough(above_last(near), near))
                far = too_far(near.values())
    asked = Asked(terms=wording.terms.asked, analysis=analysis, scope=scope)
    return best_chunks(fuse(found), ranked, asked, limit=limit), far


def _nearby(scope: Scope, wording: Wording, embedder: Embedder | Ahead) -> list[Ranked]:
    return nearest(
        chunks_in(scope),
        wording.question,
        embedder=embedder,
        limit=POOL,
        size=wording.size,
        workspace=scope.workspace,
    )


def with_others(
    likely: Mapping[int, float], every: Mapping[int, float], *, lead: float, documents: Collection[int]
) -> dict[int, float]:
    """Chunk → score, best first, of likely documents and of all. `documents`: the chunks of likely ones.

    The likely ones keep their own order. Their best one is as good as it is among all, and `lead` ahead. The
    best of all counts 1, so that a lead of 1 puts nothing before them.
    """
    best, best_of_all = max(likely.values(), default=0.0), max(every.values(), default=0.0)
    share = 1 / best_of_all if best_of_all > 0 else 0.0
    among_all = share * max((score for chunk, score in every.items() if chunk in documents), default=0.0)
    ahead = {chunk: lead + among_all * (score / best if best else 0.0) for chunk, score in likely.items()}
    others = {chunk: share * score for chunk, score in every.items() if chunk not in documents}
    return dict(sorted({**ahead, **others}.items(), key=lambda each: -each[1]))


def _documents_of(chunks: Sequence[int], scope: Scope) -> set[int]:
    """Those of the chunks that are of the scope's documents."""
    found = Chunk.objects.filter(pk__in=chunks, document__in=scope.document_ids or ())
    return set(found.values_list("pk", flat=True))


def fuse(found: Sequence[Mapping[int, float]]) -> dict[int, float]:
    """Chunk → the sum of its scores, the best of all scaled to 1."""
    totals: dict[int, float] = {}
    for scores in found:
        for key, score in scores.items():
            totals[key] = totals.get(key, 0.0) + score
    return shares_of_best(totals)


def shares_of_best(scores: Mapping[int, float]) -> dict[int, float]:
    best = max(scores.values(), default=0.0)
    return {key: score / best if best > 0 else 0.0 for key, score in scores.items()}


def above_last(similarities: Mapping[int, float]) -> dict[int, float]:
    """By how much each is nearer than the last one found, so that what was not found loses nothing.

    Not stretched to 1: where all are about as near, meaning tells little and words decide.
    """
    last = min(similarities.values(), default=0.0)
    return {key: MEANING_WEIGHT * (similarity - last) for key, similarity in similarities.items()}


def near_enough(scores: Mapping[int, float], similarities: Mapping[int, float]) -> dict[int, float]:
    """The scores of those chunks that are near enough to the question to count as found."""
    least = settings.RAGSITE_MIN_SIMILARITY
    return {key: score for key, score in scores.items() if similarities[key] >= least}


def too_far(similarities: Iterable[float]) -> str:
    """That the nearest passage is not near enough to count as found; empty where one is, or there is none."""
    nearest_cosine = max(similarities, default=None)
    least = settings.RAGSITE_MIN_SIMILARITY
    if nearest_cosine is None or nearest_cosine >= least:
        return ""
    return (
        "No passage is near to the question in meaning: the nearest has a similarity of "
        f"{nearest_cosine:.2f}, and {least:g} is the least that counts (RAGSITE_MIN_SIMILARITY)."
    )


def _hits(best: Sequence[int], scores: dict[int, float]) -> tuple[Hit, ...]:
    """Without vectors and map entries, which take longer to read than the search itself."""
    superseded = Exists(Document.objects.filter(supersedes=OuterRef("document")))
    fields = ("document__filename", "section", "page_start", "page_end", "text")
    rows = (
        Chunk.objects.select_related("document").only(*fields).annotate(superseded=superseded).in_bulk(best)
    )
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
            superseded=rows[pk].superseded,
        )
        for pk in best
        if pk in rows
    )
