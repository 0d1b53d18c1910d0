"""The marks by which a text in the making cites its sources."""

from __future__ import annotations

from agentic.evidence import Span
from agentic.verification.sentences.statements import own_mark


def mark_among(spans: list[Span], span: Span) -> str:
    """The mark of a span, which joins the others; the same words on the same page share one."""
    key = (span.document_id, span.page, span.quote)
    for number, known in enumerate(spans, start=1):
        if (known.document_id, known.page, known.quote) == key:
            return own_mark(number)
    spans.append(span)
    return own_mark(len(spans))
