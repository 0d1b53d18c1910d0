"""Cells that are merged over several rows: what stands in the middle of the rows that lack it is theirs."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from reading.layout.lines import union
from reading.model import Box

SPARSE = 0.5  # of the cells of full rows: what has no more is a line between two rows
ON_ROW = 0.3  # of the distance of two rows, by which a cell stands off the middle of the row that it is on
OFF_MIDDLE = 0.2  # rows by which it stands off the middle of its rows
JOINS = 0.8  # heights of a line between the lines of one cell
LEAST_BLOCKS = 2  # in which numbers are merged alike, so that they are no column with few cells
_NUMBER = re.compile(r"[-−–+±~<>≤≥(]?\s?\d[\d.,]*\D{0,3}")


@dataclass(frozen=True)
class Text:
    text: str
    box: Box

    @property
    def middle(self) -> float:
        return (self.box.top + self.box.bottom) / 2


Row = dict[int, Text]  # by column


def joined(first: Text, other: Text) -> Text:
    return Text(f"{first.text} {other.text}", union([first.box, other.box]))


def spread_merged(rows: Sequence[Row], blocks: Sequence[int]) -> tuple[list[Row], bool]:
    """The rows with merged cells in each of theirs, and whether labels of several groups were among these.

    `blocks`: between which rules each row stands. Lines that held nothing but merged cells are left out.
    """
    full = max(map(len, rows), default=0)
    of_block: dict[int, list[Row]] = defaultdict(list)
    for row, block in zip(rows, blocks, strict=True):
        of_block[block].append(dict(row))
    parted = {block: _parted(each, full) for block, each in of_block.items()}
    is_labelled = False
    for column in range(max((at for row in rows for at in row), default=-1) + 1):
        found = {block: _merged(*parts, column) for block, parts in parted.items()}
        tiled = {block: each for block, each in found.items() if each}
        if not tiled or (column and not _are_merged(tiled, parted, column)):
            continue
        for block, groups in tiled.items():
            main, between = parted[block]
            for cell, start, end in groups:
                for row in main[start:end]:
                    row[column] = cell
            for row in between:
                row.pop(column, None)
        groups_of_labels = sum(map(len, tiled.values()))
        is_labelled = is_labelled or (column == 0 and groups_of_labels >= LEAST_BLOCKS)
    left = [
        row
        for main, between in parted.values()
        for row in sorted([*main, *filter(None, between)], key=_middle)
    ]
    return left, is_labelled


def _parted(rows: Sequence[Row], full: int) -> tuple[list[Row], list[Row]]:
    """The rows, and the lines between them."""
    return (
        [row for row in rows if len(row) > SPARSE * full],
        [row for row in rows if len(row) <= SPARSE * full],
    )


def _middle(row: Row) -> float:
    """Where most cells of the row stand."""
    middles = sorted(cell.middle for cell in row.values())
    return middles[len(middles) // 2]


Group = tuple[Text, int, int]  # a cell, and the rows that are its


def _merged(main: Sequence[Row], between: Sequence[Row], column: int) -> list[Group]:
    """The cells of a column, each with its rows, where each stands in the middle of these; none otherwise."""
    if sum(column in row for row in between) >= len(main):
        return []  # one for each row, of which each stands a little off
    cells = list(_cells(main, between, column))
    is_said = all(any(map(str.isalnum, cell.text)) for cell in cells)  # no sign of money
    if len(main) < 2 or not cells or len(cells) >= len(main) or not is_said:
        return []
    places = [_place(cell.middle, [_middle(row) for row in main]) for cell in cells]
    groups, start = list[Group](), 0
    for cell, place in zip(cells, places, strict=True):
        end = round(2 * place - start) + 1
        if not start < end <= len(main) or abs((start + end - 1) / 2 - place) > OFF_MIDDLE:
            return []
        groups.append((cell, start, end))
        start = end
    return groups if start == len(main) else []


def _cells(main: Sequence[Row], between: Sequence[Row], column: int) -> Iterator[Text]:
    """The cells of a column, top to bottom, those of several lines as one."""
    own = sorted((row[column] for row in (*main, *between) if column in row), key=lambda cell: cell.middle)
    loose = {id(row[column]) for row in between if column in row}
    last: Text | None = None
    is_loose = False
    for cell in own:
        height = cell.box.bottom - cell.box.top
        if last and is_loose and id(cell) in loose and cell.box.top - last.box.bottom < JOINS * height:
            last = joined(last, cell)
            continue
        if last:
            yield last
        last, is_loose = cell, id(cell) in loose
    if last:
        yield last


def _place(middle: float, rows: Sequence[float]) -> float:
    """The number of the row on whose height it stands; halves between two."""
    for at, (above, below) in enumerate(pairwise(rows)):
        if middle < above + ON_ROW * (below - above):
            return at
        if middle < below - ON_ROW * (below - above):
            return at + 0.5
    return len(rows) - 1


def _are_merged(
    tiled: dict[int, list[Group]], parted: dict[int, tuple[list[Row], list[Row]]], column: int
) -> bool:
    """Whether cells of a column other than the labels are merged, not few: words, or alike in each block."""
    cells = [cell for groups in tiled.values() for cell, _, _ in groups]
    if not all(_NUMBER.fullmatch(cell.text) for cell in cells):
        return True
    is_between = any(column in row for _, between in parted.values() for row in between)
    whole = [block for block, (main, _) in parted.items() if len(main) > 1]
    return is_between or (len(tiled) >= LEAST_BLOCKS and len(tiled) == len(whole))
