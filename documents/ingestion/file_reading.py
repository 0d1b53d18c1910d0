"""What is read of a document's file without a model, in a process of its own."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, cast

from django.conf import settings

from documents.ingestion.borrowed_calendar import lent_to
from documents.ingestion.chunks.chunk_context import contexts_of
from documents.ingestion.chunks.chunk_settings import ChunkSettings
from documents.ingestion.chunks.chunking import ChunkDraft, embedded_text, split_into_chunks
from documents.ingestion.limits import reading_limits
from documents.ingestion.priority.cpu_priority import give_way_now_and_then
from documents.ingestion.progress import REPORT_SECONDS, Progress
from documents.ingestion.rows.page_tables import PageTables, page_tables
from documents.ingestion.rows.recognised_words import recognised_pages
from documents.library.stored_files import local_file
from documents.models import Document
from documents.page_names import page_noun
from llm.types import Embedder
from reading.measures.catalogue import find_measures
from reading.model import ParsedDocument, Reading, Table
from reading.parse import parse_file
from reading.pipeline import read_by_rules, warm_up
from reading.sandbox.background import HELPERS, WARM_UPS, Note, Parts, Send, WasEnded, apart
from reading.tables.read import read_tables
from reading.values.fiscal import FiscalCalendar

Parse = Callable[..., ParsedDocument]
Cut = tuple[ChunkSettings, Embedder]  # how the text is cut, and what counts its tokens
OnTexts = Callable[[list[str]], None]

WARM_UPS.append(warm_up)


class FileParts:
    """The parts of one file, which come one after the other from the process that reads it.

    A process that was ended is followed by another, once: what ended it need not be the file.
    """

    def __init__(self, start: Callable[[], Parts], on_beginning: OnTexts) -> None:
        self._start = start
        self._coming = start()
        self._was_ended = False
        self._on_beginning = on_beginning
        self._come: dict[str, Any] = {}

    def wait_for_pages(self) -> ParsedDocument:
        """Their lines are left out save those recognised from pictures. Raises `UnreadableDocument`."""
        parsed: ParsedDocument = self._part("pages")
        return parsed

    def wait_for_tables(self) -> PageTables:
        tables: PageTables = self._part("tables")
        return tables

    def wait_for_chunks(self) -> list[ChunkDraft]:
        chunks: list[ChunkDraft] = self._part("chunks")
        return chunks

    def wait_for_reading(self) -> Reading:
        """What rules read, with the contexts of the chunks."""
        reading: Reading = self._part("reading")
        return reading

    def have_chunks(self) -> bool:
        return self._has_come("chunks")

    def report_to(self, progress: Progress) -> None:
        """Tell how far the reading is whenever a part is waited for."""
        noun = page_noun(progress.document)

        def told(note: Note) -> None:
            if note.what:
                stage = f"Reading figures and facts, {note.what} {note.done:,} of {note.of:,}"
                progress.report(max(progress.document.progress, 35), stage)
            else:
                progress.report(30 * note.done / max(note.of, 1), f"Reading {noun} {note.done} of {note.of}")

        self._coming.told = told

    def _has_come(self, name: str) -> bool:
        while name not in self._come and self._is_waiting():
            self._take()
        return name in self._come

    def _is_waiting(self) -> bool:
        try:
            return self._coming.is_waiting()
        except WasEnded as error:
            self._start_anew(error)
            return False

    def _part(self, name: str) -> Any:
        while name not in self._come:
            self._take()
        return self._come[name]

    def _take(self) -> None:
        try:
            name, part = cast(tuple[str, Any], next(self._coming))
        except WasEnded as error:
            self._start_anew(error)
            return
        if name == "beginning":
            self._on_beginning(part)
        else:
            self._come[name] = part

    def _start_anew(self, error: WasEnded) -> None:
        """From the beginning. Raises the error where it is the second."""
        if self._was_ended:
            raise error
        self._was_ended, told = True, self._coming.told
        self._coming = self._start()
        self._coming.told = told


@contextmanager
def read_file(
    document: Document,
    *,
    cut: Cut | None = None,
    password: str = "",
    on_beginning: OnTexts | None = None,
) -> Iterator[FileParts]:
    """The parts of the document's file. It has chunks where `cut` says how; its embedder counts tokens.

    `on_beginning` is given what is embedded of the first pages of a long file while a part is waited for,
    later of more of them. Nearly all comes again among the chunks of the whole.
    """
    prepare(cut[1] if cut else None)
    with ExitStack() as processes:  # they end before the file goes
        work = partial(
            _read,
            parse=_parser(document, processes.enter_context(local_file(document)), password),
            filename=document.filename,
            calendar=lent_to(document),
            cut=cut,
            has_beginning=on_beginning is not None,
        )

        def start() -> Parts:
            begun = apart(work, lambda *_: None, silent_seconds=settings.RAGSITE_RULES_SECONDS)
            return processes.enter_context(begun)

        yield FileParts(start, on_beginning or (lambda _: None))


def prepare(embedder: Embedder | None) -> None:
    """Load once what every process that reads a file needs, and make the one that those are forked from."""
    find_measures("")  # makes its patterns
    if embedder:
        embedder.count_tokens([""])  # loads its words
    HELPERS.start()


def _read(
    send: Send,
    *,
    parse: Parse,
    filename: str,
    calendar: FiscalCalendar | None,
    cut: Cut | None,
    has_beginning: bool,
) -> None:
    """Send the parts of the file. Runs in a process of its own."""
    give_way_now_and_then()

    def begun(first: ParsedDocument) -> None:
        send(("beginning", _texts(_chunks(first, read_tables(first), cut))))

    parsed = parse(
        on_page=lambda done, of: send(Note(done, of)), on_beginning=begun if has_beginning else None
    )
    parsed = replace(parsed, lent_calendar=calendar)
    send(("pages", without_lines(parsed)))
    tables = read_tables(parsed)
    send(("tables", page_tables(tables, {page.number: page.title for page in parsed.pages})))
    chunks = _chunks(parsed, tables, cut)
    send(("chunks", chunks))
    reading = read_by_rules(parsed, tables, filename=filename, on_rows=_now_and_then(send))
    reading.contexts = contexts_of(chunks, reading)
    send(("reading", reading))


def _chunks(parsed: ParsedDocument, tables: Sequence[Table], cut: Cut | None) -> list[ChunkDraft]:
    return split_into_chunks(parsed, tables, cut[1], cut[0]) if cut else []


def _now_and_then(send: Send) -> Callable[[int, int], None]:
    """Tells of rows, no more often than is shown."""
    last = 0.0

    def told(done: int, of: int) -> None:
        nonlocal last
        if (now := time.monotonic()) - last >= REPORT_SECONDS:
            last = now
            send(Note(done, of, "row"))

    return told


def _texts(drafts: Sequence[ChunkDraft]) -> list[str]:
    """What is embedded of them. The last may go on with the pages that follow."""
    return [embedded_text(draft) for draft in drafts[:-1]]


def without_lines(parsed: ParsedDocument) -> ParsedDocument:
    """The pages as texts. The lines of recognised pages are kept with the page, and so stay."""
    bare = (page if page.ocr_confidence is not None else replace(page, lines=()) for page in parsed.pages)
    return replace(parsed, pages=tuple(bare))


def parse_pages(document: Document, *, password: str = "") -> ParsedDocument:
    """The file's pages with their lines, read in this process. Raises `UnreadableDocument`."""
    with local_file(document) as path:
        return _parser(document, path, password)()


def _parser(document: Document, path: Path, password: str) -> Parse:
    """What parses the document's file at `path`; from then on the database is not needed."""
    media_type, recognised, limits = document.media_type, recognised_pages(document), reading_limits()
    return partial(
        parse_file,
        path,
        media_type=media_type,
        password=password,
        max_pages=settings.RAGSITE_MAX_PAGES,
        limits=limits,
        recognised=recognised,
    )
