"""Which columns a heading stands over, by the rule that is drawn under it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from reading.model import Box
from reading.tables.headings.place import Span
from reading.tables.headings.stacks import overlap
from reading.tables.split import Piece

STICKS_OUT = 3.0  # points by which words may be wider than the rule under them
UNDERLINE = 1.5  # points within which a rule as wide as its words is only their underline
OVER_LABELS = 60.0  # points left of the first column, from where on a rule runs under the labels too
OVER_ROW = 25.0  # points above the middle of a row within which the rule of its headings is drawn
FAR = 2.0  # heights of a line from a heading to its rule
WITHIN = 0.6  # of a column's numbers, that lie between the ends of a rule drawn over them


def ruled_runs(
    lines: Sequence[Sequence[Piece]], columns: Sequence[Span], rules: Sequence[Box], floor: float
) -> dict[Piece, range]:
    """The columns between the ends of the rule right under a heading, for each that has one of its own.

    `lines`: the pieces of each heading line. `floor`: the middle of the first row, in points.
    """
    pieces = [piece for line in lines for piece in line]
    usable = [rule for rule in rules if rule.top < floor and rule.x0 > columns[0].x0 - OVER_LABELS]
    found = {piece: rule for piece in pieces if (rule := _rule_under(piece, pieces, usable))}
    shared = Counter(found.values())
    runs = {piece: _run(rule, columns) for piece, rule in found.items() if shared[rule] == 1}
    return {piece: run for piece, run in runs.items() if run}


def ruled_left(first: Span, rules: Sequence[Box], floor: float) -> float:
    """Where the first column begins: with the lowest rule over it, if it has one of its own."""
    over = [rule for rule in rules if floor - OVER_ROW < rule.top < floor and _covers(rule, first)]
    own = [rule.x0 for rule in over if first.x0 - OVER_LABELS < rule.x0 < first.x0]
    return own[-1] if own else first.x0


def _covers(rule: Box, column: Span) -> bool:
    return rule.x0 <= column.number_x0 and column.x1 <= rule.x1 + STICKS_OUT


def _rule_under(piece: Piece, pieces: Sequence[Piece], rules: Sequence[Box]) -> Box | None:
    """The nearest rule below the piece, from end to end, without other words between them."""
    middle, height = middle_of(piece.box), piece.box.bottom - piece.box.top
    below = [rule for rule in rules if middle < rule.top < piece.box.bottom + FAR * height]
    across = sorted((rule for rule in below if overlap(rule, piece)), key=lambda rule: rule.top)
    if not across or not _holds(across[0], piece) or _is_underline(across[0], piece):
        return None
    level = middle + height / 2  # words on one line stand a little higher or lower
    between = (other for other in pieces if level < middle_of(other.box) < across[0].top)
    return None if any(overlap(across[0], other) for other in between) else across[0]


def _run(rule: Box, columns: Sequence[Span]) -> range:
    under = list(_under(rule, columns))
    return range(under[0], under[-1] + 1) if under else range(0)


def _under(rule: Box, columns: Sequence[Span]) -> Iterator[int]:
    for at, column in enumerate(columns):
        shared = min(rule.x1, column.x1) - max(rule.x0, column.number_x0)
        if shared >= WITHIN * (column.x1 - column.number_x0):
            yield at


def _holds(rule: Box, piece: Piece) -> bool:
    return rule.x0 - STICKS_OUT <= piece.x0 and piece.x1 <= rule.x1 + STICKS_OUT


def _is_underline(rule: Box, piece: Piece) -> bool:
    return abs(rule.x0 - piece.x0) < UNDERLINE and abs(rule.x1 - piece.x1) < UNDERLINE


def middle_of(box: Box) -> float:
    """The height at which its middle lies, in points."""
    return (box.top + box.bottom) / 2
