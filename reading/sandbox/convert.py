"""Files that are not PDF, read in a child process with limits on time and memory."""

from __future__ import annotations

import logging
import time
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from reading.formats.plain_text import PAGE_CHARACTERS, check_page_count
from reading.model import DocumentInfo, ParsedDocument, ParsedPage, SkippedPage, UnreadableDocument
from reading.sandbox.limited import (
    LEAST_CHARACTERS,
    Failure,
    Limits,
    OnPage,
    Progress,
    Request,
    document_of,
    messages_of,
    no_text,
    one_answer,
    recognise,
)
from reading.sandbox.processes import ChildEnded, ChildLost

logger = logging.getLogger(__name__)


def parse_converted(
    path: Path,
    media_type: str,
    *,
    max_pages: int | None = None,
    on_page: OnPage | None = None,
    limits: Limits | None = None,
    recognised: Mapping[int, ParsedPage] | None = None,
) -> ParsedDocument:
    """The pages of an office file, web page, e-mail or table. Raises `UnreadableDocument`.

    `recognised`: pages of pictures attached to an e-mail that are known from an earlier reading.
    """
    limits = limits or Limits()
    # The file is taken apart as a whole before its first page comes.
    whole = replace(limits, start_seconds=limits.file_seconds, page_seconds=limits.file_seconds)
    request = Request(path, "convert", limits=whole, media_type=media_type)
    started = time.monotonic()
    try:
        try:
            progress = _read_whole(request, started, max_pages, on_page)
        except ChildEnded:  # once more: what ended it need not be the file
            progress = _read_whole(request, started, max_pages, on_page)
    except ChildLost as error:
        raise UnreadableDocument(
            f"The file {error}: split it and upload the parts, or save it as a PDF.", reason="broken"
        ) from error
    _recognise_attached(replace(request, limits=limits), progress, recognised or {}, on_page)
    if progress.characters < LEAST_CHARACTERS and not _has_rows(progress):
        raise _no_rows(progress) or no_text(progress, "file")
    check_page_count(progress.characters // PAGE_CHARACTERS, max_pages)  # a web page is one, however long
    return document_of(progress)


def _has_rows(progress: Progress) -> bool:
    """Whether a table has rows below its headings: a short one says as much as long text."""
    tables = (
        page.text[grid.char_start : grid.char_end] for page in progress.pages.values() for grid in page.grids
    )
    return any(len([line for line in table.splitlines() if line.strip()]) > 1 for table in tables)


def _no_rows(progress: Progress) -> UnreadableDocument | None:
    """Why a file with nothing but headings is not taken; None where it has no table."""
    headings = [page.text for page in progress.pages.values() if page.grids]
    if not headings:
        return None
    shown = " ".join(" ".join(headings).split())
    return UnreadableDocument(
        f"The table has headings and no rows below them (“{shown}”): upload the file once it has rows.",
        reason="no_text",
    )


def _read_whole(request: Request, started: float, max_pages: int | None, on_page: OnPage | None) -> Progress:
    """What a child gives of the file. Raises `ChildLost` and `UnreadableDocument`."""
    progress = Progress()
    for message in messages_of(request, progress, started):
        if isinstance(message, Failure):
            if message.cause:
                logger.warning("%s is not read: %s", request.path.name, message.cause)
            raise UnreadableDocument(message.message, reason=message.reason)
        progress.take(message)
        if isinstance(message, DocumentInfo):
            check_page_count(message.page_count, max_pages)
        elif on_page and progress.info:
            on_page(progress.next_page - 1, progress.info.page_count)
    return progress


def _recognise_attached(
    request: Request, progress: Progress, known: Mapping[int, ParsedPage], on_page: OnPage | None
) -> None:
    numbers = [number for number, page in progress.pages.items() if page.is_picture]
    if request.limits.ocr_pages:
        recognise(request, progress, numbers, known, on_page)
        return
    for number in numbers:
        name = progress.pages.pop(number).title
        progress.take(
            SkippedPage(number, f"{name} shows a picture, and text recognition is off (RAGSITE_OCR).")
        )


def parse_image(
    path: Path,
    *,
    max_pages: int | None = None,
    on_page: OnPage | None = None,
    limits: Limits | None = None,
    recognised: Mapping[int, ParsedPage] | None = None,
) -> ParsedDocument:
    """The words recognised on a picture, or on the pictures of a TIFF. Raises `UnreadableDocument`.

    `recognised`: pages known from an earlier reading.
    """
    limits = limits or Limits()
    if not limits.ocr_pages:
        raise UnreadableDocument(
            "The file is a picture, and text recognition is off (RAGSITE_OCR): turn it on and try again.",
            reason="no_text",
        )
    # The libraries for pictures reserve more address space than those for PDF.
    roomy = replace(limits, memory_bytes=max(limits.memory_bytes, limits.ocr_memory_bytes))
    request = Request(path, "image", limits=roomy)
    info = one_answer(request)
    assert isinstance(info, DocumentInfo)
    check_page_count(info.page_count, max_pages)
    progress = Progress(info)
    recognise(request, progress, range(1, info.page_count + 1), recognised or {}, on_page)
    if progress.characters < LEAST_CHARACTERS:
        raise no_text(progress, "picture")
    return document_of(progress)
