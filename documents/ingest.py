"""The story of one document: from the file to facts that know their page and their words."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from django.db import InterfaceError, OperationalError, transaction

from documents.document_map.relations import relate
from documents.ingestion.borrowed_calendar import in_its_years, mend_years
from documents.ingestion.chunks.chunk_context import set_context, store_context
from documents.ingestion.chunks.chunk_settings import ChunkSettings
from documents.ingestion.chunks.embedding import embed_chunks, store_embedded
from documents.ingestion.chunks.summaries import embed_summaries
from documents.ingestion.chunks.term_counts import merge_term_counts
from documents.ingestion.deepen import READY, deepen_document
from documents.ingestion.errors import trouble
from documents.ingestion.file_reading import FileParts, read_file
from documents.ingestion.prefetch import ReadAhead
from documents.ingestion.progress import Gone, Progress, claim
from documents.ingestion.rows.facts_store import keep_facts
from documents.ingestion.rows.page_tables import store_page_tables
from documents.ingestion.steps import (
    describe,
    replace_chunks,
    replace_pages,
    write_map_entry,
)
from documents.library.buckets import sort_into_bucket
from documents.models import Chunk, Document, Reader, Status
from documents.providers import embedder_of
from documents.workspaces.quotas import require_pages
from llm.types import ChatModel, Embedder
from reading.model import ParsedDocument, Reading

logger = logging.getLogger(__name__)

LARGE_TOKENS = 50_000  # beyond what a model reads in one call
WAITS = "Waiting to be read"


def ingest_document(
    document_id: int,
    *,
    chat: ChatModel,
    embedder: Embedder,
    password: str = "",
    ahead: ReadAhead | None = None,
) -> None:
    """Read the document by rules until it is ready or failed with a reason; then the model deepens it.

    Raises `llm.errors.Transient` where the model is away for now: the document is ready without it.
    """
    read_document(document_id, embedder=embedder, password=password, ahead=ahead)
    deepen_document(document_id, chat=chat)


def read_document(
    document_id: int, *, embedder: Embedder, password: str = "", ahead: ReadAhead | None = None
) -> None:
    """Read the document by rules: seconds, no model. Taking it up again is harmless.

    Vectors of unchanged chunks are kept. Does nothing where the document is gone, over or in living hands.
    `ahead`: what has begun to read this document, and begins with the one that follows.
    """
    ahead = ahead or ReadAhead(embedder)
    try:
        if document := claim(document_id):
            _read_claimed(document, embedder, password, ahead)
    finally:
        ahead.forget(document_id)


def _read_claimed(document: Document, embedder: Embedder, password: str, ahead: ReadAhead) -> None:
    progress = Progress(document)
    try:
        _read(document, progress, embedder, password, ahead)
    except Gone:
        logger.info("Document %s was deleted or taken over while it was read.", document.pk)
    except (OperationalError, InterfaceError):  # the database is away or full: nothing is wrong with the file
        progress.give_back(status=Status.QUEUED, stage=WAITS)
        raise
    except Exception as error:  # whatever it is, a document must not stay “reading” in living hands
        stage = document.stage or "Opening the file"
        _fail(progress, trouble(error, document_id=document.pk, stage=stage))


def _read(
    document: Document, progress: Progress, embedder: Embedder, password: str, ahead: ReadAhead
) -> None:
    chunking = ChunkSettings.of(document.workspace)
    with ahead.opened(document, password) as (begun, parts):
        parts.report_to(progress)
        parsed, chunks = _keep_text(document, parts, progress, chunking)
        vectors = embed_chunks(chunks, begun, progress)
        with progress.timed("rules"):  # they read beside this process, while its threads embed
            progress.report(35, "Reading figures and facts", status=Status.READING)
            cut = (chunking, embedder)
            reading = in_its_years(
                document, parts.wait_for_reading(), lambda: _read_again(document, cut, password)
            )
        ahead.begin()
        _keep_reading(document, reading, parsed, chunks, progress)
        with progress.timed("embed"):
            # The first may wait for the model to be loaded.
            progress.report(40, "Indexing passages", status=Status.READING)
            for _ in store_embedded(vectors, progress):
                ahead.go_on()
            embed_summary(document, embedder_of(document.workspace, embedder))
    mark_ready(document, parsed, progress)


def embed_summary(document: Document, embedder: Embedder) -> None:
    """A vector of what the document is about."""
    embed_summaries(Document.objects.filter(pk=document.pk), embedder)


def _read_again(document: Document, cut: tuple[ChunkSettings, Embedder], password: str) -> Reading:
    """What rules read of the file by the calendar that the document has now."""
    with read_file(document, cut=cut, password=password) as parts:
        return parts.wait_for_reading()


def _keep_text(
    document: Document, parts: FileParts, progress: Progress, chunking: ChunkSettings
) -> tuple[ParsedDocument, list[Chunk]]:
    """Store pages, tables and chunks as they come."""
    with progress.timed("parse"):
        parsed = parts.wait_for_pages()
        with progress.holding():
            require_pages(document, len(parsed.pages) + len(parsed.skipped))
            replace_pages(document, parsed)
    with progress.timed("tables"):
        progress.report(30, "Reading tables", status=Status.READING)
        tables = parts.wait_for_tables()
        with progress.holding():
            store_page_tables(document, tables)
    with progress.timed("chunks"):
        drafts = parts.wait_for_chunks()
        with progress.holding():
            chunks = replace_chunks(document, drafts)
        progress.update(chunked_as=chunking.mark)
    return parsed, chunks


def _keep_reading(
    document: Document, reading: Reading, parsed: ParsedDocument, chunks: Sequence[Chunk], progress: Progress
) -> None:
    """Store what rules read: facts, the document's own columns, the chunks' context and the map entry."""
    with progress.timed("facts"), progress.holding():
        keep_facts(document, reading, parsed, reader=Reader.RULES)
    with progress.timed("map"):
        progress.report(40, "Writing the document map", status=Status.READING)
        describe(document, reading, progress)
        set_context(document, chunks, reading)
        with progress.holding():
            store_context(chunks)
            relate(document)
        write_map_entry(document, reading, chunks, progress)


def mark_ready(document: Document, parsed: ParsedDocument, progress: Progress) -> None:
    merge_term_counts(document.workspace_id)
    tokens = sum(document.chunks.values_list("token_count", flat=True))
    with transaction.atomic():
        progress.let_go(
            status=Status.READY,
            progress=100,
            stage=READY,
            tier="none",
            model_note="",
            rerun_notes={},
            steps_done={},
            token_count=tokens,
            size_class=Document.SizeClass.LARGE if tokens > LARGE_TOKENS else Document.SizeClass.SMALL,
            skipped_pages=[{"page": page.number, "reason": page.reason} for page in parsed.skipped],
        )
        mend_years(document)
    document.refresh_from_db(fields=["bucket", "document_type", "curated_fields"])
    sort_into_bucket(document)


def _fail(progress: Progress, reason: str) -> None:
    try:
        progress.let_go(status=Status.FAILED, error=reason)
    except Gone:
        logger.info("Document %s is gone; its failure needs no record.", progress.document.pk)
