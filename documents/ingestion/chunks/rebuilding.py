"""Giving passages vectors of another embedder, while those that they have go on answering."""

from __future__ import annotations

from collections.abc import Callable

from django.db.models import Exists, OuterRef, Q

from documents.ingestion.chunks.chunking import embedded_text
from documents.ingestion.chunks.summaries import embed_stale
from documents.ingestion.chunks.vector_index import ensure_vector_index
from documents.models import Chunk, Workspace
from llm.types import Embedder

REBUILD_TASK = "documents.tasks.rebuild_index_task"
BATCH = 64  # passages between two writes: a killed run loses one batch at most


def embedded_otherwise(name: str) -> list[Workspace]:
    """The workspaces that have passages with vectors of another embedder."""
    stale = Chunk.objects.filter(Q(embedding_model__lt=name) | Q(embedding_model__gt=name))
    stale = stale.filter(workspace=OuterRef("pk"), embedding_model__gt="")
    return list(Workspace.objects.filter(Exists(stale)))


def rebuild_index(
    workspace: Workspace, embedder: Embedder, tell: Callable[[int, int], None] = lambda done, total: None
) -> int:
    """Embed the workspace's passages that have another embedder's vectors, or none; how many they were.

    Summaries get theirs too.

    `tell`: called with how many are done, of how many.
    """
    ensure_vector_index(embedder.dimensions)
    stale = Chunk.objects.filter(workspace=workspace).exclude(embedding_model=embedder.name)
    total, done = stale.count(), 0
    while batch := list(stale.order_by("token_count")[:BATCH]):
        for chunk, vector in zip(batch, embedder.embed([embedded_text(c) for c in batch]), strict=True):
            chunk.embedding, chunk.embedding_model = vector, embedder.name
        done += Chunk.objects.bulk_update(batch, ["embedding", "embedding_model"])
        tell(done, total)
    embed_stale(workspace, embedder)
    return done
