"""Whether a ratio or a measure lies above or below what a question names."""

from decimal import Decimal
from functools import partial

import pytest

from retrieval.question.plans.bounds import find_bound
from tests.agentic.figures_of import checked, company, figure, is_proven
from tests.cases import every_case

# Statements run as the reader, on a connection of its own that sees committed rows only.
pytestmark = pytest.mark.django_db(transaction=True)

FLOWS = {
    "revenue": ("Net sales", 10_000, 9_000),
    "cost_of_revenue": ("Cost of sales", 6_000, 5_500),
    "net_income": ("Net income", 900, 1_000),
}
BALANCES = {
    "current_assets": ("Total current assets", 4_000, 3_600),
    "current_liabilities": ("Total current liabilities", 1_600, 2_400),
    "total_debt": ("Total debt", 6_000, 5_000),
    "equity": ("Total shareholders' equity", 2_500, 3_000),
}


@pytest.fixture
def acme(workspace):
    document = company(workspace, "Acme Tools, Inc.")
    for measures, is_balance in ((FLOWS, False), (BALANCES, True)):
        for name, (label, *amounts) in measures.items():
            for year, thousands in zip((2023, 2022), amounts, strict=True):
                fields = {"period_start": None} if is_balance else {}
                named = {"metric_name": label, "canonical_name": name, **fields}
                figure(document, thousands, year, months=12, until=12, **named)
    return document


@pytest.fixture
def ask(workspace, user):
    return partial(checked, workspace=workspace, user=user)


@every_case("question, begins, said", [
        ("Was Acme Tools' gross margin in FY2023 higher than 30%?", "Yes. ", "above the bound of 30%. Of"),
        ("Is Acme Tools' current ratio above 1.5?", "Yes. ", "above the bound of 1.5. Of"),
        ("Was Acme's current ratio below 1.5x in FY2022?", "No. ", "exactly the bound of 1.5 times. Of"),
        ("Did Acme Tools' debt to equity exceed 2 in FY2022?", "No. ", "below the bound of 2. Of"),
        ("Was Acme Tools' revenue above $5 million in 2023?", "Yes. ", "above the bound of $5 million."),
        ("Was Acme's revenue at least $9.5 million in FY2022?", "No. ", "below the bound of $9.5 million."),
        ("Did Acme Tools' revenue grow by more than 10% in FY2023?", "Yes. ", "above the bound of 10%"),
        ("Was Acme Tools' net margin in FY2023 10% or more?", "No. ", "below the bound of 10%"),
        ("Was Acme Tools' gross margin above 0.3 in FY2023?", "Yes. ", "above the bound of 0.3"),
        ("Was Acme Tools' gross margin above 39% in FY2022 and FY2023?", "No. ", "below the bound of 39%"),
    ])  # fmt: skip
def test_a_bound_is_answered_with_yes_or_no_and_said_again(ask, acme, question, begins, said):
    answer = ask(question)
    assert answer.text.startswith(begins)
    assert said in answer.text
    assert answer.plan["test"]["op"] in ("above", "below", "at least")
    assert "whether" in answer.plan["text"]
    assert is_proven(answer), [number for number in answer.numbers if number.status == "unsupported"]
    assert answer.fit["covers"], answer.fit


@every_case(
    "question",
    [
        "Was Acme Tools' gross margin in FY2023 higher than 30?",  # of per cent, or thirty times?
        "Was Acme Tools' revenue above €5 million in 2023?",
        "Was Acme Tools' gross margin of saws in FY2023 higher than 30%?",
        "Did Acme Tools' gross margin improve to above 30% in FY2023?",
        "Was Acme Tools' gross margin in FY2023 higher than 30% and below 50%?",
        "Did Acme Tools' revenue fall by more than 10% in FY2023?",
    ],
)
def test_no_bound_is_guessed(ask, acme, question):
    answer = ask(question)
    assert answer is None or "test" not in (answer.plan or {})


@pytest.mark.parametrize(
    ("question", "relation", "value"),
    [
        ("Is it no more than 2?", "at most", "2"),
        ("Did it not exceed 12%?", "at most", "0.12"),
        ("Is it not below 90 days?", "at least", "90"),
        ("Did they spend $3 billion or less?", "at most", "3e9"),
        ("Was it 30 days late or more?", "at least", "30"),
        ("Is it 2 times what it was?", None, None),
    ],
)
def test_bounds_are_read_with_what_they_allow(question, relation, value):
    bound = find_bound(question)
    assert (bound.test.relation if bound else None) == relation
    assert bound is None or bound.test.value == Decimal(value)
