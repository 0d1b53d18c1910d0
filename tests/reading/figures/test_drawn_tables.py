"""Layouts of notes to accounts: labels as wide as prose, headings on two lines, scales said once for all."""

from __future__ import annotations

from datetime import date

import pytest

from reading.figures.read import read_figures
from reading.tables.read import read_tables
from tests.reading.drawing import draw


def said(page: str) -> list[tuple]:
    """Name, value and last day of every figure of the page's tables."""
    parsed = draw(page)
    metrics = read_figures(parsed, read_tables(parsed), entity="Example")[1]
    return [(each.metric_name, each.numeric_value, each.period_end) for each in metrics if each.row]


def test_a_line_as_wide_as_prose_between_rows_heads_those_below_it():
    found = said("""
        Derivative liabilities (in thousands of euros)
                                                            As of December 31,
                                                             2023        2022
        Interest rate swaps                                 9,196      49,891
        Derivative liabilities designated and effective as hedging instruments carried at fair value here
        Cross currency swaps                                1,429       1,467
        Total                                              10,625      51,358
    """)
    assert ("Cross currency swaps", 1_467_000, date(2022, 12, 31)) in found
    assert ("Total", 10_625_000, date(2023, 12, 31)) in found


def test_a_line_as_wide_as_prose_below_the_years_heads_the_first_rows():
    found = said("""
        (In thousands)                                       2023        2022
        Major classes of line items constituting profit or loss of the operations that were discontinued:
        Revenue:
        Software delivery, support and maintenance        $ 9,441    $ 10,949
        Client services                                       404       1,044
    """)
    assert ("Client services", 1_044_000, date(2022, 12, 31)) in found


@pytest.mark.parametrize(
    "words",
    [
        "(Tabular amounts in millions, unless otherwise disclosed)",
        "(All amounts expressed in millions of U.S. Dollars, except share and per share data)",
    ],
)
def test_a_scale_said_once_for_all_tables_holds_for_one_that_says_none(words):
    found = said(f"""
        EXAMPLE CORPORATION NOTES TO THE ACCOUNTS {words}
        17. Other expense


        Other expenses in the years that ended on December 31, were:
                                          2023         2022
        Impairment charges              $ 94.2      $ 394.0
        Other                             27.0         33.7
    """)
    assert ("Other", 27_000_000, date(2023, 12, 31)) in found


def test_cents_are_not_scaled_by_what_is_said_for_all_tables():
    found = said("""
        EXAMPLE CORPORATION NOTES (All amounts expressed in millions of U.S. Dollars, unless noted)
        Fees
                                          2023         2022
        Entry                           $ 94.20     $ 394.05
        Exit                            $ 27.15      $ 33.70
    """)
    assert found
    assert all(each[1] < 1000 for each in found)


def test_a_year_over_one_of_several_columns_is_of_that_one():
    found = said("""
        Results of the year
                                                 2022 $’000
                                    2023 $’000     Restated       Change
        Operating revenue              154,159      176,931        (13%)
        Gross profit                    52,963       45,139          17%
    """)
    assert ("Operating revenue", 154_159_000, date(2023, 12, 31)) in found
    assert ("Operating revenue", 176_931_000, date(2022, 12, 31)) in found


def test_a_year_with_a_sign_of_per_cent_heads_its_column():
    found = said("""
        Assumptions
                                     2023      2022
                                        %         %
        Discount rate                 2.9       3.8
        Rate of price inflation       2.0       2.5
    """)
    assert [each[2] for each in found] == [date(2023, 12, 31), date(2022, 12, 31)] * 2


def test_the_heading_over_a_sentence_tells_the_day_of_a_table_without_one():
    found = said("""
        Debts past due by risk at December 31, 2022
        The distribution of what is owed to us follows that of our sales, which is told in a note. The ten
        largest customers owed half of it.
        Days                   1–90      91–180     181–360
        Low risk              1,347         125         127
        High risk               891         725         600
    """)
    assert found
    assert {each[2] for each in found} == {date(2022, 12, 31)}


def test_a_heading_below_one_in_capitals_heads_a_part_of_it():
    found = said("""
        Our shares (in thousands of euros)
                                          2023         2022
        SHARE CAPITAL
        Movement:
        Balance at start of period       1,313        1,294
        SHARES HELD IN TRUST
        Movement:
        Balance at start of period           4            3
    """)
    assert {each[1] for each in found} == {1_313_000, 1_294_000, 4_000, 3_000}


@pytest.mark.parametrize("days", ["at April 30, 2023 and 2022", "as at 30 April 2023 and 2022"])
def test_a_day_said_of_two_years_is_that_of_each(days):
    found = said(f"""
        10. Accrued liabilities
        Accrued liabilities {days}, respectively, consisted of the following (in thousands):
                                          2023         2022
        Compensation                   $ 1,659      $ 1,433
        Payroll taxes                      155          113
    """)
    assert [each[2] for each in found] == [date(2023, 4, 30), date(2022, 4, 30)] * 2


def test_deferred_taxes_are_of_a_day():
    parsed = draw("""
        (In thousands)                    2023         2022
        Deferred tax assets
          Accrued expenses             $ 2,330      $ 2,850
          Tax losses                     3,995        8,164
        Total deferred tax assets        6,325       11,014
    """)
    metrics = read_figures(parsed, read_tables(parsed), entity="Example")[1]
    assert {(each.period_start, each.period_end.year) for each in metrics} == {(None, 2023), (None, 2022)}


def test_the_day_on_which_accounts_are_approved_is_not_theirs():
    found = said("""
        Company balance sheet
        The accounts were approved by the Board of Directors on 6 June 2023 and authorised for issue.
                                          2023         2022
                                            £m           £m
        Fixed assets                       1.2          1.3
        Net assets                         2.2          2.5
    """)
    assert {each[2] for each in found} == {date(2023, 12, 31), date(2022, 12, 31)}


def test_a_scale_of_shares_over_a_table_leaves_that_of_all_amounts():
    found = said("""
        EXAMPLE CORPORATION NOTES TO THE ACCOUNTS (Tabular amounts in millions, unless otherwise disclosed)

        Earnings (shares in thousands, except per share data)


        Net income in the years that ended on December 31, was:
                                          2023         2022
        Net income                   $ 1,887.8    $ 1,227.0
        Dividends                        (87.4)       (90.1)
    """)
    assert ("Net income", 1_887_800_000, date(2023, 12, 31)) in found


def test_amounts_under_a_currency_are_money_though_their_row_is_of_shares():
    parsed = draw("""
        Movements in the year
                                                 2023     2023
                                               Number       $M
        Shares issued to employees outstanding    0.2       21
        Shares bought back and issued            58.7      282
    """)
    metrics = read_figures(parsed, read_tables(parsed), entity="Example")[1]
    assert {each.unit for each in metrics if each.value in ("21", "282")} == {"USD"}


def test_amounts_owed_are_of_a_day_and_deferred_tax_on_something_of_a_span():
    parsed = draw("""
        (In thousands)                    2023         2022
        Amounts owed by subsidiaries   $ 1,659      $ 1,433
        Deferred tax on reversals          155          113
    """)
    metrics = read_figures(parsed, read_tables(parsed), entity="Example")[1]
    starts = {each.metric_name: each.period_start for each in metrics if each.fiscal_year == 2023}
    assert starts == {"Amounts owed by subsidiaries": None, "Deferred tax on reversals": date(2023, 1, 1)}
