"""Passages that a curator keeps out of every answer."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import Any

from django.db import transaction

from documents.models import Chunk, Edit
from documents.services import require_editor

Span = tuple[int, int]  # offsets in the pages' texts: first character, and the one past the last


def set_excluded(chunk: Chunk, *, user: Any, excluded: bool) -> bool:
    """Keep the passage out of answers, or let it in again, and note who did; False where it was so already.

    Raises `PermissionDenied` where the user may not edit the workspace.
    """
    require_editor(user, chunk.document.workspace)
    with transaction.atomic():
        others = Chunk.objects.filter(pk=chunk.pk, excluded=not excluded)
        changed = others.update(excluded=excluded) == 1
        chunk.excluded = excluded
        if changed:
            _note(chunk, user)
    return changed


def _note(chunk: Chunk, user: Any) -> Edit:
    return Edit.objects.create(
        workspace_id=chunk.workspace_id,
        document_id=chunk.document_id,
        kind="chunk",
        origin=hashlib.sha256(chunk.text.encode()).hexdigest(),
        fact_id=chunk.pk,
        changes={"excluded": [not chunk.excluded, chunk.excluded]},
        user=user,
    )


def excluded_spans(chunks: Iterable[Chunk]) -> list[Span]:
    """Where in the document the passages stand that are kept out of answers."""
    return [(chunk.char_start, chunk.char_end) for chunk in chunks if chunk.excluded]


def is_excluded(span: Span, spans: Sequence[Span]) -> bool:
    """Whether a passage cut anew at `span` lies at least half in what was kept out, or holds half of it.

    The second keeps a short passage out of answers where longer ones are cut.
    """
    start, end = span
    shared = [(max(0, min(end, to) - max(start, since)), to - since) for since, to in spans]
    holds = any(common > 0 and 2 * common >= whole for common, whole in shared)
    kept_out = sum(common for common, _ in shared)
    return holds or (kept_out > 0 and 2 * kept_out >= end - start)
