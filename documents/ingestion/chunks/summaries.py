"""A vector of what each document is about, for questions that no single passage answers."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from documents.models import Document, Status, SummaryVector, Workspace
from llm.types import Embedder

CHARACTERS = 1_500  # of a summary; embedders read no more
BATCH = 64


def summary_text(document: Document) -> str:
    """What the embedder reads of a document."""
    return "\n".join(filter(None, [document.title, document.summary, document.purpose]))[:CHARACTERS]


def embed_summaries(documents: Iterable[Document], embedder: Embedder) -> int:
    """Give the documents vectors of their summaries as they are now; how many were made."""
    texts = {document: text for document in documents if (text := summary_text(document).strip())}
    if not texts:
        return 0
    vectors = embedder.embed(list(texts.values()))
    rows = [
        SummaryVector(
            workspace_id=document.workspace_id,
            document=document,
            embedding=vector,
            embedding_model=embedder.name,
            digest=digest_of(text),
        )
        for (document, text), vector in zip(texts.items(), vectors, strict=True)
    ]
    SummaryVector.objects.bulk_create(
        rows,
        update_conflicts=True,
        unique_fields=["document"],
        update_fields=["embedding", "embedding_model", "digest"],
    )
    return len(rows)


def digest_of(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def embed_stale(workspace: Workspace, embedder: Embedder, *, most: int | None = None) -> int:
    """The same of documents that have none, or one of other words or of another embedder."""
    made, known = 0, _known(workspace, embedder)
    waiting: list[Document] = []
    for document in workspace.documents.filter(status=Status.READY).order_by("pk").iterator():
        text = summary_text(document).strip()
        if not text or known.get(document.pk) == digest_of(text):
            continue
        waiting.append(document)
        if len(waiting) == BATCH or made + len(waiting) == most:
            made += embed_summaries(waiting, embedder)
            waiting = []
        if most is not None and made >= most:
            return made
    return made + embed_summaries(waiting, embedder)


def _known(workspace: Workspace, embedder: Embedder) -> dict[int, str]:
    rows = SummaryVector.objects.filter(workspace=workspace, embedding_model=embedder.name)
    return dict(rows.values_list("document_id", "digest"))
