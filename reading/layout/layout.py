"""Paragraphs and running heads of parsed pages, told by the places and fonts of lines."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from reading.model import Line, ParsedDocument, ParsedPage, once_for_document

# A gap of more than this share of a line's height parts paragraphs: lines set tight have 0.2.
PARAGRAPH_GAP = 0.6
# A line that ends left of this share of its column's width, after a full stop, is a paragraph's last.
FULL_LINE = 0.8
RUNNING_HEAD_LINES = 2  # at the top and at the bottom of a page
RUNNING_HEAD_PAGES = 3  # on fewer pages a repeated line is a coincidence

_ITEM = re.compile(r"(?:[•●▪◦‣–—*-]|\(?[a-z0-9]{1,3}[.)])\s", re.IGNORECASE)
LONGEST_PAGE_NUMBER = 60  # characters, with the rules or dots around it
_PAGE_NUMBER = re.compile(r"[\W\d]*(?:page|p\.)?\s*\d+(?:\s*(?:of|/)\s*\d+)?[\W\d]*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Lines that belong together. Offsets in the page's text."""

    page: int
    lines: tuple[Line, ...]

    @property
    def start(self) -> int:
        return self.lines[0].char_start

    @property
    def end(self) -> int:
        return self.lines[-1].char_start + len(self.lines[-1].text)


@once_for_document
def body_size(parsed: ParsedDocument) -> float:
    """The font size in points in which most of the text is set; 0 where sizes are unknown."""
    sizes: Counter[float] = Counter()
    for page in parsed.pages:
        for line in page.lines:
            sizes[line.font_size] += len(line.text)
    return sizes.most_common(1)[0][0] if sizes else 0.0


@once_for_document
def running_heads(parsed: ParsedDocument) -> frozenset[str]:
    """Texts of lines that stand at the top or bottom of several pages."""
    pages_with: Counter[str] = Counter()
    for page in parsed.pages:
        pages_with.update({line.text for line in edge_lines(page)})
    least = max(RUNNING_HEAD_PAGES, len(parsed.pages) // 20)
    return frozenset(text for text, count in pages_with.items() if count >= least)


def edge_lines(page: ParsedPage) -> tuple[Line, ...]:
    if len(page.lines) <= 2 * RUNNING_HEAD_LINES:
        return page.lines
    return page.lines[:RUNNING_HEAD_LINES] + page.lines[-RUNNING_HEAD_LINES:]


def is_page_number(text: str) -> bool:
    return len(text) <= LONGEST_PAGE_NUMBER and _PAGE_NUMBER.fullmatch(text) is not None


def paragraphs_of(page: ParsedPage, alone: Collection[int] = ()) -> Iterator[Paragraph]:
    """The page's paragraphs in order. Lines whose `char_start` is in `alone` are one each."""
    gathered: list[Line] = []
    left = right = 0.0
    for line in page.lines:
        if gathered and _begins_paragraph(gathered[-1], line, right - left, alone):
            yield Paragraph(page.number, tuple(gathered))
            gathered = []
        left = min(left, line.box.x0) if gathered else line.box.x0
        right = max(right, line.box.x1) if gathered else line.box.x1
        gathered.append(line)
    if gathered:
        yield Paragraph(page.number, tuple(gathered))


def _begins_paragraph(before: Line, line: Line, width: float, alone: Collection[int]) -> bool:
    """`width`: of the paragraph that ends with `before`."""
    if line.char_start in alone or before.char_start in alone:
        return True
    height = max(line.box.bottom - line.box.top, 1.0)
    gap = line.box.top - before.box.bottom
    if gap > PARAGRAPH_GAP * height or gap < -height:  # below that: a new column
        return True
    if line.bold != before.bold or abs(line.font_size - before.font_size) > 0.1 * max(line.font_size, 1.0):
        return True
    if _ITEM.match(line.text):
        return True
    ends = before.text.endswith((".", "!", "?", ":", "”"))
    return ends and before.box.x1 - before.box.x0 < FULL_LINE * max(width, line.box.x1 - line.box.x0)
