"""Lines of words: what stands on one baseline is one line, but for text that is set in columns."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from reading.layout.lines import PlacedWord, build_lines
from reading.model import Box, Word

FERRY = ["The ferry to the island stops", "for repairs in the cold month", "since its ramp has rusted."]
KITCHEN = ["The kitchen of the old school", "opens again on the third day", "after the fire of August."]
LEFT, RIGHT, WIDTH, HEIGHT = 50.0, 310.0, 30.0, 12.0


def written(pieces: Iterable[tuple[str, float, int]]) -> list[str]:
    """The lines of pieces (words, left edge, row), in the order in which a file writes them."""
    placed = [
        PlacedWord(Word(word, Box(x + at * WIDTH, row * 14.0, x + at * WIDTH + 28, row * 14.0 + HEIGHT)), 0)
        for words, x, row in pieces
        for at, word in enumerate(words.split())
    ]
    return [line.text for line in build_lines(placed, lambda index: False)]


def column(texts: Iterable[str], x: float) -> list[tuple[str, float, int]]:
    return [(text, x, row) for row, text in enumerate(texts)]


def test_short_columns_of_text_that_are_written_one_after_the_other_are_not_read_across():
    assert written([*column(FERRY, LEFT), *column(KITCHEN, RIGHT)]) == [*FERRY, *KITCHEN]


def test_text_written_row_by_row_is_read_across():
    rows = [cell for pair in zip(column(FERRY, LEFT), column(KITCHEN, RIGHT), strict=True) for cell in pair]

    assert written(rows) == [f"{left} {right}" for left, right in zip(FERRY, KITCHEN, strict=True)]


@pytest.mark.parametrize("cells", [["Rent", "Heating", "Water"], ["11", "1,240", "35"]])
def test_tables_written_by_columns_are_read_across(cells):
    assert written([*column(FERRY, LEFT), *column(cells, RIGHT)])[0] == f"{FERRY[0]} {cells[0]}"
