"""The words of a PDF page with their boxes, in the order in which the page writes them.

pdfium is asked for all characters of a page in bulk; what follows is done on arrays, because a page
holds some 4,000 characters and a filing some 200 pages. They have a row for each edge of the characters'
boxes, because numpy is slow on columns. pdfium is not thread-safe: the caller sees to it that one thread
at a time is in here.
"""

from __future__ import annotations

import ctypes
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise, repeat
from typing import Any

import numpy as np
import numpy.typing as npt
import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_c

from reading.formats.pdf.pdf_calls import Floats, Room, bare, handle, numbers_of
from reading.layout.lines import PlacedWord
from reading.model import Box, Word, tuples_of

Indexes = npt.NDArray[np.intp]  # of characters in the text page

NO_CHARACTER = 0xFFFE  # what pdfium writes in texts for such hyphens, and for what is none
HYPHEN_AT_LINE_END = 0x02  # what pdfium gives for a hyphen that it takes for a word break
BOLD_WEIGHT = 600  # CSS semi-bold; regular fonts give 400 or less
ANGLE_SAMPLE = 200  # characters looked at to tell how a page's text is turned
# A gap of more than this share of the letters' height, where the page writes no space, parts two words.
# Letter-spaced words stay below it.
WORD_GAP = 0.6
NO_GAP = 0.03  # by the letters' height; a blank between two words takes 0.25, set tight 0.1
ASCENT, DESCENT = 0.93, 0.22  # by the font's size, as in the upright boxes of common fonts
RAISED = 0.8  # of the height of what a mark of a note stands behind, and less
LIFT = 0.1  # of that height, by which the mark's foot stands higher
LIGATURE_GAP = 0.15  # by the letters' height; a blank takes 0.25
FONT_NAME_BYTES = 128  # what a font's name takes at most with the 0 at its end; a longer one is not looked at

_code_point = bare(pdfium_c.FPDFText_GetUnicode, ctypes.c_uint)
_angle = bare(pdfium_c.FPDFText_GetCharAngle, ctypes.c_float)
_font_size = bare(pdfium_c.FPDFText_GetFontSize, ctypes.c_double)
_matrix = bare(pdfium_c.FPDFText_GetMatrix)
_loose_box = bare(pdfium_c.FPDFText_GetLooseCharBox)
_ink_box = bare(pdfium_c.FPDFText_GetCharBox)
_origin = bare(pdfium_c.FPDFText_GetCharOrigin)
_font_weight = bare(pdfium_c.FPDFText_GetFontWeight)
_font_info = bare(pdfium_c.FPDFText_GetFontInfo, ctypes.c_ulong)

_RECT = [Room(ctypes.c_float, 4)]  # as FS_RECTF has them
_MATRIX = [Room(ctypes.c_float, 6)]  # as FS_MATRIX has them
_DOUBLES = [Room(ctypes.c_double) for _ in range(4)]
_FONT_NAME = ctypes.create_string_buffer(FONT_NAME_BYTES)
_FONT_NAME_SIZE = ctypes.c_ulong(FONT_NAME_BYTES)
_FONT_FLAGS = ctypes.c_int()

_LIGATURES = {
    0xFB00: "ff",
    0xFB01: "fi",
    0xFB02: "fl",
    0xFB03: "ffi",
    0xFB04: "ffl",
    0xFB05: "st",
    0xFB06: "st",
    0x00AD: "-",
    HYPHEN_AT_LINE_END: "-",
}
_PLAIN = {  # letters and digits as formulas set them
    code: ord(plain)
    for code in range(0x1D400, 0x1D800)
    if len(plain := unicodedata.normalize("NFKC", chr(code))) == 1
}
# pdfium drops the second f of an ff ligature, as it drops letters that are drawn twice, and sees a blank in
# its place. These beginnings are no words of their own, or not before such an end.
_BROKEN_LIGATURE = re.compile(
    r"(?:(?:a|e|bu|coe|di|insu|sta|sti|su|tra)f [a-z]{2,}"
    r"|of (?:er(?:s|ed|ings?)?|ic(?:ers?|es?|ials?)|set\w*))\W*",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class View:
    """How a page is shown: size in points and quarter-turns clockwise, the page's own included."""

    width: float
    height: float
    turns: int
    left: float
    bottom: float
    right: float
    top: float

    def boxes(self, rects: Floats) -> Floats:
        """`rects` (left, bottom, right, top in the file's space) as (x0, top, x1, bottom) on the page."""
        left, bottom, right, top = rects
        turned = {
            0: (left - self.left, self.top - top, right - self.left, self.top - bottom),
            1: (bottom - self.bottom, left - self.left, top - self.bottom, right - self.left),
            2: (self.right - right, bottom - self.bottom, self.right - left, top - self.bottom),
            3: (self.top - top, self.right - right, self.top - bottom, self.right - left),
        }[self.turns]
        return np.stack(turned)


def view_of(page: pdfium.PdfPage, text: pdfium.PdfTextPage) -> View:
    """The page as a reader wants it: turned as the file says, and upright if its text stands sideways."""
    left, bottom, right, top = page.get_bbox()
    turns = (page.get_rotation() // 90 + _turns_to_upright(text, page.get_rotation() // 90)) % 4
    width, height = right - left, top - bottom
    if turns % 2:
        width, height = height, width
    return View(width, height, turns, left, bottom, right, top)


def _turns_to_upright(text: pdfium.PdfTextPage, page_turns: int) -> int:
    """Quarter-turns clockwise, on top of the page's own, after which most of its text reads left to right."""
    count = text.count_chars()
    sample = np.arange(0, count, max(1, count // ANGLE_SAMPLE))
    angles = _each(_angle, text, sample[_each(_code_point, text, sample) > 32])
    if not angles.size:
        return 0
    # pdfium's angles are radians clockwise in the file's space; the page's own turns add to them.
    shown = (np.round(angles / (np.pi / 2)).astype(int) + page_turns) % 4
    counts = np.bincount(shown)
    return int(-counts.argmax()) % 4 if counts.max() > 0.6 * angles.size else 0


def read_words(text: pdfium.PdfTextPage, view: View) -> list[PlacedWord]:
    """The page's words in the order in which the file writes them."""
    codes, seconds = _whole(_codes(text))
    ink = np.flatnonzero(_is_ink(codes))
    if not ink.size:
        return []
    boxes = view.boxes(_loose_rects(text, ink)) if view.turns == 0 else _turned_boxes(text, ink, view)
    places = ink - np.cumsum(seconds)[ink]
    return _mend_ligatures(_join_characters(codes[ink], boxes, ink, places))


def _whole(codes: npt.NDArray[np.uint32]) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.bool_]]:
    """Characters that pdfium tells in two halves made one, in place of the first, and which are second ones.

    Letters and digits of formulas become plain ones: what is searched and computed with is “p” and “0.72”.
    """
    seconds = np.zeros(codes.size, bool)
    halves = (codes[:-1] & 0xFC00 == 0xD800) & (codes[1:] & 0xFC00 == 0xDC00)
    if not halves.any():
        return codes, seconds
    at = np.flatnonzero(halves)
    made = 0x10000 + ((codes[at] & 0x3FF) << 10) + (codes[at + 1] & 0x3FF)
    codes = codes.copy()
    codes[at] = [_PLAIN.get(each, each) for each in made.tolist()]
    codes[at + 1] = 0
    seconds[at + 1] = True
    return codes, seconds


def _codes(text: pdfium.PdfTextPage) -> npt.NDArray[np.uint32]:
    """The code point of each character. Asking for one at a time takes fifteen times as long."""
    count = max(text.count_chars(), 0)
    units = (ctypes.c_ushort * (count + 1))()  # with the 0 at the end
    written = pdfium_c.FPDFText_GetText(text.raw, 0, count, units) - 1
    codes = np.frombuffer(units, np.uint16, count).astype(np.uint32)
    if written != count or ((codes >= 0xD800) & (codes < 0xE000)).any():  # some take two units, or none
        return _codes_at(text, np.arange(count))
    unsure = np.flatnonzero(codes == NO_CHARACTER)
    codes[unsure] = _codes_at(text, unsure)
    return codes


def _codes_at(text: pdfium.PdfTextPage, indexes: Indexes) -> npt.NDArray[np.uint32]:
    return _each(_code_point, text, indexes).astype(np.uint32)


def _loose_rects(text: pdfium.PdfTextPage, indexes: Indexes) -> Floats:
    """Boxes as high as the font and as wide as the character's advance."""
    left, top, right, bottom = _written(_loose_box, text, indexes, _RECT)
    return np.stack(
        (np.minimum(left, right), np.minimum(bottom, top), np.maximum(left, right), np.maximum(bottom, top))
    )


def _turned_boxes(text: pdfium.PdfTextPage, indexes: Indexes, view: View) -> Floats:
    """Boxes as wide as the ink and as high as the font.

    pdfium's loose boxes take no account of turned text; the ink alone has lines of different height.
    """
    left, right, bottom, top = _written(_ink_box, text, indexes, _DOUBLES)
    boxes = view.boxes(np.stack((left, bottom, right, top)))
    x, y = _written(_origin, text, indexes, _DOUBLES[:2])
    baseline = view.boxes(np.stack((x, y, x, y)))[1]
    size = _sizes(text, indexes)
    upright = (np.round(_each(_angle, text, indexes) / (np.pi / 2)).astype(int) + view.turns) % 4 == 0
    boxes[1] = np.where(upright, np.minimum(boxes[1], baseline - ASCENT * size), boxes[1])
    boxes[3] = np.where(upright, np.maximum(boxes[3], baseline + DESCENT * size), boxes[3])
    return boxes


def _sizes(text: pdfium.PdfTextPage, indexes: Indexes) -> Floats:
    """The font size of each character in points, as the page scales it."""
    parts = _written(_matrix, text, indexes, _MATRIX)
    return _each(_font_size, text, indexes) * np.hypot(parts[2], parts[3])


def _each(function: Any, text: pdfium.PdfTextPage, indexes: Indexes) -> Floats:
    """What the bare `function` returns for each character."""
    return np.fromiter(map(function, repeat(handle(text.raw)), indexes.tolist()), float, indexes.size)


def _written(function: Any, text: pdfium.PdfTextPage, indexes: Indexes, rooms: Sequence[Room]) -> Floats:
    """What the bare `function` writes for each character: a row for each number."""
    return numbers_of(function, [[handle(text.raw)] * indexes.size, indexes.tolist()], rooms)


def _is_ink(codes: npt.NDArray[np.uint32]) -> npt.NDArray[np.bool_]:
    """Which characters are neither blank nor unfit to be stored: controls, surrogates, non-characters."""
    blank = np.isin(codes, (0xA0, 0x1680, 0x202F, 0x205F, 0x3000, 0x200B, 0xFEFF)) | (
        (codes >= 0x2000) & (codes <= 0x200A)
    )
    unfit = (codes <= 32) | ((codes >= 0x7F) & (codes < 0xA0)) | ((codes >= 0xD800) & (codes < 0xE000))
    unfit |= (codes & 0xFFFE) == 0xFFFE
    unfit |= codes > 0x10FFFF
    return ~(blank | unfit) | (codes == HYPHEN_AT_LINE_END)


def _join_characters(
    codes: npt.NDArray[np.uint32], boxes: Floats, indexes: Indexes, places: Indexes
) -> list[PlacedWord]:
    """The words of characters that have ink, with their boxes and indexes in the text page.

    `places`: the indexes as they were if each character had but one.
    """
    starts = _word_starts(codes, boxes, places)
    ends = np.append(starts[1:], indexes.size)
    nearest = np.minimum.reduceat(boxes[:2], starts, axis=1)
    farthest = np.maximum.reduceat(boxes[2:], starts, axis=1)
    edges = np.concatenate((nearest, farthest)).round(2).T.tolist()
    letters = codes.astype("<u4").tobytes().decode("utf-32-le")
    texts = [letters[start:end] for start, end in zip(starts.tolist(), ends.tolist(), strict=True)]
    if np.isin(codes, tuple(_LIGATURES)).any():
        texts = [text.translate(_LIGATURES) for text in texts]
    words = tuples_of(Word, zip(texts, tuples_of(Box, edges), strict=True))
    return tuples_of(PlacedWord, zip(words, indexes[starts].tolist(), strict=True))


def _word_starts(codes: npt.NDArray[np.uint32], boxes: Floats, places: Indexes) -> Indexes:
    """Positions in `places` at which a word begins: after a blank, a wide gap or a change of line.

    Files set letter by letter write blanks that take no room between the letters of one word. A mark of
    a note is lower than the word that it touches; one in digits, set small and high, is no part of a number.
    """
    x0, top, x1, bottom = boxes
    height = np.maximum(bottom - top, 1.0)
    least = np.minimum(height[1:], height[:-1])
    overlap = np.minimum(bottom[1:], bottom[:-1]) - np.maximum(top[1:], top[:-1])
    gap = np.maximum(x0[1:] - x1[:-1], x0[:-1] - x1[1:])
    touching = (np.abs(gap) < NO_GAP * least) & (np.abs(np.diff(height)) < NO_GAP * least)
    after_blank = (np.diff(places) > 1) & ~touching
    far = gap > WORD_GAP * np.maximum(height[1:], height[:-1])
    broken = (overlap < 0.2 * least) | (codes[:-1] == HYPHEN_AT_LINE_END) | _are_marks(codes, height, bottom)
    return np.concatenate(([0], np.flatnonzero(after_blank | far | broken) + 1))


def _are_marks(codes: npt.NDArray[np.uint32], height: Floats, bottom: Floats) -> npt.NDArray[np.bool_]:
    """Which characters from the second on are digits set small and high behind a larger one."""
    is_small = height[1:] < RAISED * height[:-1]
    is_high = bottom[1:] < bottom[:-1] - LIFT * height[:-1]
    return is_small & is_high & (codes[1:] >= ord("0")) & (codes[1:] <= ord("9"))


def _mend_ligatures(words: list[PlacedWord]) -> list[PlacedWord]:
    """`words` with those made whole that pdfium parted behind an ff: "ef ect" is "effect"."""
    if not any(_are_one(one.word, other.word) for one, other in pairwise(words) if one.word.text[-1] == "f"):
        return words
    mended: list[PlacedWord] = []
    for placed in words:
        before = mended[-1].word if mended else None
        if before and before.text[-1] == "f" and _are_one(before, placed.word):
            one, other = before.box, placed.word.box
            box = Box(one.x0, min(one.top, other.top), other.x1, max(one.bottom, other.bottom))
            word = Word(f"{before.text}f{placed.word.text}", box)
            mended[-1] = PlacedWord(word, mended[-1].char_index)
        else:
            mended.append(placed)
    return mended


def _are_one(before: Word, after: Word) -> bool:
    is_close = abs(after.box.x0 - before.box.x1) < LIGATURE_GAP * (before.box.bottom - before.box.top)
    return is_close and _BROKEN_LIGATURE.fullmatch(f"{before.text} {after.text}") is not None


def is_bold_at(text: ctypes.c_void_p, char_index: int) -> bool:
    """Whether the character is set in a bold font. `text`: the handle of its page's text."""
    if _font_weight(text, char_index) >= BOLD_WEIGHT:
        return True
    size = _font_info(text, char_index, _FONT_NAME, _FONT_NAME_SIZE, ctypes.byref(_FONT_FLAGS))
    name = _FONT_NAME.value.lower() if 0 < size <= FONT_NAME_BYTES else b""
    return b"bold" in name or b"black" in name or b"heavy" in name
