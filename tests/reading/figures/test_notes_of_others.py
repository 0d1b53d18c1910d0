"""Notes as banks, makers of machines and trusts lay them out: single shares, and years that are no times."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

from reading.calendars.closing_day import document_calendar
from reading.figures.read import read_figures
from reading.tables.read import read_tables
from tests.reading.drawing import draw

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


def span(figure):
    return figure.period_start, figure.period_end


YEAR_2023 = (date(2023, 1, 1), date(2023, 12, 31))
END_2023 = (None, date(2023, 12, 31))


def test_what_stands_below_a_heading_of_the_periods_end_is_of_that_day():
    stored = read("""
        Allowance for loan losses for the year ended December 31, 2023 (in thousands):
                                                   Farms       Shops
        Allowance at beginning of period         $ 4,120     $ 3,050
        Charge-offs                                 (310)       (215)
        Allowance at period end                  $ 3,810     $ 2,835
        Loans at period end
          Individually evaluated for impairment  $ 9,410     $ 8,020
          Valued by the market                    71,305      62,150
    """)
    assert span(stored["(310)"]) == YEAR_2023
    assert span(stored["$ 9,410"]) == END_2023
    assert span(stored["62,150"]) == END_2023


def test_loans_below_interest_income_are_what_earned_it():
    stored = read("""
                                                For the Years Ended December 31,
                                                       2023          2022
        Interest income
          Farm loans
            Farm loans                             $ 41,210      $ 38,300
            Farm loans of the trust                  11,020        10,500
          Total farm loans                           52,230        48,800
        Total interest income                        52,230        48,800
    """)
    assert span(stored["$ 41,210"]) == YEAR_2023
    assert span(stored["11,020"]) == YEAR_2023


def test_a_reconciliation_of_what_the_balance_sheet_shows_is_none():
    stored = read("""
        Reconciliation of Balance Sheet Amounts of Farm Loans (in thousands)
                                             For the year ended December 31,
                                                    2023          2022
        Beginning balance                       $ 41,210      $ 38,300
        Additions during period:
          Farms bought                             9,020         7,500
        Deductions during period:
          Sales                                   (5,230)       (4,590)
        Balance at end of period                $ 45,000      $ 41,210
    """)
    assert span(stored["9,020"]) == YEAR_2023


def test_debt_as_of_two_days_is_not_that_of_the_years_that_end_on_them():
    stored = read("""
        Our borrowings as of December 31, 2023 and December 31, 2022 were as follows (in thousands):
                                             Fiscal year ended     Fiscal year ended
                                             December 31, 2023     December 31, 2022
        Loan of the bank                              $ 41,210              $ 38,300
        Total debt                                      41,210                38,300
        Less: financing fees and discount               (1,215)               (1,480)
    """)
    assert span(stored["(1,215)"]) == END_2023


def test_components_of_an_expense_below_the_last_days_of_years_are_of_the_years():
    stored = read(
        """
        We are a maker of pumps. This report is for the year ended December 31, 2023.
        """,
        """
        The components of lease expense were as follows (in thousands):
                                             December 31,      December 31,
                                                2023              2022
        Operating leases                       $ 8,374           $ 8,525
        Short-term leases                           93               256
        Net lease cost                         $ 8,467           $ 8,781
    """,
    )
    assert span(stored["$ 8,374"]) == YEAR_2023


def test_a_heading_beside_the_labels_may_have_a_line_above_the_headings_of_the_columns():
    stored = read("""
        The carrying value and fair value of instruments were as follows (in thousands):
                                              December 31, 2023        December 31, 2022
                                  Fair Value
                                  Hierarchy   Carrying   Estimated     Carrying   Estimated
                                    Level        Value  Fair Value        Value  Fair Value
        Farm loans                 Level 3    $ 41,210    $ 43,300     $ 38,300    $ 37,950
        Swaps                      Level 2       1,215       1,215        1,480       1,480
    """)
    assert span(stored["$ 43,300"]) == END_2023
    assert span(stored["$ 37,950"]) == (None, date(2022, 12, 31))


def test_the_sentence_at_the_end_of_a_page_leads_up_to_the_table_that_begins_the_next():
    table = """
                                             Year Ended December 31,
        (in thousands)                          2023          2022
        Balance at beginning of year        $ {0},911     $ {0},971
        Additions                               2,229         3,662
        Balance at end of year              $ {1},086     $ {0},911
    """
    parsed = draw(
        "What we set aside for frost is as follows:",
        table.format(16, 20),
        "We owe taxes. A reconciliation of uncertain tax positions is as follows:",
        table.format(46, 50),
    )
    titles = [each.title for each in read_tables(parsed)]
    assert titles == [
        "What we set aside for frost is as follows:",
        "A reconciliation of uncertain tax positions is as follows:",
    ]


def test_a_bare_year_beside_the_day_of_a_balance_sheet_is_that_day_a_year_before():
    stored = read("""
        Consolidated balance sheet
        At 30 June 2024
                                              2024        2023
                                              £000        £000
        Inventories                         34,229      35,355
        Total assets                        55,791      55,921
    """)
    assert span(stored["55,791"]) == (None, date(2024, 6, 30))
    assert span(stored["55,921"]) == (None, date(2023, 6, 30))


def test_years_to_come_are_not_the_same_day_of_theirs():
    stored = read("""
        Payments that fall due, as of June 30, 2024 (in thousands)
                                              2025        2026
        Notes payable                       34,229      35,355
        Leases payable                      55,791      55,921
    """)
    assert {each.period_end for each in stored.values()}.isdisjoint({date(2025, 6, 30), date(2026, 6, 30)})


def test_earnings_in_pence_may_say_so_by_a_letter():
    stored = read("""
        For the year ended 30 June 2024
                                              2024        2023
                                                £m          £m
        Revenue                             34,229      35,355
        Earnings per share (p)                12.5        11.2
    """)
    assert (stored["12.5"].numeric_value, stored["12.5"].unit) == (Decimal("0.125"), "GBP/share")


def test_the_year_after_one_of_weeks_that_ended_on_a_first_begins_on_the_second():
    said = "The year ended January 31, 2026 and the year ended February 1, 2025 had 52 weeks."
    stored = read(f"""
        {said} {said}

        Restricted stock
                                             Units     Fair Value
        February 1, 2025                     4,549      $ 169.59
        Granted                              3,960        107.95
        January 31, 2026                     6,138      $ 133.76
    """)
    assert span(stored["3,960"]) == (date(2025, 2, 2), date(2026, 1, 31))


def test_a_note_below_the_table_says_how_units_count():
    stored = read(
        STATEMENT.replace("thousands", "millions"),
        """
        Activity of restricted stock for the year ended December 31, 2023 was as follows:
                                                    Units (a)   Fair Value
        Nonvested at January 1                          4,549   $    12.40
        Granted                                         3,960        14.10
        Nonvested at December 31                        6,138   $    13.02
        (a) Represents the number of shares of restricted stock units, in thousands.
        """,
    )
    assert stored["3,960"].numeric_value == Decimal(3_960_000)


def test_each_quarter_of_a_year_has_the_measures_names():
    stored = read("""
        Results by quarter of fiscal 2023 (in thousands, except per share data)
                                         First      Second       Third      Fourth
                                        Fiscal      Fiscal      Fiscal      Fiscal
                                       Quarter     Quarter     Quarter     Quarter
        Net sales                     $ 26,381    $ 30,839    $ 27,223    $ 25,782
        Net earnings                     2,513       3,479       2,769       2,481
        Diluted earnings per share        2.27        3.17        2.53        2.28
    """)
    names = [stored[each].canonical_name for each in ("$ 26,381", "$ 27,223", "2,481", "3.17", "2.53")]
    assert names == ["revenue", "revenue", "net_income", "eps_diluted", "eps_diluted"]
