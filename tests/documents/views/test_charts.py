"""One figure over periods: what may stand side by side, and the bars it gives."""

from datetime import date
from decimal import Decimal

import pytest

from documents.library.catalogue.spans import span_of
from documents.views.charts import (
    Point,
    chart_of,
    chosen,
    period_name,
    picture_of,
    series_of,
    short_value,
)
from tests.factories import DocumentFactory, MetricFactory

QUARTERS = {1: (date(2024, 1, 1), date(2024, 3, 31)), 2: (date(2024, 4, 1), date(2024, 6, 30)),
            3: (date(2024, 7, 1), date(2024, 9, 30))}  # fmt: skip


@pytest.fixture
def document(workspace):
    return DocumentFactory(workspace=workspace)


def quarter(document, number, value, **fields):
    start, end = QUARTERS[number]
    defaults = {
        "canonical_name": "revenue",
        "metric_name": "Net sales",
        "unit": "USD",
        "entity_name": "Acme",
        "period_start": start,
        "period_end": end,
        "fiscal_year": 2024,
        "fiscal_quarter": number,
    }
    return MetricFactory(document=document, numeric_value=value, **defaults | fields)


def test_quarters_make_a_series_oldest_first(user, document):
    for number in (3, 1, 2):
        quarter(document, number, 100 * number)
    (series,) = series_of(user, document)
    assert series.title == "Revenue by quarter, Acme (USD)"
    assert [point.numeric_value for point in series.points] == [100, 200, 300]


def test_a_year_does_not_stand_beside_quarters(user, document):
    for number in (1, 2):
        quarter(document, number, 100)
    quarter(document, 3, 900, period_start=date(2024, 1, 1), period_end=date(2024, 12, 31))
    assert series_of(user, document) == []


@pytest.mark.parametrize(
    "fields", [{"unit": "EUR"}, {"entity_name": "Bolt"}, {"anchored": False}, {"canonical_name": "equity"}]
)
def test_what_cannot_be_compared_is_left_out(user, document, fields):
    for number in (1, 2):
        quarter(document, number, 100)
    quarter(document, 3, 100, **fields)
    assert series_of(user, document) == []


def test_a_label_of_no_vocabulary_means_one_thing_under_one_heading(user, document):
    for number in (1, 2, 3):
        quarter(document, number, 5, canonical_name="", metric_name="Europe", context="Sales")
    quarter(document, 3, 7, canonical_name="", metric_name="Europe", context="Staff")
    (series,) = series_of(user, document)
    assert [point.numeric_value for point in series.points] == [5, 5, 5]


def test_of_two_values_for_a_period_the_one_stated_more_often_counts(user, document):
    for number in (1, 2, 3):
        quarter(document, number, 100)
    for _ in range(2):
        quarter(document, 3, 130, page=9)
    (series,) = series_of(user, document)
    assert series.points[-1].numeric_value == 130


def test_others_documents_give_no_series(other_user, document):
    for number in (1, 2, 3):
        quarter(document, number, 100)
    assert series_of(other_user, document) == []


def test_bars_reach_from_nought_in_proportion(user, document):
    for number, value in ((1, 100), (2, -50), (3, 200)):
        quarter(document, number, value)
    (series,) = series_of(user, document)
    chart = chart_of(series)
    first, below, last = chart.bars
    assert last.height == pytest.approx(2 * first.height) == pytest.approx(4 * below.height)
    assert first.y + first.height == pytest.approx(chart.picture.zero) == pytest.approx(below.y)
    assert below.value == "−$50"
    assert max(bar.y + bar.height for bar in chart.bars) < chart.picture.height
    assert [bar.period for bar in chart.bars] == ["Q1 2024", "Q2 2024", "Q3 2024"]


def test_a_series_of_noughts_can_be_drawn(user, document):
    for number in (1, 2, 3):
        quarter(document, number, 0)
    (series,) = series_of(user, document)
    assert {bar.height for bar in chart_of(series).bars} == {0.0}


@pytest.mark.parametrize("number", ["", "7", "-1", "x", "9" * 30])
def test_an_unknown_series_gives_the_first(user, document, number):
    for quarter_number in (1, 2, 3):
        quarter(document, quarter_number, 100)
    assert chosen(series_of(user, document), number)[0] == 0
    assert chosen([], number) == (0, None)


@pytest.mark.parametrize(
    "start, end, span",
    [
        (None, date(2024, 1, 1), "date"),
        (date(2022, 1, 30), date(2023, 1, 28), "year"),
        (date(2022, 10, 30), date(2023, 1, 28), "quarter"),
        (date(2024, 1, 1), date(2024, 9, 30), "nine months"),
        (date(2020, 1, 1), date(2024, 12, 31), ""),
    ],
)
def test_spans_are_told_by_their_days(start, end, span):
    assert span_of(start, end) == span


@pytest.mark.parametrize(
    "value, unit, text",
    [
        (Decimal("4256000000"), "USD", "$4.26B"),
        (Decimal("0.182"), "%", "18.2%"),
        (Decimal("-1300000"), "shares", "−1.3M"),
        (Decimal("2.50"), "USD/share", "$2.5"),
        (Decimal("100"), "", "100"),
        (None, "USD", ""),
    ],
)
def test_values_are_short(value, unit, text):
    assert short_value(value, unit) == text


def test_a_period_without_a_fiscal_year_is_named_by_its_end(document):
    metric = MetricFactory(document=document, period_end=date(2024, 3, 5), fiscal_year=2024)
    assert period_name(metric) == "5 Mar 2024"


def test_what_reports_are_asked_for_first_is_drawn_first(user, document):
    for name, ends in (
        ("retained_earnings", range(2019, 2024)),
        ("revenue", range(2021, 2024)),
        ("", range(2015, 2024)),
    ):
        for year in ends:
            span = {"period_start": date(year, 1, 1), "period_end": date(year, 12, 31)}
            label = {"metric_name": name or "Other", "canonical_name": name, "unit": "USD"}
            MetricFactory(document=document, numeric_value=Decimal(year), anchored=True, **label, **span)
    assert [series.name for series in series_of(user, document)] == ["Revenue", "Retained earnings", "Other"]


def test_a_gap_keeps_its_place():
    points = [Point("2022", "$1", 1.0), Point("2023", "–", None), Point("2024", "$2", 2.0)]
    picture = picture_of("Revenue", points, width=300)
    assert [bar.height > 0 for bar in picture.bars] == [True, False, True]
    assert [round(bar.middle) for bar in picture.bars] == [50, 150, 250]
