"""Documents with the same words in other bytes: another format, another export, the same file saved again."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from documents.models import Document, Workspace


def text_digest(texts: Iterable[str]) -> str:
    """SHA-256 of the words in order, whatever their case and the space between them; empty without words."""
    digest, words = hashlib.sha256(), 0
    for text in texts:
        if found := text.casefold().split():
            digest.update(f"{' '.join(found)} ".encode("utf-8", "replace"))
            words += len(found)
    return digest.hexdigest() if words else ""


def near_duplicates(user: Any, document: Document) -> QuerySet[Document]:
    """The other documents of the workspace with the same words, oldest first."""
    if not document.text_sha256:
        return Document.objects.none()
    same = Document.objects.visible_to(user).filter(
        workspace=document.workspace_id, text_sha256=document.text_sha256
    )
    return same.exclude(pk=document.pk).defer("map_entry").order_by("pk")


def near_duplicate_count(user: Any, workspace: Workspace) -> int:
    """How many of the workspace's documents share their words with another."""
    documents = Document.objects.visible_to(user).filter(workspace=workspace).exclude(text_sha256="")
    twin = Document.objects.filter(workspace=workspace, text_sha256=OuterRef("text_sha256"))
    return documents.filter(Exists(twin.exclude(pk=OuterRef("pk")))).count()
