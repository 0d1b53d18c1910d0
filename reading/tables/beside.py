"""A table of numbers with a chart beside it, whose words stand in the table's lines and are no cells."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from reading.layout.lines import union
from reading.model import Line
from reading.tables.split import Piece, segments

LEAST_ROWS = 12  # of the table
USUAL = 0.8  # of its rows have a number in each of its columns
MOST_BESIDE = 0.5  # of its rows have something beside them
CAPTION_WORDS = 3  # at least, of one of the texts beside it
PLACE = 3.0  # points within which numbers end below each other
GAP = 2.0  # heights of a line between the table and what stands beside it
HEAD_GAP = 3.0  # heights of a line from the headings down to the first row
_NUMBER = re.compile(r"[-−(]?\d[\d.,'’\s]*%?\)?")
_LETTERS = re.compile(r"[^\W\d_]{2,}")


def without_beside(lines: Sequence[Line]) -> list[Line]:
    """The lines with what stands beside a long table of numbers behind the table's last row.

    Only where few of its rows have anything there, some of it is a caption, and no heading is above it.
    """
    rows = {at: pieces for at, line in enumerate(lines) if (pieces := _row(line))}
    edge = _right_edge(list(rows.values()))
    if edge is None:
        return list(lines)
    own = [at for at, pieces in rows.items() if pieces[1].x1 <= edge + PLACE]
    first, last = own[0], own[-1]
    beside = {at: piece for at in range(first, last + 1) if (piece := _right_of(lines[at], edge))}
    among = [at for at in beside if at in rows]
    is_captioned = any(len(_LETTERS.findall(text)) >= CAPTION_WORDS for text in beside.values())
    if not among or not is_captioned or len(among) > MOST_BESIDE * len(own):
        return list(lines)
    if _has_heads(lines, first, edge) or any(_crosses(lines[at], edge) for at in own):
        return list(lines)
    parted = [_parted(lines[at], edge) for at in range(first, last + 1)]
    left = [half for half, _ in parted if half]
    right = [half for _, half in parted if half]
    return [*lines[:first], *left, *right, *lines[last + 1 :]]


def _row(line: Line) -> list[Piece]:
    """The parts of a line that begins with a label and two numbers; none of other lines."""
    pieces = segments(line.words, _height(line)) if len(line.words) > 2 else []
    return pieces if len(pieces) > 2 and all(_NUMBER.fullmatch(each.text) for each in pieces[1:3]) else []


def _height(line: Line) -> float:
    return max(line.font_size or line.box.bottom - line.box.top, 1.0)


def _right_edge(rows: Sequence[Sequence[Piece]]) -> float | None:
    """Where the last column ends that nearly all rows have."""
    if len(rows) < LEAST_ROWS:
        return None
    ends = Counter(
        round(piece.x1 / PLACE) for pieces in rows for piece in pieces[1:] if _NUMBER.fullmatch(piece.text)
    )
    usual = [place for place, count in ends.items() if count + ends[place + 1] >= USUAL * len(rows)]
    return (max(usual) + 1) * PLACE if len(usual) > 1 else None


def _right_of(line: Line, edge: float) -> str:
    far = edge + GAP * _height(line)
    return " ".join(word.text for word in line.words if word.box.x0 > far)


def _has_heads(lines: Sequence[Line], first: int, edge: float) -> bool:
    """Whether something in the first row or right above it stands over what is beside the table."""
    top, height = lines[first].box.top, _height(lines[first])
    heads = (line for line in lines if 0 <= top - line.box.top < HEAD_GAP * height)
    return any(word.box.x1 > edge + PLACE for line in heads for word in line.words)


def _crosses(line: Line, edge: float) -> bool:
    return any(word.box.x0 < edge - PLACE and word.box.x1 > edge + PLACE for word in line.words)


def _parted(line: Line, edge: float) -> tuple[Line | None, Line | None]:
    at = sum(word.box.x0 <= edge + PLACE for word in line.words)
    return _half(line, 0, at), _half(line, at, len(line.words))


def _half(line: Line, start: int, end: int) -> Line | None:
    words = line.words[start:end]
    if len(words) == len(line.words):
        return line
    if not words:
        return None
    begin = line.char_start + sum(len(word.text) + 1 for word in line.words[:start])
    text = " ".join(word.text for word in words)
    return replace(line, words=words, text=text, box=union([word.box for word in words]), char_start=begin)
