"""From a file to pages of lines of words, whatever its format."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from reading.formats.markdown import parse_markdown
from reading.formats.media_types import CONVERTED, IMAGES, MARKDOWN, PDF, TEXT
from reading.formats.plain_text import parse_text
from reading.model import ParsedDocument, ParsedPage
from reading.sandbox.convert import parse_converted, parse_image
from reading.sandbox.limited import Limits, parse_pdf, require_text


def parse_document(
    path: Path,
    *,
    media_type: str,
    password: str = "",
    max_pages: int | None = None,
    on_page: Callable[[int, int], None] | None = None,
    on_beginning: Callable[[ParsedDocument], None] | None = None,
    limits: Limits | None = None,
    recognised: Mapping[int, ParsedPage] | None = None,
) -> ParsedDocument:
    """The pages of the file. `on_page(done, of)` is called as they come. Raises `UnreadableDocument`.

    `on_beginning` is called with the first pages of a long PDF while the others are still read, later with
    more of them.
    `recognised`: pages whose pictures were read before, by number; they are not recognised again.
    """
    if media_type == PDF:
        return parse_pdf(
            path,
            password=password,
            max_pages=max_pages,
            on_page=on_page,
            on_beginning=on_beginning,
            limits=limits,
            recognised=recognised,
        )
    if media_type in CONVERTED:
        return parse_converted(
            path, media_type, max_pages=max_pages, on_page=on_page, limits=limits, recognised=recognised
        )
    if media_type in IMAGES:
        return parse_image(path, max_pages=max_pages, on_page=on_page, limits=limits, recognised=recognised)
    if media_type == MARKDOWN:
        return parse_markdown(path, max_pages=max_pages)
    return parse_text(path, is_markdown=False, max_pages=max_pages)


def parse_file(path: Path, *, media_type: str, **options: Any) -> ParsedDocument:
    """As `parse_document`; plain text with nothing to read is refused too, as other formats are."""
    parsed = parse_document(path, media_type=media_type, **options)
    if media_type in (TEXT, MARKDOWN):  # readers of the other formats have counted what they found
        require_text(parsed)
    return parsed
