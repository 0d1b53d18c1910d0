"""Of passages from documents about others, what they say of those that a question is about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from agentic.passages import sentences
from retrieval.search import Hit
from retrieval.whose import Whose


def told_of(hits: Sequence[Hit], about: Whose) -> tuple[Hit, ...]:
    """The passages that a model may answer from: its own documents', and others' as far as they name them.

    Where a figure of theirs is asked for, a passage from a document about others is cut to the sentences that
    name them: the figures beside these are the others'.
    """
    return tuple(cut for hit in hits if (cut := _cut(hit, about)) is not None)


def _cut(hit: Hit, about: Whose) -> Hit | None:
    if hit.document_id not in about.others:
        return hit
    if not about.strict:
        return hit if about.allows("", hit.text, hit.document_id) else None
    kept = [text for text in sentences(hit.text) if about.allows(text, hit.text, hit.document_id)]
    return replace(hit, text="\n\n".join(kept)) if kept else None


def only_mentioned(about: Whose, further: str) -> str:
    """That no document is about them, where a figure of theirs is asked for; else nothing."""
    if not about.is_only_mentioned or not about.strict:
        return ""
    return f"No document here is about {about.called}: others only mention it. {further}"
