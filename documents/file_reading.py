"""What is read of a document's file without a model, in a process of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from django.conf import settings

from documents.apart import Told, apart
from documents.chunk_settings import ChunkSettings
from documents.chunking import ChunkDraft, split_into_chunks
from documents.extraction.rules import read_by_rules
from documents.extraction.types import Reading
from documents.limits import reading_limits
from documents.models import Document
from documents.page_tables import PageTables, page_tables
from documents.parsing import parse_document
from documents.parsing.types import ParsedDocument
from documents.progress import Progress
from documents.recognised import recognised_pages
from documents.tables import read_tables
from llm.types import Embedder

Parse = Callable[[Told | None], ParsedDocument]


@dataclass(frozen=True)
class FileParts:
    """The parts of one file; each is waited for where it is asked for."""

    _coming: Iterator[Any]
    _come: dict[str, Any] = field(default_factory=dict)

    @property
    def pages(self) -> ParsedDocument:
        """Their lines are left out save those recognised from pictures. Raises `UnreadableDocument`."""
        parsed: ParsedDocument = self._part("pages")
        return parsed

    @property
    def tables(self) -> PageTables:
        tables: PageTables = self._part("tables")
        return tables

    @property
    def chunks(self) -> list[ChunkDraft]:
        chunks: list[ChunkDraft] = self._part("chunks")
        return chunks

    @property
    def reading(self) -> Reading:
        """What rules read."""
        reading: Reading = self._part("reading")
        return reading

    def _part(self, name: str) -> Any:
        while name not in self._come:
            come, part = next(self._coming)
            self._come[come] = part
        return self._come[name]


@contextmanager
def read_file(
    document: Document,
    *,
    cut: tuple[ChunkSettings, Embedder] | None = None,
    progress: Progress | None = None,
    password: str = "",
) -> Iterator[FileParts]:
    """The parts of the document's file. It has chunks where `cut` says how; its embedder counts tokens."""
    parse, filename = _parser(document, password), document.filename
    if cut:
        cut[1].count_tokens([""])  # what it loads for that stays loaded for the next file

    def parts(told: Told) -> Iterator[object]:
        parsed = parse(told)
        yield "pages", without_lines(parsed)
        tables = read_tables(parsed)
        yield "tables", page_tables(tables)
        if cut:
            chunking, embedder = cut
            yield "chunks", split_into_chunks(parsed, tables, embedder, chunking)
        yield "reading", read_by_rules(parsed, tables, filename=filename)

    def told(number: int, total: int) -> None:
        if progress is not None:
            progress.report(30 * number / max(total, 1), f"Reading page {number} of {total}")

    with apart(parts, told) as coming:
        yield FileParts(coming)


def without_lines(parsed: ParsedDocument) -> ParsedDocument:
    """The pages as texts. The lines of recognised pages are kept with the page, and so stay."""
    bare = (page if page.ocr_confidence is not None else replace(page, lines=()) for page in parsed.pages)
    return replace(parsed, pages=tuple(bare))


def parse_pages(document: Document, *, password: str = "") -> ParsedDocument:
    """The file's pages with their lines, read in this process. Raises `UnreadableDocument`."""
    return _parser(document, password)(None)


def _parser(document: Document, password: str) -> Parse:
    """What parses the file; from then on the database is not needed."""
    path, media_type = Path(document.file.path), document.media_type
    recognised, limits = recognised_pages(document), reading_limits()
    return lambda on_page: parse_document(
        path,
        media_type=media_type,
        password=password,
        max_pages=settings.RAGSITE_MAX_PAGES,
        on_page=on_page,
        limits=limits,
        recognised=recognised,
    )
