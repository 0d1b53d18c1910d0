"""PDF files by pdfium: pages of lines of words with their places, and pictures of pages."""

from __future__ import annotations

import io
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_c

from documents.parsing.lines import build_lines
from documents.parsing.pdf_words import is_bold_at, read_words, view_of
from documents.parsing.types import Line, ParsedPage, SkippedPage, UnreadableDocument

# pdfium keeps global state: two threads in it at once crash the process.
_pdfium_lock = threading.RLock()


@contextmanager
def open_pdf(path: Path, password: str = "") -> Iterator[pdfium.PdfDocument]:
    """The open file. No other thread can be in pdfium meanwhile. Raises `UnreadableDocument`."""
    with _pdfium_lock:
        try:
            document = pdfium.PdfDocument(path, password=password or None)
        except pdfium.PdfiumError as error:
            raise _open_failure(error, password) from error
        try:
            yield document
        finally:
            document.close()


def _open_failure(error: pdfium.PdfiumError, password: str) -> UnreadableDocument:
    if error.err_code == pdfium_c.FPDF_ERR_PASSWORD:
        tried = "The password does not open it" if password else "The PDF is protected by a password"
        return UnreadableDocument(f"{tried}. Give its password and try again.", reason="encrypted")
    if error.err_code == pdfium_c.FPDF_ERR_SECURITY:
        return UnreadableDocument(
            "The PDF is encrypted in a way that cannot be read. Save it unencrypted and upload it again.",
            reason="encrypted",
        )
    return UnreadableDocument(
        "The PDF is broken and cannot be opened. Save or export it again and upload the new file.",
        reason="broken",
    )


def count_pages(path: Path, password: str = "") -> int:
    with open_pdf(path, password) as document:
        return len(document)


def read_pages(path: Path, password: str = "", *, first: int = 1) -> Iterator[ParsedPage | SkippedPage]:
    """Each page from number `first` on; a page that cannot be read comes as its reason."""
    with open_pdf(path, password) as document:
        for index in range(first - 1, len(document)):
            try:
                yield _read_page(document, index)
            except pdfium.PdfiumError:
                yield SkippedPage(index + 1, "The page is broken.")


def read_page(path: Path, number: int, password: str = "") -> ParsedPage:
    """One page, without reading the others. Raises `UnreadableDocument`."""
    with open_pdf(path, password) as document:
        try:
            return _read_page(document, _index(document, number))
        except pdfium.PdfiumError as error:
            raise UnreadableDocument(f"Page {number} is broken.", reason="broken") from error


def _index(document: pdfium.PdfDocument, number: int) -> int:
    if not 1 <= number <= len(document):
        raise UnreadableDocument(f"There is no page {number}: the PDF has {len(document)}.", reason="broken")
    return number - 1


def _read_page(document: pdfium.PdfDocument, index: int) -> ParsedPage:
    page = document[index]
    text = page.get_textpage()
    try:
        view = view_of(page, text)
        lines = build_lines(read_words(text, view), lambda char_index: is_bold_at(text, char_index))
        return ParsedPage(index + 1, text_of(lines), lines, round(view.width, 2), round(view.height, 2))
    finally:
        text.close()
        page.close()


def text_of(lines: tuple[Line, ...]) -> str:
    return "\n".join(line.text for line in lines)


def page_picture(path: Path, number: int, *, width: int) -> bytes:
    """The page as a PNG `width` pixels wide, turned as its words' boxes are. Raises `UnreadableDocument`."""
    with open_pdf(path) as document:
        try:
            page = document[_index(document, number)]
            view = view_of(page, page.get_textpage())
            turned_by = (view.turns * 90 - page.get_rotation()) % 360
            bitmap = page.render(scale=width / max(view.width, 1.0), rotation=turned_by)
        except pdfium.PdfiumError as error:
            raise UnreadableDocument(f"Page {number} cannot be shown.", reason="broken") from error
        buffer = io.BytesIO()
        bitmap.to_pil().save(buffer, "PNG", compress_level=1)
        return buffer.getvalue()
