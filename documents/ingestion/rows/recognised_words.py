"""Words recognised on a picture, kept with their page: nothing is recognised twice."""

from __future__ import annotations

from typing import Any

from documents.models import Document, Page
from reading.layout.lines import union
from reading.model import Box, Line, ParsedPage, Word


def noted_lines(page: ParsedPage) -> list[list[Any]]:
    """The lines of a recognised page as `Page.recognised` keeps them; empty for a page with text."""
    if page.ocr_confidence is None:
        return []
    return [
        [
            line.font_size,
            [[word.text, word.box.x0, word.box.top, word.box.x1, word.box.bottom] for word in line.words],
        ]
        for line in page.lines
    ]


def recognised_page(page: Page) -> ParsedPage:
    """The page as it was recognised."""
    lines, offset = [], 0
    for size, noted in page.recognised:
        words = tuple(Word(text, Box(*edges)) for text, *edges in noted)
        line = " ".join(word.text for word in words)
        box = union([word.box for word in words])
        lines.append(Line(words, line, box, offset, font_size=size))
        offset += len(line) + 1
    return ParsedPage(
        page.number,
        "\n".join(line.text for line in lines),
        tuple(lines),
        page.width,
        page.height,
        title=page.title,
        ocr_confidence=page.ocr_confidence,
        turns=page.turns,
    )


def recognised_pages(document: Document) -> dict[int, ParsedPage]:
    """The document's recognised pages that are stored, by number; none of a document that is not."""
    if document.pk is None:
        return {}
    stored = document.pages.filter(ocr_confidence__isnull=False)
    return {page.number: recognised_page(page) for page in stored}


def recognition_confidence(document: Document) -> dict[int, float]:
    """How sure the words of the document's recognised pages are, 0–1 by page."""
    stored = document.pages.filter(ocr_confidence__isnull=False)
    return {number: float(sure) for number, sure in stored.values_list("number", "ocr_confidence") if sure}
