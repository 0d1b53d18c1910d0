"""Where on a page's picture the words of a quote stand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from documents.ingestion.rows.recognised_words import recognised_page
from documents.library.stored_files import local_file
from documents.models import Document, Page
from documents.views.evidence.marking import find_figure
from reading.anchoring import PageText, Span
from reading.formats.media_types import PDF
from reading.layout.lines import union
from reading.model import Box, Line, ParsedPage, UnreadableDocument, Word
from reading.sandbox.pdf import read_page


@dataclass(frozen=True)
class Highlights:
    """A box for each line on which words of the quote stand, and for each with the figure among them."""

    quote: list[Box] = field(default_factory=list)
    figure: list[Box] = field(default_factory=list)

    @property
    def around(self) -> Box | None:
        """The part of the page that the quote takes up."""
        return union(self.quote) if self.quote else None


def highlights_of(document: Document, page: Page, quote: str, figure: str = "") -> Highlights:
    """Where the words stand on the document's page; nowhere if its file cannot be read any more."""
    parsed = page_of_words(document, page) if quote else None
    return highlights_on(parsed, quote, figure) if parsed else Highlights()


def page_of_words(document: Document, page: Page) -> ParsedPage | None:
    """The page with the places of its words; None where it has none, or its file cannot be read any more."""
    if page.recognised:
        return recognised_page(page)
    if document.media_type != PDF:
        return None
    try:
        with local_file(document, keep=True) as path:
            return read_page(path, page.number)
    except (UnreadableDocument, OSError):
        return None


def find_highlights(path: Path, *, media_type: str, page: int, quote: str, figure: str = "") -> Highlights:
    """Where the quote and its figure stand; nowhere if it is not there or has no picture.

    Only this page of the file is read.
    """
    if media_type != PDF:
        return Highlights()
    try:
        parsed = read_page(path, page)
    except UnreadableDocument:
        return Highlights()
    return highlights_on(parsed, quote, figure)


def highlights_on(page: ParsedPage, quote: str, figure: str = "") -> Highlights:
    """Where on `page` the quote and, in it, the figure stand."""
    span = PageText(page.text).locate(quote)
    if span is None:
        return Highlights()
    found = find_figure(page.text[span[0] : span[1]], figure)
    within = (span[0] + found[0], span[0] + found[1]) if found else None
    return Highlights(_boxes(page, span), _boxes(page, within) if within else [])


def _boxes(page: ParsedPage, span: Span) -> list[Box]:
    touched = ([word.box for word in _words_within(line, span)] for line in page.lines)
    return [union(boxes) for boxes in touched if boxes]


def _words_within(line: Line, span: Span) -> Iterator[Word]:
    """The line's words that share a character with `span` (offsets in the page's text)."""
    end = 0
    for word in line.words:
        start = line.text.index(word.text, end)
        end = start + len(word.text)
        if line.char_start + start < span[1] and line.char_start + end > span[0]:
            yield word
