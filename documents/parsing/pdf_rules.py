"""The level rules that a PDF page draws, as under the headings of a table's columns."""

from __future__ import annotations

import ctypes
from collections.abc import Iterable, Iterator, Sequence
from itertools import repeat

import numpy as np
import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_c

from documents.parsing.pdf_words import View
from documents.parsing.types import Box, Line

LEAST_NUMBERS = 12  # words with a digit, from which on a page may hold a table worth the look
MOST_OBJECTS = 20_000  # of a page: a map or a plot has more, a page set letter by letter 4,000
THICKEST, SHORTEST = 2.5, 5.0  # points
TOUCHING = 0.8  # points between the parts of one rule; rules under neighbouring columns stand 4 apart
LEVEL = 0.6  # points between the tops of such parts


def rules_of(page: pdfium.PdfPage, view: View, lines: Sequence[Line]) -> tuple[Box, ...]:
    """The page's level rules, top to bottom, in points; none of a page with few numbers."""
    numbers = sum(any(map(str.isdigit, word.text)) for line in lines for word in line.words)
    count = pdfium_c.FPDFPage_CountObjects(page.raw)
    if numbers < LEAST_NUMBERS or not 0 < count <= MOST_OBJECTS:
        return ()
    objects = list(map(pdfium_c.FPDFPage_GetObject, repeat(page.raw), range(count)))
    kinds = map(pdfium_c.FPDFPageObj_GetType, objects)
    drawn = [each for each, kind in zip(objects, kinds, strict=True) if kind == pdfium_c.FPDF_PAGEOBJ_PATH]
    rects = list(_bounds(drawn))
    if not rects:
        return ()
    boxes = view.boxes(np.array(rects)).round(1).tolist()
    thin = [Box(*box) for box in boxes if box[3] - box[1] <= THICKEST and box[2] - box[0] >= SHORTEST / 5]
    return tuple(rule for rule in _joined(thin) if rule.x1 - rule.x0 >= SHORTEST)


def _bounds(objects: Iterable[object]) -> Iterator[tuple[float, float, float, float]]:
    """Left, bottom, right and top of each object, in the file's space."""
    left, bottom, right, top = (ctypes.c_float() for _ in range(4))
    for each in objects:
        if pdfium_c.FPDFPageObj_GetBounds(each, left, bottom, right, top):
            yield left.value, bottom.value, right.value, top.value


def _joined(parts: Iterable[Box]) -> Iterator[Box]:
    """Parts that touch end to end at one height, as one."""
    last: Box | None = None
    for part in sorted(parts, key=lambda box: (round(box.top / LEVEL), box.x0)):
        if last and abs(part.top - last.top) <= LEVEL and part.x0 <= last.x1 + TOUCHING:
            last = Box(last.x0, min(last.top, part.top), max(last.x1, part.x1), max(last.bottom, part.bottom))
            continue
        if last:
            yield last
        last = part
    if last:
        yield last
