"""Tables that count things rather than money, that say units in a column, or that are written abroad."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest

from reading.figures.read import read_figures
from reading.model import MetricDraft
from reading.tables.read import read_tables
from reading.tables.units.captions import read_caption
from reading.tables.units.numbers import groups_by_point
from tests.reading.drawing import draw

KEY_FIGURES = """
    Key operating metrics
                                          Three months ended March 31,
                                               2024        2023
    Active customers (in thousands)           8,412       7,905
    Visits to our depots (in thousands)      12,077      11,340
    Average order value                     $ 83.15     $ 79.62
    Satisfaction score                           61          58
    Repeat rate                               71.8%       70.2%
"""
SUBSCRIBERS = """
    Subscribers (in thousands) and ARPU
                          Q3 2023     Q2 2023
    Postpaid               11,204      11,090
    Prepaid                 3,318       3,377
    Postpaid ARPU ($)       48.12       47.95
"""
CARRIER = """
    Operating statistics (dollars in millions)
                                               2023        2022
    Passenger revenue                       $ 8,471     $ 7,252
    Passenger revenue per ASM (cents)         13.84       13.11
"""
UNITS = """
    Operating data of the group
                               Unit        2023        2022
    Electricity generated       GWh      18,420      19,075
    Revenue             EUR million       3,914       4,455
    CO2 emissions                kt         811         902
    Availability                  %        91.3        89.8
"""
REGIONS = """
    Umsatzerlöse nach Regionen
    in Mio. €                 2023        2022
    Deutschland            1.234,5     1.187,2
    Amerika                  615,0       655,9
    Gesamt                 1.849,5     1.843,1
"""
FIXED_ASSETS = """
    Anlagevermögen der Gesellschaft zum 31. Dezember 2023
                               31.12.2023      31.12.2022
                                     TEUR            TEUR
    Grundstücke und Gebäude        12.418          12.977
    Technische Anlagen              8.204           7.611
    Finanzanlagen                     950             950
"""
QUARTERS = """
    Selected quarterly financial data (in millions)
    2023                   First      Second       Third      Fourth
    Net sales            $ 512.3     $ 530.8     $ 547.1     $ 601.9
    Gross profit           199.4       207.7       214.0       240.2
"""
SHOPS = """
    The following table presents the number of shops:
                                     Fiscal 2023   Fiscal 2022
    Opened                                    57            44
    Closed                                  (19)          (16)
"""
SOLD = """
    The following table shows revenue by kind for the quarters ended June 30, 2023 and 2022 (in thousands):
                               2023        2022
    Licenses               $ 48,112    $ 51,930
    Subscriptions           133,405     110,287
"""
BUDGET = """
    City of Fernmoor. Adopted budget for fiscal year 2024 (July 1, 2023 – June 30, 2024)
    General fund                         FY 2023 Actual   FY 2024 Adopted
    Property taxes                           18,442,310        19,120,000
    Police                                    9,312,004         9,870,500
"""
RAIN = """
    Rainfall at Fernmoor in 2023
    Month         Rainfall (mm)     Sunshine (h)
    January                84.2               41
    February               51.7               77
"""


def figures(text: str) -> list[MetricDraft]:
    parsed = draw(text)
    return read_figures(parsed, read_tables(parsed), entity="")[1]


def counted(text: str, label: str) -> list[tuple[Decimal | None, str]]:
    return [(each.numeric_value, each.unit) for each in figures(text) if each.metric_name.startswith(label)]


def dated(text: str, label: str) -> list[tuple[date | None, date | None]]:
    return [(m.period_start, m.period_end) for m in figures(text) if m.metric_name.startswith(label)]


def test_things_in_a_scale_are_no_money_beside_amounts_that_bear_signs():
    assert counted(KEY_FIGURES, "Active customers")[0] == (Decimal(8_412_000), "")
    assert counted(KEY_FIGURES, "Visits")[0] == (Decimal(12_077_000), "")
    assert counted(KEY_FIGURES, "Satisfaction")[0] == (Decimal(61), "")
    assert counted(KEY_FIGURES, "Average order value")[0] == (Decimal("83.15"), "USD")


def test_sales_in_a_scale_without_a_sign_are_money_all_the_same():
    text = KEY_FIGURES.replace("Visits to our depots", "Net sales of our depots")
    assert counted(text, "Net sales")[0] == (Decimal(12_077_000), "USD")


def test_caption_of_things_is_of_rows_that_do_not_name_them():
    assert counted(SUBSCRIBERS, "Prepaid")[0] == (Decimal(3_318_000), "")


def test_scale_of_things_is_not_that_of_prices():
    assert counted(SUBSCRIBERS, "Postpaid ARPU")[0] == (Decimal("48.12"), "USD")


def test_cents_for_each_of_something_are_hundredths():
    assert counted(CARRIER, "Passenger revenue per ASM")[0] == (Decimal("0.1384"), "USD")
    assert counted(CARRIER, "Passenger revenue")[0] == (Decimal(8_471_000_000), "USD")


def test_rows_count_in_the_unit_of_their_column_of_units():
    assert counted(UNITS, "Electricity generated")[0] == (Decimal(18420), "GWh")
    assert counted(UNITS, "Revenue")[0] == (Decimal(3_914_000_000), "EUR")
    assert counted(UNITS, "CO2 emissions")[0] == (Decimal(811), "kt")
    assert counted(UNITS, "Availability")[0] == (Decimal("0.913"), "%")
    assert {each.metric_name for each in figures(UNITS)} >= {"Electricity generated", "CO2 emissions"}


def test_words_apart_are_no_units_where_nothing_over_them_says_so():
    assert counted(UNITS.replace("Unit", "    "), "Electricity generated GWh")[0] == (Decimal(18420), "")


def test_sign_before_years_is_the_end_of_a_scale():
    assert counted(REGIONS, "Amerika") == [(Decimal(615_000_000), "EUR"), (Decimal(655_900_000), "EUR")]


def test_points_part_thousands_where_all_numbers_of_a_document_in_teur_have_three_digits_behind_them():
    assert counted(FIXED_ASSETS, "Technische Anlagen")[0] == (Decimal(8_204_000), "EUR")


@pytest.mark.parametrize(
    ("texts", "words", "expected"),
    [
        (["12.418", "8.204", "950", "7.611"], "Summe der Anlagen", True),
        (["12.418", "8.204", "7.611"], "the sum of all machines", False),
        (["12.418", "8.204", "7.611"], "the sum of all machines in TEUR", True),
        (["0.418", "8.204", "7.611"], "Summe der Anlagen", False),
        (["12.418", "8.20", "7.611"], "Summe der Anlagen", False),
        (["12.418", "8.204"], "Summe der Anlagen", False),
    ],
)
def test_points_part_thousands_only_where_nothing_speaks_against_it(texts, words, expected):
    assert groups_by_point(texts, [words]) is expected


@pytest.mark.parametrize(
    ("caption", "money", "power"),
    [
        ("(en millions d’euros)", "EUR", 6),
        ("en milliards d'euros", "EUR", 9),
        ("(in milioni di euro)", "EUR", 6),
        ("in migliaia di euro", "EUR", 3),
        ("(em milhões de euros)", "EUR", 6),
        ("in Millionen Euro", "EUR", 6),
        ("in Tausend Euro", "EUR", 3),
    ],
)
def test_captions_of_neighbours(caption, money, power):
    said = read_caption(caption)
    assert (said.money, said.scale) == (money, Decimal(10) ** power)


def test_ordinals_over_columns_are_quarters_where_the_title_says_so():
    assert dated(QUARTERS, "Net sales")[1] == (date(2023, 4, 1), date(2023, 6, 30))


def test_brackets_round_larger_numbers_are_no_marks_of_notes():
    assert counted(SHOPS, "Closed") == [(Decimal(-19), ""), (Decimal(-16), "")]


def test_subscriptions_that_were_sold_are_of_the_span():
    assert dated(SOLD, "Subscriptions")[0] == (date(2023, 4, 1), date(2023, 6, 30))


def test_the_days_of_a_year_in_its_title_are_one_time():
    assert dated(BUDGET, "Police") == [
        (date(2022, 7, 1), date(2023, 6, 30)),
        (date(2023, 7, 1), date(2024, 6, 30)),
    ]


def test_months_are_of_the_year_of_their_title():
    assert dated(RAIN, "February")[:1] == [(date(2023, 2, 1), date(2023, 2, 28))]
