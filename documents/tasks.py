"""What the workers run that read documents, by rules or by a model. Imported by those only: readers and
models hang on it."""

from __future__ import annotations

import time
from collections.abc import Iterable
from datetime import timedelta
from functools import cache

from django.conf import settings
from django.db.models import Q
from django.utils import timezone
from django_q.models import OrmQ
from django_q.tasks import async_task

from documents.ingest import read_document
from documents.ingestion.borrowed_calendar import REREAD_TASK, mend_years
from documents.ingestion.chunks.chunk_changes import RECHUNK_TASK, cut_otherwise
from documents.ingestion.chunks.chunk_settings import ChunkSettings
from documents.ingestion.chunks.rebuilding import REBUILD_TASK, embedded_otherwise, rebuild_index
from documents.ingestion.chunks.rechunking import rechunk_document
from documents.ingestion.deepen import deepen_document
from documents.ingestion.prefetch import ReadAhead
from documents.ingestion.progress import AGAIN, AWAITS_MODEL, abandoned, again, is_forsaken, is_held
from documents.ingestion.rerun import reread
from documents.ingestion.rerun_requests import DEEPEN_TASK, enqueue_deepen
from documents.library.services import INGEST_TASK
from documents.models import Document, Status, Workspace
from documents.providers import current_tier, get_chat_model, get_embedder
from llm.errors import Unavailable

__all__ = [
    "DEEPEN_TASK",
    "INGEST_TASK",
    "RECHUNK_TASK",
    "REREAD_TASK",
    "deepen_task",
    "ingest_task",
    "rebuild_index_task",
    "rechunk_task",
    "reread_task",
    "sweep_task",
]

Call = tuple[str, tuple[int | str, ...]]  # a task and its arguments

HELD_SECONDS = 60.0  # for which a model's turn waits for rules that are done again
MODEL_REST = timedelta(minutes=5)  # before a model that was away is asked again
LOOKED_THROUGH = 10  # tasks, for the document that is read next
FORGOTTEN = timedelta(minutes=2)  # a document's task is queued in the moment that it is uploaded


def ingest_task(document_id: int) -> str:
    """Read the document; returns how it ended, for the queue's own list. A deleted one is left alone.

    The model's turn comes as a task of a queue of its own: all documents can be asked within seconds, and
    the model, which is slow, deepens them one after another.
    """
    read_document(document_id, embedder=get_embedder(), ahead=_ahead())
    ready = Document.objects.filter(pk=document_id, status=Status.READY)
    if current_tier() != "none" and ready.update(stage=AWAITS_MODEL):
        enqueue_deepen(document_id)
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
    """Let the model read a document that is ready, and then do what could not be done to it meanwhile."""
    _wait_until_free(document_id)
    try:
        deepen_document(document_id, chat=get_chat_model())
    finally:
        if document := Document.objects.select_related("workspace").filter(pk=document_id).first():
            mend_years(document)  # a report may have come
            _queue(_missed(document))


def _wait_until_free(document_id: int) -> None:
    """Rules may read the document again at this moment; where that takes long, the sweep asks once more."""
    deadline = time.monotonic() + HELD_SECONDS
    held = Document.objects.filter(pk=document_id).exclude(claimed_by="")
    while time.monotonic() < deadline and any(map(is_held, held.all())):
        time.sleep(1)


def _missed(document: Document) -> list[Call]:
    """The stages that other workers left alone while this one had the document."""
    is_stale = document.chunked_as != ChunkSettings.of(document.workspace).mark
    cut = [(RECHUNK_TASK, (document.pk,))] if is_stale else []
    return [*cut, *((REREAD_TASK, (document.pk, stage)) for stage in again(document))]


def rebuild_index_task(workspace_id: int) -> int:
    """Give the workspace's passages vectors of the embedder that is set up now; how many there were."""
    workspace = Workspace.objects.filter(pk=workspace_id).first()
    return rebuild_index(workspace, get_embedder()) if workspace else 0


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
    calls = [*_unread(), *_awaiting_model(), *_cut_otherwise(), *_asked_again()]
    return _queue([*calls, *_embedded_otherwise()])


def _queue(calls: Iterable[Call]) -> int:
    """Queue those that no queue holds; returns how many."""
    tasks = (entry.task for entry in OrmQ.objects.filter(key__in=("ingestion", "reading")))
    held = {(task.get("func"), task.get("args")) for task in tasks}
    lost = [call for call in calls if call not in held]
    for task, arguments in lost:
        async_task(task, *arguments, cluster="reading" if task == DEEPEN_TASK else "ingestion")
    return len(lost)


def _unread() -> list[Call]:
    """Documents whose task was lost, or never queued, since their upload ended half way."""
    forgotten = Document.objects.filter(status=Status.QUEUED, updated_at__lt=timezone.now() - FORGOTTEN)
    return [(INGEST_TASK, (pk,)) for pk in forgotten.values_list("pk", flat=True)]


def _asked_again() -> list[Call]:
    """Stages to be done again whose task was lost with its worker."""
    asked = Document.objects.filter(status=Status.READY, steps_done__has_key=AGAIN)
    free = (document for document in asked if not is_held(document))
    return [(REREAD_TASK, (document.pk, stage)) for document in free for stage in again(document)]


def _embedded_otherwise() -> list[Call]:
    """Workspaces with vectors of an embedder that is no longer the one set up: they answer meanwhile."""
    try:
        name = get_embedder().name
    except Unavailable:
        return []
    return [(REBUILD_TASK, (workspace.pk,)) for workspace in embedded_otherwise(name)]


def _cut_otherwise() -> list[Call]:
    """Documents that were being read, or whose worker died, when their workspace's settings changed."""
    stale = (cut_otherwise(workspace).values_list("pk", flat=True) for workspace in Workspace.objects.all())
    return [(RECHUNK_TASK, (pk,)) for pks in stale for pk in pks]


def _awaiting_model() -> list[Call]:
    """Documents whose turn with the model failed a while ago, or was cut short."""
    if current_tier() == "none":
        return []
    ready = Document.objects.filter(status=Status.READY)
    rested = Q(claimed_at=None) | Q(claimed_at__lt=timezone.now() - MODEL_REST)
    waiting = ready.filter(rested, stage=AWAITS_MODEL, claimed_by="").values_list("pk", flat=True)
    dropped = (document.pk for document in ready.exclude(claimed_by="") if is_forsaken(document))
    return [(DEEPEN_TASK, (pk,)) for pk in (*waiting, *dropped)]
