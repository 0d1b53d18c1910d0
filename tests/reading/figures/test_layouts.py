"""Reports in layouts of other countries and trades: what the reader makes of each figure that is printed."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from decimal import Decimal

import pytest

from reading.figures.read import read_figures
from reading.model import MetricDraft
from reading.tables.headings.groups import with_shared_words
from reading.tables.read import read_tables
from tests.cases import every_case
from tests.reading.drawing import draw

MILLION, CRORE, LAKH = 10**6, 10**7, 10**5


def year(number: int) -> tuple[date, date]:
    return date(number, 1, 1), date(number, 12, 31)


def day(*parts: int) -> tuple[None, date]:
    return None, date(*parts)


def figures(*pages: str) -> list[MetricDraft]:
    parsed = draw(*pages)
    return read_figures(parsed, read_tables(parsed), entity="Example")[1]


def said(metrics: Iterable[MetricDraft], label: str) -> list[tuple]:
    """Value, unit, first and last day of each figure of the rows so named."""
    return [
        (each.numeric_value, each.unit, each.period_start, each.period_end)
        for each in metrics
        if each.metric_name == label
    ]


def money(unit: str, scale: int, *cells: tuple[str, tuple[date | None, date]]) -> list[tuple]:
    return [(Decimal(number) * scale, unit, *time) for number, time in cells]


def test_continental_numbers_with_notes_and_days_in_digits():
    metrics = figures(
        """
        Consolidated Income Statement
        for the financial year from 1 January to 31 December 2022
        in Mio. EUR                        Notes          2022          2021
        Revenue                              (4)       4.812,6       4.377,1
        Cost of sales                                 -3.215,8      -2.960,4
        Gross profit                                   1.596,8       1.416,7
        Other operating income               (7)          54,2          61,3
        Profit for the year                              352,6         265,8
        Basic earnings per share (in EUR)   (10)          3,27          2,46
        """,
        """
        Consolidated Statement of Financial Position
        in Mio. EUR                        Notes    31.12.2022    31.12.2021
        Intangible assets                   (11)       1.204,5       1.150,2
        Inventories                         (13)         812,3         745,9
        Trade receivables                   (14)         690,4         655,0
        Total assets                                   5.507,4       5.251,4
        """,
    )
    years, days = (year(2022), year(2021)), (day(2022, 12, 31), day(2021, 12, 31))
    revenue, cost, income = ("4812.6", "4377.1"), ("-3215.8", "-2960.4"), ("54.2", "61.3")
    assert said(metrics, "Revenue") == money("EUR", MILLION, *zip(revenue, years, strict=True))
    assert said(metrics, "Cost of sales") == money("EUR", MILLION, *zip(cost, years, strict=True))
    assert said(metrics, "Other operating income") == money("EUR", MILLION, *zip(income, years, strict=True))
    per_share = said(metrics, "Basic earnings per share (in EUR)")
    assert per_share == money("EUR/share", 1, *zip(("3.27", "2.46"), years, strict=True))
    assert said(metrics, "Inventories") == money("EUR", MILLION, *zip(("812.3", "745.9"), days, strict=True))
    assert len(metrics) == 20  # no number of a note


@every_case(
    "caption, unit, scale",
    [
        ("£m", "GBP", MILLION),
        ("A$m", "AUD", MILLION),
        ("CHF million", "CHF", MILLION),
        ("€'000", "EUR", 1000),
        ("TEUR", "EUR", 1000),
        ("MSEK", "SEK", MILLION),
        ("Mio. EUR", "EUR", MILLION),
        ("(Rs. in crore)", "INR", CRORE),
        ("(in lakhs)", "INR", LAKH),
        ("Millions of yen", "JPY", MILLION),
        ("€ million", "EUR", MILLION),
    ],
)
def test_currency_and_scale_as_other_countries_write_them(caption, unit, scale):
    metrics = figures(f"""
        Income statement for the year
        {caption:<34}          2022          2021
        Turnover                               1,245         1,180
        Other income                              18            15
        Profit for the year                      122           106
    """)
    expected = money(unit, scale, ("1245", year(2022)), ("1180", year(2021)))
    assert said(metrics, "Turnover") == expected


def test_scale_over_each_column_with_restated_years():
    metrics = figures("""
        Consolidated statement of profit or loss
        Year ended 31 December
                                          2022          2021                      2021
                                                  (restated)  (as previously reported)
                                         €'000         €'000                     €'000
        Revenue                         88,412        80,105                    81,940
        Cost of sales                 (50,220)      (46,018)                  (46,018)
        Profit for the year             12,144         9,983                    11,378
    """)
    expected = money("EUR", 1000, ("88412", year(2022)), ("80105", year(2021)), ("81940", year(2021)))
    assert said(metrics, "Revenue") == expected
    told_apart = [each.context for each in metrics if each.metric_name == "Revenue"]
    assert [("restated" in each, "previously reported" in each) for each in told_apart] == [
        (False, False),
        (True, False),
        (False, True),
    ]


def test_blanks_between_thousands_under_spans_of_months():
    metrics = figures("""
        Consolidated income statement in summary
        MSEK                      Oct–Dec 2022  Oct–Dec 2021  Full year 2022
        Net sales                        6 412         5 980          24 118
        Cost of goods sold              -4 102        -3 870         -15 402
        Operating income                   720           640           2 811
        Earnings per share, SEK           4.12          3.66           16.11
    """)
    last, before = (date(2022, 10, 1), date(2022, 12, 31)), (date(2021, 10, 1), date(2021, 12, 31))
    expected = money("SEK", MILLION, ("6412", last), ("5980", before), ("24118", year(2022)))
    assert said(metrics, "Net sales") == expected
    assert said(metrics, "Cost of goods sold")[0] == (Decimal(-4102) * MILLION, "SEK", *last)
    assert said(metrics, "Earnings per share, SEK")[0] == (Decimal("4.12"), "SEK/share", *last)


def test_indian_grouping_and_quarters_beside_years_whose_days_repeat():
    metrics = figures("""
        Statement of audited financial results
                                                           (Rs. in lakhs)
                                        Quarter ended                      Year ended
        Particulars            31.03.2023  31.12.2022  31.03.2022     31.03.2023  31.03.2022
        Revenue from operations  1,245.62    1,180.40    1,102.33    1,20,455.10 1,15,020.75
        Other income                18.40       15.22       12.90          61.77       55.31
        Profit for the period      122.78      106.75       97.37         440.08      382.56
    """)
    assert said(metrics, "Revenue from operations") == money(
        "INR",
        LAKH,
        ("1245.62", (date(2023, 1, 1), date(2023, 3, 31))),
        ("1180.40", (date(2022, 10, 1), date(2022, 12, 31))),
        ("1102.33", (date(2022, 1, 1), date(2022, 3, 31))),
        ("120455.10", (date(2022, 4, 1), date(2023, 3, 31))),
        ("115020.75", (date(2021, 4, 1), date(2022, 3, 31))),
    )


def test_interest_beside_average_balances_is_of_the_year():
    metrics = figures("""
        Average balances and net interest margin
                                             2022                            2021
                                 Average            Average      Average            Average
        (dollars in millions)    balance  Interest     rate      balance  Interest     rate
        Loans                   $ 42,110   $ 2,104    5.00%     $ 40,033   $ 1,866    4.66%
        Securities                15,220       410     2.69       14,105       322     2.28
        Deposits                  44,803       188     0.42       43,120        61     0.14
    """)
    this, last = year(2022), year(2021)
    assert said(metrics, "Deposits") == [
        (Decimal(44803) * MILLION, "USD", *this),
        (Decimal(188) * MILLION, "USD", *this),
        (Decimal("0.0042"), "%", *this),
        (Decimal(43120) * MILLION, "USD", *last),
        (Decimal(61) * MILLION, "USD", *last),
        (Decimal("0.0014"), "%", *last),
    ]


def test_each_currency_of_a_statement_in_two_counts_in_its_own_scale():
    metrics = figures("""
        Consolidated Statements of Cash Flows
        Fiscal years ended March 31, 2023 and 2022
                                            Millions of yen      Thousands of U.S. dollars
                                            2023        2022              2023
        Depreciation                     ¥ 9,870     ¥ 9,401          $ 73,919
        Increase in inventories          (3,212)     (2,055)          (24,055)
        Net cash provided                 28,411      26,600           212,777
    """)
    now, before = (date(2022, 4, 1), date(2023, 3, 31)), (date(2021, 4, 1), date(2022, 3, 31))
    assert said(metrics, "Increase in inventories") == [
        (Decimal(-3212) * MILLION, "JPY", *now),
        (Decimal(-2055) * MILLION, "JPY", *before),
        (Decimal(-24055) * 1000, "USD", *now),
    ]


def test_words_of_one_heading_over_three_lines_stay_over_their_column():
    metrics = figures("""
        Commitments as of March 31, 2023 (in millions):
                          Nine Months
                       Ended December
                                  31,        Year Ended December 31,
                                 2023        2024      2025      2026    Thereafter     Total
        Leases                  7,604       9,207     8,560     7,878        44,071    77,320
        Debt                    3,882      10,615     7,203     5,123        63,814    90,637
        Purchases               6,300       5,603     4,738     3,530         6,098    26,269
    """)
    thereafter = [each.context for each in metrics if each.numeric_value == 44_071 * MILLION]
    assert [context.rpartition("›")[2].strip() for context in thereafter] == ["Thereafter"]


def test_headings_that_go_on_below_do_not_run_over_other_columns():
    metrics = figures("""
        Geographic information
                                                                                  Property as of
        (Millions, except Employees)    Employees as of May 31,    Spending           May 31,
                                            2022        2021     2022    2021      2022    2021
        Americas                          54,000      56,000    1,321   1,046     6,066   5,864
        Asia                              18,000      18,000      182     216     1,389   1,582
        Europe                            20,000      21,000      246     341     1,723   1,983
    """)
    spent = [each for each in metrics if each.numeric_value == 1_046 * MILLION]
    assert [each.context for each in spent] == ["Geographic information › Spending"]
    held = [each for each in metrics if each.numeric_value == 5_864 * MILLION]
    assert [(each.context, each.period_end) for each in held] == [
        ("Geographic information › Property", date(2021, 5, 31))
    ]
    assert said(metrics, "Asia")[:2] == [
        (Decimal(18000), "", *day(2022, 5, 31)),
        (Decimal(18000), "", *day(2021, 5, 31)),
    ]


def test_total_of_all_parts_does_not_stand_under_the_last_of_them():
    metrics = figures("""
        Earnings by segment (in millions)
        Years ended December 31,             2022     2021
        Pumps                               1,240    1,120
        Valves                                860      802
        Reconciling items:
        Acquisition costs                    (40)     (32)
        Other costs                          (25)     (11)
                                            2,035    1,879
    """)
    total = next(each for each in metrics if each.numeric_value == 2_035 * MILLION)
    assert "Reconciling" not in f"{total.metric_name} {total.context}"


def test_sum_of_a_part_stays_under_it_and_what_follows_does_not():
    metrics = figures("""
        Intangible assets (in millions)
        December 31,                         2022     2021
        Finite-lived
        Brands                                240      120
        Rights                                860      802
                                            1,100      922
        Indefinite-lived
        Brands                                300      310
        Licences                              200      190
                                              500      500
        Intangible assets                   1,600    1,422
    """)
    part = next(each for each in metrics if each.numeric_value == 1_100 * MILLION)
    assert "Finite-lived" in f"{part.metric_name} {part.context}"
    total = next(each for each in metrics if each.numeric_value == 1_600 * MILLION)
    assert "Indefinite" not in f"{total.metric_name} {total.context}"


def test_figure_of_two_quarters_is_not_that_of_the_last():
    metrics = figures("""
        Debt
        During the second and third quarters of 2021, the company repaid borrowings of $800 million.
        Borrowings repaid in the third quarter of 2022 were $300 million.
    """)
    assert [each.value for each in metrics] == ["$300 million"]


def test_half_year_report_whose_headings_run_over_five_lines():
    metrics = figures("""
        Condensed consolidated income statement
        for the six months ended 30 June 2023
                                              Six months       Six months      Year ended
                                           ended 30 June    ended 30 June     31 December
                                                    2023             2022            2022
                                               Unaudited        Unaudited         Audited
                                   Notes              £m               £m              £m
        Turnover                       3           412.6            388.9           801.4
        Cost of sales                            (251.0)          (240.7)         (492.3)
        Profit for the period                       33.5             28.8            63.8
    """)
    halves = (date(2023, 1, 1), date(2023, 6, 30)), (date(2022, 1, 1), date(2022, 6, 30))
    expected = money("GBP", MILLION, ("412.6", halves[0]), ("388.9", halves[1]), ("801.4", year(2022)))
    assert said(metrics, "Turnover") == expected
    assert len(metrics) == 9


def test_headings_of_groups_whose_columns_repeat_stand_over_the_whole_group():
    metrics = figures("""
        Goodwill by segment at December 31, 2022 (in millions)
                                    Retail                        Services
                             Cost  Losses    Fair value    Cost  Losses    Fair value
        Stores                812     (40)          772     390     (12)          378
        Brands                455     (11)          444     203      (8)          195
        Licences              120      (2)          118      77      (1)           76
    """)
    assert [each.context.rpartition("›")[2].strip() for each in metrics if each.metric_name == "Stores"] == [
        "Retail Cost",
        "Retail Losses",
        "Retail Fair value",
        "Services Cost",
        "Services Losses",
        "Services Fair value",
    ]


def test_statement_title_in_the_middle_of_the_page_heads_no_column():
    metrics = figures("""
                                      Example Corporation
                              Consolidated Statements of Comprehensive Income
        (Dollars in millions)
        Years ended December 31,                               2022      2021      2020
        Net loss                                            (5,053)   (4,290)  (11,941)
        Currency translation, net of tax of $0, $1 and $2      (62)      (75)        98
        Comprehensive loss                                  (3,053)   (1,290)   (9,941)
    """)
    assert {each.context for each in metrics if each.metric_name == "Net loss"} == {
        "Example Corporation – Consolidated Statements of Comprehensive Income"
    }


@pytest.mark.parametrize(
    ("title", "label", "is_day"),
    [
        ("Fair values of the assets of the plans", "Total", True),
        ("Table 7: Debt issuances", "Senior notes", False),
        ("Our fair value assumptions are as follows", "Total", False),
    ],
)
def test_title_tells_a_day_from_a_span_where_rows_do_not(title, label, is_day):
    metrics = figures(f"""
        {title}
        (in millions)                     2022          2021
        {label:<30}         1,168         1,372
        Others                             196           109
        Further ones                        73           180
    """)
    expected = [day(2022, 12, 31), day(2021, 12, 31)] if is_day else [year(2022), year(2021)]
    assert [row[2:] for row in said(metrics, label)] == expected


def test_six_months_to_a_day_are_those_that_end_on_it():
    metrics = figures("""
        Operating segments for the six months to 30 September 2023
                                        UK and Ireland                 Rest of world
                                        2023         2022           2023          2022
                                          £m           £m             £m            £m
        Revenue                        512.3        488.0          301.4         288.8
        Operating profit                60.1         55.7           33.9          30.2
    """)
    this, last = (date(2023, 4, 1), date(2023, 9, 30)), (date(2022, 4, 1), date(2022, 9, 30))
    expected = money("GBP", MILLION, ("60.1", this), ("55.7", last), ("33.9", this), ("30.2", last))
    assert said(metrics, "Operating profit") == expected


def test_total_of_quarters_or_months_is_of_all_of_them_and_no_longer():
    metrics = figures("""
        Share repurchases in the first half of our fiscal year ended December 31
        (In millions)                 Amount        Amount
        Fiscal Year                     2023          2022
        First Quarter                 $ 4,600       $ 6,200
        Second Quarter                  4,500         6,233
        Total                         $ 9,100      $ 12,433
    """)
    halves = [(Decimal(9100) * MILLION, 2023), (Decimal(12433) * MILLION, 2022)]
    expected = [(value, "USD", date(year, 1, 1), date(year, 6, 30)) for value, year in halves]
    assert said(metrics, "Total") == expected


@pytest.mark.parametrize(
    ("headers", "expected"),
    [
        (
            ["Payments 2022", "2021", "Proceeds 2022", "2021"],
            ["Payments 2022", "Payments 2021", "Proceeds 2022", "Proceeds 2021"],
        ),
        (
            ["June 30, 2022", "Sales June 30, 2021", "June 30, 2022", "Costs June 30, 2021"],
            ["Sales June 30, 2022", "Sales June 30, 2021", "Costs June 30, 2022", "Costs June 30, 2021"],
        ),
        (["Payments 2022", "2021", "Change", "2021"], None),
        (["Payments 2022", "2021", "2022", "2021"], None),
        (["Payments 2022", "2021"], None),
        (["Sales 2022", "2021", "Sales 2022", "2021"], None),
    ],
)
def test_heading_over_the_first_year_of_a_group_is_over_the_others_too(headers, expected):
    assert with_shared_words(headers) == (expected or headers)


def test_shares_beside_dollars_written_out_are_written_out():
    notes = """
        Revenue by product (in millions)
                                           2023         2022
        Tools                           $ 4,812      $ 4,410
        Parts                             1,204        1,150
    """
    purchases = """
        Purchases of our common stock in 2023
                                           Total number     Average price      Approximate value that
        Period                             of shares        paid per share     may yet be purchased
        October 1 through October 31, 2023      8,817       $ 44.74            $ 5,292,881,709
        November 1 through November 30, 2023    4,687       $ 44.71            $ 5,292,881,709
    """
    counted = [each for each in figures(notes, notes, purchases) if each.unit == "shares"]
    assert [each.numeric_value for each in counted] == [8817, 4687]


def test_dollars_written_out_are_not_in_the_thousands_of_another_table():
    metrics = figures("""
        General Fund summary
                                      2023           2024
        Property taxes         $18,402,117    $19,120,000
        Sales tax                9,877,204     10,150,000
        Total revenues         $28,279,321    $29,270,000


        Capital improvement plan (in thousands of dollars)
        Project                       2024           2025
        Water treatment plant        4,200          6,150
        Main Street bridge           1,850            900
        Total                        6,050          7,050
    """)
    assert [row[0] for row in said(metrics, "Property taxes")] == [18402117, 19120000]
    assert [row[0] for row in said(metrics, "Water treatment plant")] == [4200000, 6150000]
