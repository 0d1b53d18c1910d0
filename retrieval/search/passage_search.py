"""The searches over passages that agents and programs call: by words, by meaning, and by both."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from django.conf import settings
from django.db.models import Exists, OuterRef

from documents.models import Chunk, Document, Workspace
from llm.types import Embedder, Reranker
from retrieval.question.analyse import analyse
from retrieval.scope.buckets import known_bucket
from retrieval.scope.filters import BadSearch
from retrieval.scope.model import Scope
from retrieval.scope.narrowing import Filters, narrowed, tests_by_place
from retrieval.scope.prefilter import prefilter
from retrieval.scope.widening import widened
from retrieval.search.chunks import chunks_in, size_of
from retrieval.search.keyword.keyword_ranking import ranked_by_words
from retrieval.search.keyword.keywords import Terms, terms_of
from retrieval.search.results import Ranked, scores_of
from retrieval.search.search import find, too_far
from retrieval.search.snippets import snippet, words_matching
from retrieval.search.summaries import AHEAD, nearest_by_summary
from retrieval.search.vectors import nearest
from retrieval.sql_log import statements_shown

SHOWN = ("document__filename", "section", "page_start", "page_end", "text")
MOST_PASSAGES = 100
LEAST_CONTEXT, MOST_CONTEXT = 40, 4000  # characters; a passage has at most about 2,000
MOST_QUERY = 4000  # characters


@dataclass(frozen=True, kw_only=True)
class PassageQuery:
    """What is asked of the passages of a workspace. Raises `BadSearch` for what cannot be asked.

    Raises `Document.DoesNotExist` where `doc_id` is none of the workspace's.

    `top_k`: passages at most. `context_chars`: of each passage, round the words found. `doc_id`: only this
    document. `summaries_first`: by meaning, passages of documents whose summaries are near go ahead.
    `filters`: {field: {op, value}} on `DOCUMENT_FIELDS`, period, page, section and chunk_id.
    """

    workspace: Workspace
    query: str
    bucket: str = ""
    top_k: int = 10
    context_chars: int = 400
    doc_id: int | None = None
    filters: Filters = field(default_factory=dict)
    summaries_first: bool = False

    def __post_init__(self) -> None:
        if not self.query.strip() or "\x00" in self.query:
            raise BadSearch("Write what to search for.")
        if len(self.query) > MOST_QUERY:
            raise BadSearch(f"Search for at most {MOST_QUERY:,} characters.")
        if not 1 <= self.top_k <= MOST_PASSAGES:
            raise BadSearch(f"Ask for 1 to {MOST_PASSAGES} passages.")
        if not LEAST_CONTEXT <= self.context_chars <= MOST_CONTEXT:
            raise BadSearch(f"Ask for {LEAST_CONTEXT} to {MOST_CONTEXT:,} characters of context.")
        if len(self.bucket) > 50 or "\x00" in self.bucket:
            raise BadSearch("A bucket's name has at most 50 characters.")
        if self.doc_id is not None and not self.workspace.documents.filter(pk=self.doc_id).exists():
            raise Document.DoesNotExist(f"There is no document {self.doc_id} in “{self.workspace.slug}”.")
        if self.bucket:
            known_bucket(self.workspace, self.bucket)
        tests_by_place(self.workspace, self.filters)

    def scope(self) -> Scope:
        return narrowed(self.workspace, filters=self.filters, bucket=self.bucket, doc_id=self.doc_id)


@dataclass(frozen=True, kw_only=True)
class Passage:
    """A passage that was found. `score`: BM25 by words, cosine by meaning; higher is better."""

    chunk_id: int
    document_id: int
    filename: str
    section: str
    page_start: int
    page_end: int
    snippet: str
    score: float
    superseded: bool


@dataclass(frozen=True, kw_only=True)
class Found:
    """`documents`: how many were searched. `statements`: all that the database was asked, in order.

    `filters`: what the query's own words asked of documents. `note`: a sentence where the search has
    something to say of itself, such as why it found nothing.
    """

    passages: tuple[Passage, ...]
    documents: int
    statements: tuple[str, ...]
    note: str
    seconds: float
    filters: dict[str, object] = field(default_factory=dict)


def search_text(asked: PassageQuery) -> Found:
    """The passages that hold the query's words, by BM25, best first."""
    started = time.perf_counter()
    with statements_shown() as statements:
        scope = asked.scope()
        terms = terms_of(asked.query, asked.workspace)
        ranked = ranked_by_words(scope, terms, size_of(scope), limit=asked.top_k)
        note = "" if ranked else _why_no_words(terms, scope)
        passages = _passages(scores_of(ranked), asked)
    return _found(passages, scope, statements, note, started)


def search_semantic(asked: PassageQuery, *, embedder: Embedder) -> Found:
    """The passages nearest to the query in meaning, by cosine, best first.

    None that is farther off than RAGSITE_MIN_SIMILARITY. Raises `EmbeddingModelMismatch`.
    """
    started = time.perf_counter()
    with statements_shown() as statements:
        scope = asked.scope()
        size = size_of(scope)
        ranked = nearest(
            chunks_in(scope),
            asked.query,
            embedder=embedder,
            limit=asked.top_k,
            size=size,
            workspace=asked.workspace,
        )
        if asked.summaries_first:
            ranked = _by_summary(ranked, scope, asked, embedder)
        near = [each for each in ranked if each.score >= settings.RAGSITE_MIN_SIMILARITY]
        note = "" if near else _why_nothing_near(ranked, scope)
        passages = _passages(scores_of(near), asked)
    return _found(passages, scope, statements, note, started)


def _by_summary(
    ranked: Sequence[Ranked], scope: Scope, asked: PassageQuery, embedder: Embedder
) -> list[Ranked]:
    """The nearest passages, with those of the documents whose summaries are nearest ahead of others alike."""
    near = nearest_by_summary(scope, embedder.embed([asked.query])[0], embedder=embedder.name)
    if not near:
        return list(ranked)
    own = replace(scope, document_ids=tuple(near))
    size = size_of(own)
    theirs = nearest(
        chunks_in(own),
        asked.query,
        embedder=embedder,
        limit=asked.top_k,
        size=size,
        workspace=asked.workspace,
    )
    found = {each.chunk: each for each in (*ranked, *theirs)}
    raised = [
        each._replace(score=each.score + AHEAD * max(near.get(each.document_id, 0.0), 0.0))
        for each in found.values()
    ]
    return sorted(raised, key=lambda each: (-each.score, each.chunk))[: asked.top_k]


def search_both(asked: PassageQuery, *, embedder: Embedder, reranker: Reranker | None = None) -> Found:
    """The best passage of each of the best pages by words, meaning and figures, as questions are answered.

    Without conditions on documents, the query's own words choose them. Raises `EmbeddingModelMismatch`.
    """
    started = time.perf_counter()
    with statements_shown() as statements:
        scope = asked.scope()
        analysis = analyse(asked.query, workspace=asked.workspace)
        if scope.document_ids is None:
            meant = widened(analysis, prefilter(analysis, workspace=asked.workspace))
            scope = replace(meant, passages=scope.passages)
        found = find(analysis, scope=scope, embedder=embedder, top_k=asked.top_k, reranker=reranker)
        passages = _passages({hit.chunk_id: hit.score for hit in found.hits}, asked)
    notes = [f"{scope.note.rstrip('.')}." if scope.note else "", found.note]
    note = " ".join(filter(None, notes)) if scope.candidates else NO_DOCUMENT
    return _found(passages, scope, statements, note, started)


def _found(
    passages: tuple[Passage, ...], scope: Scope, statements: Sequence[str], note: str, started: float
) -> Found:
    return Found(
        passages=passages,
        documents=scope.candidates,
        statements=tuple(statements),
        note=note,
        seconds=time.perf_counter() - started,
        filters=scope.filters,
    )


def _why_no_words(terms: Terms, scope: Scope) -> str:
    if not scope.candidates:
        return NO_DOCUMENT
    if not terms.found:
        return "No passage of this workspace has any of these words."
    return "No passage that meets the conditions has any of these words."


def _why_nothing_near(ranked: Sequence[Ranked], scope: Scope) -> str:
    if not scope.candidates:
        return NO_DOCUMENT
    if not ranked:
        return "No passage meets the conditions, or none is indexed yet."
    return too_far([each.score for each in ranked])


NO_DOCUMENT = "No document meets the conditions."


def _passages(scores: Mapping[int, float], asked: PassageQuery) -> tuple[Passage, ...]:
    """In the order of `scores`, chunk → its score."""
    superseded = Exists(Document.objects.filter(supersedes=OuterRef("document")))
    chunks = Chunk.objects.select_related("document").only(*SHOWN).annotate(superseded=superseded)
    rows = chunks.in_bulk(list(scores))
    words = words_matching(asked.query, [row.text for row in rows.values()]) if rows else set()
    return tuple(
        Passage(
            chunk_id=pk,
            document_id=row.document_id,
            filename=row.document.filename,
            section=row.section,
            page_start=row.page_start,
            page_end=row.page_end,
            snippet=snippet(row.text, words, asked.context_chars),
            score=round(score, 4),
            superseded=row.superseded,
        )
        for pk, score in scores.items()
        if (row := rows.get(pk))
    )
