"""What a PDF page draws: level rules, as under the headings of columns, upright ones, and boxes."""

from __future__ import annotations

import ctypes
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, repeat

import numpy as np
import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_c

from reading.formats.pdf.pdf_calls import Floats, Room, bare, handle, numbers_of
from reading.formats.pdf.pdf_words import View
from reading.model import Box, Line, tuples_of

LEAST_NUMBERS = 12  # words with a digit, from which on a page may hold a table worth the look
MOST_OBJECTS = 20_000  # of a page: a map or a plot has more, a page set letter by letter 4,000
THICKEST, SHORTEST = 2.5, 5.0  # points
TOUCHING = 0.8  # points between the parts of one rule; rules under neighbouring columns stand 4 apart
LEVEL = 0.6  # points between the tops of such parts
MOST_DRAWN = 3000  # upright lines and boxes; a page of 60 rows of 20 cells has 1,200, a chart more


class _Object(ctypes.c_void_p):
    """One on a page. A function that gives a `c_void_p` gives a number, which bare functions do not take."""


_object = bare(pdfium_c.FPDFPage_GetObject, _Object)
_kind = bare(pdfium_c.FPDFPageObj_GetType)
_edges = bare(pdfium_c.FPDFPageObj_GetBounds)
_EDGES = [Room(ctypes.c_float) for _ in range(4)]


def drawn_on(
    page: pdfium.PdfPage, view: View, lines: Sequence[Line]
) -> tuple[tuple[Box, ...], tuple[Box, ...]]:
    """The page's level rules, top to bottom, and its upright lines and boxes, in points.

    None of a page with few numbers, and none of the second where there are too many for a table.
    """
    numbers = (word for line in lines for word in line.words if any(map(str.isdigit, word.text)))
    count = pdfium_c.FPDFPage_CountObjects(page.raw)
    if not 0 < count <= MOST_OBJECTS or next(islice(numbers, LEAST_NUMBERS - 1, None), None) is None:
        return (), ()
    x0, top, x1, bottom = boxes = view.boxes(_bounds(page, count)).round(1)
    is_thin = (bottom - top <= THICKEST) & (x1 - x0 >= SHORTEST / 5)
    is_high = bottom - top >= SHORTEST
    thin = tuples_of(Box, boxes[:, is_thin].T.tolist())
    drawn = tuples_of(Box, boxes[:, is_high].T.tolist()) if is_high.sum() <= MOST_DRAWN else []
    return tuple(rule for rule in _joined(thin) if rule.x1 - rule.x0 >= SHORTEST), tuple(drawn)


def _bounds(page: pdfium.PdfPage, count: int) -> Floats:
    """Left, bottom, right and top in the file's space of each path among the page's first `count` objects."""
    on_page = handle(page.raw)
    kinds = np.fromiter(map(_kind, map(_object, repeat(on_page), range(count))), int, count)
    paths = np.flatnonzero(kinds == pdfium_c.FPDF_PAGEOBJ_PATH).tolist()
    return numbers_of(_edges, [list(map(_object, repeat(on_page), paths))], _EDGES)


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
