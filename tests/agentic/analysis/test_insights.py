"""Judgements say their threshold and whose it is; settings change them."""

from decimal import Decimal

import pytest
from django.core.exceptions import ImproperlyConfigured

from agentic.analysis.analyse import analyse_document
from agentic.analysis.items import item_called
from agentic.plans.judgements.thresholds import YEARLY_CHANGE, Threshold, thresholds
from tests.agentic.analysis.conftest import fill
from tests.agentic.figures_of import company, figure

pytestmark = pytest.mark.django_db


def told(analysis):
    return {insight.name: insight.sentence for insight in analysis.insights}


def test_a_judgement_says_value_threshold_and_source(user, report):
    assert told(analyse_document(user, report))["highly_leveraged"] == (
        "Debt to equity was 2.00 in fiscal 2023: highly leveraged. Threshold: 2 or more (rule of thumb of "
        "credit analysis; banks and utilities usually lie above it)."
    )


def test_a_judgement_repeats_what_is_to_be_minded(user, workspace):
    document = fill(company(workspace, "Acme"), without=("equity",))
    named = {"canonical_name": "equity_including_noncontrolling", "period_start": None}
    figure(document, 2_000, 2023, months=12, until=12, **named)
    sentence = told(analyse_document(user, document))["highly_leveraged"]
    assert sentence.endswith("Equity including noncontrolling interests stands for equity.")


def test_a_setting_changes_the_threshold_and_is_named(user, report, settings):
    settings.RAGSITE_THRESHOLDS = {"highly_leveraged": Decimal("2.5"), "healthy_net_margin": Decimal("0.08")}
    found = told(analyse_document(user, report))
    assert "highly_leveraged" not in found
    assert "Threshold: 8% or more (set by RAGSITE_THRESHOLDS)." in found["healthy_net_margin"]


def test_a_threshold_that_is_none_is_one_sentence(settings):
    settings.RAGSITE_THRESHOLDS = {"joyful": Decimal(1)}
    with pytest.raises(ImproperlyConfigured, match="RAGSITE_THRESHOLDS names “joyful”: write one of"):
        thresholds()


def test_every_threshold_is_of_a_field_or_ratio_with_a_source():
    for threshold in thresholds():
        assert threshold.of == YEARLY_CHANGE or item_called(threshold.of)
        assert threshold.source
        assert threshold.says


def test_of_one_ratio_the_first_threshold_that_holds_is_said(user, workspace):
    document = fill(company(workspace, "Acme"), without=("net_income",))
    figure(document, 2_500, 2023, months=12, until=12, canonical_name="net_income", metric_name="Net income")
    found = told(analyse_document(user, document))
    assert "high_net_margin" in found
    assert "healthy_net_margin" not in found


@pytest.mark.parametrize(
    ("bound", "is_least", "unit", "words"),
    [
        ("0.1", True, "%", "10% or more"),
        ("10", True, "times", "10 or more"),
        ("0.5", False, "times", "less than 0.5"),
    ],
)
def test_bounds_in_words(bound, is_least, unit, words):
    assert Threshold("x", "revenue", Decimal(bound), is_least, "", "").in_words(unit) == words


def test_a_bound_itself_is_at_least_and_not_below():
    at_least, below = (Threshold("x", "revenue", Decimal(2), kind, "", "") for kind in (True, False))
    assert at_least.holds(Decimal(2))
    assert not below.holds(Decimal(2))


def test_what_moved_since_the_year_before(user, report):
    found = told(analyse_document(user, report))
    assert found["change_revenue"] == (
        "Revenue rose from $9,000 thousand to $10,000 thousand between fiscal 2022 and fiscal 2023, by 11.1%."
    )
    assert found["change_net_margin"].endswith("fell from 11.1% to 9.0% between fiscal 2022 and fiscal 2023.")


def test_a_ratio_to_negative_equity_does_not_rise(user, workspace):
    document = fill(company(workspace, "Acme"), without=("equity",))
    named = {"canonical_name": "equity", "metric_name": "Total deficit", "period_start": None}
    for year, thousands in ((2022, -3_000), (2023, -2_000)):
        figure(document, thousands, year, months=12, until=12, **named)
    found = told(analyse_document(user, document))
    assert "change_revenue" in found
    assert "change_debt_to_equity" not in found


def test_quarters_are_compared_with_the_same_quarter_a_year_before(user, workspace):
    document = company(workspace, "Acme")
    for thousands, year, until in ((300, 2023, 6), (280, 2023, 3), (200, 2022, 6)):
        figure(document, thousands, year, until=until)
    assert "from $200 thousand to $300 thousand" in told(analyse_document(user, document))["change_revenue"]
