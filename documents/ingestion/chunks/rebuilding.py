"""Giving passages vectors of another embedder, while those that they have go on answering."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django_q.tasks import async_task

from documents.ingestion.chunks.chunking import embedded_text
from documents.ingestion.chunks.summaries import embed_stale
from documents.ingestion.chunks.vector_index import ensure_vector_index
from documents.library.services import require_owner
from documents.models import Chunk, OwnEmbedder, Workspace
from documents.providers import embedder_named, embedder_of
from llm.errors import Unavailable
from llm.types import Embedder

REBUILD_TASK = "documents.tasks.rebuild_index_task"
BATCH = 64  # passages between two writes: a killed run loses one batch at most


def change_embedder(*, user: Any, workspace: Workspace, name: str) -> None:
    """Have the workspace's passages and questions read by another embedder; “” for the one that is set up.

    Passages get new vectors in the background, and are found by the old ones until then. Raises
    `PermissionDenied`; `ValueError` for a name that is none or an embedder that is not installed.
    """
    require_owner(user, workspace)
    if name and name not in OwnEmbedder.values:
        known = ", ".join(OwnEmbedder.values)
        raise ValueError(f"There is no embedder “{name[:60]}”: choose one of {known}, or none.")
    if name:
        try:
            embedder_named(name)
        except Unavailable as error:
            raise ValueError(str(error)) from error
    with transaction.atomic():
        Workspace.objects.filter(pk=workspace.pk).update(embedder=name)
        workspace.embedder = name
        transaction.on_commit(partial(async_task, REBUILD_TASK, workspace.pk, cluster="ingestion"))


def embedded_otherwise(name: str) -> list[Workspace]:
    """The workspaces with vectors of another embedder than their own, or than `name` where they have none."""
    found: list[Workspace] = []
    for own in Workspace.objects.order_by("embedder").values_list("embedder", flat=True).distinct():
        wanted = own or name
        stale = Chunk.objects.filter(Q(embedding_model__lt=wanted) | Q(embedding_model__gt=wanted))
        stale = stale.filter(workspace=OuterRef("pk"), embedding_model__gt="")
        found += Workspace.objects.filter(Exists(stale), embedder=own)
    return found


def rebuild_index(
    workspace: Workspace, embedder: Embedder, tell: Callable[[int, int], None] = lambda done, total: None
) -> int:
    """Embed the workspace's passages that have another embedder's vectors, or none; how many they were.

    Summaries get theirs too. `embedder`: where the workspace has none of its own.

    `tell`: called with how many are done, of how many.
    """
    embedder = embedder_of(workspace, embedder)
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
