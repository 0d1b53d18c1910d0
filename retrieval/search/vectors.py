"""Search by meaning: exact over few chunks, by the index of neighbours over many."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any

from django.db import connection
from django.db.models import FloatField, QuerySet
from django.db.models.expressions import RawSQL

from documents.models import Chunk, Workspace
from documents.providers import embedder_named
from llm.errors import LLMError, Unavailable
from llm.types import Embedder
from retrieval.search.question_embedding import QuestionEmbedder
from retrieval.search.results import RANKED, Ranked, Size

# Milliseconds, measured over 100,000 chunks on 2 cores: only their proportions matter.
COMPARE = 0.001  # a chunk with the question
VISIT = 0.01  # a neighbour in the index
BEGIN = 8.0  # to find the first neighbours
EF_SEARCH = 400  # neighbours the index keeps in view: recall@10 over 100,000 is .96, .82 with 100
MANY, WIDER = 200_000, 2  # chunks from which so many times as many are kept in view
MAX_SCAN_TUPLES = 20_000  # looked at before a filter may starve the result; an exact search follows then


SETTINGS = (
    "SELECT set_config('hnsw.iterative_scan', 'relaxed_order', true),"
    " set_config('hnsw.ef_search', %s, true), set_config('hnsw.max_scan_tuples', %s, true),"
    # Sorting all chunks would need them all compared: only the index gives them in order.
    " set_config('enable_sort', 'off', true)"
)
# A look to each side of a name in the index: what other names there are is found without reading all chunks.
OTHERS = """
(SELECT embedding_model, vector_dims(embedding) FROM documents_chunk
 WHERE workspace_id = %s AND embedding_model > '' AND embedding_model < %s AND embedding IS NOT NULL
 ORDER BY embedding_model DESC LIMIT 1)
UNION ALL
(SELECT embedding_model, vector_dims(embedding) FROM documents_chunk
 WHERE workspace_id = %s AND embedding_model > %s AND embedding IS NOT NULL
 ORDER BY embedding_model LIMIT 1)""".strip()
SORT_AGAIN = "SELECT set_config('enable_sort', 'on', true)"


class EmbeddingModelMismatch(Exception):
    """The stored vectors came from another embedder."""


def nearest(
    chunks: QuerySet[Chunk],
    question: str,
    *,
    embedder: QuestionEmbedder,
    limit: int,
    size: Size,
    workspace: Workspace,
) -> list[Ranked]:
    """The chunks with their cosine similarities, nearest first. Raises `EmbeddingModelMismatch`.

    A filter never leaves fewer than there are: a narrow scope is searched exactly, in a wide one the index
    is read on until enough of its neighbours pass the filter. `size`: of `chunks`, which are of `workspace`.
    Chunks that still have another embedder's vectors are compared by that one, until they are rebuilt; where
    it is not to be had or cannot be reached, they are left out.
    """
    found = _by_one(chunks, question, embedder, limit, size)
    others = _other_embedders(workspace, embedder.name)
    asked = 0
    for other in filter(None, others):
        with suppress(LLMError):
            found = _in_order_of_score([*found, *_by_one(chunks, question, other, limit, size)])[:limit]
            asked += 1
    if not found and asked < len(others):
        raise EmbeddingModelMismatch(
            f"The passages were indexed with another embedder than {embedder.name}. "
            "Run: python manage.py rebuild_index"
        )
    return found


def _by_one(
    chunks: QuerySet[Chunk], question: str, embedder: QuestionEmbedder, limit: int, size: Size
) -> list[Ranked]:
    """Of the chunks that have this embedder's vectors."""
    vectors = chunks.filter(embedding_model=embedder.name)
    vector = embedder.embed([question])[0]
    if not exact_is_cheaper(size.chunks, size.indexed, limit):
        found = approximate(vectors, vector, limit, indexed=size.indexed)
        if len(found) == limit:
            return found
    return exact(vectors, vector, limit)


def _other_embedders(workspace: Workspace, name: str) -> list[Embedder | None]:
    """Those whose vectors chunks of the workspace still have; None for one that is no longer to be had."""
    with connection.cursor() as cursor:
        cursor.execute(OTHERS, [workspace.pk, name, workspace.pk, name])
        stored = cursor.fetchall()
    return [_embedder(other, dimensions) for other, dimensions in stored]


def _embedder(name: str, dimensions: int) -> Embedder | None:
    try:
        return embedder_named(name, dimensions if ":" in name else 0)
    except Unavailable:
        return None


def exact_is_cheaper(count: int, indexed: int, limit: int) -> bool:
    """Whether to compare so many chunks one by one. The index holds `indexed`, of all workspaces together."""
    visited = limit * max(indexed, count) / max(count, 1)
    return count * COMPARE <= BEGIN + visited * VISIT


def exact(chunks: QuerySet[Chunk], vector: Sequence[float], limit: int) -> list[Ranked]:
    # Without the index's cast to its number of dimensions, the planner cannot take the index.
    return _in_order(_ranking(chunks, "documents_chunk.embedding <=> %s::halfvec", vector, limit))


def approximate(
    chunks: QuerySet[Chunk], vector: Sequence[float], limit: int, *, indexed: int
) -> list[Ranked]:
    """As `exact`, by the index: it may miss a few, and all where the filter lets hardly any pass."""
    width = len(vector)
    ours = chunks.extra(where=[f"vector_dims(documents_chunk.embedding) = {width}"])
    distance = f"(documents_chunk.embedding::halfvec({width})) <=> %s::halfvec({width})"
    statement, values = _ranking(ours, distance, vector, limit).query.sql_with_params()
    in_view = EF_SEARCH * (WIDER if indexed > MANY else 1)
    with connection.cursor() as cursor:
        # Sent together they are one transaction, to which the settings keep; in a longer one, sorting is
        # allowed again at its end.
        cursor.execute(
            f"{SETTINGS}; {statement}; {SORT_AGAIN}", [str(in_view), str(MAX_SCAN_TUPLES), *values]
        )
        cursor.nextset()
        return _in_order(cursor.fetchall())


def _ranking(
    chunks: QuerySet[Chunk], distance: str, vector: Sequence[float], limit: int
) -> QuerySet[Chunk, tuple[Any, ...]]:
    """Distance, then `RANKED`."""
    written = "[" + ",".join(f"{value:.6g}" for value in vector) + "]"
    ranked = chunks.annotate(distance=RawSQL(distance, [written], output_field=FloatField()))
    return ranked.order_by("distance").values_list("distance", *RANKED)[:limit]


def _in_order_of_score(found: Iterable[Ranked]) -> list[Ranked]:
    return sorted(found, key=lambda each: (-each.score, each.chunk))


def _in_order(rows: Iterable[Sequence[Any]]) -> list[Ranked]:
    return _in_order_of_score(Ranked(1 - distance, *row) for distance, *row in rows)
