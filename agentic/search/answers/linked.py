"""What linked documents give, and by what they are linked, with the places that say so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from agentic.evidence import Draft, Evidence, Span
from agentic.outcome import Outcome, coverage
from agentic.search.state import Search
from agentic.verification.sentences.statements import own_mark
from documents.models import Document, TableRow
from retrieval.annotations.fields import UNIT_MARK
from retrieval.scope.links import Link


def told(rows: Sequence[TableRow], search: Search) -> Outcome:
    spans = [span_of(row) for row in rows]
    lines = [
        f"{row.label}: {value_of_row(row)}, of {row.document.filename} {own_mark(number)}."
        for number, row in enumerate(rows, start=1)
    ]
    text = "\n".join(f"- {line}" for line in lines) if len(lines) > 1 else lines[0]
    return Draft(text=text), Evidence(spans=tuple(spans), coverage=coverage(search.everywhere))


def value_of_row(row: TableRow) -> str:
    """As it is written, else as it is kept, with its unit."""
    unit = row.properties.get(f"{row.label}{UNIT_MARK}") or ""
    return row.quote.partition(":")[2].strip(" *") or f"{row.properties.get(row.label)} {unit}".strip()


def said_of(link: Link) -> tuple[str, list[Span]]:
    """How the two documents are linked, with the places that say so."""
    names = Document.objects.in_bulk([link.start, link.target])
    start, target = names[link.start], names[link.target]
    rows = [row for row in (link.target_row, link.start_row) if row is not None]
    spans = [span_of(row) for row in rows]
    if link.way in ("number", "name") and rows:
        return f"{target.filename} gives the same {_in_sentence(rows[0].label)} as {start.filename}", spans
    if link.passage is not None:
        named, naming = (start, target) if link.passage.document_id == target.pk else (target, start)
        return f"{naming.filename} names {named.filename}", [*spans, _span_of_passage(link)]
    if link.way == "parties":
        both = f"{start.filename} and {target.filename} name the same parties: {link.words}"
        return both, [_span_of_document(target), _span_of_document(start)]
    return link.detail.rstrip("."), [_span_of_document(target), _span_of_document(start)]


def _in_sentence(label: str) -> str:
    """“Grant number” → “grant number”, “PO number” as it is."""
    return label if label[1:2].isupper() else label[:1].lower() + label[1:]


def with_sentences(
    outcome: Outcome, said: Sequence[tuple[str, Sequence[Span]]], *, apart: str = "\n\n"
) -> Outcome:
    """The answer with what it rests on behind it. `apart`: what stands between."""
    draft, evidence = outcome
    spans, lines = list(evidence.spans), []
    for sentence, places in said:
        spans += [span for span in places if span not in spans]
        lines.append(f"{sentence} {''.join(own_mark(spans.index(span) + 1) for span in places)}.")
    text = f"{draft.text}{apart}{' '.join(dict.fromkeys(lines))}" if lines else draft.text
    return replace(draft, text=text), replace(evidence, spans=tuple(spans))


def span_of(row: TableRow) -> Span:
    return Span(
        document_id=row.document_id, filename=row.document.filename, page=row.page, quote=row.quote,
        kind="row", fact_id=row.pk,
    )  # fmt: skip


def _span_of_passage(link: Link) -> Span:
    assert link.passage is not None
    chunk = link.passage
    lines = [line.strip() for line in chunk.text.splitlines() if link.words.lower() in line.lower()]
    return Span(
        document_id=chunk.document_id, filename=chunk.document.filename, page=chunk.page_start,
        quote=(lines or [link.words])[0], kind="chunk", fact_id=chunk.pk, section=chunk.section,
    )  # fmt: skip


def _span_of_document(document: Document) -> Span:
    return Span(
        document_id=document.pk, filename=document.filename, page=1, quote=document.title,
        kind="document", fact_id=document.pk,
    )  # fmt: skip
