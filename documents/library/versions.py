"""The editions of one document: which supersedes which, and a person's word on it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from documents.curation.edits import edit_document
from documents.library.staging import RefusedUpload
from documents.models import Document, Edit

MOST_EDITIONS = 50  # shown of one chain


def editions(document: Document) -> list[Document]:
    """The chain in which the document stands, newest first; the document alone where it has no other."""
    older = older_editions(document)
    met = {document.pk, *(edition.pk for edition in older)}
    newer = _walk(document, lambda one: one.superseded_by.order_by("-created_at", "-pk").first(), met)
    return [*reversed(newer), document, *older]


def older_editions(document: Document) -> list[Document]:
    """Those that the document supersedes, directly or through others, newest first."""
    return _walk(document, lambda one: one.supersedes, {document.pk})


def _walk(document: Document, step: Callable[[Document], Document | None], met: set[int]) -> list[Document]:
    """Those that come one after the other; a circle ends at one of those `met` already."""
    found: list[Document] = []
    following = step(document)
    while following is not None and following.pk not in met and len(found) < MOST_EDITIONS:
        met.add(following.pk)
        found.append(following)
        following = step(following)
    return found


def mark_newer(document: Document, older: Document | None, *, user: Any) -> Edit | None:
    """Say that the document supersedes `older`, or nothing. Raises `RefusedUpload`, `PermissionDenied`."""
    if older is not None:
        if older.workspace_id != document.workspace_id:
            raise RefusedUpload("Both editions must lie in one workspace.", reason="bad_option")
        if document.pk == older.pk or document in older_editions(older):
            raise RefusedUpload(
                f"“{older}” already comes after “{document}”: choose an earlier edition.",
                reason="bad_option",
            )
    return edit_document(document, user=user, changes={"supersedes": older})
