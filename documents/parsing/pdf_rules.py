"""The level rules that a PDF page draws, as under the headings of a table's columns."""

from __future__ import annotations

import ctypes
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, repeat

import numpy as np
import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_c

from documents.parsing.pdf_words import Floats, View, address_of, plain
from documents.parsing.types import Box, Line

LEAST_NUMBERS = 12  # words with a digit, from which on a page may hold a table worth the look
MOST_OBJECTS = 20_000  # of a page: a map or a plot has more, a page set letter by letter 4,000
THICKEST, SHORTEST = 2.5, 5.0  # points
TOUCHING = 0.8  # points between the parts of one rule; rules under neighbouring columns stand 4 apart
LEVEL = 0.6  # points between the tops of such parts


def rules_of(page: pdfium.PdfPage, view: View, lines: Sequence[Line]) -> tuple[Box, ...]:
    """The page's level rules, top to bottom, in points; none of a page with few numbers."""
    numbers = (word for line in lines for word in line.words if any(map(str.isdigit, word.text)))
    count = pdfium_c.FPDFPage_CountObjects(page.raw)
    if not 0 < count <= MOST_OBJECTS or next(islice(numbers, LEAST_NUMBERS - 1, None), None) is None:
        return ()
    rects = _bounds(_paths(page, count))
    if not rects.size:
        return ()
    boxes = view.boxes(rects).round(1).tolist()
    thin = [Box(*box) for box in boxes if box[3] - box[1] <= THICKEST and box[2] - box[0] >= SHORTEST / 5]
    return tuple(rule for rule in _joined(thin) if rule.x1 - rule.x0 >= SHORTEST)


def _paths(page: pdfium.PdfPage, count: int) -> list[int]:
    """The addresses of what is drawn, of the page's first `count` objects."""
    get = plain(pdfium_c.FPDFPage_GetObject, ctypes.c_void_p, ctypes.c_int, result=ctypes.c_void_p)
    kind_of = plain(pdfium_c.FPDFPageObj_GetType, ctypes.c_void_p)
    objects = list(map(get, repeat(address_of(page.raw)), range(count)))
    kinds = map(kind_of, objects)
    return [each for each, kind in zip(objects, kinds, strict=True) if kind == pdfium_c.FPDF_PAGEOBJ_PATH]


def _bounds(objects: Sequence[int]) -> Floats:
    """Left, bottom, right and top of each object that has them, in the file's space."""
    bounds = np.zeros((len(objects), 4), np.float32)
    get = plain(pdfium_c.FPDFPageObj_GetBounds, *[ctypes.c_void_p] * 5)
    first, edge = bounds.ctypes.data, bounds.itemsize
    row = 4 * edge
    edges = (range(first + at * edge, first + at * edge + bounds.nbytes, row) for at in range(4))
    has_bounds = list(map(get, objects, *edges))
    return bounds[np.array(has_bounds, bool)].astype(np.float64)


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
