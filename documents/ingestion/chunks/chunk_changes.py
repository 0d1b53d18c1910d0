"""Changing how a workspace's documents are cut: the settings at once, the documents in the background."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django_q.tasks import async_task

from documents.ingestion.chunks.chunk_settings import ChunkSettings
from documents.library.services import require_owner
from documents.models import Document, Status, Workspace

RECHUNK_TASK = "documents.tasks.rechunk_task"


def change_chunking(*, user: Any, workspace: Workspace, chunking: ChunkSettings) -> int:
    """How many documents are queued to be cut anew; they answer from their old chunks until then.

    Raises `BadChunking`, `PermissionDenied`.
    """
    require_owner(user, workspace)
    chunking.check()
    with transaction.atomic():
        Workspace.objects.filter(pk=workspace.pk).update(
            chunk_unit=chunking.unit,
            chunk_size=chunking.size,
            chunk_overlap=chunking.overlap,
            chunk_minimum=chunking.minimum,
        )
        workspace.refresh_from_db()
        stale = list(cut_otherwise(workspace).values_list("pk", flat=True))
        for pk in stale:
            enqueue_rechunk(pk)
    return len(stale)


def cutting_sentence(queued: int) -> str:
    """What becomes of the workspace's documents after `change_chunking`, in one sentence."""
    if not queued:
        return "Saved. Documents that are added from now on are cut so."
    what = "document is" if queued == 1 else "documents are"
    return (
        f"Saved. {queued:,} {what} being cut anew in the background and answered from as before until then."
    )


def cut_otherwise(workspace: Workspace) -> QuerySet[Document]:
    """The ready documents whose chunks were cut by other settings than the workspace has now."""
    ready = Document.objects.filter(workspace=workspace, status=Status.READY)
    return ready.exclude(chunked_as=ChunkSettings.of(workspace).mark)


def enqueue_rechunk(document_id: int) -> None:
    """Hand the document to the ingestion workers, once the transaction round it commits."""
    transaction.on_commit(partial(async_task, RECHUNK_TASK, document_id, cluster="ingestion"))
