"""The running text of a page outside its tables: sentences with their places and headings."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from reading.layout.sections import Path, Sections
from reading.layout.spans import Covered
from reading.lexicon import SIGNS
from reading.model import Box, Line, ParsedPage, Table
from reading.text.sentences import sentence_spans

PARAGRAPH_GAP = 0.75  # heights of a line between paragraphs; lines of one stand some 0.2 apart
SHORT_LINE = 0.72  # of the text's width: a paragraph's inner lines are longer
HEADING_WORDS = 14
_BULLET = re.compile(r"^(?:[•◦▪‣·●○\ue000-\uf8ff–-]|\(?[a-z0-9]{1,2}[.)])\s")
_NOWHERE = Box(0, 0, 0, 0)
_FIGURE = re.compile(rf"[{SIGNS}]|\d%|\d,\d{{3}}")
_SAYS_OF = re.compile(r":(?:\*\*|__)?\s")  # “Due date: 3 May”, also with the marks of bold words
_TERMINAL = re.compile(r"[.;:,!?]\W*$")


@dataclass(frozen=True)
class Sentence:
    """`text` is a slice of its page's text, line breaks and all. `heading`: the nearest above it.

    `path`: the headings in force, outermost first. `behind`: the rest of the line that it ends in.
    """

    page: int
    text: str
    heading: str
    path: Path = ()
    behind: str = ""


def read_sentences(
    page: ParsedPage, tables: Sequence[Table], *, heading: str = "", sections: Sections | None = None
) -> Iterator[Sentence]:
    """The sentences of a page that are not part of its tables. `heading`: the last of the page before."""
    for paragraph in _paragraphs(page, tables):
        first, last = paragraph[0], paragraph[-1]
        text = page.text[first.char_start : last.char_start + len(last.text)]
        if _is_heading(paragraph):
            heading = text
            continue
        path = sections.at(page.number, first.char_start) if sections else ()
        for start, end in sentence_spans(text):
            yield Sentence(page.number, text[start:end], heading, path, text[end:].partition("\n")[0])


def _paragraphs(page: ParsedPage, tables: Sequence[Table]) -> Iterator[list[Line]]:
    paragraph: list[Line] = []
    right = max((line.box.x1 for line in page.lines), default=0.0)
    covered = Covered((table.char_start, table.char_end) for table in tables)
    for line in _lines(page):
        in_table = line in covered
        if paragraph and (in_table or _starts_paragraph(paragraph[-1], line, right)):
            yield paragraph
            paragraph = []
        if not in_table:
            paragraph.append(line)
    if paragraph:
        yield paragraph


def _lines(page: ParsedPage) -> Iterator[Line]:
    """The page's lines; of a format without places, the lines of its text."""
    if page.lines:
        yield from page.lines
        return
    offset = 0
    for text in page.text.split("\n"):
        yield Line((), text, _NOWHERE, char_start=offset)
        offset += len(text) + 1


def _starts_paragraph(before: Line, line: Line, right: float) -> bool:
    """Whether `line` begins anew: by its font, by a gap, or since the line before it broke off early."""
    if not before.text.strip() or not line.text.strip() or _BULLET.match(line.text):
        return True
    if not line.words:
        return False
    if before.bold != line.bold or abs(before.font_size - line.font_size) > 0.15 * line.font_size:
        return True
    height = max(before.box.bottom - before.box.top, 1.0)
    gap = line.box.top - before.box.bottom
    if gap > PARAGRAPH_GAP * height or gap < -2 * height:
        return True
    return before.box.x1 < SHORT_LINE * right and line.text[:1].isupper()


def _is_heading(paragraph: Sequence[Line]) -> bool:
    text = " ".join(line.text for line in paragraph)
    if len(paragraph) > 2 or len(text.split()) > HEADING_WORDS or _SAYS_OF.search(text):
        return False
    return not _TERMINAL.search(text) and (paragraph[0].bold or not _FIGURE.search(text))
