"""Text by pypdf, for files and pages from which pdfium gets none. It knows no places and is slow."""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterator
from pathlib import Path

import pypdf
from pypdf.errors import PyPdfError

from reading.formats.plain_text import page_of_text
from reading.model import DocumentInfo, ParsedPage, SkippedPage, UnreadableDocument

# pypdf's errors for a file against the rules, and what its code raises when it trips over one.
BROKEN_FILE_ERRORS = (
    PyPdfError,
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    NotImplementedError,
    OSError,
    RecursionError,
    TypeError,
    ValueError,
)
# From this share of control characters on, a page's font does not say what its glyphs mean, and what comes
# are their numbers. In TrueType fonts glyph 3 is the blank as a rule, and the rest of ASCII follows it.
GLYPH_NUMBERS = 0.1
FIRST_GLYPH, LAST_GLYPH = 3, 97  # " " and "~"
_GLYPHS = {glyph: glyph + 29 for glyph in range(FIRST_GLYPH, LAST_GLYPH + 1) if chr(glyph) not in "\t\n\r"}
# pypdf reports each oddity of a file as a warning; what matters reaches the user as a reason.
logging.getLogger("pypdf").setLevel(logging.CRITICAL)


def read_pages(
    path: Path, password: str = "", *, numbers: Collection[int] = ()
) -> Iterator[DocumentInfo | ParsedPage | SkippedPage]:
    """What the file is, then the pages of `numbers`, or all. Raises `UnreadableDocument`."""
    try:
        reader = pypdf.PdfReader(path)
        if reader.is_encrypted and not reader.decrypt(password):
            raise UnreadableDocument(
                "The PDF is protected by a password. Give its password and try again.", reason="encrypted"
            )
        count = len(reader.pages)
    except BROKEN_FILE_ERRORS as error:
        raise UnreadableDocument("The PDF is broken and cannot be opened.", reason="broken") from error
    yield DocumentInfo(page_count=count)
    for number in sorted(numbers) or range(1, count + 1):
        yield _read_page(reader, number)


def _read_page(reader: pypdf.PdfReader, number: int) -> ParsedPage | SkippedPage:
    try:
        text = reader.pages[number - 1].extract_text()
        return page_of_text(number, readable(text).encode("utf-8", "ignore").decode())  # no lone surrogates
    except BROKEN_FILE_ERRORS:
        return SkippedPage(number, "The page is broken.")


def readable(text: str) -> str:
    """`text`, with characters for the numbers of their glyphs where it is made of such."""
    controls = sum(char < " " and char not in "\t\n\r" for char in text)
    return text.translate(_GLYPHS) if controls > GLYPH_NUMBERS * len(text) else text
