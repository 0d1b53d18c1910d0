"""The steps of reading a document. Each replaces its own output; none calls the next."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.db import transaction

from documents.curation.exclusion import excluded_spans, is_excluded
from documents.curation.withheld import withhold
from documents.document_map.entry import build_map_entry
from documents.ingestion.chunks.chunking import ChunkDraft
from documents.ingestion.progress import Progress
from documents.ingestion.rows.bulk_insert import copy_rows, number_rows
from documents.ingestion.rows.column_limits import held, held_or_default
from documents.ingestion.rows.facts_store import note_left_out
from documents.ingestion.rows.recognised_words import noted_lines
from documents.library.near_duplicates import text_digest
from documents.models import Chunk, Document, Page
from documents.models.document import UNSORTED
from reading.kinds.drafts import kind_called
from reading.model import Essence, ParsedDocument, Reading


def replace_pages(document: Document, parsed: ParsedDocument) -> None:
    rows, notes = [], []
    for page in parsed.pages:
        values, reasons = held_or_default(
            Page,
            {
                "number": page.number,
                "text": page.text,
                "width": page.width,
                "height": page.height,
                "title": page.title,
                "ocr_confidence": page.ocr_confidence,
                "turns": page.turns,
                "recognised": noted_lines(page),
            },
        )
        rows.append(Page(workspace_id=document.workspace_id, document=document, **values))
        notes += [{"page": page.number, "reader": "parser", "reason": reason} for reason in reasons]
    with transaction.atomic():
        document.pages.all().delete()
        copy_rows(rows)
        note_left_out(document, "parser", notes)
        Document.objects.filter(pk=document.pk).update(
            page_count=len(rows) + len(parsed.skipped), text_sha256=text_digest(row.text for row in rows)
        )


def replace_chunks(document: Document, drafts: Sequence[ChunkDraft]) -> list[Chunk]:
    """The document's chunks: those stored that are cut like this, with their vectors, and new ones.

    The new ones have their numbers, but are stored once they have vectors: written twice, they cost the
    indexes twice. Where a curator keeps words out of answers they are stored at once, so that nothing
    that happens meanwhile loses it.
    """
    stored = list(document.chunks.all())
    wanted = {_identity(draft) for draft in drafts}
    same = {chunk.index: chunk for chunk in stored if _identity(chunk) in wanted}
    kept_out = excluded_spans(stored)
    new = [
        Chunk(
            workspace_id=document.workspace_id,
            document=document,
            excluded=is_excluded((draft.char_start, draft.char_end), kept_out),
            **held(Chunk, vars(draft)),
        )
        for draft in drafts
        if draft.index not in same
    ]
    with transaction.atomic():
        document.chunks.exclude(pk__in=[chunk.pk for chunk in same.values()]).delete()
        number_rows(new)
        if kept_out:
            copy_rows(new)
    return sorted([*same.values(), *new], key=lambda chunk: chunk.index)


def _identity(chunk: Chunk | ChunkDraft) -> tuple[object, ...]:
    place = (chunk.index, chunk.section, chunk.page_start, chunk.page_end, chunk.char_start)
    return (*place, chunk.text, chunk.language)


def merge(rules: Reading, model: Reading | None) -> Reading:
    """Both readings as one: the model's words where it found any, the rules' figures, dates and kind."""
    if model is None:
        return rules
    essence = Essence(**{**vars(rules.essence), **{k: v for k, v in vars(model.essence).items() if v}})
    if rules.essence.document_type not in ("", Document.Type.OTHER):
        essence.document_type = rules.essence.document_type
    for name in ("document_date", "period_start", "period_end", "fiscal_year_end_month"):
        setattr(essence, name, getattr(rules.essence, name) or getattr(model.essence, name))
    essence.fiscal_year_offset = rules.essence.fiscal_year_offset
    for name in ("answers_questions_about", "use_when", "do_not_use_for", "keywords"):
        setattr(
            essence, name, list(dict.fromkeys(getattr(model.essence, name) + getattr(rules.essence, name)))
        )
    return Reading(
        essence=essence,
        claims=[*model.claims, *rules.claims],
        metrics=[*rules.metrics, *model.metrics],
        rows=[*rules.rows, *model.rows],
        entities=[*rules.entities, *model.entities],
        topics=[*model.topics, *rules.topics],
    )


def describe(document: Document, reading: Reading, progress: Progress) -> None:
    """Fill the document's own columns. A curator's fields stay as they are."""
    essence = reading.essence
    fields: dict[str, object] = {
        "title": essence.title,
        "summary": essence.summary,
        "purpose": essence.purpose,
        "key_conclusion": essence.key_conclusion,
        "document_type": essence.document_type or Document.Type.OTHER,
        "language": essence.language,
        "document_date": essence.document_date,
        "confidence_level": essence.confidence_level[:10],
        "topics": _distinct(topic.topic_name for topic in reading.topics),
        "organizations": _distinct(
            e.entity_name for e in reading.entities if e.entity_type == "organization"
        ),
        "people": _distinct(e.entity_name for e in reading.entities if e.entity_type == "person"),
    }
    kind = kind_called(essence.kind)
    if kind and kind.bucket and document.bucket == UNSORTED:
        fields["bucket"] = kind.bucket
    _fill(document, fields, progress)
    describe_years(document, reading, progress)


def describe_years(document: Document, reading: Reading, progress: Progress) -> None:
    """Fill the columns that say what time the document is about, and by which fiscal calendar."""
    names = (
        "period_start",
        "period_end",
        "fiscal_year_end_month",
        "fiscal_year_offset",
        "fiscal_year_borrowed",
    )
    _fill(document, {name: getattr(reading.essence, name) for name in names}, progress)


def _fill(document: Document, fields: dict[str, object], progress: Progress) -> None:
    kept = set(document.curated_fields)
    told = {name: value for name, value in fields.items() if name not in kept}
    values, reasons = held_or_default(Document, told)
    progress.update(**values)
    if reasons:
        note_left_out(
            document, "document", [{"page": None, "reader": "document", "reason": each} for each in reasons]
        )


def write_map_entry(
    document: Document, reading: Reading, chunks: Sequence[Chunk], progress: Progress
) -> None:
    """The document's entry in the map, with its relationships to others, unless a curator wrote it.

    The last of what is told of a document: what is kept out of answers is then left out of all of it.
    """
    if "map_entry" in document.curated_fields:
        withhold(document.pk)
        return
    if document.extraction_mode == Document.ExtractionMode.SQL_ONLY:
        progress.update(map_entry={})
    else:
        progress.update(map_entry=build_map_entry(document, reading, chunks).model_dump(mode="json"))
    withhold(document.pk)


def _distinct(names: Iterable[str]) -> list[str]:
    """The names in order, each once whatever its case."""
    seen: dict[str, str] = {}
    for name in names:
        seen.setdefault(name.casefold(), name)
    return list(seen.values())
