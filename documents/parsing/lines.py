"""From words with boxes to lines: what stands on one baseline is one line, however far apart."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from documents.parsing.types import Box, Line, Word

# Two words share a line if they overlap by this part of the lower one's height: superscripts overlap by
# 0.7 or more, neighbouring lines set tight by 0.3 or less.
SAME_LINE_OVERLAP = 0.5
# A page on which so many pairs of pieces of this many words stand side by side is set in columns.
COLUMN_PAIRS = 4
PROSE_WORDS = 5


class PlacedWord(NamedTuple):
    """A word and the index of its first character in pdfium's text page."""

    word: Word
    char_index: int


@dataclass
class Piece:
    """Words of one baseline that follow each other in the file."""

    words: list[PlacedWord]
    box: Box
    body: Box = field(init=False)  # of the highest word: superscripts must not pull the next line in

    def __post_init__(self) -> None:
        self.body = self.box

    def takes(self, box: Box) -> bool:
        return _overlap(self.body, box) >= SAME_LINE_OVERLAP

    def add(self, words: Sequence[PlacedWord], box: Box) -> None:
        self.words.extend(words)
        mine = self.box
        self.box = Box(  # `union` takes four times as long, and this is done for each word
            mine.x0 if mine.x0 < box.x0 else box.x0,
            mine.top if mine.top < box.top else box.top,
            mine.x1 if mine.x1 > box.x1 else box.x1,
            mine.bottom if mine.bottom > box.bottom else box.bottom,
        )
        if box.bottom - box.top > 1.2 * (self.body.bottom - self.body.top):
            self.body = box

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
    lines = [_line_of(piece, is_bold) for piece in _join_far_cells(_pieces(words))]
    if from_top:
        lines.sort(key=lambda line: line.box.top)
    placed, offset = [], 0
    for line in lines:
        placed.append(replace(line, char_start=offset))
        offset += len(line.text) + 1
    return tuple(placed)


def _pieces(words: Sequence[PlacedWord]) -> list[Piece]:
    pieces: list[Piece] = []
    for placed in words:
        box = placed.word.box
        if pieces and pieces[-1].takes(box):
            pieces[-1].add((placed,), box)
        else:
            pieces.append(Piece([placed], box))
    return pieces


def _join_far_cells(pieces: list[Piece]) -> list[Piece]:
    """Join pieces of one baseline that the file writes apart, as where a table is drawn by columns.

    Not on pages set in columns, where neighbours on a baseline have nothing to do with each other.
    """
    pairs = _neighbours(pieces)
    if sum(pieces[left].is_prose and pieces[right].is_prose for left, right in pairs) >= COLUMN_PAIRS:
        return pieces
    home = list(range(len(pieces)))
    for left, right in sorted((min(pair), max(pair)) for pair in pairs):
        target = home[left]
        if target != right and home[right] == right and _is_apart(pieces[target].box, pieces[right].box):
            pieces[target].add(pieces[right].words, pieces[right].box)
            home[right] = target
    return [piece for index, piece in enumerate(pieces) if home[index] == index]


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


def _overlap(one: Box, other: Box) -> float:
    """The common height as a part of the lower box's height."""
    _, one_top, _, one_bottom = one
    _, top, _, bottom = other
    least = max(min(one_bottom - one_top, bottom - top), 0.1)
    return (min(one_bottom, bottom) - max(one_top, top)) / least


def _is_apart(one: Box, other: Box) -> bool:
    slack = 0.2 * (one.bottom - one.top)
    return one.x1 <= other.x0 + slack or other.x1 <= one.x0 + slack


def _line_of(piece: Piece, is_bold: Callable[[int], bool]) -> Line:
    placed = piece.words if _reads_right_to_left(piece) else sorted(piece.words, key=lambda p: p.word.box.x0)
    words = tuple(each.word for each in placed)
    return Line(
        words=words,
        text=" ".join(word.text for word in words),
        box=piece.box,
        bold=is_bold(placed[0].char_index) and is_bold(placed[-1].char_index),
        font_size=round(piece.body.bottom - piece.body.top, 1),
    )


def _reads_right_to_left(piece: Piece) -> bool:
    sides = [unicodedata.bidirectional(placed.word.text[0]) for placed in piece.words]
    return sum(side in ("R", "AL") for side in sides) > len(sides) / 2
