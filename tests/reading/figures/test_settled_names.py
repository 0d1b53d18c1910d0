"""Names of figures that other rows and tables of a report settle, and of what falls due in later years."""

from __future__ import annotations

from datetime import date

from reading.figures.read import read_figures
from reading.model import MetricDraft
from reading.tables.read import read_tables
from tests.reading.drawing import draw


def figures(*pages: str) -> list[MetricDraft]:
    parsed = draw(*pages)
    return [each for each in read_figures(parsed, read_tables(parsed), entity="Skerrow Kilns")[1] if each.row]


def test_total_of_what_falls_due_goes_by_its_year_under_a_heading_of_years():
    found = figures("""
    Total borrowings by scheduled maturity date as of September 30, 2023:
                              Before           Theme
    (in millions)          consolidation       parks         Total
    Fiscal Year:
      2024                   $ 4,313          $   38       $ 4,351
      2025                     3,000              40         3,040
      2026                     3,870              41         3,911
    """)
    totals = [(each.metric_name, each.value) for each in found if each.context.endswith("Total")]
    assert totals == [("2024", "$ 4,351"), ("2025", "3,040"), ("2026", "3,911")]


def test_net_income_that_is_exactly_the_whole_is_no_own_share_of_nearly_as_much():
    found = figures(
        """
                         STATEMENTS OF CONSOLIDATED INCOME
                              (In millions of dollars)
                                                            Year Ended December 31,
                                                             2023
        Net sales                                                       $ 33,565
        Provision for income taxes                                         1,374
        Net Income                                                         4,880
          Less: Net loss attributable to noncontrolling interests         (1)
        Net Income Attributable to Skerrow Kilns                        $  4,881
        """,
        """
                       STATEMENTS OF CONSOLIDATED CASH FLOWS
                              (In millions of dollars)
                                                            Year Ended December 31,
                                                             2023
        Net income                                                      $  4,880
        Net cash provided by operating activities                          6,012
        Net cash used for investing activities                             (908)
        """,
    )
    names = [(each.value, each.canonical_name) for each in found if each.metric_name.lower() == "net income"]
    assert names == [
        ("4,880", "net_income_including_noncontrolling"),
        ("$ 4,880", "net_income_including_noncontrolling"),
    ]


SUBSIDIARY = """
                    SKERROW LIGHT COMPANY
        CONDENSED CONSOLIDATED STATEMENTS OF INCOME
                          (millions)
                                        Three Months Ended
                                             June 30,
                                         2023       2022
    OPERATING REVENUES                 $ 4,773    $ 4,427
      Depreciation and amortization      1,022        643
    INCOME TAXES                           343        317
    NET INCOME                         $ 1,152    $   989
"""


def test_depreciation_of_a_subsidiary_that_reports_beside_its_parent_is_not_the_parents():
    parent = SUBSIDIARY.replace("LIGHT COMPANY", "KILNS").replace("4,773", "7,349")
    parent = parent.replace("1,022", "1,520").replace("  343", "  470").replace("1,152", "2,706")
    found = [each for each in figures(parent, SUBSIDIARY) if each.period_end == date(2023, 6, 30)]
    named = [each.value for each in found if each.canonical_name == "depreciation_amortization"]
    assert named == ["1,520"]


def test_awards_excluded_from_earnings_per_share_are_no_earnings():
    found = figures("""
    Earnings per share
    (in millions, except per share data)                         2023        2022
    Net income                                                $ 2,354     $ 3,145
    Diluted earnings per share                                $  1.29     $  1.72
    Awards excluded from diluted earnings per share                25          18
    """)
    awards = [(each.unit, each.canonical_name) for each in found if each.metric_name.startswith("Awards")]
    assert awards == [("shares", "")] * 2


def test_columns_of_the_first_and_the_last_day_of_a_span_show_balances():
    found = figures("""
    The following table presents goodwill by segment for the six months ended June 30, 2023:
                               December 31,       Other        June 30,
    (Millions of dollars)          2022        Adjustments       2023
    Construction
      Gross amount                $ 283           $ (6)         $ 277
      Impairments                   (22)             —            (22)
      Net goodwill                $ 261           $ (6)         $ 255
    """)
    spans = [(each.period_start, each.period_end) for each in found if each.metric_name == "Net goodwill"]
    assert spans == [
        (None, date(2022, 12, 31)),
        (date(2023, 1, 1), date(2023, 6, 30)),
        (None, date(2023, 6, 30)),
    ]


def test_equity_with_preferred_shares_is_the_whole_and_paid_dividends_are_per_share():
    found = figures("""
    Selected Financial Data
    (Dollars in millions)                                  June 30, 2023   December 31, 2022
    Total assets                                           $ 3,123,198       $ 3,051,375
    Total liabilities                                        2,839,879         2,778,178
    Total common shareholders’ equity                          254,922           244,800
    Total shareholders’ equity                                 283,319           273,197

                                                         Three Months Ended June 30,
    (Dollars in millions, except per share information)        2023              2022
    Per common share information
    Earnings                                               $     0.88        $     0.73
    Dividends paid                                               0.22              0.21
    """)
    named = {each.value: each.canonical_name for each in found}
    assert (named["283,319"], named["254,922"], named["0.22"]) == ("equity", "", "dividends_per_share")


def test_rows_that_lead_from_segments_to_income_before_taxes_are_the_companys():
    found = figures("""
    3 Segment Information
    A reconciliation of segment operating income to income from operations before income taxes is as follows:
                                                         Three Months Ended June 30,
    (in millions)                                              2023              2022
    Segment operating income                                $ 3,559           $ 3,567
    Interest expense, net                                      (305)             (360)
    Income before income taxes                              $ 3,254           $ 3,207
    """)
    names = [each.canonical_name for each in found if each.period_end == date(2023, 6, 30)]
    assert names == ["", "interest_expense", "pretax_income"]


def test_balances_at_year_ends_are_of_their_days_and_what_is_between_them_of_the_year():
    found = figures("""
    The following table presents the activity of other comprehensive loss:
                                                    Currency
    ($ in millions)                               translation        Other
    Balance at year-end 2022                        $ (740)          $  11
    Reclassification adjustments                        81              (4)
    Balance at year-end 2023                        $ (659)          $   7
    """)
    spans = [(each.metric_name, each.period_start, each.period_end) for each in found[::2]]
    assert [span[1:] for span in spans] == [
        (None, date(2022, 12, 31)),
        (date(2023, 1, 1), date(2023, 12, 31)),
        (None, date(2023, 12, 31)),
    ]


def test_what_falls_due_as_of_year_end_is_of_that_day():
    found = figures("""
    The following table presents the maturity of our leases as of year-end 2023:
                                        Operating      Finance
    ($ in millions)                       Leases        Leases
    2024                                  $ 171          $ 15
    Thereafter                              520           100
    Present value of payments             $ 691          $115
    """)
    assert {each.period_end for each in found if each.metric_name.startswith("Present")} == {
        date(2023, 12, 31)
    }


def test_redeemable_interests_below_equity_do_not_hide_the_others_share_in_it():
    found = figures("""
                                       CONSOLIDATED BALANCE SHEETS
                                               (millions)
                                                          December 31, 2023   December 31, 2022
    TOTAL ASSETS                                              $ 177,489           $ 158,935
    CAPITALIZATION
    Total common shareholders’ equity                            47,468              39,229
    Noncontrolling interests                                     10,300               9,097
    Total equity                                                 57,768              48,326
    Redeemable noncontrolling interests                           1,256               1,110
    Long-term debt                                               61,405              55,256
    TOTAL CAPITALIZATION AND LIABILITIES                      $ 177,489           $ 158,935
    """)
    named = {each.value: each.canonical_name for each in found}
    assert (named["47,468"], named["57,768"]) == ("equity", "equity_including_noncontrolling")


def test_price_of_a_gallon_is_no_amount_per_share():
    found = figures("""
    Operating statistics
                                       Year Ended December 31,
                                         2023          2022
    Average price per fuel gallon      $ 2.83        $ 3.36
    Passengers (in thousands)         190,000       171,000
    """)
    assert {each.unit for each in found if "gallon" in each.metric_name} == {"USD"}


def test_headings_broken_at_the_end_of_a_line_are_whole_words():
    found = figures("""
    Consolidated results by segment
                                         Three Months Ended June 30, 2023
                                         Long-       Weighted-     NEE Consoli-
    (millions)                           term         Average         dated
    Operating income                   $ 2,162       $ 1,270        $ 3,432
    Interest expense                       275            60            335
    """)
    headings = [each.context.split(" › ")[-1] for each in found if each.metric_name == "Interest expense"]
    assert headings == ["Long-term", "Weighted-Average", "NEE Consolidated"]


def test_average_shares_without_scale_are_in_that_of_the_statements():
    found = figures(
        """
                       CONSOLIDATED STATEMENTS OF OPERATIONS
                      (in millions, except per share data)
                                              December 31, 2023   December 31, 2022
        Total revenues                            $ 88,898            $ 82,722
        Net income                                $  2,354            $  3,145
        """,
        """
        The shares used for earnings per share are as follows:
                                              December 31, 2023   December 31, 2022
        Weighted average number of common shares     1,828               1,822
        Weighted average dilutive impact of awards       2                   5
        """,
    )
    shares = [each.numeric_value for each in found if each.unit == "shares"]
    assert shares == [1828 * 10**6, 1822 * 10**6, 2 * 10**6, 5 * 10**6]


def test_rows_of_one_name_are_told_apart_by_the_sums_below_them():
    found = figures("""
    Income taxes
    In millions                              Year ended December 31, 2023       2022
    U.S. federal                                       $   780.6             $  684.2
    U.S. state                                             241.3                203.4
    Current tax provision                                1,021.9                887.6
    U.S. federal                                          (528.1)              (282.0)
    U.S. state                                             (10.1)               (45.1)
    Deferred tax benefit                                  (538.2)              (327.1)
    Provision for income taxes                         $   483.7             $  560.5
    """)
    federal = [
        (each.value, each.context.split(" › ")[-1]) for each in found if each.metric_name == "U.S. federal"
    ]
    assert federal == [
        ("$ 780.6", "Current tax provision"),
        ("$ 684.2", "Current tax provision"),
        ("(528.1)", "Deferred tax benefit"),
        ("(282.0)", "Deferred tax benefit"),
    ]
    assert [each.value for each in found if each.canonical_name == "income_tax_expense"] == [
        "$ 483.7",
        "$ 560.5",
    ]


def test_months_below_the_day_on_which_periods_ended_are_their_length():
    found = figures("""
                                   CONSOLIDATED INCOME STATEMENTS
                               (in millions, except per share amounts)
                                              For the periods ended September 30,
                                             2022      2023      2022      2023
                                             Third Quarter     First Nine Months
                                                        (unaudited)
    Total revenues (Note 3)                $ 39,392  $ 43,801  $ 114,058 $ 130,229
    Cost of sales                            34,355    37,570     98,000   112,000
    Net income/(loss)                      $   (827) $  1,199  $   2,000 $   4,800
    """)
    spans = [
        (each.value, each.period_start, each.period_end) for each in found if each.canonical_name == "revenue"
    ]
    assert spans[1:3] == [
        ("$ 43,801", date(2023, 7, 1), date(2023, 9, 30)),
        ("$ 114,058", date(2022, 1, 1), date(2022, 9, 30)),
    ]


def test_cash_on_days_is_named_beside_a_word_of_cash_flow_statements():
    found = figures("""
    Total cash, cash equivalents, and restricted cash, as shown in the consolidated statements of cash flows:
                                                            December 31,    September 30,
    (in millions)                                               2022             2023
    Cash and cash equivalents                                $ 25,134         $ 26,424
    Restricted cash                                               206              190
    Total cash, cash equivalents, and restricted cash        $ 25,340         $ 26,614
    """)
    assert [each.canonical_name for each in found][::2] == [
        "cash_and_equivalents",
        "",
        "cash_and_restricted_cash",
    ]


def test_number_of_a_note_ends_the_table_before_it():
    found = figures("""
    Note 5: Income Taxes
    Year ended December 31, (in millions)                                    2023         2022
    Current tax                                                           $ 5,955      $ 4,770
    Income tax expense                                                      5,371        4,359
    Note 16: Commitments
    Payments due as of December 31, 2023 are:
    2024                                                                                 $ 950
    Total liability                                                                      5,840
    """)
    liability = [
        (each.period_start, each.period_end) for each in found if each.metric_name == "Total liability"
    ]
    assert liability == [(None, date(2023, 12, 31))]


def test_heading_with_a_scale_heads_its_rows_where_others_do_so_below():
    found = figures("""
    Domestic operations
                                                 Three Months Ended
                                                      June 30,
                                                 2023         2022
    Daily volume (in thousands):
      Ground                                    4,150        4,500
      Air                                       1,721        1,948
    Revenue (in millions):
      Ground                                  $ 2,442      $ 2,755
      Air                                       1,200        1,395
    """)
    assert [each.context.split(" › ")[-1] for each in found if each.metric_name == "Air"][:1] == [
        "Daily volume (in thousands)"
    ]


def test_what_a_balance_has_changed_by_stands_under_no_balance():
    found = figures("""
    The Company's goodwill balance by segment follows:
    (Millions)                                    Safety        Health        Total
    Balance as of December 31, 2020              $ 4,687       $ 6,992      $ 11,679
    Acquisitions                                      10            20            30
    Translation and other                            (62)         (126)         (188)
    Balance as of December 31, 2021                4,635         6,886        11,521
    Acquisitions                                       5            15            20
    Translation and other                           (130)         (221)         (351)
    Balance as of December 31, 2022              $ 4,510       $ 6,680      $ 11,190
    """)
    changes = [each for each in found if "Translation" in each.metric_name]
    assert [each.value for each in changes] == ["(62)", "(126)", "(188)", "(130)", "(221)", "(351)"]
    assert not [each.context for each in changes if "Balance" in f"{each.metric_name} {each.context}"]


def test_per_cents_that_do_not_say_of_what_are_of_the_row_above():
    found = figures("""
    Kilns business:
                                                           2023          2022
    Sales (millions)                                    $  8,902      $  9,262
    Segment income (millions)                           $  1,012      $  1,880
    Percent change                                        (46.2)%         10.6%
    Percent of sales                                        11.4%         20.3%
    Adjusted segment income (millions)                  $  1,812      $  1,880
    Percent change                                         (3.6)%         10.5%
    Percent of sales                                        20.4%         20.2%
    """)
    told = {each.value: each.context.split(" › ")[-1] for each in found if each.unit == "%"}
    assert told == {
        "(46.2)%": "Segment income (millions)",
        "10.6%": "Segment income (millions)",
        "11.4%": "Segment income (millions)",
        "20.3%": "Segment income (millions)",
        "(3.6)%": "Adjusted segment income (millions)",
        "10.5%": "Adjusted segment income (millions)",
        "20.4%": "Adjusted segment income (millions)",
        "20.2%": "Adjusted segment income (millions)",
    }


def test_what_is_reconciled_to_each_measure_is_told_apart_beside_columns_of_per_cents():
    found = figures("""
    (In millions, except per share amounts)                Year ended December 31,     Percentage
                                                              2023          2022         Change
    Gross margin                                          $ 36,729      $ 33,745            9%
    Closing of kilns                                           152             0             *
    Adjusted gross margin                                 $ 36,881      $ 33,745            9%
    Diluted earnings per share                            $   6.99      $   7.41          (6)%
    Closing of kilns                                          0.13             0             *
    Adjusted diluted earnings per share                   $   7.12      $   7.41          (4)%
    """)
    told = {(each.value, each.unit): each.context for each in found if each.metric_name == "Closing of kilns"}
    assert told[("152", "USD")].endswith("Adjusted gross margin")
    assert told[("0.13", "USD/share")].endswith("Adjusted diluted earnings per share")


def test_parts_below_a_total_of_what_was_before_them_are_told_apart_by_their_own_sum():
    found = figures("""
    Deferred tax assets and liabilities were comprised of the following ($ in millions):
                                            January 28, 2023      January 29, 2022
    Deferred revenue                            $   67                $   76
    Lease liabilities                              729                   707
    Other                                           43                    45
      Total deferred tax assets                    839                   828
    Valuation allowance                           (150)                 (128)
      Total deferred tax assets after allowance    689                   700
    Inventory                                      (37)                  (24)
    Lease assets                                  (698)                 (676)
    Other                                          (39)                  (38)
      Total deferred tax liabilities              (774)                 (738)
    """)
    told = {each.value: each.context.split(" › ")[-1] for each in found if each.metric_name == "Other"}
    assert told["43"] == "Total deferred tax assets"
    assert told["(39)"] == "Total deferred tax liabilities"
