"""From words with boxes to lines: what stands on one baseline is one line, however far apart."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from reading.model import Box, Line, Word

# Two words share a line if they overlap by this part of the lower one's height: superscripts overlap by
# 0.7 or more, neighbouring lines set tight by 0.3 or less.
SAME_LINE_OVERLAP = 0.5
HIGHER = 1.2  # times the height of its line's highest word, and a word takes the place of that
LEAST_HEIGHT = 0.1  # points
# A page on which so many pairs of pieces of this many words stand side by side is set in columns.
COLUMN_PAIRS = 4
PROSE_WORDS = 5
# Fewer will do on a page whose left pieces the file writes before all of its right ones, most of them prose.
LEAST_PAIRS, MOSTLY_PROSE = 2, 0.5


class PlacedWord(NamedTuple):
    """A word and the index of its first character in pdfium's text page."""

    word: Word
    char_index: int


@dataclass
class Piece:
    """Words of one baseline. `body`: the highest word's box; superscripts must not pull the next line in."""

    words: list[PlacedWord]
    box: Box
    body: Box

    @classmethod
    def of(cls, words: list[PlacedWord], body: Box) -> Piece:
        x0s, tops, x1s, bottoms = zip(*(placed.word.box for placed in words), strict=True)
        return cls(words, Box(min(x0s), min(tops), max(x1s), max(bottoms)), body)

    def takes(self, box: Box) -> bool:
        return _overlap(self.body, box) >= SAME_LINE_OVERLAP

    def add(self, other: Piece) -> None:
        self.words.extend(other.words)
        self.box = union((self.box, other.box))
        if _is_higher(other.box, self.body):
            self.body = other.box

    @property
    def is_prose(self) -> bool:
        return sum(placed.word.text.isalpha() for placed in self.words) >= PROSE_WORDS


def union(boxes: Sequence[Box]) -> Box:
    """The smallest box round all `boxes`."""
    return Box(
        min(box.x0 for box in boxes),
        min(box.top for box in boxes),
        max(box.x1 for box in boxes),
        max(box.bottom for box in boxes),
    )


def build_lines(
    words: Sequence[PlacedWord], is_bold: Callable[[int], bool], *, from_top: bool = False
) -> tuple[Line, ...]:
    """The lines of a page in reading order: the file's, or from top to bottom.

    `is_bold` tells it of the character with that index.
    """
    pieces = _join_far_cells(_pieces(words))
    if from_top:
        pieces.sort(key=lambda piece: piece.box.top)
    lines, offset = [], 0
    for piece in pieces:
        lines.append(_line_of(piece, offset, is_bold))
        offset += len(lines[-1].text) + 1
    return tuple(lines)


def _pieces(words: Sequence[PlacedWord]) -> list[Piece]:
    """What follows each other on one baseline. A loop over all words: it calls as little as it can."""
    pieces: list[Piece] = []
    gathered: list[PlacedWord] = []
    body = Box(0, 0, 0, 0)
    top = bottom = height = 0.0  # of `body`
    for placed in words:
        box = placed.word.box
        _, its_top, _, its_bottom = box
        its_height = its_bottom - its_top
        if its_top != top or its_bottom != bottom or height < LEAST_HEIGHT:  # most are as the one before
            if gathered and _overlap(body, box) < SAME_LINE_OVERLAP:
                pieces.append(Piece.of(gathered, body))
                gathered = []
            if not gathered or its_height > HIGHER * height:
                body, top, bottom, height = box, its_top, its_bottom, its_height
        gathered.append(placed)
    return [*pieces, Piece.of(gathered, body)] if gathered else pieces


def _join_far_cells(pieces: list[Piece]) -> list[Piece]:
    """Join pieces of one baseline that the file writes apart, as where a table is drawn by columns.

    Not on pages set in columns, where neighbours on a baseline have nothing to do with each other.
    """
    pairs = _neighbours(pieces)
    if _are_columns(pieces, pairs):
        return pieces
    home = list(range(len(pieces)))
    for left, right in sorted((min(pair), max(pair)) for pair in pairs):
        target = home[left]
        if target != right and home[right] == right and _is_apart(pieces[target].box, pieces[right].box):
            pieces[target].add(pieces[right])
            home[right] = target
    return [piece for index, piece in enumerate(pieces) if home[index] == index]


def _are_columns(pieces: Sequence[Piece], pairs: Sequence[tuple[int, int]]) -> bool:
    """Whether the pairs of pieces that stand side by side are lines of columns of text."""
    prose = sum(pieces[left].is_prose and pieces[right].is_prose for left, right in pairs)
    if prose >= COLUMN_PAIRS or prose < LEAST_PAIRS:
        return prose >= COLUMN_PAIRS
    in_turn = max(left for left, _ in pairs) < min(right for _, right in pairs)
    return in_turn and prose >= MOSTLY_PROSE * len(pairs)


def _neighbours(pieces: Sequence[Piece]) -> list[tuple[int, int]]:
    """Pairs (left, right) of pieces that stand side by side on one baseline."""
    by_top = sorted(range(len(pieces)), key=lambda index: pieces[index].body.top)
    pairs = []
    for position, first in enumerate(by_top):
        body = pieces[first].body
        for second in by_top[position + 1 :]:
            other = pieces[second].body
            if other.top >= body.bottom:
                break
            if pieces[first].takes(other) and _is_apart(pieces[first].box, pieces[second].box):
                pairs.append((first, second) if body.x0 < other.x0 else (second, first))
    return pairs


def _is_higher(box: Box, body: Box) -> bool:
    return box.bottom - box.top > HIGHER * (body.bottom - body.top)


def _overlap(one: Box, other: Box) -> float:
    """The common height as a part of the lower box's height."""
    _, one_top, _, one_bottom = one
    _, top, _, bottom = other
    least = max(min(one_bottom - one_top, bottom - top), LEAST_HEIGHT)
    return (min(one_bottom, bottom) - max(one_top, top)) / least


def _is_apart(one: Box, other: Box) -> bool:
    slack = 0.2 * (one.bottom - one.top)
    return one.x1 <= other.x0 + slack or other.x1 <= one.x0 + slack


def _line_of(piece: Piece, offset: int, is_bold: Callable[[int], bool]) -> Line:
    placed = piece.words if _reads_right_to_left(piece.words) else _from_left(piece.words)
    words = tuple([each.word for each in placed])
    return Line(
        words=words,
        text=" ".join([word.text for word in words]),
        box=piece.box,
        char_start=offset,
        bold=is_bold(placed[0].char_index) and is_bold(placed[-1].char_index),
        font_size=round(piece.body.bottom - piece.body.top, 1),
    )


def _from_left(words: list[PlacedWord]) -> list[PlacedWord]:
    """The words by their left edges, in which order most files write them."""
    x0s = [placed.word.box[0] for placed in words]
    return words if x0s == sorted(x0s) else sorted(words, key=lambda placed: placed.word.box.x0)


def _reads_right_to_left(words: Sequence[PlacedWord]) -> bool:
    firsts = "".join([placed.word.text[0] for placed in words])
    if firsts.isascii():
        return False
    sides = [unicodedata.bidirectional(first) for first in firsts]
    return sum(side in ("R", "AL") for side in sides) > len(sides) / 2
