"""A vector of what each document is about, for questions that no single passage answers."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from documents.models import Document, Status, SummaryVector, Workspace
from llm.types import Embedder

CHARACTERS = 1_500  # of a summary; embedders read no more
BATCH = 64


def summary_text(document: Document) -> str:
    """What the embedder reads of a document."""
    return "\n".join(filter(None, [document.title, document.summary, document.purpose]))[:CHARACTERS]


def embed_summaries(documents: Iterable[Document], embedder: Embedder) -> int:
    """Give the documents vectors of their summaries as they are now; how many were made anew."""
    documents = list(documents)
    known = _known(documents, embedder)
    texts = {
        document: text
        for document in documents
        if (text := summary_text(document).strip()) and known.get(document.pk) != digest_of(text)
    }
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


def embed_stale(workspace: Workspace, embedder: Embedder) -> int:
    """The same of all documents of a workspace, a few at a time."""
    made = 0
    ready = workspace.documents.filter(status=Status.READY).order_by("pk")
    for documents in batched(ready.iterator(), BATCH):
        made += embed_summaries(documents, embedder)
    return made


def batched(documents: Iterable[Document], size: int) -> Iterator[list[Document]]:
    waiting = iter(documents)
    while batch := list(islice(waiting, size)):
        yield batch


def _known(documents: Sequence[Document], embedder: Embedder) -> dict[int, str]:
    rows = SummaryVector.objects.filter(document__in=documents, embedding_model=embedder.name)
    return dict(rows.values_list("document_id", "digest"))
