"""Where on a page's picture the words of a quote stand."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from documents.extraction.anchoring import PageText, Span
from documents.parsing import PDF
from documents.parsing.lines import union
from documents.parsing.pdf import read_page
from documents.parsing.types import Box, Line, ParsedPage, UnreadableDocument, Word


def quote_boxes(path: Path, *, media_type: str, page: int, quote: str) -> list[Box]:
    """A box for each line on which words of the quote stand; none if it is not there or has no picture.

    Only this page of the file is read.
    """
    if media_type != PDF:
        return []
    try:
        parsed = read_page(path, page)
    except UnreadableDocument:
        return []
    return boxes_on_page(parsed, quote)


def boxes_on_page(page: ParsedPage, quote: str) -> list[Box]:
    """A box for each line of `page` on which words of the quote stand."""
    span = PageText(page.text).locate(quote)
    if span is None:
        return []
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
