"""A ratio over all periods that are stored."""

from datetime import date
from decimal import Decimal
from functools import partial

import pytest

from tests.agentic.figures_of import checked, company, figure, is_proven
from tests.cases import every_case

# Statements run as the reader, on a connection of its own that sees committed rows only.
pytestmark = pytest.mark.django_db(transaction=True)

YEARS = {2023: (10_000, 6_000), 2022: (9_000, 5_500), 2021: (8_000, 5_200), 2020: (8_000, 5_000)}
QUARTERS = {6: (2_000, 1_300), 9: (2_400, 1_500), 12: (2_600, 1_500)}


@pytest.fixture
def acme(workspace):
    document = company(workspace, "Acme Tools, Inc.", period_end=date(2023, 12, 31))
    for year, amounts in YEARS.items():
        both(document, amounts, year, months=12, until=12)
    for until, amounts in QUARTERS.items():
        both(document, amounts, 2023, months=3, until=until)
    return document


def both(document, amounts, year, **span):
    sales, cost = amounts
    figure(document, sales, year, metric_name="Net sales", canonical_name="revenue", **span)
    figure(document, cost, year, metric_name="Cost of sales", canonical_name="cost_of_revenue", **span)


@pytest.fixture
def ask(workspace, user):
    return partial(checked, workspace=workspace, user=user)


@every_case(
    "question, begins, lines",
    [
        ("Which year had the highest gross margin at Acme Tools?", "highest in fiscal 2023", 4),
        ("In which year was Acme Tools' gross margin the lowest?", "lowest in fiscal 2021", 4),
        ("Which quarter had the highest gross margin at Acme Tools?", "highest in Q4 of fiscal 2023", 3),
        ("How did Acme Tools' gross margin develop by quarter?", "rose from 35.0%", 3),
        ("How did Acme's gross margin develop over the last three fiscal years?", "rose from 35.0%", 3),
        ("How has Acme Tools' gross margin changed over time?", "rose from 37.5%", 4),
        ("What was Acme Tools' gross margin in each quarter?", "by 7.3 percentage points", 3),
    ],
)
def test_each_period_has_its_line(ask, acme, question, begins, lines):
    answer = ask(question)
    assert begins in answer.text.splitlines()[0]
    assert answer.text.count("\n- ") == lines
    assert answer.plan["group_by"] in ("year", "quarter")
    assert is_proven(answer), [number for number in answer.numbers if number.status == "unsupported"]
    assert answer.fit["covers"], answer.fit


@every_case(
    "question, begins, said",
    [
        (
            "Are Acme's gross margins historically consistent (not fluctuating more than roughly 2% each "
            "year)? If that is not relevant for such a company, then please state that and explain why.",
            "No. Acme Tools' gross margin was not consistent. The greatest change",
            "was 3.9 percentage points, in fiscal 2022 (ended December 31, 2022); the bound of 2%",
        ),
        ("Is Acme Tools' gross margin stable?", "No.", "the bound of 2% (ragsite's own choice"),
        (
            "Are Acme Tools' gross margins consistent, not varying by more than 5% each year?",
            "Yes.",
            "is kept",
        ),
    ],
)
def test_stability_is_the_greatest_change_against_a_bound(ask, acme, question, begins, said):
    answer = ask(question)
    assert answer.text.startswith(begins)
    assert said in answer.text
    assert answer.plan["fold"] == "stable"
    assert is_proven(answer), [number for number in answer.numbers if number.status == "unsupported"]
    assert answer.fit["covers"], answer.fit


def test_a_setting_says_what_is_stable(ask, acme, settings):
    settings.RAGSITE_THRESHOLDS = {"stable": Decimal("0.05")}
    answer = ask("Is Acme Tools' gross margin stable?")
    assert answer.text.startswith("Yes.")
    assert "the bound of 5% (set by RAGSITE_THRESHOLDS) is kept" in answer.text


@every_case(
    "question",
    [
        "Which year had the highest gross margin of saws at Acme Tools?",
        "Why was Acme Tools' gross margin highest in which year?",
        "Is Acme Tools' gross margin stable or rising?",
        "What was Acme Tools' gross margin by segment?",
    ],
)
def test_what_is_not_understood_is_left_to_others(ask, acme, question):
    answer = ask(question)
    assert answer is None or (answer.plan or {}).get("fold") not in ("highest", "stable", "list")


def test_a_rate_that_documents_state_is_listed_as_it_stands(ask, acme):
    for until, rate in ((6, "18.0"), (9, "19.0")):
        named = {"metric_name": "Effective tax rate", "canonical_name": "effective_tax_rate", "unit": "%"}
        value = {"value": f"{rate}%", "numeric_value": float(rate) / 100, "scale": "0.01"}
        figure(acme, 0, 2023, until=until, quote=f"Effective tax rate {rate}%", **named, **value)
    answer = ask("How did Acme Tools' effective tax rate develop by quarter?")
    assert answer is None or answer.plan.get("fold") != "list"
