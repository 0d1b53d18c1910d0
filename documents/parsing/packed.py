"""Pages of a PDF in the form in which they go from one process to another.

A page has some 600 words. Sent as they are they take as long as finding them did.
"""

from __future__ import annotations

import struct
from dataclasses import replace
from itertools import chain
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
        _bytes_of([box for line in lines for _, box in line.words]),
        _bytes_of([line.box for line in lines]),
        tuple([line.bold for line in lines]),
        tuple([line.font_size for line in lines]),
    )


def unpack(packed: PackedPage) -> ParsedPage:
    """The page that was packed."""
    text = packed.page.text
    boxes = _boxes_of(packed.word_boxes)  # none where the text is "", which has no lines
    words = tuples_of(Word, zip(text.replace("\n", " ").split(" "), boxes, strict=False))
    lines, offset, first = [], 0, 0
    looks = zip(_boxes_of(packed.line_boxes), packed.bold, packed.font_sizes, strict=True)
    for line, (box, bold, size) in zip(text.split("\n"), looks, strict=False):
        last = first + line.count(" ") + 1
        lines.append(Line(tuple(words[first:last]), line, box, offset, bold, size))
        offset, first = offset + len(line) + 1, last
    return replace(packed.page, lines=tuple(lines))


def _bytes_of(boxes: list[Box]) -> bytes:
    edges = list(chain.from_iterable(boxes))
    return struct.pack(f"{len(edges)}d", *edges)


def _boxes_of(packed: bytes) -> list[Box]:
    return tuples_of(Box, struct.iter_unpack("4d", packed))
