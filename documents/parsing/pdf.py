"""PDF files: whole, or a page or a picture at a time. What touches the file runs in a child process."""

from __future__ import annotations

from pathlib import Path

from documents.parsing.isolated import Request, one_answer, parse_pdf
from documents.parsing.types import ParsedPage

__all__ = ["page_picture", "parse_pdf", "read_page"]


def read_page(path: Path, number: int, *, password: str = "") -> ParsedPage:
    """One page, without reading the others. Raises `UnreadableDocument`."""
    page = one_answer(Request(path, "page", password, first=number))
    assert isinstance(page, ParsedPage)
    return page


def page_picture(path: Path, number: int, *, width: int, password: str = "") -> bytes:
    """The page as a PNG `width` pixels wide, turned as its words' boxes are. Raises `UnreadableDocument`."""
    picture = one_answer(Request(path, "picture", password, first=number, width=width))
    assert isinstance(picture, bytes)
    return picture
