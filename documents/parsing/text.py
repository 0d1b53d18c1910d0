"""Plain text and Markdown: one page, or a page for each form feed."""

from __future__ import annotations

import codecs
import re
from pathlib import Path

from documents.parsing.types import (
    Box,
    Line,
    OutlineItem,
    ParsedDocument,
    ParsedPage,
    UnreadableDocument,
    Word,
)

# Text has no places; its characters are taken as cells of this size, so that columns set with blanks
# can be read as columns. Points, as of 10-point type on a typewriter.
CELL_WIDTH, CELL_HEIGHT = 6.0, 12.0
TAB_STOPS = 8
PAGE_CHARACTERS = 2000  # of a printed page: by them a text without pages is measured

_BOMS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
_HEADING = re.compile(r"^(#{1,6})[ \t]+(.+?)[ \t#]*$")
_UNDERLINE = re.compile(r"^(=+|-+)[ \t]*$")
_FENCE = re.compile(r"^[ ]{0,3}(```|~~~)")
_UNFIT = dict.fromkeys((*range(0, 9), 11, *range(14, 32), 127, 65279))


def decode(data: bytes) -> str:
    """The text in `data`: UTF-8, UTF-16, else Windows-1252, which holds Latin-1."""
    for bom, encoding in _BOMS:
        if data.startswith(bom):
            return data.decode(encoding, "replace")
    if encoding := _bare_utf16(data):
        return data.decode(encoding, "replace")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def _bare_utf16(data: bytes) -> str:
    """The encoding of UTF-16 text without a byte order mark, told by where its zero bytes stand."""
    sample = data[:4096]
    if len(sample) < 4 or not sample.count(0):
        return ""
    even, odd = sample[0::2].count(0), sample[1::2].count(0)
    half = len(sample) / 2
    if odd > 0.7 * half and even < 0.1 * half:
        return "utf-16-le"
    return "utf-16-be" if even > 0.7 * half and odd < 0.1 * half else ""


def parse_text(path: Path, *, is_markdown: bool, max_pages: int | None = None) -> ParsedDocument:
    """The file's pages, with Markdown's headings as its outline. Raises `UnreadableDocument`."""
    text = decode(path.read_bytes()).replace("\r\n", "\n").replace("\r", "\n")
    texts = text.rstrip("\f\n").split("\f")
    if not text.strip():
        raise UnreadableDocument("The file holds no text.", reason="empty")
    check_page_count(max(len(texts), len(text) // PAGE_CHARACTERS), max_pages)
    pages = tuple(page_of_text(number, part) for number, part in enumerate(texts, 1))
    outline = tuple(item for page in pages for item in _headings(page)) if is_markdown else ()
    top = next((item.title for item in outline if item.level == 0), "")
    return ParsedDocument(pages=pages, title=top, outline=outline)


def check_page_count(count: int, max_pages: int | None) -> None:
    """Raise `UnreadableDocument` if the document has more pages than are taken."""
    if max_pages is not None and count > max_pages:
        raise UnreadableDocument(
            f"The document has {count:,} pages; at most {max_pages:,} are read. Split it and try again.",
            reason="too_many_pages",
        )


def page_of_text(number: int, text: str) -> ParsedPage:
    """A page without size, its lines on a grid of characters. Blank lines part paragraphs, but are none."""
    text = text.translate(_UNFIT)
    lines, offset = [], 0
    for row, written in enumerate(text.split("\n")):
        stripped = written.strip()
        if stripped:
            lines.append(_line(written, stripped, row, offset))
        offset += len(written) + 1
    return ParsedPage(number, text, tuple(lines))


def _line(written: str, stripped: str, row: int, offset: int) -> Line:
    expanded = written.expandtabs(TAB_STOPS)
    words = tuple(
        Word(match.group(), _cells(row, match.start(), match.end()))
        for match in re.finditer(r"\S+", expanded)
    )
    box = _cells(row, len(expanded) - len(expanded.lstrip()), len(expanded.rstrip()))
    return Line(words, stripped, box, char_start=offset + written.index(stripped))


def _cells(row: int, start: int, end: int) -> Box:
    return Box(start * CELL_WIDTH, row * CELL_HEIGHT, end * CELL_WIDTH, (row + 1) * CELL_HEIGHT)


def _headings(page: ParsedPage) -> list[OutlineItem]:
    """The `#` headings and underlined headings outside fenced code."""
    found: list[OutlineItem] = []
    fenced, previous = False, ""
    for line in page.text.split("\n"):
        if _FENCE.match(line):
            fenced = not fenced
        elif not fenced and (match := _HEADING.match(line)):
            found.append(OutlineItem(match[2], page.number, len(match[1]) - 1))
        elif not fenced and (match := _UNDERLINE.match(line)) and previous.strip():
            found.append(OutlineItem(previous.strip(), page.number, 0 if line[0] == "=" else 1))
        previous = "" if fenced else line
    return found
