"""From a file to pages of lines of words, whatever its format."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from documents.parsing.isolated import Limits, parse_pdf
from documents.parsing.text import decode, parse_text
from documents.parsing.types import ParsedDocument, UnreadableDocument

__all__ = ["MARKDOWN", "PDF", "TEXT", "parse_document", "sniff_media_type"]

PDF = "application/pdf"
TEXT = "text/plain"
MARKDOWN = "text/markdown"

SNIFFED_BYTES = 65_536
# Readers of PDF look for its mark in the first 1,024 bytes: mail programs put lines before it.
PDF_MARK_WITHIN = 1024
MARKDOWN_SUFFIXES = (".md", ".markdown")

_OTHER_MARKUP = re.compile(r"\s*(<!doctype html|<html|<\?xml|\{\\rtf)", re.IGNORECASE)
_CONTROLS = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f\ufffd]")


def sniff_media_type(path: Path, filename: str) -> str:
    """The file's type by what it holds; only Markdown is told from other text by `filename`.

    Raises `UnreadableDocument` (reason "empty" or "wrong_type").
    """
    with path.open("rb") as file:
        head = file.read(SNIFFED_BYTES)
    if not head.strip(b"\0 \t\r\n\f"):
        raise UnreadableDocument(f"“{filename}” is empty.", reason="empty")
    if _is_pdf(head):
        return PDF
    if not _is_plain_text(head):
        raise UnreadableDocument(
            f"“{filename}” is not a PDF, plain text or Markdown file; only these can be read.",
            reason="wrong_type",
        )
    return MARKDOWN if filename.lower().endswith(MARKDOWN_SUFFIXES) else TEXT


def _is_pdf(head: bytes) -> bool:
    """Also true of a PDF whose first line is damaged but whose objects are there."""
    return (
        b"%PDF-" in head[:PDF_MARK_WITHIN] or re.search(rb"\d+ \d+ obj\b", head[:PDF_MARK_WITHIN]) is not None
    )


def _is_plain_text(head: bytes) -> bool:
    # A character cut at the sample's end must not count against it.
    text = decode(head[: len(head) // 4 * 4 - 4] if len(head) == SNIFFED_BYTES else head)
    if _OTHER_MARKUP.match(text):
        return False
    return len(_CONTROLS.findall(text)) <= len(text) / 200


def parse_document(
    path: Path,
    *,
    media_type: str,
    password: str = "",
    max_pages: int | None = None,
    on_page: Callable[[int, int], None] | None = None,
    limits: Limits | None = None,
) -> ParsedDocument:
    """The pages of the file. `on_page(done, of)` is called as they come. Raises `UnreadableDocument`."""
    if media_type == PDF:
        return parse_pdf(path, password=password, max_pages=max_pages, on_page=on_page, limits=limits)
    return parse_text(path, is_markdown=media_type == MARKDOWN, max_pages=max_pages)
