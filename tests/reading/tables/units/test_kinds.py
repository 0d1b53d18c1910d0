"""What headings of columns and labels of rows say that their numbers count."""

import pytest

from reading.tables.units.kinds import Kind, kind_of_column


@pytest.mark.parametrize(
    ("heading", "is_plain"),
    [("Rooms", True), ("Summer Visitors", True), ("Room revenue", False), ("Visitors (USD)", False)],
)
def test_a_column_of_things_takes_no_currency_of_its_caption(heading, is_plain):
    assert (kind_of_column(heading) is Kind.PLAIN) == is_plain
