from __future__ import annotations

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from evals.reading.placing import Placed, place_metrics
from evals.reading.precision import GOLD, GoldFigure, faults, judge, read_gold, rows_of, says
from reading.figures.read import read_figures
from reading.model import Box, MetricDraft, Place
from reading.tables.read import read_tables
from tests.cases import every_case
from tests.reading.drawing import draw

SALES = GoldFigure(
    draw="1",
    document="report",
    page=3,
    kind="income",
    x=300,
    y=105,
    written="1,234",
    value=Decimal(1234000),
    unit="USD",
    scale=Decimal(1000),
    period="2022-01-01/2022-12-31",
    label="net sales",
    first="right",
    note="",
)
STORED = MetricDraft(
    place=Place(page=3, quote="Net sales 1,234"),
    metric_name="Net sales",
    value="1,234",
    numeric_value=Decimal(1234000),
    unit="USD",
    scale=Decimal(1000),
    period_start=date(2022, 1, 1),
    period_end=date(2022, 12, 31),
)


def test_figure_like_the_gold_has_no_faults() -> None:
    assert faults(SALES, STORED) == []


@pytest.mark.parametrize(
    ("change", "attribute"),
    [
        ({"numeric_value": Decimal(1234)}, "value"),
        ({"unit": "USD/share"}, "unit"),
        ({"scale": Decimal(1)}, "scale"),
        ({"period_start": None}, "period"),
        ({"period_end": date(2021, 12, 31)}, "period"),
        ({"metric_name": "Net income"}, "label"),
    ],
)
def test_each_attribute_is_judged_by_itself(change: dict[str, object], attribute: str) -> None:
    assert faults(SALES, replace(STORED, **change)) == [attribute]  # type: ignore[arg-type]


def test_any_of_the_alternatives_is_right() -> None:
    gold = replace(SALES, period="/2022-12-31|2022-01-01/2022-12-31", label="turnover|net sales")
    assert faults(gold, STORED) == []


def test_what_is_no_figure_is_wrong_whatever_is_stored() -> None:
    assert faults(replace(SALES, label="none"), STORED) == ["label"]


@every_case(
    "label, name, context, right",
    [
        ("liabilit current", "Other", "Balance sheet › Current liabilities", True),
        ("liabilit current", "Other", "Balance sheet › Current assets", False),
        ("2026 interest", "Interest", "Payments", False),
        ("+risk-free +rate", "2021:", "a risk-free interest rate of 0.2%", False),
        ("allowance -receivable", "Accounts receivable, net of allowance", "", False),
        ("allowance -receivable", "Allowance for doubtful accounts", "", True),
        ("retained ~accumulated", "Balances", "Accumulated deficit › Retained", True),
        ("retained ~accumulated", "Balances", "Equity › Accumulated Other Retained", False),
        ("goodwill !asia", "Goodwill", "Total › Balance", True),
        ("goodwill !asia", "Goodwill", "Asia › Balance", False),
    ],
)
def test_label_is_held_against_name_context_and_heading(
    label: str, name: str, context: str, right: bool
) -> None:
    assert says(label, name, context) is right


def test_only_what_is_stored_at_the_place_is_judged() -> None:
    elsewhere = Placed(replace(STORED, numeric_value=Decimal(1)), 3, Box(400, 100, 420, 110))
    on_another_page = Placed(STORED, 4, Box(290, 100, 310, 110))
    (verdict,) = judge([SALES], [elsewhere, on_another_page])
    assert not verdict.stored
    (verdict,) = judge([SALES], [elsewhere, Placed(STORED, 3, Box(290, 100, 310, 110))])
    assert verdict.stored
    assert verdict.wrong == ()


def test_of_several_figures_at_one_place_each_must_be_right() -> None:
    box = Box(290, 100, 310, 110)
    stored = [Placed(STORED, 3, box), Placed(replace(STORED, unit="shares", period_end=None), 3, box)]
    (verdict,) = judge([SALES], stored)
    assert verdict.wrong == ("unit", "period")


def test_confidence_is_reported_by_band_of_what_is_stored() -> None:
    box = Box(290, 100, 310, 110)
    sure = Placed(replace(STORED, confidence=0.95), 3, box)
    unsure = Placed(replace(STORED, confidence=0.3, unit=""), 4, box)
    other = replace(SALES, page=4)
    missing = replace(SALES, page=5)
    verdicts = list(judge([SALES, other, missing], [sure, unsure]))
    assert [verdict.confidence for verdict in verdicts] == [0.95, 0.3, 0.0]
    bands = {row[0]: row[1:5] for row in rows_of(verdicts)}
    assert bands["confidence: 0.9 and more"] == (1, 1, 1, "1.000")
    assert bands["confidence: 0.7 to 0.9"] == (0, 0, 0, "–")
    assert bands["confidence: below 0.7"] == (1, 1, 0, "0.000")


def test_of_two_figures_at_one_place_the_less_sure_counts() -> None:
    box = Box(290, 100, 310, 110)
    stored = [Placed(replace(STORED, confidence=sure), 3, box) for sure in (0.9, 0.6)]
    (verdict,) = judge([SALES], stored)
    assert verdict.confidence == 0.6


def test_figures_of_tables_and_sentences_are_found_where_they_are_written() -> None:
    parsed = draw("""
                                             Years ended December 31,
                                                 2022       2021
        (in thousands)
        Net sales                             $  9,182   $  7,640
        Interest paid                            7,640         45

        Net sales were $9.2 million in fiscal 2022 and $7.6 million in fiscal 2021.
    """)
    tables = read_tables(parsed)
    metrics = read_figures(parsed, tables, entity="")[1]
    placed = list(place_metrics(parsed, tables, metrics))
    assert {bool(each.metric.row) for each in placed} == {True, False}
    assert len(placed) == len(metrics)
    words = [word for line in parsed.pages[0].lines for word in line.words]
    for each in placed:
        under = [
            word.text
            for word in words
            if each.covers((word.box.x0 + word.box.x1) / 2, (word.box.top + word.box.bottom) / 2)
        ]
        digits = [sign for sign in each.metric.value if sign.isdigit()]
        assert digits == [sign for word in under for sign in word if sign.isdigit()]


def test_gold_file_is_large_wide_and_well_formed() -> None:
    gold = read_gold(GOLD)
    assert len(gold) >= 300
    assert len({figure.document for figure in gold}) >= 12
    assert {"income", "balance", "cash_flow", "segment", "note", "sentence"} <= {each.kind for each in gold}
    places = {(each.document, each.page, each.x, each.y) for each in gold}
    assert len(places) == len(gold)
    for figure in gold:
        assert figure.label
        assert all(period.count("/") == 1 for period in figure.period.split("|"))
        assert (figure.value is None) == (figure.label == "none")
