"""One stage of a ready document done again by rules: its facts, or its entry in the map."""

from __future__ import annotations

import logging

from django.db import InterfaceError, OperationalError, transaction

from documents.document_map.relations import relate
from documents.ingestion.borrowed_calendar import in_its_years, mend_years
from documents.ingestion.errors import trouble
from documents.ingestion.file_reading import read_file
from documents.ingestion.progress import (
    AGAIN,
    MOST_ATTEMPTS,
    TOO_OFTEN,
    Gone,
    Progress,
    again,
    claim_finished,
)
from documents.ingestion.rerun_requests import Stage, with_notes
from documents.ingestion.rows.facts_store import store_facts
from documents.ingestion.steps import describe, describe_years, write_map_entry
from documents.models import Document, Reader
from reading.anchoring import PageIndex
from reading.model import ParsedDocument, Reading

logger = logging.getLogger(__name__)

DOING = "Reading by rules again"


def reread(document_id: int, *, facts: bool, map_entry: bool) -> bool:
    """Whether it was done. What a curator edited stays; a file that cannot be read leaves all as it is, and
    the document says so.

    That it is to be done is noted on the document until it was: a worker that dies over it is followed by
    another, a few times.
    """
    document = claim_finished(document_id)
    if document is None:
        return False
    progress, stage, reason = Progress(document), document.stage, ""
    done = [name for name, asked in ((Stage.FACTS, facts), (Stage.MAP, map_entry)) if asked]
    try:
        if document.attempts > MOST_ATTEMPTS:
            reason = TOO_OFTEN
        else:
            _reread(document, progress, facts=facts, map_entry=map_entry)
    except Gone:
        return False
    except (OperationalError, InterfaceError):  # the database is away or full: it is still to be done
        progress.give_back(stage=stage)
        raise
    except Exception as error:  # it is said on the document, which answers as before
        reason = trouble(error, document_id=document_id, stage=DOING)
    _let_go(progress, stage, done, reason)
    return not reason


def _reread(document: Document, progress: Progress, *, facts: bool, map_entry: bool) -> None:
    parsed, reading = _read(document)
    reading = in_its_years(document, reading, lambda: _read(document)[1])
    if facts and document.extraction_mode != Document.ExtractionMode.MAP_ONLY:
        pages = PageIndex({page.number: page.text for page in parsed.pages})
        with progress.holding():
            store_facts(document, reading, pages, reader=Reader.RULES)
    with progress.holding():
        relate(document)
    describe_years(document, reading, progress)
    if map_entry:
        describe(document, reading, progress)
        write_map_entry(document, reading, list(document.chunks.all()), progress)


def _read(document: Document) -> tuple[ParsedDocument, Reading]:
    with read_file(document) as parts:
        return parts.wait_for_pages(), parts.wait_for_reading()


def _let_go(progress: Progress, stage: str, done: list[Stage], reason: str) -> None:
    """`reason`: why nothing was done; empty where it was."""
    document = progress.document
    steps = {name: value for name, value in document.steps_done.items() if name != AGAIN}
    if left := sorted({*again(document)} - {*done}):
        steps[AGAIN] = left
    try:
        with transaction.atomic():
            progress.let_go(stage=stage, steps_done=steps, rerun_notes=with_notes(document, done, reason))
            if not reason:
                mend_years(document)
    except Gone:
        logger.info("Document %s was deleted or taken over.", progress.document.pk)
