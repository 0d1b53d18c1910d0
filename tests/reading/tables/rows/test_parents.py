"""Whether a row is the sum of those above it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from reading.tables.rows.labels import Row, join_wrapped
from reading.tables.rows.parents import is_sum
from reading.tables.split import split_line
from tests.reading.drawing import draw


class Looked(list[Row]):
    """Rows that count how often all of them are gone through."""

    times = 0

    def __iter__(self) -> Iterator[Row]:
        self.times += 1
        return super().__iter__()


def read(text: str) -> tuple[Row, Looked]:
    """The last row, and those above it."""
    *rows, last = join_wrapped([split_line(line) for line in draw(text).pages[0].lines])
    return last, Looked(rows)


@pytest.mark.parametrize(
    ("total", "is_one"), [("15   17   19", True), ("(15)   (17)   (19)", False), ("15   17   21", False)]
)
def test_every_column_must_sum_up(total, is_one):
    last, rows = read(f"""
        Lamps          7    8    9
        Oil            8    9   10
        Total         {total}
    """)
    assert is_sum(last, rows) is is_one


def test_the_first_column_that_does_not_sum_up_is_enough():
    last, rows = read("""
        Lamps          7    8    9
        Oil            8    9   10
        Wicks         26   17   19
    """)
    assert not is_sum(last, rows)
    assert rows.times == 1
