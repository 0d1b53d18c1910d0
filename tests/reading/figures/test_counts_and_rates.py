"""What unsigned numbers count where only a dash, a note or their size tells."""

from __future__ import annotations

from decimal import Decimal

from reading.figures.read import read_figures
from reading.tables.read import read_tables
from tests.reading.drawing import draw

STATEMENT = """
    Consolidated statements of income
    (in millions)                         2023        2022
    Net sales                         $ 34,229    $ 35,355
    Net income                        $  5,791    $  5,921
"""


def read(*pages: str) -> dict[tuple[str, str], tuple[Decimal | None, str]]:
    """Value and unit by name and writing."""
    parsed = draw(*pages)
    found = read_figures(parsed, read_tables(parsed), entity="Example")[1]
    return {(each.metric_name, each.value): (each.numeric_value, each.unit) for each in found}


def test_a_column_whose_only_sign_stands_behind_a_dash_is_in_per_cent():
    stored = read("""
        Weighted average yields as of December 31, 2022
                                         Due within 1 year      Total
        State obligations                          — %          3.50 %
        Treasury obligations                     2.03           2.38
        Foreign obligations                      5.25           5.25
        Other                                      — %          2.53 %
    """)
    assert stored["Treasury obligations", "2.03"] == (Decimal("0.0203"), "%")


def test_the_first_note_below_a_table_says_how_units_are_counted():
    stored = read(
        STATEMENT,
        """
        A summary of our activity for the year ended December 31, 2022 is as follows:
                                                         Average
                                             RSUs     Fair Value
        Outstanding at December 25, 2021       5,977   $  127.45
        Granted                                2,263   $  163.02
        Outstanding at December 31, 2022       5,714   $  143.02
        (a) In thousands. Awards are disclosed at target.
        """,
    )
    assert stored["Granted", "2,263"][0] == Decimal(2_263_000)


def test_units_that_are_sold_or_lived_in_are_no_shares_and_in_no_scale_of_money():
    stored = read(
        STATEMENT,
        """
        Closings by region for the year ended December 31, 2023
        (dollars in thousands)         Units sold      Home sales
        North                               1,204      $  481,600
        South                                 985         403,850

        Communities                              2023            2022
        Apartment units                         3,140           2,980
        Rental revenue                       $  9,120        $  8,700
        """,
    )
    assert stored["North", "1,204"] == (Decimal(1204), "")
    assert stored["North", "$ 481,600"] == (Decimal(481_600_000), "USD")
    assert stored["Apartment units", "3,140"] == (Decimal(3140), "")


def test_numbers_too_large_for_the_scale_of_other_tables_are_no_money_in_it():
    stored = read("""
        Consolidated statement of changes in equity
        (Dollars in millions, except per share amounts)
                                                  2022           2021
        Balance at beginning of year         $  15,117      $  12,931
        Net income                               5,791          5,921
        Balance at end of year               $  14,770      $  15,117

        Supplemental share information
                                                  2022           2021
        Treasury stock
          Beginning balance                372,187,578    366,283,418
          Reacquired stock                  10,865,635     11,834,681
          Ending balance                   394,787,951    372,187,578
    """)
    assert stored["Reacquired stock", "10,865,635"][0] == Decimal(10_865_635)


def test_a_caption_that_says_square_feet_says_it_of_all_below():
    stored = read(
        STATEMENT,
        """
        The following table provides our floor space as of December 31, 2023:
        (Square feet in thousands)              Owned      Leased       Total
        Lathes                                 39,586       6,673      46,259
        Presses                                22,643       5,090      27,733
        """,
    )
    assert stored["Lathes", "6,673"] == (Decimal(6_673_000), "square feet")
    assert stored["Presses", "22,643"] == (Decimal(22_643_000), "square feet")
