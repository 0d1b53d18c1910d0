"""What a model adds to a document that is ready."""

from __future__ import annotations

import logging

from django.conf import settings
from django.db import InterfaceError, OperationalError

from documents.document_map.relations import relate
from documents.ingestion.chunks.chunk_context import ChunkContext, fill, set_context, store_context
from documents.ingestion.file_reading import read_file
from documents.ingestion.priority.model_priority import patient
from documents.ingestion.progress import AWAITS_MODEL, MOST_ATTEMPTS, Gone, Progress, claim_finished
from documents.ingestion.rows.facts_store import keep_facts
from documents.ingestion.steps import (
    describe,
    merge,
    write_map_entry,
)
from documents.model_reading.read import ChunkText, read_by_model
from documents.models import Document, Reader
from llm.errors import LLMError, Timeout, Transient
from llm.types import ChatModel
from reading.model import Reading, UnreadableDocument

logger = logging.getLogger(__name__)

READY = "Ready"


MOST_TIMEOUTS = 3  # readings of one document that end because the model is too slow for it


TIMEOUTS = "model_timeouts"  # in `Document.steps_done`


UNREAD = "The model did not read this document, only rules did."


LATER = "Only rules have read this document yet; the model is asked again in a few minutes."


AGAIN_BY_HAND = "To try again, choose “Let the model read again” in the administration."


FAULT = "A fault of the program stopped it; the log says more."


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
            parsed, reading = parts.wait_for_pages(), parts.wait_for_reading()
        chunks = list(document.chunks.all())
        deeper = _read_by_model(document, reading, progress, chat)
        with progress.holding():
            keep_facts(document, deeper, parsed, reader=Reader.MODEL)
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
