"""The story of one document: from the file to facts that know their page and their words."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, transaction

from documents.chunking import ChunkDraft, embedded_text, split_into_chunks
from documents.extraction.anchoring import PageIndex
from documents.extraction.model import ChunkText, read_by_model
from documents.extraction.rules import read_by_rules
from documents.extraction.types import Essence, Reading
from documents.facts_store import store_facts
from documents.map_entry import build_map_entry
from documents.models import Chunk, Document, Page, Reader, Status
from documents.parsing import parse_document
from documents.parsing.types import ParsedDocument, UnreadableDocument
from documents.patience import patient
from documents.progress import Gone, Progress, claim
from documents.relations import relate
from documents.tables import read_tables
from llm.errors import LLMError, Transient
from llm.types import ChatModel, Embedder

logger = logging.getLogger(__name__)

EMBED_BATCH = 64  # chunks between two progress reports: about two seconds of work
LARGE_TOKENS = 50_000  # beyond what a model reads in one call
SEPARATOR = "\f"  # between the texts of two pages, in chunks' character offsets


def ingest_document(document_id: int, *, chat: ChatModel, embedder: Embedder, password: str = "") -> None:
    """Read the document until it is ready, or failed with a reason. Taking it up again is harmless.

    Each step replaces its own output; embeddings and the model's facts are kept where they are
    still good. Raises `llm.errors.Transient` where the model is away for now: the document waits.
    """
    document = claim(document_id)
    if document is None:
        return
    progress = Progress(document)
    try:
        _read(document, progress, chat, embedder, password)
    except Gone:
        logger.info("Document %s was deleted or taken over while it was read.", document_id)
    except UnreadableDocument as error:
        _fail(progress, str(error))
    except Transient:
        progress.update(status=Status.QUEUED, stage="Waiting for the model", claimed_by="")
        raise
    except DatabaseError:
        raise  # nothing can be written now; the sweep takes the document up again
    except MemoryError:
        _fail(progress, "The file needs more memory than this machine has: split it and upload the parts.")
    except Exception as error:  # whatever it is, a document must not stay “reading” in living hands
        logger.exception("Reading document %s failed at “%s”.", document_id, document.stage)
        _fail(
            progress, f"Reading stopped at “{document.stage}”: {error}. Retry; if it fails again, report it."
        )


def _read(document: Document, progress: Progress, chat: ChatModel, embedder: Embedder, password: str) -> None:
    with progress.timed("parse"):
        parsed = parse_pages(document, progress, password)
        replace_pages(document, parsed)
    with progress.timed("tables"):
        progress.report(30, "Reading tables", status=Status.READING)
        tables = read_tables(parsed)
    with progress.timed("chunks"):
        chunks = replace_chunks(document, split_into_chunks(parsed, tables, embedder))
    with progress.timed("embed"):
        embed_chunks(chunks, embedder, progress)
    pages = PageIndex({page.number: page.text for page in parsed.pages})
    with progress.timed("rules"):
        progress.report(65, "Reading figures and facts", status=Status.READING)
        reading = read_by_rules(parsed, tables, filename=document.filename)
        if document.extraction_mode != Document.ExtractionMode.MAP_ONLY:
            store_facts(document, reading, pages, reader=Reader.RULES)
    with progress.timed("model"):
        deeper = deepen(document, reading, chunks, patient(chat), progress)
        if deeper is not None:
            store_facts(document, deeper, pages, reader=Reader.MODEL)
    with progress.timed("map"):
        progress.report(95, "Writing the document map", status=Status.READING)
        write_map_entry(document, merge(reading, deeper), chunks, progress)
    with progress.timed("relations"):
        relate(document)
    mark_ready(document, parsed, chat, progress)


def parse_pages(document: Document, progress: Progress, password: str) -> ParsedDocument:
    """The file's pages. Raises `UnreadableDocument`."""

    def on_page(number: int, total: int) -> None:
        progress.report(30 * number / max(total, 1), f"Reading page {number} of {total}")

    return parse_document(
        Path(document.file.path),
        media_type=document.media_type,
        password=password,
        max_pages=settings.RAGSITE_MAX_PAGES,
        on_page=on_page,
    )


def replace_pages(document: Document, parsed: ParsedDocument) -> None:
    rows = [
        Page(
            workspace_id=document.workspace_id,
            document=document,
            number=page.number,
            text=page.text.replace("\x00", ""),
            width=page.width,
            height=page.height,
        )
        for page in parsed.pages
    ]
    with transaction.atomic():
        document.pages.all().delete()
        Page.objects.bulk_create(rows, batch_size=500)
        Document.objects.filter(pk=document.pk).update(page_count=len(rows) + len(parsed.skipped))


def replace_chunks(document: Document, drafts: Sequence[ChunkDraft]) -> list[Chunk]:
    """The document's chunks. Those stored already are kept, with their vectors, if they are the same."""
    stored = list(document.chunks.all())
    if [_identity(chunk) for chunk in stored] == [_identity(draft) for draft in drafts]:
        return stored
    rows = [Chunk(workspace_id=document.workspace_id, document=document, **vars(draft)) for draft in drafts]
    with transaction.atomic():
        document.chunks.all().delete()
        return Chunk.objects.bulk_create(rows, batch_size=500)


def _identity(chunk: Chunk | ChunkDraft) -> tuple[object, ...]:
    return (chunk.index, chunk.section, chunk.page_start, chunk.page_end, chunk.char_start, chunk.text)


def embed_chunks(chunks: Sequence[Chunk], embedder: Embedder, progress: Progress) -> None:
    """Give each chunk its vector, batch by batch, so that a killed worker loses one batch at most."""
    missing = [chunk for chunk in chunks if chunk.embedding is None or chunk.embedding_model != embedder.name]
    # Texts of one length share a batch: padding is wasted work.
    missing.sort(key=lambda chunk: chunk.token_count)
    for start in range(0, len(missing), EMBED_BATCH):
        batch = missing[start : start + EMBED_BATCH]
        vectors = embedder.embed([embedded_text(chunk) for chunk in batch])
        for chunk, vector in zip(batch, vectors, strict=True):
            chunk.embedding, chunk.embedding_model = vector, embedder.name
        Chunk.objects.bulk_update(batch, ["embedding", "embedding_model"])
        done = start + len(batch)
        progress.report(35 + 30 * done / len(missing), f"Indexing passage {done} of {len(missing)}")


def deepen(
    document: Document, reading: Reading, chunks: Sequence[Chunk], chat: ChatModel, progress: Progress
) -> Reading | None:
    """What the model adds to the rules' reading; None without a model or where it refuses."""
    if chat.tier == "none":
        return None
    texts = [
        ChunkText(
            index=chunk.index,
            page_start=chunk.page_start,
            page_end=chunk.page_end,
            section=chunk.section,
            text=chunk.text,
        )
        for chunk in chunks
    ]
    try:
        return read_by_model(
            reading,
            texts,
            chat,
            budget_tokens=settings.RAGSITE_EXTRACTION_TOKENS,
            wants=WANTS[document.extraction_mode],
            on_progress=progress.part(70, 95),
        )
    except Transient:
        raise
    except LLMError as error:
        logger.warning("The model did not read document %s: %s", document.pk, error)
        return None


WANTS: dict[str, frozenset[str]] = {
    Document.ExtractionMode.BOTH: frozenset({"map", "facts"}),
    Document.ExtractionMode.MAP_ONLY: frozenset({"map"}),
    Document.ExtractionMode.SQL_ONLY: frozenset({"facts"}),
}


def merge(rules: Reading, model: Reading | None) -> Reading:
    """Both readings as one: the model's words where it found any, the rules' figures and dates."""
    if model is None:
        return rules
    essence = Essence(**{**vars(rules.essence), **{k: v for k, v in vars(model.essence).items() if v}})
    for name in ("document_date", "period_start", "period_end", "fiscal_year_end_month"):
        setattr(essence, name, getattr(rules.essence, name) or getattr(model.essence, name))
    essence.fiscal_year_offset = rules.essence.fiscal_year_offset
    return Reading(
        essence=essence,
        claims=[*model.claims, *rules.claims],
        metrics=[*rules.metrics, *model.metrics],
        rows=[*rules.rows, *model.rows],
        entities=[*rules.entities, *model.entities],
        topics=[*model.topics, *rules.topics],
    )


def write_map_entry(
    document: Document, reading: Reading, chunks: Sequence[Chunk], progress: Progress
) -> None:
    """The document's own columns and its entry in the map. A curator's fields stay as they are."""
    essence = reading.essence
    fields = {
        "title": essence.title[:500],
        "summary": essence.summary,
        "purpose": essence.purpose,
        "key_conclusion": essence.key_conclusion,
        "document_type": essence.document_type or Document.Type.OTHER,
        "document_date": essence.document_date,
        "period_start": essence.period_start,
        "period_end": essence.period_end,
        "confidence_level": essence.confidence_level[:10],
        "fiscal_year_end_month": essence.fiscal_year_end_month,
        "fiscal_year_offset": essence.fiscal_year_offset,
        "topics": _distinct(topic.topic_name for topic in reading.topics),
        "organizations": _distinct(
            e.entity_name for e in reading.entities if e.entity_type == "organization"
        ),
        "people": _distinct(e.entity_name for e in reading.entities if e.entity_type == "person"),
    }
    kept = set(document.curated_fields)
    progress.update(**{name: value for name, value in fields.items() if name not in kept})
    if document.extraction_mode != Document.ExtractionMode.SQL_ONLY and "map_entry" not in kept:
        progress.update(map_entry=build_map_entry(document, reading, chunks).model_dump(mode="json"))


def _distinct(names) -> list[str]:
    """The names in order, each once whatever its case."""
    seen: dict[str, str] = {}
    for name in names:
        seen.setdefault(name.casefold(), name[:200])
    return list(seen.values())


def mark_ready(document: Document, parsed: ParsedDocument, chat: ChatModel, progress: Progress) -> None:
    tokens = sum(document.chunks.values_list("token_count", flat=True))
    progress.update(
        status=Status.READY,
        progress=100,
        stage="Ready",
        tier=chat.tier,
        token_count=tokens,
        size_class=Document.SizeClass.LARGE if tokens > LARGE_TOKENS else Document.SizeClass.SMALL,
        skipped_pages=[{"page": page.number, "reason": page.reason} for page in parsed.skipped],
        claimed_by="",
    )


def _fail(progress: Progress, reason: str) -> None:
    try:
        progress.update(status=Status.FAILED, error=reason, claimed_by="")
    except Gone:
        logger.info("Document %s is gone; its failure needs no record.", progress.document.pk)
