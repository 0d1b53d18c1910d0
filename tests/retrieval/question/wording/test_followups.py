"""Follow-ups, as they stand alone."""

from datetime import date

import pytest

from retrieval.question.analyse import analyse
from tests.cases import every_case
from tests.factories import DocumentFactory, EntityFactory

pytestmark = pytest.mark.django_db

REVENUE = "What was Northwind's revenue in Q1 2023?"


@pytest.fixture(autouse=True)
def companies(workspace):
    for name in ("Northwind Inc.", "Tailspin Corporation"):
        document = DocumentFactory(workspace=workspace, period_end=date(2023, 12, 31))
        EntityFactory(document=document, entity_name=name, role="subject")
    EntityFactory(document=document, entity_name="TSPN", context="Short for Tailspin Corporation.")


@pytest.fixture
def follow(workspace):
    """The analysis of the last of the questions; all answers tell of fiscal 2022."""

    def ask(*questions):
        history = []
        for text in questions[:-1]:
            history += [{"role": "user", "text": text}, {"role": "assistant", "text": "5 in fiscal 2022."}]
        return analyse(questions[-1], workspace=workspace, history=history)

    return ask


@every_case(
    "first, second, whole",
    [
        (REVENUE, "and in Q2?", "What was Northwind's revenue in Q2 2023?"),
        (REVENUE, "And in the third?", "What was Northwind's revenue in third quarter 2023?"),
        (REVENUE, "what about the second one?", "What was Northwind's revenue in second quarter 2023?"),
        (REVENUE, "Q4?", "What was Northwind's revenue in Q4 2023?"),
        (REVENUE, "and in Q2 2022?", "What was Northwind's revenue in Q2 2022?"),
        (REVENUE, "and in 2021 and 2022?", "What was Northwind's revenue in 2021 and 2022?"),
        (REVENUE, "and since 2020?", "What was Northwind's revenue since 2020?"),
        (REVENUE, "and the year before?", "What was Northwind's revenue in Q1 2022?"),
        (REVENUE, "and two years earlier?", "What was Northwind's revenue in Q1 2021?"),
        (REVENUE, "How about the previous quarter?", "What was Northwind's revenue in Q4 2022?"),
        (REVENUE, "and the following quarter?", "What was Northwind's revenue in Q2 2023?"),
        (REVENUE, "what about Tailspin?", "What was Tailspin's revenue in Q1 2023?"),
        (REVENUE, "Same for TSPN", "What was TSPN's revenue in Q1 2023?"),
        (REVENUE, "What about Fabrikam?", "What was Fabrikam's revenue in Q1 2023?"),
        (REVENUE, "And net income?", "What was Northwind's net income in Q1 2023?"),
        (REVENUE, "gross margin?", "What was Northwind's gross margin in Q1 2023?"),
        (REVENUE, "and net income of Tailspin in 2020?", "What was Tailspin's net income in 2020?"),
        (REVENUE, "in percent?", "What was Northwind's revenue in Q1 2023 in percent?"),
        (REVENUE, "why?", "What was Northwind's revenue in Q1 2023, why?"),
        (REVENUE, "What was its net income?", "What was Northwind’s net income in Q1 2023?"),
        (REVENUE, "What was net income?", "What was net income in Q1 2023 of Northwind?"),
        (REVENUE, "Who is its chief executive?", "Who is Northwind’s chief executive?"),
        (REVENUE, "And who is the chief executive?", "who is the chief executive of Northwind?"),
        (
            REVENUE,
            "How does that compare with the previous year?",
            "What was Northwind's revenue in Q1 2022 and Q1 2023, compared?",
        ),
        (
            REVENUE,
            "What was net income in the same quarter?",
            "What was net income in Q1 2023 of Northwind?",
        ),
        ("What was revenue in 2022?", "of Tailspin?", "What was revenue in 2022 of Tailspin?"),
        # The question names no time; the answer does.
        (
            "What was Northwind's revenue?",
            "and the year before?",
            "What was Northwind's revenue in fiscal 2021?",
        ),
        (
            "How did Northwind's revenue change from 2022 to 2023?",
            "and Tailspin?",
            "How did Tailspin's revenue change from 2022 to 2023?",
        ),
        (
            "Compare the revenue of Northwind and Tailspin in 2023",
            "and in 2022?",
            "Compare the revenue of Northwind and Tailspin in 2022",
        ),
        (
            "What is the notice period of the lease agreement?",
            "and in the supply agreement?",
            "What is the notice period of the supply agreement?",
        ),
        ("What is the notice period of the lease?", "and the deposit?", None),
        (
            "What is the notice period of the lease agreement?",
            "Who signed it?",
            "Who signed the lease agreement?",
        ),
        (
            "Who is the inspector of the Silverfisk?",
            "And of the Havstern?",
            "Who is the inspector of the Havstern?",
        ),
        ("Who received DN-881?", "And DN-902?", "Who received DN-902?"),
        ("How many invoices are from 2023?", "and from 2022?", "How many invoices are from 2022?"),
        ("How many invoices are from 2023?", "and contracts?", "How many contracts are from 2023?"),
        (
            "What is the total of all invoices?",
            "which one is the largest?",
            "What is the total of all invoices, which one is the largest?",
        ),
    ],
)
def test_a_follow_up_stands_for_a_whole_question(follow, first, second, whole):
    analysis = follow(first, second)
    assert analysis.question == (whole or "What is the notice period of the lease, deposit?")
    assert analysis.transformed_query == analysis.question


@every_case(
    "question",
    [
        "What was Tailspin's net income in 2021?",
        "List all contracts",
        "What does the travel policy say about hotels?",
        "How many employees did Tailspin have in 2020?",
    ],
)
def test_a_whole_question_stays_as_it_is(follow, question):
    analysis = follow(REVENUE, question)
    assert (analysis.question, analysis.inherited) == (question, ())


def test_what_is_taken_over_is_told(follow):
    assert set(follow(REVENUE, "and in Q2?").inherited) == {"organizations", "measures"}
    assert set(follow(REVENUE, "what about Tailspin?").inherited) == {"measures", "time_references"}
    assert set(follow(REVENUE, "in percent?").inherited) == {"organizations", "measures", "time_references"}


def test_a_chain_of_follow_ups_keeps_the_subject(follow):
    analysis = follow(REVENUE, "and in Q2?", "what about Tailspin?", "and the year before?")
    assert analysis.question == "What was Tailspin's revenue in Q2 2022?"
    assert [(period.fiscal_year, period.fiscal_quarter) for period in analysis.periods] == [(2022, 2)]
    assert [mention.name for mention in analysis.organizations] == ["Tailspin Corporation"]


def test_the_question_in_full_is_used_where_the_history_has_it(workspace):
    history = [{"role": "user", "text": "and Q3?", "meant": "What was Tailspin's revenue in Q3 2022?"}]
    analysis = analyse("and in Q4?", workspace=workspace, history=history)
    assert analysis.question == "What was Tailspin's revenue in Q4 2022?"
