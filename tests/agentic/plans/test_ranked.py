"""Companies in order, and those, or the years, of which something holds."""

from functools import partial

import pytest

from documents.models import Document
from tests.agentic.figures_of import checked, company, figure, is_proven

# Statements run as the reader, on a connection of its own that sees committed rows only.
pytestmark = pytest.mark.django_db(transaction=True)
INCOME = {"metric_name": "Net income (loss)", "canonical_name": "net_income"}
COMPANIES = {"Acme Tools, Inc.": (300, 500), "Baker Machines plc": (200, -50), "Cobalt Corp": (-10, -40)}


@pytest.fixture
def three(workspace):
    """Net income of two years: one made money in both, one in the first, one in none."""
    for name, amounts in COMPANIES.items():
        document = company(workspace, name)
        for year, thousands in zip((2022, 2023), amounts, strict=True):
            figure(document, thousands, year, months=12, until=12, **INCOME)


@pytest.fixture
def ask(workspace, user):
    return partial(checked, workspace=workspace, user=user)


def test_one_figure_is_put_beside_another_for_each_company(ask, three, workspace):
    for document in Document.objects.filter(workspace=workspace):
        figure(document, 1_000, 2023, months=12, until=12)
    answer = ask("What is the ratio of net income to revenue for each company in FY2023?")
    assert answer.text.startswith("Net income as a share of revenue of 3 companies, the highest first:")
    assert "was 50.0%" in answer.text
    assert is_proven(answer), answer.numbers


@pytest.mark.parametrize(
    ("question", "begins", "lines"),
    [
        ("Rank the companies by net income in FY2023", "Net income of 3 companies, the highest first:", 3),
        ("Show the net income of each company", "Net income of 3 companies, the highest first:", 3),
        (
            "Which companies had a net loss in FY2023?",
            "2 of 3 companies had a loss (net income below zero): Cobalt and Baker Machines.",
            2,
        ),
        (
            "How many companies made a profit in FY2022?",
            "2 of 3 companies made a profit (net income above zero): Acme Tools and Baker Machines.",
            2,
        ),
        (
            "Which companies had a net income above $250 thousand in FY2023?",
            "1 of 3 companies had net income above $250 thousand: Acme Tools.",
            1,
        ),
        (
            "Which companies' net income grew in FY2023?",
            "1 of 2 companies had a rise of net income: Acme Tools.",  # Cobalt started from a loss
            1,
        ),
        ("In which years did Acme Tools make a profit?", "2 of 2 years made a profit", 2),
        (
            "In which years did Baker Machines have a net loss?",
            "1 of 2 years had a loss (net income below zero): fiscal 2023.",
            1,
        ),
    ],
)
def test_those_of_which_it_holds_are_told_with_how_many_there_are(ask, three, question, begins, lines):
    answer = ask(question)
    assert answer.text.startswith(begins), answer.text
    assert answer.text.count("\n- ") == lines
    assert is_proven(answer), [number for number in answer.numbers if number.status == "unsupported"]


def test_the_order_is_that_of_the_values(ask, three):
    told = ask("Rank the companies by net income in FY2023, from lowest to highest").text
    assert told.index("Baker Machines'") < told.index("Cobalt's") < told.index("Acme Tools'")


def test_where_it_holds_of_none_all_are_told(ask, three):
    answer = ask("Which companies had a net income above $9 million in FY2023?")
    assert answer.text.startswith("None of 3 companies had net income above $9 million.")
    assert answer.text.count("\n- ") == 3


def test_an_amount_in_another_currency_is_not_held_against_the_bound(ask, three, workspace):
    figure(company(workspace, "Dune Rail AG"), 900, 2023, months=12, until=12, unit="EUR", **INCOME)
    answer = ask("Which companies had a net income above $250 thousand in FY2023?")
    assert answer.text.startswith("1 of 3 companies had net income above $250 thousand: Acme Tools.")
    assert answer.text.endswith("Left out, since told in another unit: Dune Rail.")


def test_part_of_a_year_is_not_ranked_with_whole_years(ask, three, workspace):
    figure(company(workspace, "Dune Rail AG"), 900, 2023, months=6, until=6, **INCOME)
    answer = ask("Rank the companies by net income in FY2023")
    assert answer.text.startswith("Net income of 3 companies")
    assert answer.text.endswith("These documents do not give it for Dune Rail.")


def test_a_bound_without_a_currency_is_in_each_amounts_own(ask, three, workspace):
    figure(company(workspace, "Dune Rail AG"), 900, 2023, months=12, until=12, unit="EUR", **INCOME)
    answer = ask("How many companies had a net income above 400,000 in FY2023?")
    assert answer.text.startswith("2 of 4 companies had net income above 400,000: Dune Rail and Acme Tools.")
    assert "in each amount's own (EUR and USD)" in answer.text


@pytest.mark.parametrize(
    ("question", "begins"),
    [
        ("How many companies had a lower net income in 2023 than in 2022?", "2 of 3 companies had lower"),
        ("Which companies had a higher net income in 2022 than in 2023?", "2 of 3 companies had lower"),
        ("Which companies had higher net income in 2023 than in 2022?", "1 of 3 companies had higher"),
    ],
)
def test_two_years_are_held_against_each_other_for_each_company(ask, three, question, begins):
    answer = ask(question)
    assert answer.text.startswith(begins), answer.text
    assert is_proven(answer)


@pytest.mark.parametrize(
    ("question", "begins"),
    [
        ("How many of the reports show a net income above $250 thousand?", "1 of 4 reports had net income"),
        ("Which reports show a net loss?", "2 of 4 reports had a loss (net income below zero): "),
        (
            "Which annual reports show a net loss?",
            "2 of 3 annual reports had a loss (net income below zero): ",
        ),
    ],
)
def test_reports_are_counted_by_what_each_gives_itself(ask, three, workspace, question, begins):
    quarter = company(workspace, "Acme Tools, Inc.", filename="acme-q1.pdf")
    figure(quarter, 90, 2024, months=3, until=3, **INCOME)
    Document.objects.filter(workspace=workspace).update(document_type="financial_report")
    answer = ask(question)
    assert answer.text.startswith(begins), answer.text
    assert is_proven(answer)


def test_a_question_with_a_word_more_is_left_alone(ask, three):
    assert not (answer := ask("Rank the companies by net income of their vineyards")) or not (
        answer.text.startswith("Net income of")
    )
