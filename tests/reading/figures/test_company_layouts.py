"""Statements and notes of large companies, in ways that were once read wrongly; the numbers are invented."""

from __future__ import annotations

from datetime import date

from reading.figures.read import read_figures
from reading.model import MetricDraft
from reading.tables.read import read_tables
from tests.reading.drawing import draw

MILLION = 10**6


def read(*pages: str) -> list[MetricDraft]:
    parsed = draw(*pages)
    return [each for each in read_figures(parsed, read_tables(parsed), entity="Skerrow, Inc.")[1] if each.row]


def names(metrics: list[MetricDraft]) -> dict[str, str]:
    """The value as written of the first figure of each canonical name, which is the newest."""
    found: dict[str, str] = {}
    for each in metrics:
        if each.canonical_name:
            found.setdefault(each.canonical_name, each.value)
    return found


def test_debt_below_all_current_liabilities_is_what_is_due_later():
    found = names(
        read("""
                          Consolidated Balance Sheets
        (In Millions)                                   Dec 30, 2023      Dec 31, 2022
        Short-term debt                                     $  2,288          $  4,367
        Total current liabilities                             28,053            32,155
        Debt                                                  46,978            37,684
        Total liabilities                                     81,607            78,817
        """)
    )
    assert found["long_term_debt"] == "46,978"
    assert "total_debt" not in found


def test_sum_without_words_below_accumulated_depreciation_is_what_is_left():
    found = names(
        read("""
                           Consolidated Balance Sheet
                                   December 31
                                 ($ in millions)
                                                                2023        2022
        Assets
        Property, Plant and Equipment (at cost)
          Land                                                    304         326
          Buildings                                            14,966      15,001
                                                               15,270      15,327
          Less: accumulated depreciation                       (6,012)     (6,500)
                                                                9,258       8,827
        Goodwill                                               21,197      21,204
        """)
    )
    assert found["property_plant_equipment"] == "9,258"


def test_average_shares_are_the_basic_ones_beside_those_that_assume_dilution():
    found = names(
        read("""
                     The calculations of earnings per share are as follows:
        ($ and shares in millions)                              2023        2022
        Average common shares outstanding                      2,537       2,532
        Common shares issuable                                    10          10
        Average common shares outstanding assuming dilution    2,547       2,542
        """)
    )
    assert (found["shares_basic"], found["shares_diluted"]) == ("2,537", "2,547")


TWO_QUARTERS = (
    """
    FORM 10-Q
    For the quarterly period ended March 31, 2024
    SKERROW KILNS, INC.
    """,
    """
                          CONSOLIDATED STATEMENTS OF EARNINGS
                                     (in millions)
                                         Quarter Ended              Two Quarters Ended
                                     Mar 31,       Apr 2,        Mar 31,        Apr 2,
                                       2024          2023           2024          2023
    Net revenues                    $ 8,563       $ 8,720       $ 17,988      $ 17,434
    Operating expenses                7,464         7,391         15,402        14,852
    Net earnings                    $   772       $   908       $  1,797      $  1,764
    """,
    """
                           CONSOLIDATED BALANCE SHEETS
                                  (in millions)
                                                   Mar 31,          Oct 1,
                                                     2024            2023
    Cash and cash equivalents                      $ 2,755         $ 3,552
    Total assets                                   $ 29,363        $ 29,446
    """,
)


def test_two_quarters_ended_are_half_a_year_of_weeks():
    found = {
        (each.period_start, each.period_end): each.value
        for each in read(*TWO_QUARTERS)
        if each.metric_name == "Net revenues"
    }
    assert found == {
        (date(2024, 1, 1), date(2024, 3, 31)): "$ 8,563",
        (date(2023, 1, 2), date(2023, 4, 2)): "$ 8,720",
        (date(2023, 10, 2), date(2024, 3, 31)): "$ 17,988",
        (date(2022, 10, 3), date(2023, 4, 2)): "$ 17,434",
    }


def test_the_year_so_far_of_a_quarterly_report_tells_when_its_years_end():
    first = next(each for each in read(*TWO_QUARTERS) if each.metric_name == "Net revenues")
    assert (first.fiscal_year, first.fiscal_quarter) == (2024, 2)


def test_spans_of_two_headings_that_nearly_touch_are_two():
    found = read("""
                          CONSOLIDATED STATEMENTS OF EARNINGS
                                           Three Months Ended December 31 Six Months Ended December 31
    Amounts in millions                          2023        2022           2023        2022
    NET SALES                                $ 21,441    $ 20,773       $ 43,312    $ 41,385
    OPERATING INCOME                            4,825       4,771         10,591       9,815
    """)
    assert [(each.period_start, each.value) for each in found if each.metric_name == "NET SALES"] == [
        (date(2023, 10, 1), "$ 21,441"),
        (date(2022, 10, 1), "$ 20,773"),
        (date(2023, 7, 1), "$ 43,312"),
        (date(2022, 7, 1), "$ 41,385"),
    ]


def test_a_label_over_several_lines_goes_on_with_whom_it_belongs_to():
    found = read("""
                       Consolidated Statement of Income
                     ($ in millions except per share amounts)
                                                                                2021       2020
    Net Income from Continuing Operations                                    $ 12,357   $  4,519
    Income from Discontinued Operations, Net of Tax and Amounts
    Attributable to Noncontrolling Interests                                      704      2,529
    Net Income                                                               $ 13,061   $  7,048
    Basic Earnings per Common Share Attributable to Skerrow, Inc. Common
    Shareholders:
      Income from Continuing Operations                                      $   4.88   $   1.79
      Net Income                                                             $   5.16   $   2.79
    """)
    labels = [each.metric_name for each in found]
    assert (
        "Income from Discontinued Operations, Net of Tax and Amounts Attributable to Noncontrolling Interests"
        in labels
    )
    basic = [each for each in found if each.canonical_name == "eps_basic"]
    assert [each.value for each in basic] == ["$ 5.16", "$ 2.79"]
    assert basic[0].context.endswith("Attributable to Skerrow, Inc. Common Shareholders")


def test_shares_described_over_four_lines_are_one_label_and_no_prose():
    found = read("""
                             CONSOLIDATED BALANCE SHEETS
                  (in millions, except par value per share amounts)
                                                              As of December 31,
                                                                 2022       2023
    Total liabilities                                          109,120    119,013
    Stockholders’ equity:
    Class A, Class B, and Class C stock and additional paid-in capital, $0.001 par value
    per share: 300,000 shares authorized (Class A 180,000, Class B 60,000, Class C 60,000);
    12,849 (Class A 5,964, Class B 883, Class C 6,002) and 12,460 (Class A 5,899, Class B
    870, Class C 5,691) shares issued and outstanding           68,184     76,534
    Common stock, $0.50 par value
      Authorized - 6,500,000,000 shares
      Issued - 3,577,103,522 shares in 2023                       1,788      1,788
    Retained earnings                                          195,563    211,247
    Total stockholders’ equity                               $ 256,144  $ 283,379
    """)
    rows = {each.metric_name: each.value for each in found if each.period_end == date(2023, 12, 31)}
    assert rows["Retained earnings"] == "211,247"
    assert next(label for label, value in rows.items() if value == "76,534").endswith("shares issued and out")
    common = next(label for label, value in rows.items() if value == "1,788")
    assert common.startswith("Common stock, $0.50 par value Authorized - 6,500,000,000 shares Issued - 3,577")


def test_a_balance_of_a_year_described_in_brackets_over_two_lines_is_no_title():
    found = read("""
                      Consolidated Statement of Cash Flows
                                ($ in millions)
                                                                                 2023       2022
    Net cash used in financing activities                                    $ (4,810)  $ (9,119)
    Net decrease in cash, cash equivalents and restricted cash                 (5,867)    (2,331)
    Cash, Cash Equivalents and Restricted Cash at Beginning of Year (includes restricted
      cash of $79 and $71 at January 1, 2023 and 2022, respectively)           12,773      8,167
    Cash, Cash Equivalents and Restricted Cash at End of Year (includes restricted
      cash of $68 and $79 at December 31, 2023 and 2022, respectively)       $  6,909   $ 12,773
    """)
    cash = [each for each in found if each.canonical_name == "cash_and_restricted_cash"]
    assert [(each.value, each.period_end.year) for each in cash if each.period_end] == [
        ("12,773", 2022),
        ("8,167", 2021),
        ("$ 6,909", 2023),
        ("$ 12,773", 2022),
    ]


def test_a_day_that_begins_a_line_goes_on_with_the_month_before():
    found = read("""
                            Long-term debt
    in millions                                                  January 28,  January 29,
                                                                    2024         2023
    Senior notes                                                 $  39,853    $  39,028
    Finance leases; payable in varying instalments through January
      31, 2055                                                       3,128        3,054
    Total debt                                                   $  42,981    $  42,082
    """)
    assert "Finance leases; payable in varying instalments through January 31, 2055" in {
        each.metric_name for each in found
    }


def test_several_numbers_of_notes_are_no_part_of_the_label():
    found = read("""
                       CONSOLIDATED STATEMENT OF INCOME
                                                     Note
                                                   Reference
    (millions of dollars)                            Number        2023       2022
    Sales and other operating revenue                  18        334,697    398,675
    Depreciation and depletion                        3, 9        20,641     24,040
    Interest expense                                                 849        798
    Net income                                                    37,354     57,577
    """)
    assert {each.metric_name for each in found if each.value == "20,641"} == {"Depreciation and depletion"}


def test_millions_of_shares_said_in_a_label_scale_them():
    found = read("""
                           Earnings per common share
                                                                   2023       2022
    Net income (millions of dollars)                             36,010     55,740
    Weighted-average number of common shares outstanding
      (millions of shares)                                        4,052      4,205
    """)
    assert {each.numeric_value for each in found if each.unit == "shares"} == {4052 * MILLION, 4205 * MILLION}


def test_vehicles_and_shares_bought_for_taxes_are_money_in_statements_of_money():
    found = read("""
                      Consolidated Statements of Cash Flows
                                 (in millions)
                                                                   2023       2022
    Net income                                                  $ 14,974   $ 12,587
    Operating lease vehicles                                      (1,952)    (1,570)
    Net cash provided by operating activities                     13,256     14,724
    Shares repurchased for tax withholdings upon vesting of awards  (2,040)   (1,203)
    Net cash provided by financing activities                      2,589     (3,527)
    """)
    assert {each.unit for each in found} == {"USD"}


def test_years_beside_labels_are_those_of_their_rows():
    found = read("""
                                      Global Segment Results
    Amounts in millions; Fiscal years ended December 31
                                              Net Sales    Net Earnings    Total Assets
    BEAUTY                  2023               $ 15,220       $ 2,963         $ 5,685
                            2022                 15,008         3,178           5,627
    BABY, FEMININE &        2023                 20,277         4,020           8,424
      FAMILY CARE           2022                 20,217         3,545           8,545
    TOTAL COMPANY           2023               $ 84,039      $ 14,974       $ 122,370
                            2022                 82,006        14,738         120,829
    """)
    sales = [each for each in found if each.context.endswith("› BABY, FEMININE & FAMILY CARE › Net Sales")]
    assert [(each.value, each.period_start, each.period_end) for each in sales] == [
        ("20,277", date(2023, 1, 1), date(2023, 12, 31)),
        ("20,217", date(2022, 1, 1), date(2022, 12, 31)),
    ]
    assets = next(each for each in found if each.value == "5,627")
    assert (assets.period_start, assets.period_end) == (None, date(2022, 12, 31))


STATED = """
                   CONSOLIDATED STATEMENTS OF EARNINGS
                              in millions
                                       Year Ended December 31,
                                          2023        2022
Net sales                             $ 52,669    $ 57,403
Operating income                        23,990      24,001
Earnings before income taxes            22,000      22,300
Net earnings                          $ 15,143    $ 17,105
"""


def test_the_whole_in_a_table_of_parts_has_its_name():
    metrics = read(
        STATED,
        """
        The following table presents net sales, classified by geography:
                                               Year Ended December 31,
        in millions                               2023        2022
        Net sales in the U.S.                 $ 48,250    $ 52,669
        Net sales outside the U.S.               4,419       4,734
        Net sales                             $ 52,669    $ 57,403
        """,
        """
        Segment results for the year ended December 31, 2023 were:
        (in millions)            Ovens        Kilns      Eliminations    Consolidated
        Net sales             $ 30,100     $ 23,569         $ (1,000)       $ 52,669
        Operating income        14,000       11,990           (2,000)         23,990
        """,
    )
    named = [(each.place.page, each.value) for each in metrics if each.canonical_name == "revenue"]
    assert named == [(1, "$ 52,669"), (1, "$ 57,403"), (2, "$ 52,669"), (2, "$ 57,403"), (3, "$ 52,669")]
    income = [each.place.page for each in metrics if each.canonical_name == "operating_income"]
    assert income == [1, 1, 3]


def test_shares_that_add_up_to_a_hundred_per_cent_need_no_words_of_their_own():
    found = read("""
        Revenues disaggregated by geography (in millions):
                                    Year Ended December 31,
                                    2022                2023
        United States         $ 134,814  48 %     $ 146,286  47 %
        Other countries         148,022  52         161,108  53
        Total revenues        $ 282,836 100 %     $ 307,394 100 %
    """)
    shares = {(each.metric_name, each.value) for each in found if each.unit == "%"}
    assert ("United States", "47 %") in shares
    assert ("Other countries", "53") in shares


def test_assets_beside_revenues_of_the_same_years_are_of_their_last_days():
    found = read("""
                             Geographic information
                              As of and for the Year Ended December 31,
                                  2023                        2022
                                      Long-Lived                  Long-Lived
    (in millions)        Revenues      Assets(1)     Revenues      Assets(1)
    U.S.                 $ 30,408      $ 21,112      $ 27,000      $ 17,000
    Germany                 2,000         1,100         1,900         1,000
    Total                $ 32,408      $ 22,212      $ 28,900      $ 18,000
    """)
    first = {each.value: (each.period_start, each.period_end) for each in found if each.metric_name == "U.S."}
    assert first["$ 30,408"] == (date(2023, 1, 1), date(2023, 12, 31))
    assert first["$ 21,112"] == (None, date(2023, 12, 31))
    assert {each.metric_name for each in found if "Total" in each.metric_name} == {
        "Total, Revenues",
        "Total, Long-Lived Assets",
    }


def test_what_a_provision_for_taxes_is_deferred_by_is_of_the_span():
    found = read("""
    The provision for income taxes consisted of the following:
                                       Year Ended December 31,
    (in millions)                           2023        2022
    Deferred benefit:
      Federal                           $ (1,766)   $ (1,807)
      State                                 (239)       (200)
      Total deferred benefit            $ (2,005)   $ (2,007)
    """)
    assert {each.period_start for each in found} == {date(2023, 1, 1), date(2022, 1, 1)}


def test_a_carrying_amount_is_the_amount():
    found = names(
        read("""
                            Long-term debt
                                             Carrying Amount
                                        December 31,   December 31,
    in millions                             2023           2022
    Senior notes                         $ 39,853       $ 39,028
    Less: Current installments             (1,368)        (1,231)
    Long-term debt, excluding current
      installments                       $ 38,485       $ 37,797
    """)
    )
    assert found["long_term_debt"] == "$ 38,485"


def test_rates_of_notes_beside_their_balances_are_of_the_newest_day():
    found = read("""
        The carrying values of borrowings were as follows (in millions, except percentages):
                               Contractual      January 31,    January 31,
                             interest rate          2024           2023
        March 2028 notes             3.70 %      $ 1,491        $ 1,490
        July 2031 notes              1.95          1,489          1,488
    """)
    rates = [(each.value, each.period_start, each.period_end) for each in found if each.unit == "%"]
    assert rates == [("3.70 %", None, date(2024, 1, 31)), ("1.95", None, date(2024, 1, 31))]


def test_what_pay_in_shares_is_part_of_is_not_all_of_that():
    found = read("""
        Stock-based compensation expense included in our statements of operations:
                                             Year Ended December 31,
        (in millions)                             2023        2022
        Cost of revenues                         $ 431       $ 499
        Research and development                 1,101       1,136
        Total stock-based compensation         $ 1,532     $ 1,635
    """)
    assert {each.canonical_name for each in found} == {"", "stock_compensation"}


def test_deposits_of_customers_of_a_maker_of_kilns_are_no_bank_deposits():
    advances = """
        Accrued liabilities consisted of the following (in millions):
                                      December 31,   December 31,
                                          2023           2022
        Payroll                            $ 1,325        $ 1,026
        Customer deposits                      876          1,063
        {more}
    """
    makers = read(advances.format(more="Other  420  410"))
    banks = read(advances.format(more="Total loans                         9,420          9,410"))
    assert [each.canonical_name for each in makers if each.metric_name == "Customer deposits"] == ["", ""]
    assert [each.canonical_name for each in banks if each.metric_name == "Customer deposits"] == [
        "deposits"
    ] * 2


def test_shares_of_sales_are_of_the_year_to_the_left_of_them():
    found = read("""
        The following tables set forth selected data for each of the periods indicated (in millions):
                                   Fiscal Year Ended January 31,
                                        % of Total                % of Total      Dollar
                            2024         Revenues      2023        Revenues       Change
    Total revenues       $ 34,857          100 %    $ 31,352         100 %      $ 3,505
    Gross profit           26,316           75        22,992          73          3,324
    """)
    profit = {each.value: each for each in found if each.metric_name.startswith("Gross profit")}
    assert {value: each.period_end.year for value, each in profit.items() if each.period_end} == {
        "26,316": 2024,
        "75": 2024,
        "22,992": 2023,
        "73": 2023,
        "3,324": 2024,
    }
    assert profit["75"].metric_name == "Gross profit, % of Total Revenues"


def test_comprehensive_income_of_the_owners_has_its_name():
    found = names(
        read("""
                CONSOLIDATED STATEMENT OF COMPREHENSIVE INCOME
    (millions of dollars)                                             2023      2022
    Net income including noncontrolling interests                   37,354    57,577
    Total other comprehensive income                                 1,241       594
    Comprehensive income including noncontrolling interests         38,595    58,171
    Comprehensive income attributable to noncontrolling interests    1,605     1,659
    Comprehensive income attributable to Skerrow                    36,990    56,512
        """)
    )
    assert found["comprehensive_income"] == "36,990"


def test_shares_issued_into_paid_in_capital_are_money():
    found = read("""
                  CONSOLIDATED STATEMENTS OF STOCKHOLDERS’ EQUITY
    in millions                                             Fiscal 2023     Fiscal 2022
    Paid-in Capital:
      Balance at beginning of year                             $ 12,592        $ 12,132
      Shares issued under employee stock plans, net                  78              94
      Balance at end of year                                   $ 13,147        $ 12,592
    """)
    assert {each.unit for each in found} == {"USD"}


def test_a_heading_of_changes_stands_over_the_columns_without_years():
    found = read("""
                              Total Revenues by Geography:
                                          Year Ended December 31,
                                               Percent Change
    (Dollars in millions)          2023       Actual    Constant       2022
    Americas                    $ 33,122        6 %        6 %      $ 31,226
    EMEA                          12,030        9          7          11,064
    Total revenues                45,152        7          6          42,290
    """)
    americas = {each.value: each for each in found if each.metric_name.startswith("Americas")}
    assert {value: each.period_end.year for value, each in americas.items() if each.period_end} == {
        "$ 33,122": 2023,
        "6 %": 2023,
        "$ 31,226": 2022,
    }
    assert "Percent Change" not in americas["$ 33,122"].context
