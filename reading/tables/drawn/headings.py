"""What heads the columns of drawn cells: how many rows, over which columns, and the words above them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import takewhile

from reading.lexicon import A_YEAR, CLOCK_TIME, SIGNS
from reading.model import Box, Line, ParsedPage, Word
from reading.tables.drawn.lattices import Lattice, Room
from reading.tables.ruled.frames import cells_of
from reading.tables.split import Piece

GAP = 2.5  # heights of a line between a table and what stands above it
LEAST_TIMES = 2  # in the first row of a timetable
LEAST_GROUPS = 2  # of headings that come again
AMOUNT = re.compile(rf"[-−–+±~<>≤≥(]*\s?[{SIGNS}]?\s?\d[\d.,'’\s]*\s?[%)]*(?:\s?[{SIGNS}])?")
_ORDINAL = re.compile(r"\(?(\d{1,2})\)?")


def count_heads(rows: Sequence[Sequence[Room]], xs: Sequence[float], *, is_known: bool) -> int:
    """How many bands are headings: those that the cells of the first one reach over, and one more below a
    heading of several columns; none where amounts stand in the first.

    `is_known`: whether the headings of the page before come again, with the rest of its last row below.
    """
    first, count, at = rows[0][0].row if rows else 0, 1, 0
    while at < min(count, len(rows)):
        if _is_data(rows[at]) and not _heads_times(rows[at : at + 2]):
            return at
        for room in dict.fromkeys(rows[at]):
            if room.text:
                below = room.row + room.rows - first
                count = max(count, below + (1 < room.columns < len(xs) - 1))
        at += 1
    rest = takewhile(_numbers if is_known else _goes_on_heading, rows[count:])
    return min(count + sum(1 for _ in rest), len(rows))


def _heads_times(rows: Sequence[Sequence[Room]]) -> bool:
    """Whether numbers stand over times, as those of trains do in a timetable."""
    if len(rows) < 2 or not any(map(str.isalpha, rows[0][0].text)):
        return False
    over, below = (sum(CLOCK_TIME.fullmatch(room.text) is not None for room in row) for row in rows)
    return not over and below >= LEAST_TIMES


def _is_data(row: Sequence[Room]) -> bool:
    """Whether an amount stands in it; years and the numbers of columns are headings."""
    rooms = list(dict.fromkeys(row))
    if _numbers_columns([room.text for room in rooms if room.text]):
        return False
    parts = (part for room in rooms for line in room.lines for part in cells_of(line))
    return any(is_amount(part) and not A_YEAR.fullmatch(part[-1].text) for part in parts)


def is_amount(words: Sequence[Word]) -> bool:
    return bool(AMOUNT.fullmatch(" ".join(word.text for word in words)))


def _numbers_columns(texts: Sequence[str]) -> bool:
    """“1 2 3 4”, under headings."""
    found = [_ORDINAL.fullmatch(text) for text in texts]
    numbers = [int(each.group(1)) for each in found if each]
    return len(numbers) > 2 and len(numbers) >= len(texts) - 1 and numbers == sorted(set(numbers))


def _numbers(row: Sequence[Room]) -> bool:
    return _numbers_columns([room.text for room in dict.fromkeys(row) if room.text])


def _goes_on_heading(row: Sequence[Room]) -> bool:
    rooms = list(dict.fromkeys(row))
    told = [room for room in rooms if room.text]
    if _numbers(row):
        return True
    return len(told) > 1 and not rooms[0].text and len(rooms) > 1 and not _is_data(row)


def heading(
    heads: Sequence[Sequence[Room]], body: Sequence[Sequence[Room]], column: int, middles: Mapping[int, float]
) -> Piece | None:
    """The words over a column, top to bottom; where none are, those over all bands of its cells.

    `middles`: of each column's cells.
    """
    widths = Counter(row[column].columns for row in body if row[column].column == column and row[column].text)
    wide = widths.most_common(1)[0][0] if widths else 1
    rooms: dict[Room, None] = {}
    for row in heads:
        own = row[column : column + 1] if row[column].text else row[column : column + wide]
        rooms.update(dict.fromkeys(room for room in own if room.text))
    told = [room for room in rooms if not _ORDINAL.fullmatch(room.text)] or list(rooms)
    words = tuple(word for room in told for word in _over(room, column, middles))
    return Piece(words) if words else None


def _over(room: Room, column: int, middles: Mapping[int, float]) -> tuple[Word, ...]:
    """What a heading says of one of its columns: all, or the words nearest, where each column has its own."""
    under = [at for at in range(room.column, room.column + room.columns) if at in middles]
    if column not in under or len(under) < LEAST_GROUPS:
        return room.piece.words
    own: dict[int, list[Word]] = {at: [] for at in under}
    for part in (part for line in room.lines for part in cells_of(line)):
        middle = (part[0].box.x0 + part[-1].box.x1) / 2
        own[min(under, key=lambda at: abs(middles[at] - middle))] += part
    return tuple(own[column]) if all(own.values()) else room.piece.words


def under_groups(
    texts: tuple[Piece | None, ...], page: ParsedPage, lattice: Lattice
) -> tuple[Piece | None, ...]:
    """The headings, those that come again and again with the words that stand above each group of them:
    “2021 2022” over “Tons, Value, Tons, Value”."""
    told = [piece.text for piece in texts if piece]
    line = line_above(page, lattice.box)
    if line is None or len(set(told)) > (len(told) + 1) / 2 or len(told) < len(texts):
        return texts
    groups = cells_of(line.words)
    wide, rest = divmod(len(texts), len(groups))
    own = len(texts) - wide * len(groups)  # columns of labels, before the groups
    if len(groups) < LEAST_GROUPS or wide < 2 or not 0 < rest == own:
        return texts
    under = list(texts)
    for at, words in enumerate(groups):
        left = own + at * wide
        middle = (words[0].box.x0 + words[-1].box.x1) / 2
        if not lattice.xs[left] <= middle <= lattice.xs[left + wide]:
            return texts
        for column in range(left, left + wide):
            piece = texts[column]
            under[column] = Piece((*words, *(piece.words if piece else ())))
    return tuple(under)


def line_above(page: ParsedPage, box: Box) -> Line | None:
    """The line right above, if it is near."""
    above = [
        line
        for line in page.lines
        if line.box.bottom <= box.top + 2 and line.box.x0 < box.x1 and line.box.x1 > box.x0
    ]
    nearest = max(above, key=lambda line: line.box.bottom, default=None)
    if nearest is None or box.top - nearest.box.bottom > GAP * (nearest.box.bottom - nearest.box.top):
        return None
    return nearest
