"""PDF files by pdfium: pages of lines of words with their places, pictures of pages, the outline.

What is here runs in a child process (see `isolated.py`): pdfium is C++ and a hostile file may crash it.
It also keeps global state, so a process has one thread in it at a time.
"""

from __future__ import annotations

import ctypes
import io
import mmap
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import date, datetime
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_c

from reading.formats.pdf.pdf_calls import handle
from reading.formats.pdf.pdf_rules import drawn_on
from reading.formats.pdf.pdf_words import View, is_bold_at, read_words, view_of
from reading.layout.lines import build_lines
from reading.model import DocumentInfo, Line, OutlineItem, ParsedPage, SkippedPage, UnreadableDocument
from reading.text.garbled import is_garbled

FEW_CHARACTERS = 20  # on a page: a number or a stamp over a scan
LITTLE_TEXT = 0.03  # of a page's area that words take: a stamp, a footer; half a page of text takes 0.15
MOST_OF_PAGE = 0.5  # of its area, that images take
MANY_IMAGES = 500  # strips of a scan; more are no scan
MANY_PATHS = 100  # fewer are a frame or a logo
MAX_OUTLINE_ITEMS = 2000  # the outline of a 1,600-page manual holds fewer
MAX_PICTURE_HEIGHT = 10_000  # pixels; a page may claim to be 200 inches high and a thumb wide
PNG_COMPRESSION = 1  # 0–9: the fastest is 4 times as fast as the default and 15 % larger


@contextmanager
def open_pdf(path: Path, password: str = "") -> Iterator[pdfium.PdfDocument]:
    """The open file. Raises `UnreadableDocument`."""
    try:
        document = pdfium.PdfDocument(_mapped(path), password=password or None)
    except pdfium.PdfiumError as error:
        raise _open_failure(error, password) from error
    try:
        yield document
    finally:
        document.close()


def _mapped(path: Path) -> Any:
    """The file's bytes, read as they are needed.

    By a name the library would ask where the file really lies, which a process behind walls cannot.
    """
    with path.open("rb") as file:
        size = os.fstat(file.fileno()).st_size
        if not size:
            return b" "
        return (ctypes.c_ubyte * size).from_buffer(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_COPY))


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


def pages_of(document: pdfium.PdfDocument, *, first: int = 1) -> Iterator[ParsedPage | SkippedPage]:
    """Each page from number `first` on; a page that cannot be read comes as its reason."""
    for number in range(first, len(document) + 1):
        try:
            yield page_of(document, number)
        except pdfium.PdfiumError:
            yield SkippedPage(number, "The page is broken.")


def page_of(document: pdfium.PdfDocument, number: int) -> ParsedPage:
    """One page, without reading the others. Raises `PdfiumError` if it is broken."""
    page, text = _load(document, number)
    view = view_of(page, text)
    # pdfium takes turned text out of its order.
    from_top = view.turns != 0
    lines = build_lines(read_words(text, view), partial(is_bold_at, handle(text.raw)), from_top=from_top)
    words = "\n".join(line.text for line in lines)
    is_picture = _is_mostly_picture(page, view, words, lines) or is_garbled(words)
    rules, drawn = drawn_on(page, view, lines)
    text.close()
    page.close()
    width, height = round(view.width, 2), round(view.height, 2)
    return ParsedPage(number, words, lines, width, height, is_picture=is_picture, rules=rules, drawn=drawn)


def _is_mostly_picture(page: pdfium.PdfPage, view: View, words: str, lines: Sequence[Line]) -> bool:
    """Whether the page shows next to no text beside a picture, or a stamp on one that fills it."""
    if len(words.strip()) < FEW_CHARACTERS:
        return _shows_picture(page)
    area = max(view.width * view.height, 1.0)
    written = sum(_area(*word.box) for line in lines for word in line.words)
    return written < LITTLE_TEXT * area and _pictured(page, view) > MOST_OF_PAGE * area


def _pictured(page: pdfium.PdfPage, view: View) -> float:
    """Square points of the page that images take, those that overlap counted twice."""
    images = page.get_objects(filter=[pdfium_c.FPDF_PAGEOBJ_IMAGE], max_depth=4)
    return sum(
        _area(max(left, view.left), max(bottom, view.bottom), min(right, view.right), min(top, view.top))
        for left, bottom, right, top in (image.get_bounds() for image in islice(images, MANY_IMAGES))
    )


def _area(x0: float, y0: float, x1: float, y1: float) -> float:
    return max(x1 - x0, 0.0) * max(y1 - y0, 0.0)


def _shows_picture(page: pdfium.PdfPage) -> bool:
    """Whether an image stands on the page, or so many lines that they may be drawn words."""
    kinds = [each.type for each in islice(page.get_objects(max_depth=4), MANY_PATHS)]
    return pdfium_c.FPDF_PAGEOBJ_IMAGE in kinds or kinds.count(pdfium_c.FPDF_PAGEOBJ_PATH) == MANY_PATHS


def picture_of(document: pdfium.PdfDocument, number: int, *, width: int, turns: int = 0) -> bytes:
    """The page as a PNG `width` pixels wide, turned as its words' boxes are.

    `turns`: the quarter-turns clockwise that set its scan upright.

    Raises `PdfiumError` if the page is broken.
    """
    page, text = _load(document, number)
    view = view_of(page, text)
    turned_by = ((view.turns + turns) * 90 - page.get_rotation()) % 360
    across, down = (view.height, view.width) if turns % 2 else (view.width, view.height)
    scale = min(width / max(across, 1.0), MAX_PICTURE_HEIGHT / max(down, 1.0))
    bitmap = page.render(scale=scale, rotation=turned_by)
    buffer = io.BytesIO()
    bitmap.to_pil().save(buffer, "PNG", compress_level=PNG_COMPRESSION)
    bitmap.close()
    text.close()
    page.close()
    return buffer.getvalue()


def _load(document: pdfium.PdfDocument, number: int) -> tuple[pdfium.PdfPage, pdfium.PdfTextPage]:
    if not 1 <= number <= len(document):
        raise UnreadableDocument(f"There is no page {number}: the PDF has {len(document)}.", reason="broken")
    page = document[number - 1]
    return page, page.get_textpage()


def info_of(document: pdfium.PdfDocument) -> DocumentInfo:
    """What the file says of itself."""
    raw = document.get_metadata_dict()
    metadata = {key: value.replace("\0", "").strip() for key, value in raw.items() if value.strip("\0 ")}
    return DocumentInfo(
        page_count=len(document),
        title=metadata.get("Title", ""),
        created=_date(metadata.get("CreationDate", "")),
        outline=tuple(_outline(document)),
        metadata=metadata,
    )


def _outline(document: pdfium.PdfDocument) -> Iterator[OutlineItem]:
    for bookmark in islice(document.get_toc(), MAX_OUTLINE_ITEMS):
        target = bookmark.get_dest()
        index = target.get_index() if target else None
        title = " ".join(bookmark.get_title().replace("\0", "").split())
        if title and index is not None:
            yield OutlineItem(title, index + 1, bookmark.level)


def _date(text: str) -> date | None:
    """The day in a PDF date such as `D:20230309161307-04'00'`."""
    digits = text.removeprefix("D:")[:8]
    try:
        return datetime.strptime(digits, "%Y%m%d").date()
    except ValueError:
        return None
