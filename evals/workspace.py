"""A workspace that lasts as long as an evaluation."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from django.core.files import File

from documents.ingest import ingest_document
from documents.ingestion.prefetch import ReadAhead
from documents.library.deletion import remove_workspace
from documents.library.services import ensure_default_workspace, upload_document
from documents.models import Document, Membership, Role, Status, Workspace
from llm.errors import Transient
from llm.types import ChatModel, Embedder


@contextmanager
def temporary_workspace() -> Iterator[tuple[Any, Workspace]]:
    """The local user and an empty workspace, removed with all that is in it at the end."""
    user, _ = ensure_default_workspace()
    workspace = Workspace.objects.create(slug=f"evaluation-{secrets.token_hex(4)}", name="Evaluation")
    Membership.objects.create(workspace=workspace, user=user, role=Role.OWNER)
    try:
        yield user, workspace
    finally:
        remove_workspace(workspace)


@contextmanager
def kept_workspace(name: str) -> Iterator[tuple[Any, Workspace]]:
    """The local user and the workspace of that name, made where there is none, and kept."""
    user, _ = ensure_default_workspace()
    workspace, is_new = Workspace.objects.get_or_create(slug=name, defaults={"name": name.capitalize()})
    if is_new:
        Membership.objects.create(workspace=workspace, user=user, role=Role.OWNER)
    yield user, workspace


def ingest(path: Path, *, user: Any, workspace: Workspace, chat: ChatModel, embedder: Embedder) -> Document:
    """The document, read in this process: ready or failed. Ready too where the model was too slow for it."""
    return ingest_all([path], user=user, workspace=workspace, chat=chat, embedder=embedder)[0]


def ingest_all(
    paths: Sequence[Path], *, user: Any, workspace: Workspace, chat: ChatModel, embedder: Embedder
) -> list[Document]:
    """The documents, uploaded at once and read one after another, as a worker takes them from its queue."""
    documents = [_uploaded(path, user, workspace) for path in paths]
    waiting = Document.objects.select_related("workspace").filter(workspace=workspace, status=Status.QUEUED)
    ahead = ReadAhead(embedder, waiting.order_by("pk").first)
    for document in documents:
        with suppress(Transient):
            ingest_document(document.pk, chat=chat, embedder=embedder, ahead=ahead)
        document.refresh_from_db()
    return documents


def _uploaded(path: Path, user: Any, workspace: Workspace) -> Document:
    with path.open("rb") as handle:
        file = File(handle, name=path.name)
        return upload_document(user=user, workspace=workspace, file=file, enqueue=False).document
