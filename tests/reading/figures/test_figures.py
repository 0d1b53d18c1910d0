from datetime import date
from decimal import Decimal

import pytest

from reading.figures.read import read_figures
from reading.model import MetricDraft, ParsedDocument
from reading.tables.read import read_tables
from reading.times.headings import header_rest
from tests.reading.drawing import draw

RELEASE = """
    Fourth Quarter Fiscal 2022 Results for the quarter ended January 28, 2023 and the
    year ended January 28, 2023, compared to the year ended January 29, 2022.

    Net sales increased 18.2% to $3.2 billion compared to $2.7 billion in the fourth quarter
    of fiscal 2021 thanks to new brands. Cash and cash equivalents at the end of the fourth
    quarter of fiscal 2022 were $737.9 million.
"""


def figures(parsed: ParsedDocument) -> list[MetricDraft]:
    return read_figures(parsed, read_tables(parsed), entity="Example Stores")[1]


def test_sentence_gives_growth_level_and_comparison_with_their_periods():
    growth, now, before, cash = figures(draw(RELEASE))
    assert (growth.metric_name, growth.numeric_value) == ("Net sales growth", Decimal("0.182"))
    assert growth.comparison_base == "fourth quarter of fiscal 2021"
    assert (now.canonical_name, now.numeric_value) == ("revenue", Decimal("3.2e9"))
    assert (before.canonical_name, before.numeric_value) == ("revenue", Decimal("2.7e9"))
    assert (before.fiscal_year, before.fiscal_quarter) == (2021, 4)
    assert (cash.canonical_name, cash.period_start, cash.period_end) == (
        "cash_and_equivalents",
        None,
        date(2023, 1, 28),
    )


def test_every_quote_stands_on_its_page():
    parsed = draw(RELEASE)
    assert all(metric.place.quote in parsed.pages[0].text for metric in figures(parsed))


def test_figures_in_order_belong_to_the_periods_in_order():
    first, second = figures(
        draw("The tax benefit was $5 million and $4 million for the years 2022 and 2021, respectively.")
    )
    assert (first.numeric_value, first.fiscal_year) == (Decimal("5e6"), 2022)
    assert (second.numeric_value, second.fiscal_year) == (Decimal("4e6"), 2021)


def test_part_of_a_measure_has_no_canonical_name():
    [metric] = figures(draw("International net sales were $1.2 billion in fiscal 2022."))
    assert metric.canonical_name == ""
    assert "International" in metric.metric_name


def test_cash_at_beginning_of_year_is_a_day():
    parsed = draw("""
                                               Years ended December 31,
                                                   2022       2021
        Net cash from operating activities      $ 1,481    $ 1,059
        Cash at beginning of year                   431        331
        Cash at end of year                     $   737    $   431
        """)
    days = {
        (metric.metric_name, metric.period_start, metric.period_end)
        for metric in figures(parsed)
        if metric.numeric_value == Decimal(431)
    }
    assert days == {
        ("Cash at beginning of year", None, date(2021, 12, 31)),
        ("Cash at end of year", None, date(2021, 12, 31)),
    }


def test_counts_of_shares_in_a_label_are_figures():
    parsed = draw("""
                       Consolidated Balance Sheets
                            (In millions)
                                                          December 31, December 31,
                                                                  2022         2021
        Common stock, $0.01 par value: 900 shares authorized
          and 40 and 42 shares issued                           $   66       $   64
        Total assets                                            $  966       $  864
        """)
    found = {
        (metric.metric_name, metric.numeric_value, str(metric.period_end))
        for metric in figures(parsed)
        if metric.unit in ("shares", "USD/share")
    }
    assert ("shares authorized", Decimal("9e8"), "2022-12-31") in found
    assert ("shares issued", Decimal("4e7"), "2022-12-31") in found
    assert ("shares issued", Decimal("4.2e7"), "2021-12-31") in found
    assert ("par value", Decimal("0.01"), "2022-12-31") in found


def test_key_value_lines_become_properties():
    parsed = draw("Payment terms: 30 days\n\nInvoice total: EUR 1,250.00")
    rows, metrics = read_figures(parsed, [], entity="")
    assert [(row.table, row.label, row.properties) for row in rows] == [
        ("properties", "Payment terms", {"Payment terms": 30, "Payment terms (unit)": "days"}),
        ("properties", "Invoice total", {"Invoice total": 1250, "Invoice total (unit)": "EUR"}),
    ]
    assert [(metric.numeric_value, metric.unit) for metric in metrics][-1] == (Decimal(1250), "EUR")


@pytest.mark.parametrize(
    ("line", "label", "value"),
    [
        ("Object: Harbour at Dusk (inv. 1932.14)", "Object", "Harbour at Dusk (inv. 1932.14)"),
        ("Object: The Grove (Cat. Haller 12)", "Object", "The Grove (Cat. Haller 12)"),
        ("Source: Codex, fol. 12", "Source", "Codex, fol. 12"),
        ("Address: 4 Mill Rd. Oxford", "Address", "4 Mill Rd. Oxford"),
        ("Claim no.: CL-31", "Claim no.", "CL-31"),
        ("Max. temp. reached: high", "Max. temp. reached", "high"),
    ],
)
def test_full_stop_of_an_abbreviation_ends_no_label_and_no_value(line, label, value):
    rows, _ = read_figures(draw(line), [], entity="")
    assert [(row.label, row.properties) for row in rows] == [(label, {label: value})]


@pytest.mark.parametrize(
    ("line", "properties"),
    [
        ("Risk: High. Replace both chains.", {"Risk": "High."}),
        ("Weight: about 5 kg. Keep it upright.", {"Weight": "about 5 kg."}),
        ("Road: 4 Mill Rd. Town: Oxford", {"Road": "4 Mill Rd.", "Town": "Oxford"}),
    ],
)
def test_full_stop_of_a_sentence_ends_a_value(line, properties):
    found = [row.properties for row in read_figures(draw(line), [], entity="")[0]]
    assert {name: value for each in found for name, value in each.items()} == properties


def test_line_of_text_that_ends_within_a_number_is_no_pair():
    told = "In this purchase, we recorded: (i) $6.3\nbillion of rights and know-how."
    assert read_figures(draw(told), [], entity="")[0] == []


def test_a_share_without_words_of_its_own_is_named_by_the_row_that_it_is_of():
    parsed = draw("""
    Results for the years ended December 31 (in millions):
                                     2022       2021
    Operating income                1,795      3,039
      % of revenue                   3.9%       5.9%
    Freight                           120        110
    """)
    metrics = read_figures(parsed, read_tables(parsed), entity="")[1]
    assert "Operating income, % of revenue" in {each.metric_name for each in metrics if each.unit == "%"}


def test_a_total_under_a_heading_is_named_as_total_and_by_its_heading():
    parsed = draw("""
    Taxes for the years ended December 31 were as follows (in millions):
                                     2022       2021
    Current:
      Federal                         200        190
      State                            40         35
      Total                           240        225
    Total taxes                       240        225
    """)
    metrics = read_figures(parsed, read_tables(parsed), entity="")[1]
    totals = {each.metric_name for each in metrics if each.value in ("240", "225")}
    assert totals == {"Total, Current", "Total taxes"}


def test_a_total_of_one_kind_over_all_parts_is_of_none_of_them():
    [table] = read_tables(
        draw("""
    Goodwill and brands by region were as follows (in millions):
                                     2022       2021
    North
    Goodwill                          100         90
    Brands                             40         30
    Total                             140        120
    South
    Goodwill                          200        190
    Brands                             60         50
    Total                             260        240
    Total goodwill                    300        280
    Total brands                      100         80
    """)
    )
    assert [row.path for row in table.rows[-3:]] == [("South",), (), ()]


def test_words_in_brackets_in_a_heading_stay_whole():
    assert header_rest("Losses (net of reserves)") == "Losses (net of reserves)"
    assert header_rest("(In millions) Fair Value (a)") == "Fair Value"
    assert header_rest("Fourth quarter of 2021: Average Price Paid") == "Average Price Paid"
