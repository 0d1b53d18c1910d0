"""Office files, web pages and e-mails to pages. What is here runs in a child process (see `isolated.py`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from reading.formats import records
from reading.formats.media_types import CSV, DOCX, EML, EPUB, HTML, JSON, ODP, ODS, ODT, PPTX, RTF, XLS, XLSX
from reading.formats.office import docx, office_words, other_office, pptx, spreadsheets
from reading.formats.office.archives import BROKEN, ZIPPED, check_archive
from reading.formats.web import email_message, html
from reading.model import DocumentInfo, ParsedPage, SkippedPage, UnreadableDocument

Converted = Iterator[DocumentInfo | ParsedPage | SkippedPage]


def convert(path: Path, media_type: str, *, max_rows: int) -> Converted:
    """What the file is, then its pages. `max_rows`: of its sheets. Raises `UnreadableDocument`."""
    if media_type in ZIPPED:
        check_archive(path)
    readers: dict[str, Callable[[], Converted]] = {
        DOCX: lambda: docx.read_docx(path),
        PPTX: lambda: pptx.read_pptx(path),
        XLSX: lambda: spreadsheets.read_xlsx(path, max_rows=max_rows),
        CSV: lambda: spreadsheets.read_csv(path, max_rows=max_rows),
        JSON: lambda: records.read_json(path, max_rows=max_rows),
        HTML: lambda: html.read_html(path),
        XLS: lambda: other_office.read_sheets(path, max_rows=max_rows),
        ODS: lambda: other_office.read_sheets(path, max_rows=max_rows),
        ODT: lambda: other_office.read_open_document(path),
        ODP: lambda: other_office.read_open_document(path),
        EPUB: lambda: other_office.read_book(path),
        RTF: lambda: other_office.read_rich_text(path),
        EML: lambda: email_message.read_mail(path),
    }
    try:
        yield from readers[media_type]()
    except (UnreadableDocument, MemoryError):
        raise
    except Exception as error:  # a hostile file may make a library raise anything; the worker logs it
        if media_type not in (DOCX, PPTX):
            raise UnreadableDocument(BROKEN, reason="broken") from error
        yield from _bare(path, media_type, error)


def _bare(path: Path, media_type: str, cause: Exception) -> Converted:
    """The words without their structure, which none of the readers above gives before it has it all."""
    try:
        yield from office_words.read_bare(path, media_type)
    except MemoryError:
        raise
    except Exception:  # what stopped the library tells more
        raise UnreadableDocument(BROKEN, reason="broken") from cause
