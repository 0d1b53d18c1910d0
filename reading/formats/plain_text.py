"""Plain text and Markdown: one page, or a page for each form feed; what is longer than a page is cut."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from reading.formats.encodings import decode
from reading.formats.markup import without_markup
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
VIRTUAL_PAGE = 6_000  # characters of a page that is cut out of a long text
CUTS = ("\n\n", "\n", ". ", " ")  # where a longer one is cut, the best first

_HEADING = re.compile(r"^(#{1,6})[ \t]+(?![ \t#]*$)(.+)$")
_UNDERLINE = re.compile(r"^(=+|-+)[ \t]*$")
_FENCE = re.compile(r"^[ ]{0,3}(```|~~~)")
_GAPS = re.compile(r"\n[^\S\n]*\n")  # between paragraphs; in a table of text there is none
_BLANK_LINES = re.compile(r"\n(?:[^\S\n\f]*\n){3,}")
_BLANKS = re.compile(r"[^\S\n\f]{200,}")
_UNFIT = dict.fromkeys((*range(0, 9), 11, *range(14, 32), 127, 65279))


def parse_text(path: Path, *, is_markdown: bool, max_pages: int | None = None) -> ParsedDocument:
    """The file's pages, with Markdown's headings as its outline. Raises `UnreadableDocument`."""
    text = _without_wide_gaps(decode(path.read_bytes()).replace("\r\n", "\n").replace("\r", "\n"))
    if is_markdown:
        text = without_markup(text)
    texts = [page for part in text.rstrip("\f\n").split("\f") for page in _pages_of(part)]
    if not text.strip():
        raise UnreadableDocument("The file holds no text.", reason="empty")
    check_page_count(max(len(texts), len(text) // PAGE_CHARACTERS), max_pages)
    pages = tuple(page_of_text(number, part) for number, part in enumerate(texts, 1))
    if len(pages) > 1:
        pages = tuple(_with_lines(pages, text.count("\f") > 0))
    outline = tuple(item for page in pages for item in _headings(page)) if is_markdown else ()
    top = next((item.title for item in outline if item.level == 0), "")
    return ParsedDocument(pages=pages, title=top, outline=outline)


def _without_wide_gaps(text: str) -> str:
    """The text with gaps as wide as a person leaves: patterns search each in the square of its length."""
    return _BLANKS.sub(" " * 200, _BLANK_LINES.sub("\n\n\n", text))


def _pages_of(text: str) -> Iterator[str]:
    """The text in pages that a person reads at once, cut between paragraphs; a short one is one page."""
    if len(text) <= 2 * VIRTUAL_PAGE:
        yield text
        return
    start = 0
    for gap in _GAPS.finditer(text):
        if gap.end() - start > VIRTUAL_PAGE:
            yield from parts_of(text[start : gap.end()])
            start = gap.end()
    yield from parts_of(text[start:])


def _with_lines(pages: Sequence[ParsedPage], has_own: bool) -> Iterator[ParsedPage]:
    """The pages, called by their lines where the text has no pages of its own."""
    first = 1
    for page in pages:
        count = page.text.count("\n") + (not page.text.endswith("\n"))
        title = "" if has_own else f"Lines {first}–{first + count - 1}"
        yield replace(page, title=title)
        first += count


def parts_of(text: str, *, longest: int = LONGEST_PAGE) -> Iterator[str]:
    """The text in parts of at most `longest`, none of less than its half but the last."""
    start = 0
    while len(text) - start > longest:
        least, most = start + longest // 2, start + longest
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
