"""Statements of large companies: headings and labels as wide as the page, notes, and their names."""

from __future__ import annotations

from datetime import date

import pytest

from reading.figures.read import read_figures
from reading.model import MetricDraft
from reading.tables.read import read_tables
from tests.reading.drawing import draw

MILLION = 10**6
YEAR = (date(2023, 1, 1), date(2023, 12, 31))


def figures(*pages: str) -> list[MetricDraft]:
    parsed = draw(*pages)
    return [each for each in read_figures(parsed, read_tables(parsed), entity="Skerrow Kilns")[1] if each.row]


def newest(metrics: list[MetricDraft]) -> dict[str, float]:
    """The first figure of each canonical name, money in millions."""
    found: dict[str, float] = {}
    for each in metrics:
        if each.canonical_name and each.numeric_value is not None:
            scale = MILLION if each.unit in ("USD", "shares") else 1
            found.setdefault(each.canonical_name, float(each.numeric_value) / scale)
    return found


def test_heading_in_capitals_as_wide_as_the_page_ends_no_statement():
    found = figures("""
                              SKERROW KILNS, INC. AND SUBSIDIARIES
                                 CONSOLIDATED INCOME STATEMENTS
                          (in millions, except per share amounts)
                                                       For the years ended December 31,
                                                              2023          2022
    Total revenues (Note 4)                                $ 136,341     $ 158,057
    Net income/(loss)                                         17,910        (2,152)
    Less: Income/(Loss) attributable to noncontrolling interests (27)         (171)
    Net income/(loss) attributable to Skerrow Kilns        $  17,937     $  (1,981)

    EARNINGS/(LOSS) PER SHARE ATTRIBUTABLE TO SKERROW KILNS COMMON AND CLASS B STOCK (Note 8)
    Basic income/(loss)                                    $    4.49     $   (0.49)
    Diluted income/(loss)                                       4.45         (0.49)
    """)
    per_share = [
        (each.canonical_name, each.value, each.period_end.year) for each in found if "/" in each.unit
    ]
    assert per_share == [
        ("eps_basic", "$ 4.49", 2023),
        ("eps_basic", "$ (0.49)", 2022),
        ("eps_diluted", "4.45", 2023),
        ("eps_diluted", "(0.49)", 2022),
    ]


def test_bracket_over_two_lines_of_a_label_without_figures_ends_no_balance_sheet():
    found = figures("""
                                 Skerrow Bancorp and Subsidiaries
                                    Consolidated Balance Sheet
                                                                                                 December 31
    (Dollars in millions)                                                                   2023        2022
    Loans and leases, net of allowance                                                $ 1,040,390 $ 1,033,065
    Deposits in U.S. offices:
      Noninterest-bearing                                                               $ 530,619   $ 640,745
    Deposits in non-U.S. offices:
      Noninterest-bearing                                                                  16,427      20,480
        Total deposits                                                                    547,046     661,225
    Long-term debt (includes $42,809 and $33,070 measured at fair value)                  302,204     275,982
      Total liabilities                                                                   849,250     937,207
    Commitments and contingencies (Note 6 – Securitizations and Other Variable Interest
    and Note 12 – Commitments and Contingencies)
    Shareholders’ equity
    Preferred stock, $0.01 par value; authorized – 100,000,000 shares; issued and
      outstanding – 4,088,099 and 4,088,101 shares                                         28,397      28,397
    Retained earnings                                                                     224,672     207,003
      Total shareholders’ equity                                                          253,069     235,400
      Total liabilities and shareholders’ equity                                      $ 1,102,319 $ 1,172,607
    """)
    assert newest(found) == {
        "loans": 1040390,
        "deposits": 547046,
        "long_term_debt": 302204,
        "total_liabilities": 849250,
        "retained_earnings": 224672,
        "equity": 253069,
        "liabilities_and_equity": 1102319,
    }
    assert {each.period_end for each in found} == {date(2023, 12, 31), date(2022, 12, 31)}


def test_first_label_as_wide_as_prose_stands_below_headings_and_the_years():
    found = figures("""
                                             Skerrow, Inc.
                                      Consolidated Balance Sheets
                                      December 31, 2023 and 2022
                              (In millions, except share and per share data)
                                                                                        2023         2022
    Assets
    Investments:
      Fixed maturity securities available-for-sale, at estimated fair value (net of allowance
        of $184 and $183, respectively); and amortized cost: $301,154 and $302,391   $ 281,412    $ 276,780
      Policy loans                                                                       8,788        8,874
        Total investments                                                              290,200      285,654
    Total assets                                                                     $ 290,200    $ 285,654
    """)
    loans = [(each.value, each.period_end) for each in found if each.metric_name == "Policy loans"]
    assert loans == [("8,788", date(2023, 12, 31)), ("8,874", date(2022, 12, 31))]


def test_number_that_ends_the_brackets_of_a_label_heads_no_column():
    found = figures("""
    We provide detail on our long-term debt balances, net of discounts and costs, in the following table:
                                                                                September 30,  December 31,
    ($ in millions)                                                                 2023           2022
    Senior Notes:
      Series P Notes, interest rate of 3.8%, due October 1, 2025 (effective rate
      of 4.0%)                                                                     $ 348          $ 347
      Series R Notes, interest rate of 3.1%, due June 15, 2026 (effective rate of
      3.3%)                                                                          748            747
      Series X Notes, interest rate of 4.0%, due April 15, 2028 (effective rate of
      4.2%)                                                                          447            446
    Commercial paper                                                               1,700          1,000
    """)
    paper = [
        (each.numeric_value, each.period_end) for each in found if each.metric_name == "Commercial paper"
    ]
    assert paper == [(1700 * MILLION, date(2023, 9, 30)), (1000 * MILLION, date(2022, 12, 31))]
    notes = [each.value for each in found if each.metric_name.endswith("(effective rate of 3.3%)")]
    assert notes[:2] == ["748", "747"]


def test_years_beside_a_heading_of_per_cents_are_no_row():
    found = figures("""
    Consolidated operating results
                                          Three Months Ended
                                             September 30,         Change
    (in millions)                          2023         2022         %
    Domestic broadband                    6,430        6,140        4.7 %
    Video                                 7,126        7,516       (5.2)
    Advertising                             957        1,205      (20.6)
    """)
    video = [(each.value, each.unit, each.period_start) for each in found if "Video" in each.metric_name]
    assert video == [
        ("7,126", "USD", date(2023, 7, 1)),
        ("7,516", "USD", date(2022, 7, 1)),
        ("(5.2)", "%", date(2023, 7, 1)),
    ]


QUARTER = """
                                              SKERROW KILNS
                                    STATEMENTS OF CONSOLIDATED INCOME
                For the Three and Nine Months Ended July 30, 2023 and July 31, 2022
                          (In millions of dollars except per share amounts)
                                                    Three Months Ended          Nine Months Ended
                                                   July 30       July 31       July 30       July 31
                                                     2023          2022          2023          2022
    Net Sales and Revenues
    Net sales                                      $ 14,284      $ 13,000      $ 41,765      $ 33,565
    Finance income                                    1,253           864         3,377         2,492
      Total                                          15,537        13,864        45,142        36,057
    Costs and Expenses
    Cost of sales                                     9,624         9,511        28,454        25,149
    Selling, administrative and general expenses      1,110           974         3,392         2,745
      Total                                          10,734        10,485        31,846        27,894
    Income of Consolidated Group before Income Taxes  4,803         3,379        13,296         8,163
    Per Share Data
    Dividends declared                             $   1.25      $   1.13      $   3.70      $   3.23
"""


def test_totals_of_sales_and_revenues_and_dividends_under_per_share_data_are_named():
    assert newest(figures(QUARTER)) == {
        "revenue": 15537,
        "cost_of_revenue": 9624,
        "sga_expense": 1110,
        "operating_expenses": 10734,
        "pretax_income": 4803,
        "dividends_per_share": 1.25,
    }


def test_profit_stands_for_net_income_and_repurchased_shares_for_what_was_paid():
    found = newest(
        figures(
            """
                              STATEMENT 1
    Consolidated Results of Operations for the Years Ended December 31
             (Dollars in millions except per share data)
                                                           2023        2022
    Total sales and revenues                             67,060      59,427
    Operating profit                                     12,966       7,904
    Consolidated profit before taxes                     13,050       8,752
    Provision (benefit) for income taxes                  2,781       2,067
    Profit of consolidated and affiliated companies      10,269       6,685
    Less: Profit (loss) attributable to noncontrolling interests 1       (1)
    Profit 1                                           $ 10,268    $  6,686
    Profit per common share                            $  20.24    $  12.72
    Profit per common share — diluted 2                $  20.12    $  12.64
            """,
            """
                              STATEMENT 5
    Consolidated Statement of Cash Flow for the Years Ended December 31
                         (Millions of dollars)
                                                           2023        2022
    Cash flow from operating activities:
      Profit of consolidated and affiliated companies  $ 10,269    $  6,685
    Net cash provided by operating activities            12,885       7,766
    Cash flow from financing activities:
    Dividends paid                                       (2,563)     (2,440)
    Common shares repurchased                            (4,975)     (4,230)
    Net cash used for financing activities               (6,932)     (7,281)
            """,
        )
    )
    assert found == {
        "revenue": 67060,
        "operating_income": 12966,
        "pretax_income": 13050,
        "income_tax_expense": 2781,
        "net_income_including_noncontrolling": 10269,
        "net_income": 10268,
        "eps_basic": 20.24,
        "eps_diluted": 20.12,
        "operating_cash_flow": 12885,
        "dividends_paid": -2563,
        "share_repurchases": -4975,
        "financing_cash_flow": -6932,
    }


def test_profit_per_share_note_is_of_the_years_not_of_their_last_days():
    found = figures("""
    18. Profit per share
    Computations of profit per share:
                 (Dollars in millions except per share data)
                                                                     2023        2022
    Profit for the period (A)                                     $ 10,268    $  6,686
    Determination of shares (in millions):
      Weighted-average number of common shares outstanding (B)       510.6       526.9
      Stock awards that may yet be issued                              3.0         3.5
      Average common shares outstanding, with all of them (C)        513.6       530.4
    Profit per share of common stock:
      Assuming no dilution (A/B)                                  $  20.24    $  12.72
    Shares outstanding as of December 31 (in millions)               499.4       516.3
    """)
    profit, awards = (next(each for each in found if each.value == value) for value in ("$ 10,268", "3.0"))
    assert (profit.period_start, profit.period_end) == YEAR
    assert (awards.numeric_value, awards.unit) == (3 * MILLION, "shares")


def test_sums_without_words_are_named_where_parts_of_them_have_sums_of_their_own():
    found = newest(
        figures(
            """
                 CONDENSED CONSOLIDATED STATEMENTS OF INCOME
                 ($ in millions, except per share amounts)
                                           Three Months Ended
                                             September 30,
                                          2023         2022
    REVENUES
    Franchise fees                       $ 748        $ 678
    Incentive management fees              143          106
      Gross Fee Revenues                   891          784
    Contract investment amortization       (23)         (22)
      Net Fee Revenues                     868          762
    Cost reimbursement revenue           4,391        3,953
                                         5,259        4,715
    OPERATING COSTS AND EXPENSES
    Reimbursed expenses                  4,238        3,786
    General, administrative, and other     239          216
                                         4,477        4,002
    OPERATING INCOME                       782          713
            """,
            """
                 CONDENSED CONSOLIDATED BALANCE SHEETS
                             ($ in millions)
                                      September 30,  December 31,
                                           2023         2022
    ASSETS
    Current assets
      Cash and equivalents               $ 717        $ 507
      Accounts and notes receivable, net 2,614        2,571
                                         3,331        3,078
    Intangible assets
      Brands                             5,791        5,812
      Goodwill                           8,809        8,872
                                        14,600       14,684
                                      $ 17,931     $ 17,762
    LIABILITIES AND STOCKHOLDERS’ EQUITY
    Long-term debt                      10,380        9,380
    Stockholders’ equity
      Additional paid-in-capital         5,965        5,965
      Retained earnings                  1,586        2,417
                                         7,551        8,382
                                      $ 17,931     $ 17,762
            """,
        )
    )
    assert {name: found.get(name) for name in ("revenue", "operating_expenses", "goodwill", "equity")} == {
        "revenue": 5259,
        "operating_expenses": 4477,
        "goodwill": 8809,
        "equity": 7551,
    }
    assert (found["total_assets"], found["liabilities_and_equity"]) == (17931, 17931)


def test_net_income_in_a_computation_per_share_is_the_whole_amount():
    found = figures("""
    NOTE 3. EARNINGS PER SHARE
                                                            Three Months Ended
                                                               September 30,
    (in millions, except per share amounts)                   2023       2022
    Computation of Basic Earnings Per Share
      Net income                                            $  752     $  630
      Shares for basic earnings per share                    298.6      325.4
      Basic earnings per share                              $ 2.52     $ 1.94
    """)
    named = {
        each.metric_name: (each.canonical_name, each.unit)
        for each in found
        if each.period_end == date(2023, 9, 30)
    }
    assert named["Net income"] == ("net_income", "USD")
    assert named["Basic earnings per share"] == ("eps_basic", "USD/share")


def test_earnings_under_per_share_information_are_basic_beside_diluted_ones():
    found = newest(
        figures("""
        Consolidated Statement of Income
        (In millions, except per share information)             2023        2022
        Net income                                            $ 26,515    $ 27,528
        Preferred stock dividends                                1,649       1,513
        Net income available to Skerrow’s common shareholders  24,866    26,015
        Per common share information
        Earnings                                              $   3.10    $   3.21
        Diluted earnings                                          3.08        3.19
        Average common shares issued and outstanding           8,028.6     8,113.7
        Average diluted common shares issued and outstanding   8,080.5     8,167.5
        """)
    )
    assert found == {
        "net_income": 26515,
        "net_income_to_common": 24866,
        "eps_basic": 3.10,
        "eps_diluted": 3.08,
        "shares_basic": 8028.6,
        "shares_diluted": 8080.5,
    }


def test_taxes_owed_are_no_taxes_of_the_year():
    found = newest(
        figures("""
        Consolidated Balance Sheet
        In millions                                        December 31, 2023   December 31, 2022
        Current liabilities
        Short-term borrowings and current maturities of long-term debt $ 2,192   $     —
        Income taxes                                                  705            274
        Total current liabilities                                   2,897            274
        Total liabilities and shareholders’ equity                 $ 2,897        $   274
        """)
    )
    assert found == {
        "short_term_debt": 2192,
        "current_liabilities": 2897,
        "liabilities_and_equity": 2897,
    }


@pytest.mark.parametrize("title", ["Restaurants at year end", "Restaurants at fiscal year-end"])
def test_what_is_counted_at_year_end_is_of_a_day(title):
    found = figures(f"""
    {title}
                                       2023        2022
    Conventional franchised          21,818      21,720
    Company-owned                     2,142       2,106
    """)
    assert {(each.period_start, each.period_end) for each in found} == {
        (None, date(2023, 12, 31)),
        (None, date(2022, 12, 31)),
    }
