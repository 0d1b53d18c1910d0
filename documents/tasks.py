"""What the ingestion workers run. Imported by the workers only: readers and models hang on it."""

from __future__ import annotations

from datetime import timedelta
from functools import cache
from typing import Any

from django.conf import settings
from django.db.models import Q
from django.utils import timezone
from django_q.models import OrmQ
from django_q.tasks import async_task

from documents.calendars import REREAD_TASK, enqueue_reread, mend_years
from documents.chunk_changes import RECHUNK_TASK, cut_otherwise, enqueue_rechunk
from documents.ingest import AWAITS_MODEL, deepen_document, read_document
from documents.models import Document, Status, Workspace
from documents.progress import AGAIN, abandoned, again, is_forsaken
from documents.providers import current_tier, get_chat_model, get_embedder
from documents.reading_ahead import ReadAhead
from documents.rechunking import rechunk_document
from documents.rereading import reread
from documents.reruns import DEEPEN_TASK
from documents.services import INGEST_TASK, enqueue_ingest

__all__ = [
    "DEEPEN_TASK",
    "INGEST_TASK",
    "RECHUNK_TASK",
    "REREAD_TASK",
    "deepen_task",
    "ingest_task",
    "rechunk_task",
    "reread_task",
    "sweep_task",
]

MODEL_REST = timedelta(minutes=5)  # before a model that was away is asked again
LOOKED_THROUGH = 10  # tasks, for the document that is read next
FORGOTTEN = timedelta(minutes=2)  # a document's task is queued in the moment that it is uploaded


def ingest_task(document_id: int) -> str:
    """Read the document; returns how it ended, for the queue's own list. A deleted one is left alone.

    The model's turn comes as a task of its own, behind the documents that nobody has read yet: all of
    them can be asked within seconds, and the model, which is slow, deepens them one after another.
    """
    read_document(document_id, embedder=get_embedder(), ahead=_ahead())
    ready = Document.objects.filter(pk=document_id, status=Status.READY)
    if current_tier() != "none" and ready.update(stage=AWAITS_MODEL):
        async_task(DEEPEN_TASK, document_id, cluster="ingestion")
    return Document.objects.filter(pk=document_id).values_list("status", flat=True).first() or "deleted"


@cache
def _ahead() -> ReadAhead:
    """What this worker reads before its turn."""
    return ReadAhead(get_embedder(), following)


def following() -> Document | None:
    """The document that this worker will be given next; None where others take from the queue too."""
    if settings.RAGSITE_WORKERS > 1:
        return None
    tasks = [entry.task for entry in OrmQ.objects.filter(key="ingestion").order_by("pk")[:LOOKED_THROUGH]]
    numbers = [task["args"][0] for task in tasks if task.get("func") == INGEST_TASK]
    waiting = Document.objects.select_related("workspace").filter(status=Status.QUEUED).in_bulk(numbers)
    return next((waiting[number] for number in numbers if number in waiting), None)


def deepen_task(document_id: int) -> None:
    """Let the model read a document that is ready."""
    try:
        deepen_document(document_id, chat=get_chat_model())
    finally:  # a report may have come meanwhile
        if document := Document.objects.filter(pk=document_id).first():
            mend_years(document)


def rechunk_task(document_id: int) -> bool:
    """Cut a ready document by the settings that its workspace has now."""
    return rechunk_document(document_id, embedder=get_embedder())


def reread_task(document_id: int, stage: str) -> bool:
    """Do one stage of a ready document again by rules. `stage`: facts | map."""
    return reread(document_id, facts=stage == "facts", map_entry=stage == "map")


def sweep_task() -> int:
    """Queue again what no living worker has in hand; returns how many documents. Runs on a schedule."""
    for document in abandoned():
        ours = Document.objects.filter(pk=document.pk, claimed_by=document.claimed_by)
        ours.update(status=Status.QUEUED)
    queued = {(entry["func"], entry["args"]) for entry in _entries()}
    forgotten = Document.objects.filter(status=Status.QUEUED, updated_at__lt=timezone.now() - FORGOTTEN)
    unread = [document for document in forgotten if (INGEST_TASK, (document.pk,)) not in queued]
    for document in unread:
        enqueue_ingest(document)
    undeepened = [pk for pk in _awaiting_model() if (DEEPEN_TASK, (pk,)) not in queued]
    for pk in undeepened:
        async_task(DEEPEN_TASK, pk, cluster="ingestion")
    stale = [pk for pk in _cut_otherwise() if (RECHUNK_TASK, (pk,)) not in queued]
    for pk in stale:
        enqueue_rechunk(pk)
    reruns = [(pk, stage) for pk, stage in _asked_again() if (REREAD_TASK, (pk, stage)) not in queued]
    for pk, stage in reruns:
        enqueue_reread(pk, stage)
    return len(unread) + len(undeepened) + len(stale) + len(reruns)


def _asked_again() -> list[tuple[int, str]]:
    """Stages to be done again whose task was lost with its worker."""
    asked = Document.objects.filter(status=Status.READY, steps_done__has_key=AGAIN)
    free = (document for document in asked if not document.claimed_by or is_forsaken(document))
    return [(document.pk, stage) for document in free for stage in again(document)]


def _cut_otherwise() -> list[int]:
    """Documents that were being read, or whose worker died, when their workspace's settings changed."""
    stale = (cut_otherwise(workspace).values_list("pk", flat=True) for workspace in Workspace.objects.all())
    return [pk for pks in stale for pk in pks]


def _awaiting_model() -> list[int]:
    """Documents whose turn with the model failed a while ago, or was cut short."""
    if current_tier() == "none":
        return []
    ready = Document.objects.filter(status=Status.READY)
    rested = Q(claimed_at=None) | Q(claimed_at__lt=timezone.now() - MODEL_REST)
    waiting = ready.filter(rested, stage=AWAITS_MODEL, claimed_by="")
    dropped = [document.pk for document in ready.exclude(claimed_by="") if is_forsaken(document)]
    return [*waiting.values_list("pk", flat=True), *dropped]


def _entries() -> list[dict[str, Any]]:
    return [entry.task for entry in OrmQ.objects.filter(key="ingestion")]
