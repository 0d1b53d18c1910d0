"""Pages that show two tables side by side, as on the spread of a report: what stands on either side."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from reading.layout.lines import union
from reading.lexicon import SIGNS
from reading.model import Line, Word
from reading.tables.headings.stacks import is_time
from reading.tables.split import segments, split_line

LEAST_LINES = 4  # with a label and numbers on either side
_MAY_GO_ON = re.compile(
    rf"\d\S{{0,40}}\s(?:[{SIGNS}]\s)?\S{{0,40}}\d\S{{0,40}}\s[^\W\d]"
)  # a word behind two numbers
PLACE = 3.0  # points within which labels begin below each other
INDENT = 30.0  # points by which labels on the right may stand further in than the leftmost of them
HEADS = 8  # lines, down to the first row, among which times head the columns of either side
ROWS_OF_HEADS = 2  # which may look like rows: “€ million   2023   2022   € million   2023   2022”


def in_sides(lines: Sequence[Line]) -> list[Line]:
    """The lines of a page; where two tables stand side by side, those of the left come before the right's.

    Only where several lines have a label and several numbers on both sides of one gap, which no word
    crosses, and both sides have headings of time.
    """
    begins = {at: x0 for at, line in enumerate(lines) if (x0 := _second_label(line)) is not None}
    if len(begins) < LEAST_LINES:
        return list(lines)
    edge = _left_edge(list(begins.values()))
    if edge is None:
        return list(lines)
    rows = [at for at, x0 in begins.items() if edge - PLACE <= x0 <= edge + INDENT]
    first, last = _stretch(lines, rows, edge)
    parted = [_parted(line, edge) for line in lines[first : last + 1]]
    heads = parted[: rows[0] - first + ROWS_OF_HEADS][-HEADS:]
    if len(rows) < LEAST_LINES or not all(_has_times([pair[side] for pair in heads]) for side in (0, 1)):
        return list(lines)
    sides = [[pair[side] for pair in parted] for side in (0, 1)]
    halves = [half for side in sides for half in side if half]
    return [*lines[:first], *halves, *lines[last + 1 :]]


def _second_label(line: Line) -> float | None:
    """Where a label begins behind the numbers of another row, that has two of them, as this one has."""
    if not _MAY_GO_ON.search(line.text):
        return None
    pieces = segments(line.words, max(line.font_size or line.box.bottom - line.box.top, 1.0))
    are_words = [any(map(str.isalpha, piece.text)) for piece in pieces]
    if not are_words or not are_words[0] or sum(are_words) != 2:
        return None
    second = are_words.index(True, 1)
    return pieces[second].x0 if second > 2 and len(pieces) - second > 2 else None


def _left_edge(starts: Sequence[float]) -> float | None:
    """The leftmost place at which several of the right labels begin."""
    counts = Counter(round(x0 / PLACE) for x0 in starts)
    often = [place for place, count in counts.items() if count >= LEAST_LINES - 1]
    return min((x0 for x0 in starts if round(x0 / PLACE) == min(often)), default=None) if often else None


def _stretch(lines: Sequence[Line], rows: Sequence[int], edge: float) -> tuple[int, int]:
    """The first and last line, round the rows, of those that no word crosses at the edge."""
    first, last = rows[0], rows[-1]
    while first and not _is_crossed(lines[first - 1], edge):
        first -= 1
    while last + 1 < len(lines) and not _is_crossed(lines[last + 1], edge):
        last += 1
    return first, last


def _is_crossed(line: Line, edge: float) -> bool:
    return any(word.box.x0 < edge - PLACE and word.box.x1 > edge for word in line.words)


def _parted(line: Line, edge: float) -> tuple[Line | None, Line | None]:
    at = sum(word.box.x0 < edge - PLACE for word in line.words)
    return _half(line, line.words[:at], 0), _half(line, line.words[at:], at)


def _half(line: Line, words: tuple[Word, ...], at: int) -> Line | None:
    if len(words) == len(line.words):
        return line
    if not words:
        return None
    start = line.char_start + sum(len(word.text) + 1 for word in line.words[:at])
    text = " ".join(word.text for word in words)
    return replace(line, words=words, text=text, box=union([word.box for word in words]), char_start=start)


def _has_times(heads: Sequence[Line | None]) -> bool:
    return any(is_time(piece) or piece.is_year for line in heads if line for piece in split_line(line).parts)
