"""Pages of a PDF in the form in which they go from one process to another.

A page has some 600 words. Sent as they are they take as long as finding them did.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from dataclasses import replace
from itertools import chain
from struct import iter_unpack
from typing import NamedTuple

from documents.parsing.types import Box, Line, ParsedPage, Word, tuples_of


class PackedPage(NamedTuple):
    """A page without its lines, and of those what its text does not tell.

    Words hold no blanks, so that the text's blanks part them.
    """

    page: ParsedPage
    word_boxes: bytes
    line_boxes: bytes
    bold: tuple[bool, ...]
    font_sizes: tuple[float, ...]


def pack(page: ParsedPage) -> PackedPage:
    lines = page.lines
    return PackedPage(
        replace(page, lines=()),
        _bytes_of(word.box for line in lines for word in line.words),
        _bytes_of(line.box for line in lines),
        tuple([line.bold for line in lines]),
        tuple([line.font_size for line in lines]),
    )


def unpack(packed: PackedPage) -> ParsedPage:
    """The page that was packed."""
    word_boxes = iter(_boxes_of(packed.word_boxes))
    lines, offset = [], 0
    looks = zip(_boxes_of(packed.line_boxes), packed.bold, packed.font_sizes, strict=True)
    for text, (box, bold, size) in zip(packed.page.text.split("\n"), looks, strict=False):  # "" has no lines
        words = tuple(tuples_of(Word, zip(text.split(" "), word_boxes, strict=False)))
        lines.append(Line(words, text, box, offset, bold, size))
        offset += len(text) + 1
    return replace(packed.page, lines=tuple(lines))


def _bytes_of(boxes: Iterable[Box]) -> bytes:
    return array("d", chain.from_iterable(boxes)).tobytes()


def _boxes_of(packed: bytes) -> list[Box]:
    return tuples_of(Box, iter_unpack("4d", packed))
