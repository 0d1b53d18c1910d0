"""Statements of companies unlike others: shippers, shells, groups abroad; the numbers are invented."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest

from reading.calendars.year_end import own_calendar
from reading.figures.read import read_figures
from reading.model import MetricDraft
from reading.tables.headings.groups import without_breaks
from reading.tables.read import read_tables
from reading.values.fiscal import FiscalCalendar
from reading.values.periods import find_periods
from tests.reading.drawing import draw


def read(*pages: str) -> list[MetricDraft]:
    parsed = draw(*pages)
    return [each for each in read_figures(parsed, read_tables(parsed), entity="Example")[1] if each.row]


def named(metrics: list[MetricDraft], name: str) -> list[tuple]:
    """Value and unit of each figure of that canonical name, in the order of the page."""
    return [(each.numeric_value, each.unit) for each in metrics if each.canonical_name == name]


def called(metrics: list[MetricDraft], label: str) -> list[tuple]:
    return [(each.numeric_value, each.unit) for each in metrics if each.metric_name == label]


def test_a_line_of_cents_among_millions_counts_what_stands_below_it():
    found = read("""
        Consolidated statement of profit or loss
        For the year ended 30 June 2023
                                                       2023          2022
                                                    HK$’000       HK$’000
        Revenue                                     512,377       488,204
        Profit for the year                         168,278       163,239
                                                      Cents         Cents
        Basic earnings per share                       41.2          39.9
        Diluted earnings per share                     40.8          39.5
    """)
    assert named(found, "revenue") == [(512_377_000, "HKD"), (488_204_000, "HKD")]
    assert named(found, "eps_basic") == [(Decimal("0.412"), "HKD/share"), (Decimal("0.399"), "HKD/share")]
    assert {each.period_end for each in found} == {date(2023, 6, 30), date(2022, 6, 30)}


def test_cents_beside_the_heading_of_earnings_hold_until_another_unit():
    found = read("""
        Group income statement for the year ended 31 March 2023
                                                       2023          2022
                                                         £m            £m
        Revenue                                     1,204.8       1,118.3
        Profit for the year                            82.5          75.0
        Earnings per share                            pence         pence
        Basic                                          24.1          20.4
                                                         £m            £m
        Net debt                                      310.4         288.0
    """)
    assert named(found, "eps_basic") == [(Decimal("0.241"), "GBP/share"), (Decimal("0.204"), "GBP/share")]
    assert called(found, "Net debt")[0] == (Decimal("310400000"), "GBP")


def test_a_small_c_behind_a_number_is_a_hundredth_of_the_tables_money():
    found = read("""
        Condensed consolidated income statement
        For the six months ended 31 December 2023
                                                6 months      6 months
                                             31 Dec 2023   31 Dec 2022
                                                 NZ$’000       NZ$’000
        Revenue                                  412,377       390,118
        Net profit after tax                      41,204        38,877
        Basic earnings per share                    8.4c          7.9c
    """)
    assert named(found, "eps_basic") == [(Decimal("0.084"), "NZD/share"), (Decimal("0.079"), "NZD/share")]
    assert named(found, "net_income")[0] == (41_204_000, "NZD")


def test_a_line_that_lists_the_years_heads_no_single_column():
    found = read("""
                          CONSOLIDATED STATEMENTS OF INCOME
                          Lantern Works Corporation and Subsidiaries
                          For the years ended March 31, 2022, 2023 and 2024
                                                                Yen in millions
                                                      2022            2023            2024
        Product sales                            ¥  1,412,307    ¥  1,520,118    ¥  1,604,990
        Operating income                              170,400         173,383         203,129
        Net income                                    126,851         126,460         150,221
    """)
    spans = [(each.period_start, each.period_end) for each in found if each.canonical_name == "net_income"]
    assert spans == [(date(year - 1, 4, 1), date(year, 3, 31)) for year in (2022, 2023, 2024)]


def test_a_heading_in_capitals_over_two_lines_and_a_part_ends_no_balance_sheet():
    found = read("""
                              BALANCE SHEETS
                                                  December 31,      December 31,
                                                      2023              2022
        Total Current Assets                       $     473,581     $   1,392,528
        TOTAL ASSETS                               $  88,783,785     $ 234,842,646
        LIABILITIES, CLASS A SHARES SUBJECT TO POSSIBLE REDEMPTION AND THE HOLDERS OF
        SHAREHOLDERS' DEFICIT
        Current liabilities
          Accrued expenses                         $     877,015     $     301,440
            Total Current Liabilities                  1,377,015           301,440
        Class A ordinary shares subject to possible redemption;
          8,204,118 and 23,000,000 shares at redemption value of
          $10.75 and $10.15 per share at December 31, 2023 and
          2022, respectively                          88,210,204       233,350,118
            Total Shareholders' Deficit               (8,853,434)       (6,858,912)
    """)
    assert named(found, "current_liabilities") == [(1_377_015, "USD"), (301_440, "USD")]
    assert named(found, "equity")[0] == (-8_853_434, "USD")
    assert [each.value for each in found if each.metric_name.endswith("respectively")] == [
        "88,210,204",
        "233,350,118",
    ]


def test_a_new_statement_in_capitals_begins_a_table_of_its_own():
    found = read("""
                              BALANCE SHEETS
                                             December 31, 2023     December 31, 2022
        Cash                                       $     473,581     $   1,392,528
        TOTAL ASSETS                               $  88,783,785     $ 234,842,646
        STATEMENTS OF OPERATIONS OF THE COMPANY AND OF ALL OF ITS SUBSIDIARIES TOGETHER
        Years ended December 31
                                                      2023              2022
        Revenue                                    $     877,015     $     301,440
        Net income                                       377,015           101,440
    """)
    assert {each.period_start for each in found if each.canonical_name == "revenue"} == {
        date(2023, 1, 1),
        date(2022, 1, 1),
    }


def test_units_of_a_partnership_are_counted_one_by_one():
    found = read("""
               CONSOLIDATED STATEMENTS OF INCOME
          (in thousands of U.S. Dollars, except unit and per unit data)
                                                     Year ended December 31,
                                                      2023            2022
        Net income                                  35,609          35,406
        Limited partners' interest in net income
         per common unit:
          Basic                                       0.39            0.38
        Weighted-average number of common units
         outstanding:
          Basic                                 79,290,118      79,015,660
    """)
    assert named(found, "eps_basic") == [(Decimal("0.39"), "USD/share"), (Decimal("0.38"), "USD/share")]
    assert [value for value, _ in named(found, "shares_basic")] == [79_290_118, 79_015_660]


@pytest.mark.parametrize(
    ("words", "whole"),
    [
        ("Consoli- dated sales", "Consolidated sales"),
        ("allowance for doubt- ful accounts", "allowance for doubtful accounts"),
        ("Long- term debt", "Long-term debt"),
        ("above- and below-market leases", "above- and below-market leases"),
        ("Cable- laying ships", "Cable-laying ships"),
    ],
)
def test_a_word_broken_by_the_end_of_a_line_is_whole_again(words, whole):
    assert without_breaks(words, f"{words.lower()} the cable of 2023") == whole


def test_a_label_broken_inside_a_word_is_read_whole():
    found = read("""
                          CONSOLIDATED BALANCE SHEETS
                                               December 31,     December 31,
                                                   2023             2022
        Investments in unconsoli-
          dated affiliates                      $  12,118        $  11,440
        Total assets                            $ 412,377        $ 401,204
    """)
    assert {each.metric_name for each in found} == {
        "Investments in unconsolidated affiliates",
        "Total assets",
    }


def test_shares_said_of_the_heading_count_shares_where_equity_is_printed_top_to_bottom():
    found = read("""
             CONSOLIDATED STATEMENTS OF SHAREHOLDERS' EQUITY
                 (In millions, except per share data)
                                            Years ended December 31,
                                               2023        2022
        Common stock (shares)
        Balance, beginning of year            301.2       304.4
        Balance, end of year                  297.3       301.2
        Common stock
        Balance, beginning of year          $   412     $   410
        Balance, end of year                    414         412
    """)
    assert {unit for _, unit in called(found, "Balance, beginning of year")} == {"shares", "USD"}
    assert called(found, "Balance, end of year")[0] == (Decimal(297_300_000), "shares")
    assert called(found, "Balance, end of year")[2] == (414_000_000, "USD")


def test_columns_of_two_currencies_count_in_their_own():
    found = read("""
             CONDENSED CONSOLIDATED STATEMENTS OF OPERATIONS
             (In thousands, except for share and per share data)
                                     For the three months ended September 30,
                                         2022           2023          2023
                                          EUR            EUR           US$
        Net revenues                1,204,118      1,377,204       188,764
        Net income                    110,322        152,173        20,857
    """)
    assert called(found, "Net income") == [
        (110_322_000, "EUR"),
        (152_173_000, "EUR"),
        (20_857_000, "USD"),
    ]


def test_a_plain_dollar_is_that_of_the_caption():
    found = read("""
        Consolidated Statement of Income
        (Canadian $ in millions, except as noted)
                                                         2024           2023
        Total revenue                                $  4,377       $  4,204
        Income taxes                                      310            301
        Net income                                   $  1,145       $  1,071
    """)
    assert {unit for _, unit in called(found, "Net income") + called(found, "Income taxes")} == {"CAD"}


def test_pesos_before_a_number_are_no_part_of_its_label():
    found = read("""
        Consolidated statements of profit or loss
        (In thousands of Mexican pesos)
                                                  2022           2023
        Total revenues                   Ps. 9,334,199     13,447,832
        Income taxes                           801,440      1,512,118
    """)
    assert named(found, "revenue") == [(9_334_199_000, "MXN"), (13_447_832_000, "MXN")]


def test_years_before_and_after_a_takeover_have_their_names_and_no_weeks():
    found = read("""
                     CONSOLIDATED STATEMENTS OF OPERATIONS
                               (in thousands)
                                      Successor           Successor          Predecessor
                                         Year            Period from         Period from
                                        Ended             August 2,           January 1,
                                    December 31,       2022 through        2022 through
                                        2023         December 31, 2022    August 1, 2022
        Net revenue               $   812,377         $   344,118         $   466,310
        Operating income              110,937              53,241              56,106
    """)
    assert [(each.period_start, each.value) for each in found if each.canonical_name == "revenue"] == [
        (date(2023, 1, 1), "$ 812,377"),
        (date(2022, 8, 2), "$ 344,118"),
        (date(2022, 1, 1), "$ 466,310"),
    ]


def test_the_owners_part_below_the_profit_is_the_net_income():
    found = read("""
        Consolidated income statement
        CHF million                                            2023         2022
        Net sales                                           3,214.7      3,102.4
        Net profit                                            302.9        262.3
         attributable to shareholders of Example AG           298.8        259.1
         attributable to non-controlling interests              4.1          3.2
    """)
    assert [value for value, _ in named(found, "net_income")] == [298_800_000, 259_100_000]
    assert named(found, "net_income_including_noncontrolling")[0][0] == 302_900_000


LAST_SUNDAY = """
    For the fiscal year ended January 29, 2023
    We operate on a 52- or 53-week year, ending on the last Sunday in January.
"""


def test_a_year_of_53_weeks_begins_after_the_last_sunday_of_the_month():
    parsed = draw(LAST_SUNDAY)
    calendar = own_calendar(parsed)
    assert calendar is not None
    assert calendar.on_last
    calendar = calendar.knowing((date(2023, 1, 29),))
    ((period, _, _),) = find_periods("Year ended January 31, 2021", calendar)
    assert period.start_date == date(2020, 1, 27)


def test_the_first_half_of_a_year_has_its_53rd_week():
    """Of years that end on the last Saturday of September, as the half year before it tells."""
    calendar = FiscalCalendar(9, ends=(date(2022, 3, 26), date(2023, 4, 1)))
    starts = [
        find_periods(f"Six months ended {day}", calendar)[0][0].start_date
        for day in ("April 1, 2023", "March 26, 2022")
    ]
    assert starts == [date(2022, 9, 25), date(2021, 9, 26)]


def test_three_noughts_behind_a_dollar_are_a_scale():
    found = read("""
        STATEMENT OF COMPREHENSIVE INCOME
        For the year ended 30 June 2023
                                                            2023           2022
                                              Note          $000           $000
        Sales                                    3       412,377        390,204
        Net profit before tax                             61,204         55,440
        Net profit for the period                         44,086         39,917
    """)
    assert [value for value, _ in named(found, "revenue")] == [412_377_000, 390_204_000]
    assert named(found, "pretax_income")[0][0] == 61_204_000


def test_what_is_adjusted_beside_what_was_reported_goes_by_no_name():
    found = read("""
              Consolidated Statements of Operations
                                    (in thousands)
                                     Three Months Ended September 30, 2023
                                  As Reported     Adjustments      As Adjusted
        Total revenue             $   473,581       $      —       $   473,581
        Operating income          $    32,463       $   8,204      $    40,667
    """)
    assert [value for value, _ in named(found, "operating_income")] == [32_463_000]


def test_the_group_beside_the_company_alone_is_what_the_names_are_of():
    found = read("""
        STATEMENTS OF FINANCIAL POSITION
        As at 31 March 2024
                                             The Group              The Company
                                        31 March   31 March    31 March   31 March
                                            2024       2023        2024       2023
                                            S$ m       S$ m        S$ m       S$ m
        Trade and other receivables      1,204.8    1,118.2       610.4      588.7
        Total assets                     8,612.5    8,275.0       911.5      876.7
    """)
    assert [value for value, _ in named(found, "total_assets")] == [8_612_500_000, 8_275_000_000]
