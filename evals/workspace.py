"""A workspace that lasts as long as an evaluation."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from django.core.files import File

from documents.ingest import ingest_document
from documents.models import Document, Membership, Role, Workspace
from documents.services import delete_workspace, ensure_default_workspace, upload_document
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
        delete_workspace(workspace)


def ingest(path: Path, *, user: Any, workspace: Workspace, chat: ChatModel, embedder: Embedder) -> Document:
    """The document, read in this process: ready or failed. Ready too where the model was too slow for it."""
    with path.open("rb") as handle:
        upload = upload_document(
            user=user, workspace=workspace, file=File(handle, name=path.name), enqueue=False
        )
    with suppress(Transient):
        ingest_document(upload.document.pk, chat=chat, embedder=embedder)
    upload.document.refresh_from_db()
    return upload.document
