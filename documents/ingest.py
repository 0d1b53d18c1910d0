"""The story of one document: from the file to facts that know their page and their words."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from django.conf import settings
from django.db import InterfaceError, OperationalError, transaction

from documents.calendars import in_its_years, mend_years
from documents.chunk_context import ChunkContext, fill, set_context, store_context
from documents.chunk_settings import ChunkSettings
from documents.embedding import embed_chunks, store_embedded
from documents.extraction.anchoring import PageIndex
from documents.extraction.model import ChunkText, read_by_model
from documents.extraction.types import Reading
from documents.facts_store import forget_facts, store_facts
from documents.file_reading import FileParts, read_file
from documents.models import Chunk, Document, Reader, Status
from documents.page_tables import store_page_tables
from documents.parsing.types import ParsedDocument, UnreadableDocument
from documents.patience import patient
from documents.progress import MOST_ATTEMPTS, Gone, Progress, claim, claim_finished
from documents.reading_ahead import ReadAhead
from documents.relations import relate
from documents.steps import (
    describe,
    merge,
    replace_chunks,
    replace_pages,
    write_map_entry,
)
from documents.term_counts import merge_term_counts
from documents.troubles import trouble
from llm.errors import LLMError, Timeout, Transient
from llm.types import ChatModel, Embedder

logger = logging.getLogger(__name__)

LARGE_TOKENS = 50_000  # beyond what a model reads in one call
WAITS = "Waiting to be read"
READY = "Ready"
AWAITS_MODEL = "Ready; the model reads it later"
MOST_TIMEOUTS = 3  # readings of one document that end because the model is too slow for it
TIMEOUTS = "model_timeouts"  # in `Document.steps_done`
UNREAD = "The model did not read this document, only rules did."
LATER = "Only rules have read this document yet; the model is asked again in a few minutes."
AGAIN_BY_HAND = "To try again, choose “Let the model read again” in the administration."
FAULT = "A fault of the program stopped it; the log says more."


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
            reading = in_its_years(document, parts.reading, lambda: _read_again(document, cut, password))
        ahead.begin()
        _keep_reading(document, reading, parsed, chunks, progress)
        with progress.timed("embed"):
            # The first may wait for the model to be loaded.
            progress.report(40, "Indexing passages", status=Status.READING)
            for _ in store_embedded(vectors, progress):
                ahead.go_on()
    mark_ready(document, parsed, progress)


def _read_again(document: Document, cut: tuple[ChunkSettings, Embedder], password: str) -> Reading:
    """What rules read of the file by the calendar that the document has now."""
    with read_file(document, cut=cut, password=password) as parts:
        return parts.reading


def _keep_text(
    document: Document, parts: FileParts, progress: Progress, chunking: ChunkSettings
) -> tuple[ParsedDocument, list[Chunk]]:
    """Store pages, tables and chunks as they come."""
    with progress.timed("parse"):
        parsed = parts.pages
        with progress.holding():
            replace_pages(document, parsed)
    with progress.timed("tables"):
        progress.report(30, "Reading tables", status=Status.READING)
        tables = parts.tables
        with progress.holding():
            store_page_tables(document, tables)
    with progress.timed("chunks"):
        drafts = parts.chunks
        with progress.holding():
            chunks = replace_chunks(document, drafts)
        progress.update(chunked_as=chunking.mark)
    return parsed, chunks


def _keep_reading(
    document: Document, reading: Reading, parsed: ParsedDocument, chunks: Sequence[Chunk], progress: Progress
) -> None:
    """Store what rules read: facts, the document's own columns, the chunks' context and the map entry."""
    with progress.timed("facts"), progress.holding():
        _keep_facts(document, reading, parsed, reader=Reader.RULES)
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


def deepen_document(document_id: int, *, chat: ChatModel) -> None:
    """Add what the model reads to a document that is ready. Harmless where it has done so already.

    What a model does not give is left as the rules read it, and `Document.model_note` says so. Raises
    `Transient` where the model is to be asked again later.
    """
    document = None if chat.tier == "none" else claim_finished(document_id)
    if document is None:
        return
    progress = Progress(document)
    steps = {name: value for name, value in document.steps_done.items() if name != TIMEOUTS}
    done = {"stage": READY, "steps_done": {**steps, "model": chat.name}}
    try:
        note = document.model_note
        if document.attempts > MOST_ATTEMPTS:
            note = f"The model did not read this document: its worker ended {MOST_ATTEMPTS} times over it."
        elif document.steps_done.get("model") != chat.name:
            note = _deepen(document, progress, patient(chat))
        progress.let_go(**done, model_note=note)
    except Gone:
        logger.info("Document %s was deleted or is read anew.", document_id)
    except Transient as error:
        if not _is_asked_again(document, progress, error):
            progress.let_go(**done, model_note=f"{UNREAD} {error} {AGAIN_BY_HAND}")
            return
        raise
    except (LLMError, UnreadableDocument) as error:
        logger.warning("The model did not read document %s: %s", document_id, error)
        progress.let_go(**done, model_note=f"{UNREAD} {error} {AGAIN_BY_HAND}")
    except (OperationalError, InterfaceError):
        progress.give_back(stage=AWAITS_MODEL)
        raise
    except Exception:  # the queue logs it; the rules' reading stands, and the document must be let go
        progress.let_go(**done, model_note=f"{UNREAD} {FAULT} {AGAIN_BY_HAND}")
        raise


def _is_asked_again(document: Document, progress: Progress, error: Transient) -> bool:
    """Whether the document now waits for its model; one for which it is too slow does so a few times only."""
    timeouts = document.steps_done.get(TIMEOUTS, 0) + isinstance(error, Timeout)
    if timeouts >= MOST_TIMEOUTS:
        return False
    steps = {**document.steps_done, TIMEOUTS: timeouts} if timeouts else document.steps_done
    progress.let_go(stage=AWAITS_MODEL, steps_done=steps, model_note=f"{LATER} {error}")
    return True


def _deepen(document: Document, progress: Progress, chat: ChatModel) -> str:
    """Returns what the model left out, and why, in sentences."""
    with progress.timed("model"):
        with read_file(document) as parts:
            parsed, reading = parts.pages, parts.reading
        chunks = list(document.chunks.all())
        deeper = _read_by_model(document, reading, progress, chat)
        with progress.holding():
            _keep_facts(document, deeper, parsed, reader=Reader.MODEL)
        both = merge(reading, deeper)
        describe(document, both, progress)
        set_context(document, chunks, both)
        for chunk in chunks:
            if told := deeper.contexts.get(chunk.index):
                # What rules tell of it are its own figures and statements; a model's words stand in for none.
                information = "" if chunk.key_information else told.key_information
                fill(chunk, ChunkContext(told.topic, information, told.retrieval_hint))
        with progress.holding():
            store_context(chunks)
            relate(document)
        write_map_entry(document, both, chunks, progress)
    if not deeper.is_empty:
        progress.update(tier=chat.tier)
    return " ".join([*deeper.left_out, AGAIN_BY_HAND] if deeper.left_out else [])


def _read_by_model(document: Document, reading: Reading, progress: Progress, chat: ChatModel) -> Reading:
    texts = [
        ChunkText(
            index=chunk.index,
            page_start=chunk.page_start,
            page_end=chunk.page_end,
            section=chunk.section,
            text=chunk.text,
        )
        for chunk in document.chunks.all()
    ]
    return read_by_model(
        reading,
        texts,
        chat,
        budget_tokens=settings.RAGSITE_EXTRACTION_TOKENS,
        wants=WANTS[document.extraction_mode],
        on_progress=lambda stage, _: progress.report(100, f"Ready; {stage[:1].lower()}{stage[1:]}"),
    )


WANTS: dict[str, frozenset[str]] = {
    Document.ExtractionMode.BOTH: frozenset({"map", "facts", "context"}),
    Document.ExtractionMode.MAP_ONLY: frozenset({"map", "context"}),
    Document.ExtractionMode.SQL_ONLY: frozenset({"facts", "context"}),
}


def _keep_facts(document: Document, reading: Reading, parsed: ParsedDocument, *, reader: str) -> None:
    """Store the facts; a document that is only for the map has none, not even those of an earlier mode."""
    if document.extraction_mode == Document.ExtractionMode.MAP_ONLY:
        forget_facts(document)
    else:
        store_facts(document, reading, _page_index(parsed), reader=reader)


def _page_index(parsed: ParsedDocument) -> PageIndex:
    return PageIndex({page.number: page.text for page in parsed.pages})


def _fail(progress: Progress, reason: str) -> None:
    try:
        progress.let_go(status=Status.FAILED, error=reason)
    except Gone:
        logger.info("Document %s is gone; its failure needs no record.", progress.document.pk)
