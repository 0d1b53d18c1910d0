"""Layouts of statements as large companies print them: figures with long labels, odd headings, bare years."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

from reading.figures.read import read_figures
from reading.model import MetricDraft
from reading.tables.read import read_tables
from tests.reading.drawing import draw

MILLION = 10**6


def figures(*pages: str) -> list[MetricDraft]:
    parsed = draw(*pages)
    return read_figures(parsed, read_tables(parsed), entity="Skerrow Kilns")[1]


def values(metrics: list[MetricDraft], label: str) -> list[Decimal | None]:
    return [each.numeric_value for each in metrics if each.metric_name == label]


EQUITY_ON_ITS_OWN_PAGE = """
                      Skerrow Kilns, Inc. and Subsidiaries
                          Consolidated Balance Sheets
                   (In millions, except share and per share data)
                                                              December 31, 2022   December 31, 2021
                         CAPITALIZATION AND LIABILITIES
    Capitalization:
      Common stock ($0.01 par value; 500,000,000 shares authorized; 187,400,000 and 186,900,000 shares
        issued, respectively)                                        $       2           $       2
      Paid-in-capital                                                    6,824               6,781
      Retained earnings                                                  1,267                 925
        Total common shareholders’ equity                                8,093               7,708
      Long-term debt                                                    10,926              10,341
        Total capitalization                                         $  19,019           $  18,049
"""


def test_shares_described_over_two_lines_begin_a_table_rather_than_lead_up_to_it():
    metrics = figures(EQUITY_ON_ITS_OWN_PAGE)
    assert values(metrics, "Paid-in-capital") == [6824 * MILLION, 6781 * MILLION]
    equity = [each for each in metrics if each.canonical_name == "equity"]
    assert [(each.numeric_value, each.period_end) for each in equity] == [
        (8093 * MILLION, date(2022, 12, 31)),
        (7708 * MILLION, date(2021, 12, 31)),
    ]
    shares = "187,400,000 and 186,900,000 shares issued, respectively)"
    assert any(each.metric_name.endswith(shares) for each in metrics)


def test_shares_described_as_wide_as_the_page_do_not_end_a_table():
    metrics = figures("""
                              SKERROW KILNS, INC.
                          CONSOLIDATED BALANCE SHEETS
                   (In thousands, except share and per share data)
                                                                   December 31, 2022   December 31, 2021
    Total liabilities                                                   14,070,904          14,471,776
    Commitments and contingencies (Note 19)
    Stockholders’ equity:
      Preferred stock, $0.0000001 par value: 100,000,000 shares authorized at December 31, 2022. None issued
      and outstanding at December 31, 2022 and December 31, 2021.                —                   —
      Class A common stock, $0.0000001 par value: 1,000,000,000 shares authorized at December 31, 2022;
      539,408,009 and 403,237,209 issued and outstanding, respectively.          —                   —
      Additional paid-in capital                                        18,314,681          15,317,303
      Accumulated deficit                                                 (568,712)            (27,965)
        Total stockholders’ equity                                      17,745,969          15,289,338
    Total liabilities and stockholders’ equity                       $  31,816,873       $  29,761,114
    """)
    named = {each.canonical_name: each.numeric_value for each in reversed(metrics) if each.canonical_name}
    assert named["equity"] == 17745969000
    assert named["retained_earnings"] == -568712000
    assert values(metrics, "Additional paid-in capital") == [18314681000, 15317303000]


def test_day_broken_over_two_lines_of_a_label_is_no_row_of_its_own():
    label = "Less: Treasury stock, at cost, 428,676,471 shares at December 31, 2022 and December 31, 2021"
    metrics = figures("""
                    SKERROW KILNS, INC. AND SUBSIDIARIES
                        CONSOLIDATED BALANCE SHEETS
                      (Amounts in millions, except share data)
                                                                  At December 31,    At December 31,
                                                                       2022               2021
    Shareholders’ equity:
      Additional paid-in capital                                     $ 12,260          $ 11,715
      Less: Treasury stock, at cost, 428,676,471 shares at December 31, 2022 and December
      31, 2021                                                         (5,563)           (5,563)
      Retained earnings                                                12,030            10,461
        Total shareholders’ equity                                   $ 18,727          $ 16,613
    """)
    assert values(metrics, label) == [-5563 * MILLION, -5563 * MILLION]


def test_owners_named_in_capitals_over_two_lines_have_the_earnings_per_share():
    metrics = figures("""
                              SKERROW KILNS, INC.
                    CONSOLIDATED STATEMENTS OF OPERATIONS
               (in millions, except per share amounts)
                                                                        2022      2021
    NET INCOME (LOSS) ATTRIBUTABLE TO SKERROW KILNS                  $  (546)   $ (409)
    BASIC EARNINGS PER SHARE:
      NET INCOME (LOSS) ATTRIBUTABLE TO SKERROW KILNS COMMON
      STOCKHOLDERS                                                   $ (0.82)   $ (0.62)
    """)
    basic = [each.numeric_value for each in metrics if each.canonical_name == "eps_basic"]
    assert basic == [Decimal("-0.82"), Decimal("-0.62")]


RETAILER = (
    """
                    FORM 10-K
    For the fiscal year ended January 28, 2023
                 SKERROW KILNS, INC.
    """,
    """
                           SKERROW KILNS, INC.
                  CONSOLIDATED STATEMENTS OF OPERATIONS
    ($ in millions, except per share amounts)        2022       2021       2020
    Sales                                         $ 8,747    $ 8,958    $ 7,548
    Cost of sales                                   5,955      5,878      5,365
    Net income                                        342        892        323
    Net loss attributable to noncontrolling interests   1          1          —
    Net income attributable to Skerrow Kilns, Inc. $  343    $   893    $   323
    """,
    """
                           SKERROW KILNS, INC.
                       CONSOLIDATED BALANCE SHEETS
                                                     January 28,    January 29,
    ($ in millions)                                      2023           2022
    Total assets                                      $ 7,907        $ 8,135
    Total liabilities                                   4,614          4,892
    Shareholders’ equity
      Common stock and paid-in capital                    760            770
      Retained earnings                                 2,528          2,468
      Noncontrolling interest                               5              5
        Total shareholders’ equity                      3,293          3,243
    Total liabilities and shareholders’ equity        $ 7,907        $ 8,135
    """,
)


def test_years_over_columns_are_named_as_the_year_that_the_cover_says_the_end_of():
    spans = [
        (each.fiscal_year, each.period_start, each.period_end)
        for each in figures(*RETAILER)
        if each.metric_name == "Sales"
    ]
    assert spans == [
        (2022, date(2022, 1, 30), date(2023, 1, 28)),
        (2021, date(2021, 1, 31), date(2022, 1, 29)),
        (2020, date(2020, 2, 2), date(2021, 1, 30)),
    ]


def test_years_of_a_report_for_the_year_that_they_end_in_are_those_years():
    cover, statement, _ = RETAILER
    newest = statement.replace("2022       2021       2020", "2023       2022       2021")
    spans = [each.period_end for each in figures(cover, newest) if each.metric_name == "Sales"]
    assert spans[0] == date(2023, 1, 28)


def test_equity_that_sums_up_the_share_of_others_is_equity_with_it():
    named = {each.canonical_name: each.numeric_value for each in figures(*RETAILER)}
    assert "equity" not in named
    assert named["equity_including_noncontrolling"] == 3243 * MILLION


def test_label_keeps_the_dot_of_a_shortened_word():
    names = {each.metric_name for each in figures(*RETAILER)}
    assert "Net income attributable to Skerrow Kilns, Inc." in names


def test_span_over_two_lines_beside_headings_holds_for_all_columns():
    metrics = figures("""
    14. Reportable Segments
    Reportable Segments (in millions)
    Three months ended                  Optical           Display         Specialty
    June 30, 2023                    Communications     Technologies      Materials          Total
    Segment net sales                  $ 1,066            $ 928            $ 423           $ 2,417
    Depreciation (1)                   $    62            $ 130            $  39           $   231
    Net income (2)                     $   140            $ 208            $  48           $   396
    """)
    assert len(metrics) == 12
    assert {(each.period_start, each.period_end) for each in metrics} == {
        (date(2023, 4, 1), date(2023, 6, 30))
    }


def test_headings_of_several_lines_over_headings_of_parts_are_no_table_of_words():
    metrics = figures("""
    Presented in the table below are operating revenues for the year ended December 31, 2022 (in millions):
                               Revenues from     Other Revenues       Total
                              Contracts with        Not from        Operating
                                 Customers          Contracts        Revenues
    Regulated Businesses:
      Water services:
        Residential             $   1,958         $      1         $   1,959
        Commercial                    738                —               738
        Total water services        2,696                1             2,697
    """)
    read = [(each.metric_name, each.numeric_value, each.context.split(" › ")[-1]) for each in metrics]
    assert read[:3] == [
        ("Residential", 1958 * MILLION, "Revenues from Contracts with Customers"),
        ("Residential", 1 * MILLION, "Other Revenues Not from Contracts"),
        ("Residential", 1959 * MILLION, "Total Operating Revenues"),
    ]


def test_rows_that_a_total_of_liabilities_sums_up_are_of_its_day_whatever_they_are_called():
    cover, *statements = RETAILER
    metrics = figures(
        cover,
        *statements,
        """
    9. Accrued and Other Liabilities
    ($ in millions)                                      2022       2021
    Other payroll and payroll related costs             $  87      $  93
    Taxes other than income taxes                          83         80
    Other                                                 160        150
        Total accrued and other liabilities             $ 330      $ 323
    """,
        """
    10. Amounts by segment
    ($ in millions)                                      2022       2021
    Costs of stores                                     $  87      $  93
    Other expenses                                         83         80
        Total segment assets                            $ 990      $ 923
    """,
    )
    spans = {each.metric_name: each.period_start for each in metrics if each.period_end == date(2023, 1, 28)}
    assert spans["Taxes other than income taxes"] is None
    assert spans["Other payroll and payroll related costs"] is None
    assert spans["Costs of stores"] == date(2022, 1, 30)


def test_deferred_revenue_is_of_a_day():
    metrics = figures(
        "For the fiscal year ended December 2, 2022",
        """
    What is not yet earned was as follows (in millions):
                                                    2022        2021
    Deferred revenue                             $ 5,414     $ 4,878
    Unbilled backlog                               9,776       9,111
        """,
    )
    assert {each.period_start for each in metrics} == {None}


def test_amounts_per_share_are_basic_beside_those_that_assume_dilution():
    metrics = figures("""
                           SKERROW KILNS, INC.
                  CONSOLIDATED STATEMENTS OF OPERATIONS
    (in millions, except per share amounts)                      2022       2021
    Net income                                                 $  343    $   893
    Earnings per share                                         $ 3.62    $  8.72
    Weighted-average shares outstanding                          94.6      102.4
    Earnings per share, assuming dilution                      $ 3.58    $  8.61
    Weighted-average shares outstanding, assuming dilution       95.7      103.7
    """)
    named = {each.canonical_name: each.numeric_value for each in reversed(metrics)}
    assert (named["eps_basic"], named["eps_diluted"]) == (Decimal("3.62"), Decimal("3.58"))
    assert (named["shares_basic"], named["shares_diluted"]) == (94600000, 95700000)


def test_a_count_of_shares_without_a_diluted_one_is_neither():
    metrics = figures("""
                           SKERROW KILNS, INC.
                  CONSOLIDATED STATEMENTS OF OPERATIONS
    (in millions, except per share amounts)          2022       2021
    Net income                                     $  343    $   893
    Weighted-average shares outstanding              94.6      102.4
    """)
    assert {each.canonical_name for each in metrics} == {"net_income", ""}


def test_total_under_a_heading_of_the_same_measure_bears_its_name():
    metrics = figures("""
    17. SEGMENT AND GEOGRAPHIC INFORMATION
    The following tables present financial information by segment (in millions):
                                                  Total Revenue
    Year Ended December 31,              2022          2021          2020
    US and Utilities                  $ 5,013       $ 4,335       $ 3,918
    South America                       3,539         3,541         3,159
        Total Revenue                 $ 8,552       $ 7,876       $ 7,077
    """)
    named = [(each.metric_name, each.numeric_value) for each in metrics if each.canonical_name == "revenue"]
    assert named == [("Total Revenue", value * MILLION) for value in (8552, 7876, 7077)]


def test_equipment_by_segment_is_of_a_day_among_what_the_year_brought():
    metrics = figures("""
    Note 12—Segment Reporting (in millions)
                                        United                    Other
                                        States      Canada    International      Total
    2022
    Total revenue                     $ 165,294   $ 31,675     $ 29,985       $ 226,954
    Additions to property and equipment   2,795        388          708           3,891
    Property and equipment, net          16,478      2,459        5,709          24,646
    """)
    starts = {each.metric_name: each.period_start for each in metrics}
    assert starts["Property and equipment, net"] is None
    assert starts["Additions to property and equipment"] == date(2022, 1, 1)
