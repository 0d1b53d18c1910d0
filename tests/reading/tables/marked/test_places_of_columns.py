"""The columns and headings that cells stand under are looked up as they would be found one by one."""

from __future__ import annotations

from itertools import pairwise

import pytest

from reading.model import Box, Word
from reading.tables.headings.columns import Places
from reading.tables.headings.place import Span
from reading.tables.marked.grids import _distance, _Over
from reading.tables.split import Piece

EDGES = [(at * 37 % 101 * 3.0, width) for at, width in enumerate([20, 5, 60, 11, 33, 8] * 8)]
PIECES = [Piece((Word("Lamps", Box(x0, 0, x0 + width, 10)),)) for x0, width in EDGES]


@pytest.mark.parametrize(
    "places", [range(0, 300, 30), (0, 10, 200), (0.0,), (100, 50, 0)], ids=["even", "uneven", "one", "mixed"]
)
def test_a_piece_belongs_to_the_column_that_it_shares_most_with(places):
    columns = [Span(float(x0), x0 + 22.0, float(x0)) for x0 in places]
    for piece in PIECES:
        shared = [min(piece.x1, each.x1) - max(piece.x0, each.x0) for each in columns]
        assert Places(columns).column_of(piece) == shared.index(max(shared))


def test_a_piece_stands_under_the_nearest_heading():
    headings = sorted(PIECES[:9], key=lambda each: each.x0)
    assert all(before.x0 < after.x0 for before, after in pairwise(headings))
    for piece in PIECES:
        distances = [_distance(heading, piece) for heading in headings]
        assert _Over(headings).nearest(piece) == distances.index(min(distances))
