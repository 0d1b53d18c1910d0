"""Cells set in the middle of their rows, as browsers print them: one line beside two of a label."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from reading.layout.lines import union
from reading.model import Box, Line, Word

ALIGNED = 1.5  # points between the left edges of the lines of one label
INDENT = 20.0  # points by which the first of them may be set in
LEVEL = 1.0  # points between the tops of words of one line of a cell
OFF_MIDDLE = 0.2  # heights of a line by which cells stand off the middle of their label
OVERLAP = 0.25  # of a line's height, that it shares with each of the lines round it
HEADING_WORDS = 4  # over labels: a title has more
LABEL_WORDS = 8  # of a line of a label

Words = tuple[Word, ...]


def with_centred_labels(lines: Sequence[Line]) -> Iterator[Line]:
    """The lines; two of a label and that of the cells which stands between them are one."""
    at = 0
    while at < len(lines):
        row = _row(lines[at : at + 3]) or lines[at]
        yield row
        at += 1 + row.text.count("\n") - lines[at].text.count("\n")


def is_centred(label: Box, others: Sequence[Box]) -> bool:
    """Whether a label stands beside the lower part of one line and the upper part of another."""
    least = OVERLAP * (label.bottom - label.top)
    beside = [box for box in others if min(box.bottom, label.bottom) - max(box.top, label.top) >= least]
    return any(box.top < label.top and box.bottom < label.bottom for box in beside) and any(
        box.top > label.top and box.bottom > label.bottom for box in beside
    )


def _row(lines: Sequence[Line]) -> Line | None:
    """The row that the first lines are: its cells are a line of their own, or written with half the label."""
    if len(lines) < 2 or not _follow(lines[:2]):
        return None
    if not -ALIGNED <= lines[0].box.x0 - lines[1].box.x0 <= INDENT:
        return None
    (upper, beside), (lower, below) = map(_parted, lines[:2])
    if below and not beside and _is_one_row(upper, lower, below):
        return _joined(lines[:2], (*upper, *lower, *below))
    is_third = len(lines) > 2 and not (beside or below) and _follow(lines[1:])
    if is_third and _is_one_row(upper, lower, lines[2].words):
        return _joined(lines, (*upper, *lower, *lines[2].words))
    return None


def _follow(lines: Sequence[Line]) -> bool:
    return all(one.char_start + len(one.text) + 1 == other.char_start for one, other in pairwise(lines))


def _parted(line: Line) -> tuple[Words, Words]:
    """The words level with the first one, and those that stand higher or lower."""
    top = line.words[0].box.top
    level = tuple(word for word in line.words if abs(word.box.top - top) <= LEVEL)
    return level, tuple(word for word in line.words if abs(word.box.top - top) > LEVEL)


def _is_one_row(upper: Words, lower: Words, cells: Words) -> bool:
    is_label = max(len(upper), len(lower)) <= LABEL_WORDS
    if not is_label or any(char.isalpha() for word in cells for char in word.text):
        return False
    above, below, between = (union([word.box for word in words]) for words in (upper, lower, cells))
    middle, height = (above.top + below.bottom) / 2, between.bottom - between.top
    is_middle = abs((between.top + between.bottom) / 2 - middle) <= OFF_MIDDLE * height
    return is_middle and between.x0 > max(above.x1, below.x1) and is_centred(between, (above, below))


def _joined(lines: Sequence[Line], words: Words) -> Line:
    first, cell = lines[0], words[-1].box
    return Line(
        words,
        "\n".join(line.text for line in lines),
        union([line.box for line in lines]),
        first.char_start,
        first.bold,
        lines[-1].font_size or cell.bottom - cell.top,
    )
