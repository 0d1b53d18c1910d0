"""Rows of receipts that say how many at what price."""

import pytest

from reading.tables.read import read_tables
from tests.reading.drawing import draw

SLIP = """
    OAT MILK              4.79
    {row:<20}  3.30
    EGGS                  5.99
    TOTAL                14.08
    """


def cells(row):
    [table] = read_tables(draw(SLIP.format(row=row)))
    return [column.header for column in table.columns], {
        row.label: {cell.column: cell.text for cell in row.cells} for row in table.rows
    }


@pytest.mark.parametrize("row", ["3 @ 1.10 LEMON", "LEMON 3 x 1.10", "3 x $1.10 ea LEMON"])
def test_counts_and_prices_in_labels_stand_in_columns(row):
    headers, rows = cells(row)
    assert headers == ["Quantity", "Unit price", "Amount"]
    assert rows["LEMON"] == {0: "3", 1: "$1.10" if "$" in row else "1.10", 2: "3.30"}
    assert rows["EGGS"] == {2: "5.99"}


@pytest.mark.parametrize("row", ["3 @ 1.20 LEMON", "LEMON 3 x 1.10 x 2", "LEMON SIZE 3"])
def test_what_is_no_product_stays_a_label(row):
    headers, rows = cells(row)
    assert len(headers) == 1
    assert row in rows


def test_rows_of_a_table_with_columns_of_its_own_keep_their_labels():
    [table] = read_tables(
        draw(
            """
            Item                  2023      2024
            OAT MILK              4.79      4.99
            3 @ 1.10 LEMON        3.30
            EGGS                  5.99      6.19
            """
        )
    )
    assert [column.header for column in table.columns] == ["2023", "2024"]
    assert "3 @ 1.10 LEMON" in {row.label for row in table.rows}
