"""Whom questions ask about though no document mentions them."""

import pytest

from retrieval.question.analyse import analyse
from retrieval.scope.unknown_subjects import absent_subjects
from tests.factories import ChunkFactory, DocumentFactory, EntityFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def absent(workspace):
    """Of a workspace with one company's report, whose text names a customer."""
    document = DocumentFactory(workspace=workspace, filename="tailspin-order.txt", title="Order of Litware")
    EntityFactory(document=document, entity_name="Northwind Traders, Inc.", role="subject")
    ChunkFactory(document=document, text="Revenue of Northwind rose. Proseware bought a turbine.")
    return lambda question: absent_subjects(analyse(question, workspace=workspace), workspace)


@pytest.mark.parametrize(
    "question",
    [
        "What was Fabrikam's revenue in 2025?",
        "What was the revenue of Fabrikam in 2025?",
        "Fabrikam’s revenue in 2025?",
        "Fabrikam EPS FY2026?",
        "What was Fabrikam revenue in Q2 2026?",
        "How much did Fabrikam earn in 2025?",
        "Compare net income of Northwind and of Fabrikam",
        "Which had higher revenue, Northwind or Fabrikam?",
        "Is Northwind's revenue higher than Fabrikam's?",
        "From Fabrikam's report, what was revenue?",
        "How did Fabrikam's Cloud Services grow?",
        "What were the revenues of Northwind and Fabrikam?",
        "Northwind vs. Fabrikam: revenue 2025",
        "Did Fabrikam or Northwind grow faster?",
    ],
)
def test_the_subject_of_a_question_is_known_to_be_absent(absent, question):
    assert absent(question) == ("Fabrikam",)


def test_somebody_is_known_however_they_are_addressed(absent, workspace):
    ChunkFactory(document=DocumentFactory(workspace=workspace), text="Frau Odile Wren rented a boat.")
    assert absent("How much did Ms Wren pay?") == ()
    assert absent("How much did Ms Farr pay?") == ("Farr",)


def test_an_abbreviation_is_a_name_where_figures_are_said_to_be_its_own(absent):
    assert absent("What was IBM's revenue in 2025?") == ("IBM",)
    assert absent("What was the CEO's pay?") == absent("What were Q2's sales?") == ()


@pytest.mark.parametrize(
    "question",
    [
        "What was Northwind's revenue in 2025?",
        "What was Proseware's revenue in 2025?",  # in the text, though nobody's name there
        "What was Tailspin's revenue?",  # in a file's name
        "What was Litware's revenue?",  # in a title
        "What was revenue in 2025?",
        "What was the Adjusted EBITDA in March 2025?",
        "Annual revenue in 2025?",
        "Show revenue in Norway",
        "What is the Notice Period under the Lease?",
        "What was Northwind's revenue from Zephyr phones in Oslo?",
        "Who is the CFO? What's revenue?",
        "Last year's revenue?",
        "How heavy is the Zephyr turbine?",
        "What did Northwind and Proseware agree on?",  # in the text
        "What was Northwind's Adjusted EBITDA?",
    ],
)
def test_other_words_in_capitals_are_no_absent_subject(absent, question):
    assert absent(question) == ()
