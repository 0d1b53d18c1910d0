"""PDF files: whole, or a page at a time; the pictures of their pages and of image files.

What touches a file runs in a child process.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from reading.formats.media_types import IMAGES, PDF
from reading.model import ParsedPage
from reading.sandbox.limited import Limits, Request, one_answer, parse_pdf

__all__ = ["decrypt_pdf", "page_picture", "parse_pdf", "read_page"]


def read_page(path: Path, number: int, *, password: str = "") -> ParsedPage:
    """One page, without reading the others. Raises `UnreadableDocument`."""
    page = one_answer(Request(path, "page", password, first=number))
    assert isinstance(page, ParsedPage)
    return page


def decrypt_pdf(source: Path, target: Path, *, password: str, limits: Limits) -> None:
    """Write the PDF to `target` without its password. Raises `UnreadableDocument`.

    `reason` is bad_password where the password does not open it.
    """
    whole = replace(limits, start_seconds=limits.start_seconds + limits.file_seconds)
    one_answer(Request(source, "decrypt", password, target=target, limits=whole), what="The PDF")


def page_picture(path: Path, number: int, *, width: int, media_type: str = PDF, turns: int = 0) -> bytes:
    """The page as a PNG `width` pixels wide, turned as its words' boxes are. Raises `UnreadableDocument`.

    An image file is shown no wider than it is. `turns`: the quarter-turns that set a scan upright.
    """
    if media_type in IMAGES:
        limits = Limits(memory_bytes=Limits().ocr_memory_bytes)
        request = Request(path, "image_picture", first=number, width=width, turns=turns, limits=limits)
    else:
        request = Request(path, "picture", first=number, width=width, turns=turns)
    picture = one_answer(request)
    assert isinstance(picture, bytes)
    return picture
