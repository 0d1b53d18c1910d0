"""Statements as they are printed outside the United States: what is read of each figure."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest
from reportlab.pdfgen.canvas import Canvas

from reading.calendars.year_end import own_calendar
from reading.figures.read import read_figures
from reading.model import MetricDraft
from reading.parse import parse_document
from reading.tables.read import read_tables
from reading.tables.units.captions import is_scale_alone, read_caption
from reading.values.dates import read_date
from reading.values.periods import FiscalCalendar, find_periods
from tests.reading.drawing import draw
from tests.reading.writing import FILLER

MILLION = 10**6


def figures(*pages: str) -> list[MetricDraft]:
    parsed = draw(*pages)
    return read_figures(parsed, read_tables(parsed), entity="Example")[1]


def said(metrics: list[MetricDraft], label: str) -> list[tuple]:
    """Value, unit, first and last day of each figure of that label."""
    return [
        (each.numeric_value, each.unit, each.period_start, each.period_end)
        for each in metrics
        if each.metric_name == label
    ]


def names(metrics: list[MetricDraft], label: str) -> set[str]:
    return {each.canonical_name for each in metrics if each.metric_name == label}


def year(number: int) -> tuple[date, date]:
    return date(number, 1, 1), date(number, 12, 31)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("31.12.23", date(2023, 12, 31)),
        ("30-Jun-2023", date(2023, 6, 30)),
        ("31-03-2023", date(2023, 3, 31)),
        ("1.2.10", None),
        ("31. Dezember 2023", date(2023, 12, 31)),
        ("1. März 2023", date(2023, 3, 1)),
        ("30 juin 2023", date(2023, 6, 30)),
        ("31 de diciembre de 2023", date(2023, 12, 31)),
        ("12 mainly 2023", None),
    ],
)
def test_days_with_short_years_and_hyphens(text, day):
    assert read_date(text) == day


def test_months_in_words_of_other_languages_are_days():
    for text in ("zum 31. Dezember 2023", "au 31 décembre 2023", "a 31 de diciembre de 2023"):
        ((period, _, _),) = find_periods(text, FiscalCalendar())
        assert (period.start_date, period.end_date) == (None, date(2023, 12, 31))


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("im März 2023", date(2023, 3, 1), date(2023, 3, 31)),
        ("en diciembre 2023", date(2023, 12, 1), date(2023, 12, 31)),
        ("Januar bis März 2023", date(2023, 1, 1), date(2023, 3, 31)),
    ],
)
def test_months_without_a_day_in_other_languages_are_spans(text, first, last):
    ((period, _, _),) = find_periods(text, FiscalCalendar())
    assert (period.start_date, period.end_date) == (first, last)


def test_minus_behind_the_number_and_days_with_two_digits_of_the_year():
    metrics = figures("""
        Consolidated statement of financial position
        in Mio. EUR                          31.12.23      31.12.22
        Inventories                           1.204,5       1.150,2
        Treasury shares                         612,3-        545,9-
        Total assets                          5.507,4       5.251,4
    """)
    assert said(metrics, "Treasury shares") == [
        (Decimal("-612300000"), "EUR", None, date(2023, 12, 31)),
        (Decimal("-545900000"), "EUR", None, date(2022, 12, 31)),
    ]


@pytest.mark.parametrize("units", ["in € million", "Amounts in € million", "€m", "Million €"])
def test_units_that_stand_alone_over_the_last_column_hold_for_all(units):
    metrics = figures(f"""
        Consolidated income statement
        {units:>61}
                                             2023          2022
        Revenue                             4,812         4,377
        Cost of sales                      -3,215        -2,960
        Profit for the year                   626           514
    """)
    assert said(metrics, "Revenue") == [
        (Decimal(4812) * MILLION, "EUR", *year(2023)),
        (Decimal(4377) * MILLION, "EUR", *year(2022)),
    ]


def test_units_in_the_line_of_the_title():
    metrics = figures("""
        Consolidated balance sheet                     in £ thousand
                                     31 Dec 2023       31 Dec 2022
        Inventories                          412               377
        Total assets                       3,215             2,960
        Total liabilities                  1,626             1,514
    """)
    assert [row[0] for row in said(metrics, "Inventories")] == [412_000, 377_000]


def test_units_in_a_line_below_the_statement():
    metrics = figures("""
        Consolidated statement of income
        Years ended December 31
                                              2023          2022
        Net sales                            9,120         8,777
        Cost of sales                        6,120         5,900
        Net earnings                           820           790
        All amounts in millions of US dollars.
    """)
    assert said(metrics, "Net sales")[0] == (Decimal(9120) * MILLION, "USD", *year(2023))


@pytest.mark.parametrize(
    ("text", "alone"),
    [("in € million", True), ("Amounts in ₹ crore", True), ("Sales in € million", False), ("2023", False)],
)
def test_what_says_only_how_amounts_are_counted(text, alone):
    assert is_scale_alone(text) is alone


def test_million_before_the_sign():
    assert (read_caption("Million €").money, read_caption("Million €").scale) == ("EUR", MILLION)
    assert read_caption("an increase of 3 million €").scale is None


def test_tax_rate_below_amounts_makes_none_of_them_a_per_cent():
    metrics = figures("""
        9. Income tax
        € million                             2023          2022
        Current tax                          110.2          95.5
        Deferred tax                          11.2           6.1
        Income tax expense                   121.4         101.6
        Effective tax rate                   25.1%         25.0%
    """)
    assert said(metrics, "Deferred tax") == [
        (Decimal("11200000"), "EUR", *year(2023)),
        (Decimal("6100000"), "EUR", *year(2022)),
    ]
    assert said(metrics, "Effective tax rate")[0][:2] == (Decimal("0.251"), "%")


def test_half_year_report_with_months_to_a_day():
    metrics = figures("""
        Condensed consolidated income statement
                                         Unaudited       Unaudited         Audited
                                       6 months to     6 months to    12 months to
                                      30 June 2023    30 June 2022     31 Dec 2022
                                   Note         £m              £m              £m
        Revenue                    3         412.6           388.9           801.4
        Cost of sales                      (251.0)         (240.7)         (492.3)
        Profit for the period                 33.5            28.8            63.8
    """)
    half = (date(2023, 1, 1), date(2023, 6, 30)), (date(2022, 1, 1), date(2022, 6, 30))
    assert [row[2:] for row in said(metrics, "Revenue")] == [*half, year(2022)]


def test_half_year_report_does_not_end_the_year():
    parsed = draw("Half-year report for the six months ended 30 June 2023")
    assert own_calendar(parsed) is None


def test_split_years_are_of_the_fiscal_year_that_ends_in_the_second():
    june = FiscalCalendar(6)
    for text in ("2022/23", "FY 2022-23", "2022/2023"):
        period = find_periods(text, june)[0][0]
        assert (period.start_date, period.end_date) == (date(2022, 7, 1), date(2023, 6, 30))
    assert find_periods("2022/25", june) == []


def test_year_to_date_beside_a_quarter():
    metrics = figures("""
        Condensed consolidated income statement
        NOK million                Q3 2023      Q3 2022     YTD 2023     YTD 2022      FY 2022
        Operating revenue            6 412        5 980       18 990       17 555       24 118
        EBITDA                         910          840        2 700        2 450        3 310
        Profit for the period          480          430        1 490        1 310        1 760
    """)
    months = (date(2023, 1, 1), date(2023, 9, 30))
    assert said(metrics, "EBITDA")[2] == (Decimal(2700) * MILLION, "NOK", *months)
    assert said(metrics, "EBITDA")[4][2:] == year(2022)
    assert names(metrics, "EBITDA") == {"ebitda"}


def test_ordinal_quarter_and_months_over_years_and_changes():
    metrics = figures("""
        Key figures
                                         3rd quarter                  January–September
        € million               2023        2022      +/–%       2023        2022      +/–%
        Sales                  6,412       5,980       7.2     18,990      17,555       8.2
        Net income               480         430      11.6      1,490       1,310      13.7
    """)
    quarter, months = (date(2023, 7, 1), date(2023, 9, 30)), (date(2023, 1, 1), date(2023, 9, 30))
    found = said(metrics, "Sales")
    assert (found[0][2:], found[2][2:]) == (quarter, months)


def test_two_statements_side_by_side_are_read_apart():
    metrics = figures("""
        Income statement                                      Balance sheet
        € million               2023      2022                € million             31.12.2023   31.12.2022
        Revenue                4,812     4,377                Inventories                  812          745
        Cost of sales        (3,215)   (2,960)                Receivables                  690          655
        Gross profit           1,597     1,417                Total assets               5,507        5,251
        Other costs            (707)     (669)                Total liabilities          3,281        3,301
        Operating profit         890       748                Total equity               2,226        1,950
    """)
    assert said(metrics, "Revenue")[0] == (Decimal(4812) * MILLION, "EUR", *year(2023))
    assert said(metrics, "Inventories")[1] == (Decimal(745) * MILLION, "EUR", None, date(2022, 12, 31))
    assert names(metrics, "Total assets") == {"total_assets"}


def test_words_behind_numbers_alone_part_no_table():
    metrics = figures("""
        Senior notes (in millions)
                                  2023      2022   Interest paid     Rate     Due
        Notes one                  412       377   semi-annually     5.25    2030
        Notes two                  215       260   annually          4.10    2031
        Notes three                597       417   annually          3.15    2032
        Notes four                 707       669   annually          2.95    2033
    """)
    assert not any(each.metric_name.startswith(("annually", "semi")) for each in metrics)


def test_long_heading_of_a_part_that_runs_over_the_columns_ends_no_table():
    metrics = figures("""
        Consolidated Statements of Cash Flows (in millions)
        Years ended December 31,                      2023      2022      2021
        Net income                                     720       560       480
          Adjustments to reconcile net income to net cash provided by operating activities:
            Depreciation and amortization              210       200       190
            Deferred income taxes                      (12)        5       (3)
          Net cash provided by operating activities    950       811       738
    """)
    assert said(metrics, "Depreciation and amortization")[2] == (190 * MILLION, "USD", *year(2021))
    assert names(metrics, "Net cash provided by operating activities") == {"operating_cash_flow"}


def test_debt_under_interest_expense_is_its_interest():
    metrics = figures("""
        Consolidated Statements of Income (in millions)
        Years ended December 31,                      2023      2022
        Interest income                              5,021     3,665
        Interest expense:
          Deposits                                   1,210       310
          Long-term debt                               402       211
        Net interest income                          3,409     3,144
    """)
    assert said(metrics, "Long-term debt")[0] == (402 * MILLION, "USD", *year(2023))
    assert names(metrics, "Long-term debt") == {""}


def test_property_on_a_balance_sheet_is_what_is_left_of_it():
    page = """
        Consolidated statement of financial position
        € million                             31.12.2023   31.12.2022
        Property, plant and equipment              2,204        2,150
        {other}
        Total assets                               5,507        5,251
    """
    plain = figures(page.format(other="Inventories                                  812          745"))
    gross = figures(page.format(other="Less accumulated depreciation               (812)        (745)"))
    label = "Property, plant and equipment"
    assert (names(plain, label), names(gross, label)) == ({"property_plant_equipment"}, {""})


def test_marks_set_small_and_high_are_no_digits_of_their_numbers(tmp_path):
    path = tmp_path / "marks.pdf"
    canvas = Canvas(str(path), invariant=True)
    canvas.setFont("Helvetica", 9)
    rows = (("EUR m", "2023", "2022"), ("Adjusted EBITDA", "1,100", "960"), ("Free cash flow", "310", "295"))
    for number, (label, *cells) in enumerate(rows):
        canvas.drawString(60, 700 - 14 * number, label)
        for x, cell in zip((400, 480), cells, strict=True):
            canvas.drawRightString(x, 700 - 14 * number, cell)
            if number:
                canvas.setFont("Helvetica", 5.4)
                canvas.drawString(x + 0.5, 703 - 14 * number, "1" if number == 1 else "2)")
                canvas.setFont("Helvetica", 9)
    canvas.drawString(60, 600, FILLER)
    canvas.save()
    parsed = parse_document(path, media_type="application/pdf")
    metrics = read_figures(parsed, read_tables(parsed), entity="Example")[1]
    assert [row[0] for row in said(metrics, "Adjusted EBITDA")] == [1100 * MILLION, 960 * MILLION]
    assert [row[0] for row in said(metrics, "Free cash flow")] == [310 * MILLION, 295 * MILLION]


@pytest.mark.parametrize(
    "words", ["(in $000’s)", "U.S. $ in thousands", "NT$ in thousands", "(in thousands of Canadian dollars)"]
)
def test_scales_in_further_words_say_nothing_else(words):
    assert read_caption(words).scale == 1000
    assert is_scale_alone(words)
