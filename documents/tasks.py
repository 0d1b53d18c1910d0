"""What the ingestion workers run. Imported by the workers only: readers and models hang on it."""

from __future__ import annotations

from documents.ingest import ingest_document
from documents.models import Document
from documents.providers import get_chat_model, get_embedder
from documents.services import INGEST_TASK

__all__ = ["INGEST_TASK", "ingest_task"]


def ingest_task(document_id: int) -> str:
    """Read the document; returns how it ended, for the queue's own list. A deleted one is left alone."""
    ingest_document(document_id, chat=get_chat_model(), embedder=get_embedder())
    return Document.objects.filter(pk=document_id).values_list("status", flat=True).first() or "deleted"
