"""What is stored of small accounts, a bank's half-year, an insurer's reserves, a budget and a fact sheet."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest

from reading.figures.read import read_figures
from reading.measures.canonical import canonical_name
from reading.model import MetricDraft
from reading.tables.read import read_tables
from tests.reading.drawing import draw

GMBH = """
    Rheintal Technik GmbH
    Annual financial statements for the financial year from 1 October 2022 to 30 September 2023

    Balance sheet as at 30 September 2023
                                            30.09.2023       30.09.2022
                                                   EUR             TEUR
    A. Fixed assets
    I. Tangible assets                    8.904.112,07            9.211
    II. Financial assets                     25.000,00               25
                                          8.929.112,07            9.236
    B. Current assets
    I. Inventories                        4.118.902,33            3.876



    Income statement
                                               2022/23          2021/22
                                                  TEUR             TEUR
    1. Personnel expenses                      -10.117           -9.640
    2. Taxes on income                            -545             -355
    3. Net profit for the year                   1.290              834



    Statement of changes in fixed assets (in TEUR)
                                   1 Oct 2022     Additions     30 Sep 2023
    Land and buildings                  6.402           118           6.520
    Machinery                          12.877           940          13.817
"""
RESERVES = """
    The following table reconciles reserves for the nine months ended September 30, 2023 (in thousands):
                                                        2023
    Gross reserves, beginning of period            1,902,114
    Less reinsurance recoverables                    312,440
    Net reserves, beginning of period              1,589,674
    Incurred losses                                  812,336
    Paid losses                                     (699,230)
    Net reserves, end of period                    1,702,780
    Plus reinsurance recoverables                    330,118
    Gross reserves, end of period                  2,032,898
"""
FUND = """
    Fact sheet as at 31 May 2024
    Fund size                           EUR 842.6 million
    NAV per share                              EUR 148.37
    Ongoing charges                                 0.85%



    Launch date                             12 March 2014
    Benchmark                      World Net Total Return
    Dividend yield                                   3.4%
    Active share                                    78.2%



    Top holdings (% of net assets)
    Holding                     Weight
    Meridian Pharma                3.9
    Norrland Bank                  3.1



    Calendar year performance (%)
                                  2022        2023
    Fund                          -6.2        13.9
    Benchmark                    -12.8        19.6
"""
BANK = """
    Nordhaven Bank
    Income statement
    Amounts in NOK million              H1 2024     H1 2023
    Interest expense                     (4,050)     (2,551)
    Net interest income                   2,640       2,379
    Net fee income                          418         401
    Total operating income                3,058       2,780
    Personnel expenses                     (712)       (668)
    Other operating expenses               (448)       (437)
    Profit before tax                     1,898       1,675

    The leverage ratio was unchanged (31
    December 2023: 17.1 per cent).
"""
BUDGET = """
    General Fund (in thousands of dollars)
                                           2023       2024
    Police                               11,908     12,400
    Authorized positions (FTE)            312.5      318.0
"""


def figures(text: str) -> list[MetricDraft]:
    parsed = draw(text)
    return read_figures(parsed, read_tables(parsed), entity="Example")[1]


def said(text: str, label: str) -> list[tuple[Decimal | None, str, date | None, date | None]]:
    return [
        (each.numeric_value, each.unit, each.period_start, each.period_end)
        for each in figures(text)
        if each.metric_name.startswith(label)
    ]


def test_column_in_euros_stands_beside_one_in_thousands():
    last, before = date(2023, 9, 30), date(2022, 9, 30)
    assert said(GMBH, "I. Tangible assets") == [
        (Decimal("8904112.07"), "EUR", None, last),
        (Decimal(9211000), "EUR", None, before),
    ]
    assert not any("EUR" in each.metric_name for each in figures(GMBH))


def test_year_from_one_day_to_another_is_the_fiscal_year():
    assert [row[2:] for row in said(GMBH, "1. Personnel expenses")] == [
        (date(2022, 10, 1), date(2023, 9, 30)),
        (date(2021, 10, 1), date(2022, 9, 30)),
    ]


def test_what_is_added_from_the_first_of_a_month_on_begins_that_day():
    assert [row[2:] for row in said(GMBH, "Land and buildings, Additions")] == [
        (date(2022, 10, 1), date(2023, 9, 30))
    ]


@pytest.mark.parametrize(
    ("label", "name"),
    [("10. Net profit for the year", "net_income"), ("I. Inventories", "inventory"), ("U.S. Revenue", "")],
)
def test_number_of_an_item_is_no_part_of_its_name(label, name):
    assert canonical_name(label) == name


def test_what_leads_from_gross_to_net_reserves_is_of_the_same_day():
    opening, closing = date(2022, 12, 31), date(2023, 9, 30)
    assert [row[2:] for row in said(RESERVES, "Less reinsurance")] == [(None, opening)]
    assert [row[2:] for row in said(RESERVES, "Plus reinsurance")] == [(None, closing)]
    assert [row[2:] for row in said(RESERVES, "Paid losses")] == [(date(2023, 1, 1), closing)]


def test_values_of_a_list_head_no_column():
    metrics = {each.metric_name: each for each in figures(FUND)}
    assert metrics["Ongoing charges"].period_end == date(2024, 5, 31)
    assert metrics["Dividend yield"].period_end != date(2014, 3, 12)
    assert not any("842.6" in each.context or "World" in each.context for each in metrics.values())


def test_caption_in_per_cent_is_of_every_number_below_it():
    weights = [row[:2] for row in said(FUND, "Meridian Pharma")]
    assert weights == [(Decimal("0.039"), "%")]
    assert [row[:2] for row in said(FUND, "Benchmark")] == [(Decimal("-0.128"), "%"), (Decimal("0.196"), "%")]


def test_total_operating_income_of_a_bank_is_what_comes_in():
    names = {each.metric_name: each.canonical_name for each in figures(BANK)}
    assert names["Total operating income"] == "revenue"
    assert names["Net interest income"] == "net_interest_income"
    assert names["Profit before tax"] == "pretax_income"


def test_a_day_is_no_name():
    assert not any(each.metric_name.startswith("December") for each in figures(BANK))


def test_positions_are_no_money():
    assert [row[:2] for row in said(BUDGET, "Authorized positions")] == [
        (Decimal("312.5"), ""),
        (Decimal("318.0"), ""),
    ]
    assert said(BUDGET, "Police")[0][:2] == (Decimal(11908000), "USD")


def test_rows_with_the_total_before_their_labels_are_left_alone():
    text = """
                                         Revenue (in millions)
        Product         Region              2021         2020
        $36,781         U.S.             $ 7,809        $ 154
        up *            Worldwide       $ 36,781        $ 154
    """
    assert not figures(text)
