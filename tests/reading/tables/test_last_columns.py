"""Tables whose last column holds words: how long things last, and when they end."""

import pytest

from reading.tables.read import read_tables
from tests.reading.drawing import draw


def test_a_column_of_lives_leaves_the_rows_and_the_headings_alone():
    [table] = read_tables(
        draw("""
        Property and equipment (in millions):

                                    2022      2021    Useful lives
        Land                       $ 117.2   $ 117.2   Indefinite
        Buildings                    315.4     305.2   5 - 40
        Network                      400.6     391.3   3 to 5 years
        Software                     229.3     216.3   2-14
        Fittings                      10.1      11.3   Shorter of lease term or 5 years
        Total                      $ 880.8   $ 844.0
        """)
    )
    assert [column.header for column in table.columns] == ["2022", "2021", "Useful lives"]
    assert [(row.label, *(cell.text for cell in row.cells)) for row in table.rows] == [
        ("Land", "$ 117.2", "$ 117.2", "Indefinite"),
        ("Buildings", "315.4", "305.2", "5 - 40"),
        ("Network", "400.6", "391.3", "3 to 5 years"),
        ("Software", "229.3", "216.3", "2-14"),
        ("Fittings", "10.1", "11.3", "Shorter of lease term or 5 years"),
        ("Total", "$ 880.8", "$ 844.0"),
    ]
    assert all(cell.quantity is None for row in table.rows for cell in row.cells if cell.column == 2)


@pytest.mark.parametrize("ends", ["Nov-2027", "March 2027", "2024 - 2027"])
def test_a_column_of_dates_leaves_the_rows_alone(ends):
    [table] = read_tables(
        draw(f"""
        Loans (in millions):

                              2022      2021    Matures
        Bank loan            1,117     1,120    {ends}
        Bond                   315       305    {ends}
        """)
    )
    assert [tuple(cell.text for cell in row.cells) for row in table.rows] == [
        ("1,117", "1,120", ends),
        ("315", "305", ends),
    ]


def test_headings_that_end_with_a_time_are_no_row():
    [table] = read_tables(
        draw("""
        Sales (in millions):

                              2022      2021    May 2020
        Lamps                1,117     1,120       1,003
        Oil                    315       305         300
        """)
    )
    assert [row.label for row in table.rows] == ["Lamps", "Oil"]
