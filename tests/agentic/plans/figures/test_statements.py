"""Rows of a company's statements, and the statement that a question asks for."""

from functools import partial

import pytest

from tests.agentic.figures_of import checked, company, figure

# Statements run as the reader, on a connection of its own that sees committed rows only.
pytestmark = pytest.mark.django_db(transaction=True)

INCOME, CASH = "Consolidated Statements of Operations", "Consolidated Statements of Cash Flows"


@pytest.fixture
def ask(workspace, user):
    return partial(checked, workspace=workspace, user=user)


def row(document, label, thousands, context, **fields):
    named = {"metric_name": label, "canonical_name": "", "context": context, **fields}
    return figure(document, thousands, 2023, months=12, until=12, **named)


@pytest.fixture
def acme(workspace):
    document = company(workspace, "Acme Tools, Inc.")
    row(document, "Restructuring and impairment charges", 411, CASH)
    row(document, "Restructuring by segment", 77, "Notes › Restructuring")
    row(document, "Other costs", 458, "Notes › Restructuring")
    row(document, "Strike settlement, net", 90, INCOME)
    row(document, "Goodwill impairment of saws", 10, INCOME)
    row(document, "Goodwill impairment of drills", 20, INCOME)
    return document


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("What were Acme Tools' restructuring costs in 2023?", "were $411 thousand [1]."),
        ("What were the restructuring expenses of Acme Tools in 2023?", "were $411 thousand [1]."),
        (
            "What is the quantity of restructuring costs directly outlined in Acme Tools' income statements "
            "for FY2023? If restructuring costs are not explicitly outlined then state 0.",
            "[1]. It stands in the cash flow statement; the income statement has no row called so.",
        ),
        (
            "What strike expense is shown in Acme Tools' income statement for 2023?",
            "was $90 thousand [1].",
        ),
    ],
)
def test_the_one_row_of_a_statement_that_begins_so_is_given(ask, acme, question, said):
    answer = ask(question)
    assert answer.text.endswith(said)
    assert answer.citations


def test_of_several_rows_that_begin_so_none_is_given(ask, acme):
    answer = ask("What goodwill expense is shown in Acme Tools' income statement for 2023?")
    assert answer is None or not answer.answered
