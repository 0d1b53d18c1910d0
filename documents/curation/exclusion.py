"""Passages that a curator keeps out of every answer, with the facts that were read from them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import Any

from django.db import transaction

from documents.curation.withheld import withhold
from documents.document_map.relations import relate_figures
from documents.ingestion.borrowed_calendar import enqueue_reread
from documents.ingestion.progress import AGAIN, again
from documents.library.services import require_editor
from documents.models import FACT_MODELS, Chunk, Document, Edit, Fact, Reader, Status

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
            keep_facts_out(chunk.document_id)
            relate_figures(chunk.document)
            if excluded:
                withhold(chunk.document_id)
            else:
                _describe_again(chunk.document)
    return changed


def _describe_again(document: Document) -> None:
    """Have rules tell again what the document is, with the words that may be told now.

    One that is being read is described at its end; a model's words are the model's to write.
    """
    document.refresh_from_db(fields=["steps_done"])
    free = Document.objects.filter(pk=document.pk, status=Status.READY, claimed_by="", tier__in=("", "none"))
    asked = {*again(document), "map"}
    if free.update(steps_done={**document.steps_done, AGAIN: sorted(asked)}):
        enqueue_reread(document.pk, "map")


def keep_facts_out(document_id: int) -> None:
    """Mark the document's facts whose words stand only in passages that are kept out, and no others.

    A curator's own facts answer all the same.
    """
    chunks = list(Chunk.objects.filter(document_id=document_id).defer("embedding", "search"))
    texts = [(chunk, " ".join(chunk.text.split())) for chunk in chunks]
    marks = any(chunk.excluded for chunk in chunks)
    for model in FACT_MODELS.values():
        facts = model._base_manager.filter(document_id=document_id)
        read = facts.exclude(reader=Reader.CURATOR).exclude(quote="").only("page", "quote") if marks else ()
        out = [fact.pk for fact in read if _stands_outside(fact, texts)]
        facts.filter(kept_out=True).exclude(pk__in=out).update(kept_out=False)
        facts.filter(pk__in=out, kept_out=False).update(kept_out=True)


def _stands_outside(fact: Fact, texts: Sequence[tuple[Chunk, str]]) -> bool:
    """Whether passages that are kept out hold the fact's words, and no other does."""
    quote, page = " ".join(fact.quote.split()), fact.page or 0
    holding = [chunk for chunk, text in texts if chunk.page_start <= page <= chunk.page_end and quote in text]
    return bool(holding) and all(chunk.excluded for chunk in holding)


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
