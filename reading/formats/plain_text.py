"""Plain text and Markdown: one page, or a page for each form feed; what is longer than a page is cut."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from reading.formats.encodings import decode
from reading.model import (
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
LONGEST_PAGE = 60_000  # characters: rules compare what stands on a page, and a reader wants it shown at once
CUTS = ("\n\n", "\n", ". ", " ")  # where a longer one is cut, the best first

_HEADING = re.compile(r"^(#{1,6})[ \t]+(?![ \t#]*$)(.+)$")
_UNDERLINE = re.compile(r"^(=+|-+)[ \t]*$")
_FENCE = re.compile(r"^[ ]{0,3}(```|~~~)")
_BLANK_LINES = re.compile(r"\n(?:[^\S\n\f]*\n){3,}")
_BLANKS = re.compile(r"[^\S\n\f]{200,}")
_UNFIT = dict.fromkeys((*range(0, 9), 11, *range(14, 32), 127, 65279))


def parse_text(path: Path, *, is_markdown: bool, max_pages: int | None = None) -> ParsedDocument:
    """The file's pages, with Markdown's headings as its outline. Raises `UnreadableDocument`."""
    text = _without_wide_gaps(decode(path.read_bytes()).replace("\r\n", "\n").replace("\r", "\n"))
    texts = [page for part in text.rstrip("\f\n").split("\f") for page in parts_of(part)]
    if not text.strip():
        raise UnreadableDocument("The file holds no text.", reason="empty")
    check_page_count(max(len(texts), len(text) // PAGE_CHARACTERS), max_pages)
    pages = tuple(page_of_text(number, part) for number, part in enumerate(texts, 1))
    outline = tuple(item for page in pages for item in _headings(page)) if is_markdown else ()
    top = next((item.title for item in outline if item.level == 0), "")
    return ParsedDocument(pages=pages, title=top, outline=outline)


def _without_wide_gaps(text: str) -> str:
    """The text with gaps as wide as a person leaves: patterns search each in the square of its length."""
    return _BLANKS.sub(" " * 200, _BLANK_LINES.sub("\n\n\n", text))


def parts_of(text: str) -> Iterator[str]:
    """The text in parts of at most LONGEST_PAGE, none of less than its half but the last."""
    start = 0
    while len(text) - start > LONGEST_PAGE:
        least, most = start + LONGEST_PAGE // 2, start + LONGEST_PAGE
        ends = (at + len(cut) for cut in CUTS if (at := text.rfind(cut, least, most)) >= 0)
        end = next(ends, most)
        yield text[start:end]
        start = end
    yield text[start:]


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
            title = match[2].rstrip(" \t#")
            found.append(OutlineItem(title, page.number, len(match[1]) - 1))
        elif not fenced and (match := _UNDERLINE.match(line)) and previous.strip():
            found.append(OutlineItem(previous.strip(), page.number, 0 if line[0] == "=" else 1))
        previous = "" if fenced else line
    return found
