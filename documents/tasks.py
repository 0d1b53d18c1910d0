"""What the ingestion workers run. Imported by the workers only: readers and models hang on it."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone
from django_q.models import OrmQ

from documents.ingest import ingest_document
from documents.models import Document, Status
from documents.progress import abandoned
from documents.providers import get_chat_model, get_embedder
from documents.services import INGEST_TASK, enqueue_ingest

__all__ = ["INGEST_TASK", "ingest_task", "sweep_task"]

FORGOTTEN = timedelta(minutes=2)  # a document's task is queued in the moment that it is uploaded


def ingest_task(document_id: int) -> str:
    """Read the document; returns how it ended, for the queue's own list. A deleted one is left alone."""
    ingest_document(document_id, chat=get_chat_model(), embedder=get_embedder())
    return Document.objects.filter(pk=document_id).values_list("status", flat=True).first() or "deleted"


def sweep_task() -> int:
    """Queue again what no living worker has in hand; returns how many documents. Runs on a schedule."""
    for document in abandoned():
        ours = Document.objects.filter(pk=document.pk, claimed_by=document.claimed_by)
        ours.update(status=Status.QUEUED)
    entries = [entry.task for entry in OrmQ.objects.filter(key="ingestion")]
    queued = [task["args"][0] for task in entries if task["func"] == INGEST_TASK]
    forgotten = Document.objects.filter(status=Status.QUEUED, updated_at__lt=timezone.now() - FORGOTTEN)
    left = list(forgotten.exclude(pk__in=queued))
    for document in left:
        enqueue_ingest(document)
    return len(left)
