"""Search by meaning: exact over few chunks, by the index of neighbours over many."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import connection, transaction
from django.db.models import FloatField, QuerySet
from django.db.models.expressions import RawSQL

from documents.models import Chunk
from llm.types import Embedder

# Milliseconds, measured over 100,000 chunks on 2 cores: only their proportions matter.
COMPARE = 0.001  # a chunk with the question
VISIT = 0.01  # a neighbour in the index
BEGIN = 8.0  # to find the first neighbours
EF_SEARCH = 400  # neighbours the index keeps in view: recall@10 over 100,000 is .96, .82 with 100
MANY, WIDER = 200_000, 2  # chunks from which so many times as many are kept in view
MAX_SCAN_TUPLES = 20_000  # looked at before a filter may starve the result; an exact search follows then


class EmbeddingModelMismatch(Exception):
    """The stored vectors came from another embedder."""


def nearest(
    chunks: QuerySet[Chunk], question: str, *, embedder: Embedder, limit: int, count: int
) -> list[tuple[int, float]]:
    """The chunks' numbers and cosine similarities, nearest first. Raises `EmbeddingModelMismatch`.

    A filter never leaves fewer than there are: a narrow scope is searched exactly, in a wide one the index
    is read on until enough of its neighbours pass the filter. `count`: about how many the chunks are.
    """
    vectors = chunks.filter(embedding_model=embedder.name)
    if not vectors.exists():
        if chunks.exclude(embedding=None).exists():
            raise EmbeddingModelMismatch(
                f"The passages were indexed with another embedder than {embedder.name}. "
                "Run: python manage.py rebuild_index"
            )
        return []
    vector = embedder.embed([question])[0]
    if exact_is_cheaper(count, indexed_chunks(), limit):
        return exact(vectors, vector, limit)
    found = approximate(vectors, vector, limit)
    return found if len(found) == limit else exact(vectors, vector, limit)


def exact_is_cheaper(count: int, indexed: int, limit: int) -> bool:
    """Whether to compare so many chunks one by one. The index holds `indexed`, of all workspaces together."""
    visited = limit * max(indexed, count) / max(count, 1)
    return count * COMPARE <= BEGIN + visited * VISIT


def indexed_chunks() -> int:
    """About how many chunks the database holds, as it was last analysed."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT reltuples::bigint FROM pg_class WHERE oid = 'documents_chunk'::regclass")
        return max(0, cursor.fetchone()[0])


def exact(chunks: QuerySet[Chunk], vector: Sequence[float], limit: int) -> list[tuple[int, float]]:
    # Without the index's cast to its number of dimensions, the planner cannot take the index.
    return _ranked(chunks, "documents_chunk.embedding <=> %s::halfvec", vector, limit)


def approximate(chunks: QuerySet[Chunk], vector: Sequence[float], limit: int) -> list[tuple[int, float]]:
    """As `exact`, by the index: it may miss a few, and all where the filter lets hardly any pass."""
    width = len(vector)
    indexed = chunks.extra(where=[f"vector_dims(documents_chunk.embedding) = {width}"])
    in_view = EF_SEARCH * (WIDER if indexed_chunks() > MANY else 1)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            "SELECT set_config('hnsw.iterative_scan', 'relaxed_order', true),"
            " set_config('hnsw.ef_search', %s, true), set_config('hnsw.max_scan_tuples', %s, true),"
            # Sorting all chunks would need them all compared: only the index gives them in order.
            " set_config('enable_sort', 'off', true)",
            [str(in_view), str(MAX_SCAN_TUPLES)],
        )
        distance = f"(documents_chunk.embedding::halfvec({width})) <=> %s::halfvec({width})"
        found = _ranked(indexed, distance, vector, limit)
        cursor.execute("SELECT set_config('enable_sort', 'on', true)")
    return found


def _ranked(
    chunks: QuerySet[Chunk], distance: str, vector: Sequence[float], limit: int
) -> list[tuple[int, float]]:
    written = "[" + ",".join(f"{value:.6g}" for value in vector) + "]"
    ranked = chunks.annotate(distance=RawSQL(distance, [written], output_field=FloatField()))
    rows = ranked.order_by("distance").values_list("pk", "distance")[:limit]
    return sorted(((pk, 1 - distance) for pk, distance in rows), key=lambda row: (-row[1], row[0]))
