"""Ratios of a quarter: with its own days and the balances of its end, or not at all; and what is missing."""

import pytest

from tests.agentic.figures_of import company, figure, is_proven

# Statements run as the reader, on a connection of its own that sees committed rows only.
pytestmark = pytest.mark.django_db(transaction=True)

FLOWS = {
    "revenue": ("Revenue", 182),
    "cost_of_revenue": ("Cost of revenue", 109),
    "net_income": ("Net income", 18),
}
BALANCES = {"receivables": 91, "inventory": 72, "payables": 54, "total_assets": 610, "equity": 320}


@pytest.fixture
def castellan(workspace):
    document = company(workspace, "Castellan Instruments, Inc.")
    for name, (label, thousands) in FLOWS.items():
        figure(document, thousands, 2024, until=6, metric_name=label, canonical_name=name)
    for name, thousands in BALANCES.items():
        named = {"metric_name": name.replace("_", " ").capitalize(), "canonical_name": name}
        figure(document, thousands, 2024, until=6, period_start=None, **named)
    return document


@pytest.mark.parametrize(
    ("question", "days", "formula"),
    [
        (
            "What was Castellan's days sales outstanding in Q2 2024?",
            "45.5 days",
            "(91 × receivables) ÷ revenue",
        ),
        ("Castellan DSO second quarter 2024", "45.5 days", "(91 × receivables) ÷ revenue"),
        (
            "What were Castellan's inventory days in Q2 2024?",
            "60.1 days",
            "(91 × inventory) ÷ cost of revenue",
        ),
        ("What were Castellan's creditor days in Q2 2024?", "45.1 days", "(91 × payables) ÷ cost of revenue"),
    ],
)
def test_days_of_a_quarter_are_counted_in_its_own_days(ask, castellan, question, days, formula):
    answer = ask(question)
    assert f"was {days}. Of" in answer.text
    assert (
        f"Computed as {formula}. The span has 91 days, from April 1, 2024 to June 30, 2024; bal"
        in answer.text
    )
    assert is_proven(answer)


def test_the_input_that_a_quarter_lacks_is_named(ask, castellan):
    castellan.metric_set.filter(canonical_name="receivables").delete()
    answer = ask("What was Castellan's days sales outstanding in Q2 2024?")
    assert not answer.answered
    assert "receivables for Q2 2024 is missing" in answer.text


@pytest.mark.parametrize(
    ("question", "what"),
    [
        ("What was Castellan's return on equity in Q2 2024?", "Return on equity"),
        ("What was Castellan's inventory turnover in Q2 2024?", "Inventory turnover"),
        ("What was Castellan's return on assets for the quarter ended June 30, 2024?", "Return on assets"),
    ],
)
def test_what_a_year_alone_has_is_not_computed_of_a_quarter(ask, castellan, question, what):
    answer = ask(question)
    assert not answer.answered
    assert answer.text.startswith(
        f"{what} cannot be computed: it sets what flows in a year beside balances, and"
    )


def test_margins_of_a_quarter_are_computed_as_ever(ask, castellan):
    assert (
        "net margin in Q2 of fiscal 2024 (ended June 30, 2024) was 9.9%"
        in ask("Castellan net margin Q2 2024?").text
    )


def test_a_quarter_with_debt_is_not_set_beside_its_own_ebitda(ask, castellan):
    for name, thousands in (("long_term_debt", 140), ("short_term_debt", 10)):
        figure(castellan, thousands, 2024, until=6, period_start=None, metric_name=name, canonical_name=name)
    figure(castellan, 25, 2024, until=6, metric_name="EBITDA", canonical_name="ebitda")
    answer = ask("What was Castellan's debt to EBITDA in Q2 2024?")
    assert not answer.answered
    assert "beside balances" in answer.text


@pytest.fixture
def brewmont(workspace):
    document = company(workspace, "Brewmont Holdings Inc.")
    per_share = {"unit": "USD/share"}
    year(document, 3_200, metric_name="Diluted earnings per share", canonical_name="eps_diluted", **per_share)
    year(
        document,
        1_120,
        metric_name="Cash dividends per share",
        canonical_name="dividends_per_share",
        **per_share,
    )
    year(document, 63, metric_name="Net income", canonical_name="net_income")
    year(document, 210, metric_name="Long-term debt", canonical_name="long_term_debt", period_start=None)
    return document


def year(document, thousands, **fields):
    return figure(document, thousands, 2023, months=12, until=12, **fields)


def test_a_payout_follows_from_amounts_per_share_where_none_is_told_in_all(ask, brewmont):
    answer = ask("What was Brewmont's dividend payout ratio in 2023?")
    assert "payout ratio in fiscal 2023 (ended December 31, 2023) was 35.0%" in answer.text
    assert "Computed as dividends per share ÷ eps diluted" in answer.text
    year(brewmont, 21, metric_name="Dividends paid", canonical_name="dividends_paid")
    assert "Computed as dividends paid ÷ net income" in ask("What was Brewmont's payout ratio in 2023?").text


@pytest.mark.parametrize(
    "question", ["What was Brewmont's total debt in 2023?", "Brewmont's total borrowings 2023?"]
)
def test_long_term_debt_alone_is_told_beside_what_total_debt_lacks(ask, brewmont, question):
    answer = ask(question)
    assert not answer.answered
    assert "current portion of long term debt for 2023 is missing. They give long-term debt at" in answer.text
    assert answer.text.endswith("$210 thousand [1].")
    assert is_proven(answer)
