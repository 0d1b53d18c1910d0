"""Office files, web pages and e-mails to pages. What is here runs in a child process (see `isolated.py`)."""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

from documents.parsing import mail, sheets, slides, webpage, wordfile
from documents.parsing.media import CSV, DOCX, EML, HTML, PPTX, XLSX
from documents.parsing.types import DocumentInfo, ParsedPage, SkippedPage, UnreadableDocument

Converted = Iterator[DocumentInfo | ParsedPage | SkippedPage]
# Bytes. The largest office file of a few hundred pages unpacks to some 50 MB; a bomb to gigabytes.
MAX_UNPACKED = 400_000_000
MAX_PARTS = 20_000
BROKEN = "The file is broken and cannot be opened. Save or export it again and upload the new file."
_ZIPPED = frozenset({DOCX, PPTX, XLSX})


def convert(path: Path, media_type: str, *, max_rows: int) -> Converted:
    """What the file is, then its pages. `max_rows`: of its sheets. Raises `UnreadableDocument`."""
    if media_type in _ZIPPED:
        check_archive(path)
    readers: dict[str, Callable[[], Converted]] = {
        DOCX: lambda: wordfile.read_docx(path),
        PPTX: lambda: slides.read_pptx(path),
        XLSX: lambda: sheets.read_xlsx(path, max_rows=max_rows),
        CSV: lambda: sheets.read_csv(path, max_rows=max_rows),
        HTML: lambda: webpage.read_html(path),
        EML: lambda: mail.read_mail(path),
    }
    try:
        yield from readers[media_type]()
    except (UnreadableDocument, MemoryError):
        raise
    except Exception as error:  # a hostile file may make a library raise anything
        raise UnreadableDocument(BROKEN, reason="broken") from error


def check_archive(path: Path) -> None:
    """Raise `UnreadableDocument` for an archive that is broken, or unpacks to more than is taken."""
    try:
        with zipfile.ZipFile(path) as archive:
            parts = archive.infolist()
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError) as error:
        raise UnreadableDocument(BROKEN, reason="broken") from error
    if sum(part.file_size for part in parts) > MAX_UNPACKED or len(parts) > MAX_PARTS:
        raise UnreadableDocument(
            f"The file unpacks to more than {MAX_UNPACKED // 1_000_000} MB: split it and upload the parts.",
            reason="broken",
        )
