"""Cells that a page draws on all sides: the lines between them, the cells that are merged, their words."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import median

import numpy as np
import numpy.typing as npt

from reading.model import Box, ParsedPage, Word
from reading.tables.ruled.frames import rows_of
from reading.tables.split import Piece

THIN = 2.5  # points: a line, else a box, whose four edges are lines
NEAR = 3.0  # points by which lines that meet may miss each other; lines nearer than that are one
LEAST_LINES = 3  # upright and level ones, of two rows of two cells
OPEN = 10.0  # points by which lines go on behind the last that they cross, where a column stands
MOST_LINES = 2500  # of either direction; a page of text with a box round each word has fewer
DRAWN = 0.5  # of a cell's side, from which on it is a border

Border = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Room:
    """A cell with the bands of rows and columns that it reaches over, ends left out; its words by line."""

    row: int
    column: int
    rows: int
    columns: int
    lines: tuple[tuple[Word, ...], ...]

    @property
    def piece(self) -> Piece:
        return Piece(tuple(word for line in self.lines for word in line))

    @cached_property
    def text(self) -> str:
        return self.piece.text


@dataclass(frozen=True)
class Lattice:
    """`xs`, `ys`: where its lines stand. `rooms`: the cells by band, `rooms[row][column]`; a merged one
    stands in each of its bands."""

    xs: tuple[float, ...]
    ys: tuple[float, ...]
    rooms: tuple[tuple[Room, ...], ...]

    @property
    def box(self) -> Box:
        return Box(self.xs[0], self.ys[0], self.xs[-1], self.ys[-1])


@dataclass(frozen=True)
class _Stroke:
    """A line: where it stands, and from where to where it goes."""

    at: float
    start: float
    end: float


def lattices_of(page: ParsedPage) -> Iterator[Lattice]:
    """The lattices of cells on the page, top to bottom, within others none."""
    if not page.drawn:
        return
    uprights, levels = _strokes(page)
    if not all(LEAST_LINES <= len(strokes) <= MOST_LINES for strokes in (uprights, levels)):
        return
    words = [word for line in page.lines for word in line.words]
    found = [
        (xs, ys, parts)
        for parts in _connected(uprights, levels)
        for xs, ys in [(_places(*parts), _places(*reversed(parts)))]
        if len(xs) >= LEAST_LINES and len(ys) >= LEAST_LINES
    ]
    for xs, ys, parts in sorted(found, key=lambda each: (each[1][0], each[0][0])):
        yield _lattice(xs, ys, parts, words)


def _strokes(page: ParsedPage) -> tuple[list[_Stroke], list[_Stroke]]:
    uprights, levels = [], [_Stroke((rule.top + rule.bottom) / 2, rule.x0, rule.x1) for rule in page.rules]
    for box in page.drawn:
        if box.x1 - box.x0 <= THIN:
            uprights.append(_Stroke((box.x0 + box.x1) / 2, box.top, box.bottom))
        else:
            uprights += [_Stroke(x, box.top, box.bottom) for x in (box.x0, box.x1)]
            levels += [_Stroke(y, box.x0, box.x1) for y in (box.top, box.bottom)]
    return list(dict.fromkeys(uprights)), list(dict.fromkeys(levels))


def _connected(
    uprights: Sequence[_Stroke], levels: Sequence[_Stroke]
) -> Iterator[tuple[list[_Stroke], list[_Stroke]]]:
    """The lines that meet, each with all that it meets by way of others."""
    up, level = (np.array([(s.at, s.start, s.end) for s in strokes]).T for strokes in (uprights, levels))
    meets = (
        (level[1] - NEAR <= up[0][:, None])
        & (up[0][:, None] <= level[2] + NEAR)
        & (up[1][:, None] - NEAR <= level[0])
        & (level[0] <= up[2][:, None] + NEAR)
    )
    left = np.ones(len(uprights), bool)
    while left.any():
        ups = np.zeros(len(uprights), bool)
        ups[left.argmax()] = True
        levs, before = meets[ups].any(0), 0
        while before != (before := int(ups.sum() + levs.sum())):
            ups |= meets[:, levs].any(1)
            levs |= meets[ups].any(0)
        left &= ~ups
        found = np.flatnonzero(ups).tolist(), np.flatnonzero(levs).tolist()
        yield [uprights[at] for at in found[0]], [levels[at] for at in found[1]]


def _places(strokes: Sequence[_Stroke], across: Sequence[_Stroke]) -> tuple[float, ...]:
    """Where lines stand, those nearer than `NEAR` together; and where most lines across them begin and end,
    as of a table that is open at its sides."""
    groups: list[list[float]] = []
    for at in sorted(stroke.at for stroke in strokes):
        if groups and at - groups[-1][0] <= NEAR:
            groups[-1].append(at)
        else:
            groups.append([at])
    places = [sum(group) / len(group) for group in groups]
    if not across or not places:
        return tuple(places)
    start, end = median(stroke.start for stroke in across), median(stroke.end for stroke in across)
    before = [start] if start < places[0] - OPEN else []
    return (*before, *places, *([end] if end > places[-1] + OPEN else []))


def _lattice(
    xs: tuple[float, ...],
    ys: tuple[float, ...],
    parts: tuple[Sequence[_Stroke], Sequence[_Stroke]],
    words: Sequence[Word],
) -> Lattice:
    beside = _borders(parts[0], xs, ys)  # beside[x][row]
    above = _borders(parts[1], ys, xs)  # above[y][column]
    area = _areas(beside, above, len(ys) - 1, len(xs) - 1)
    inside: dict[int, list[Word]] = {}
    for word in words:
        column, row = (
            _band(xs, (word.box.x0 + word.box.x1) / 2),
            _band(ys, (word.box.top + word.box.bottom) / 2),
        )
        if column is not None and row is not None:
            inside.setdefault(int(area[row, column]), []).append(word)
    rooms = {}
    for number in np.unique(area).tolist():
        rows, columns = np.nonzero(area == number)
        lines = tuple(map(tuple, rows_of(inside.get(number, []))))
        first, left = int(rows.min()), int(columns.min())
        rooms[number] = Room(first, left, int(rows.max()) + 1 - first, int(columns.max()) + 1 - left, lines)
    return Lattice(xs, ys, tuple(tuple(rooms[number] for number in row) for row in area.tolist()))


def _borders(strokes: Sequence[_Stroke], places: Sequence[float], along: Sequence[float]) -> Border:
    """For each place of a line whether it is drawn, by band: `drawn[place][band]`."""
    covered = np.zeros((len(places), len(along) - 1))
    starts, ends = np.array(along[:-1]), np.array(along[1:])
    for stroke in strokes:
        at = min(range(len(places)), key=lambda at: abs(places[at] - stroke.at))
        covered[at] += np.clip(np.minimum(ends, stroke.end) - np.maximum(starts, stroke.start), 0, None)
    drawn: Border = covered >= DRAWN * (ends - starts)
    return drawn


def _areas(beside: Border, above: Border, rows: int, columns: int) -> npt.NDArray[np.int64]:
    """The number of the cell in each band: bands without a border between them are of one cell."""
    area = np.arange(rows * columns).reshape(rows, columns)
    for row in range(rows):
        for column in range(columns):
            if column and not beside[column][row]:
                area[area == area[row, column]] = area[row, column - 1]
            if row and not above[row][column]:
                area[area == area[row, column]] = area[row - 1, column]
    return area


def _band(places: Sequence[float], at: float) -> int | None:
    band = bisect_right(places, at) - 1
    return band if 0 <= band < len(places) - 1 else None
