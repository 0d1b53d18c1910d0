"""Notes as banks, makers of machines and trusts lay them out: single shares, and years that are no times."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

from documents.extraction.figures import read_figures
from documents.tables import read_tables
from documents.tables.books import document_calendar
from tests.documents.drawing import draw

STATEMENT = """
    Consolidated statements of income
    (in thousands)                        2023        2022
    Net sales                         $ 34,229    $ 35,355
    Net income                        $  5,791    $  5,921
"""


def read(*pages):
    """The figures by their writing, where none stands twice."""
    parsed = draw(*pages)
    return {each.value: each for each in read_figures(parsed, read_tables(parsed), entity="Example")[1]}


AWARDS = """
    Activity of restricted stock for the year ended December 31, 2023 was as follows:
                                                Shares   Fair Value
    Nonvested at January 1                     {first}   $   12.40
    Granted                                    212,300       14.10
    Vested                                    (110,250)      11.95
    Nonvested at December 31                   603,100   $   13.02
"""


def test_awards_that_would_be_too_many_in_thousands_are_counted_one_by_one():
    stored = read(STATEMENT, AWARDS.format(first="501,050"))
    assert (stored["212,300"].numeric_value, stored["212,300"].unit) == (Decimal(212_300), "shares")


def test_few_awards_count_in_the_scale_of_the_other_tables():
    few = AWARDS.replace("212,300", "  2,123").replace("(110,250)", "  (1,102)").replace("603,100", "  6,031")
    stored = read(STATEMENT, few.format(first="  5,010"))
    assert (stored["2,123"].numeric_value, stored["2,123"].unit) == (Decimal(2_123_000), "shares")


def test_an_average_written_short_is_a_price_of_one_share():
    stored = read("""
        Options outstanding were as follows (in thousands):
                                              2023                    2022
                                               Wt. Avg.                Wt. Avg.
                                    Shares    Ex. Price     Shares    Ex. Price
        Outstanding, beginning       1,210      $ 10.50      1,300      $ 11.25
        Granted                        300        12.75        250        13.00
        Outstanding, end             1,450      $ 10.75      1,210      $ 10.50
    """)
    prices = [(stored[each].numeric_value, stored[each].unit) for each in ("$ 10.75", "12.75", "$ 11.25")]
    assert prices == [(Decimal(each), "USD/share") for each in ("10.75", "12.75", "11.25")]


def test_a_year_of_origination_is_not_when_the_loans_were_so_many():
    stored = read("""
        Loans by year of origination as of December 31, 2023 were as follows (in thousands):
                                        Year of Origination
                               2023         2022         2021        Total
        Pass               $ 18,240     $ 17,310     $ 12,050     $ 47,600
        Substandard             410          620          805        1,835
    """)
    assert {stored[each].period_end for each in ("$ 18,240", "$ 17,310", "$ 12,050", "620")} == {
        date(2023, 12, 31)
    }
    assert "Year of Origination 2022" in stored["$ 17,310"].context


def test_the_day_on_which_the_next_year_began_ended_none():
    parsed = draw(
        """
        Years end on the last Saturday in December. Results for the years ended December 28, 2019 and
        December 29, 2018 follow. We were profitable in the year ended December 29, 2018.
        The rules changed for periods ending December 30, 2018 and for those ending December 30, 2018 only.
        The year ended December 29, 2018 had 52 weeks, as had the year ended December 28, 2019.
        """
    )
    ends = document_calendar(parsed).ends
    assert date(2018, 12, 29) in ends
    assert date(2018, 12, 30) not in ends
