"""A quarter as documents are called by it, beside one that the question settles itself."""

from datetime import date

import pytest

from retrieval.question.analyse import analyse
from retrieval.question.periods.document_periods import as_documents_are_called
from tests.factories import DocumentFactory, EntityFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def report(workspace):
    """Of a company whose fiscal year ends in June: its first quarter of 2024, called by the calendar."""
    document = DocumentFactory(
        workspace=workspace,
        filename="2023 Q3 Northwind.pdf",
        organizations=["Northwind Corporation"],
        period_start=date(2023, 7, 1),
        period_end=date(2023, 9, 30),
        fiscal_year_end_month=6,
    )
    EntityFactory(document=document, entity_name="Northwind Corporation", role="subject")
    return document


def ends(question, workspace):
    analysis = as_documents_are_called(analyse(question, workspace=workspace), workspace)
    return [period.end_date for period in analysis.periods]


def test_a_quarter_is_that_of_the_document_called_so(workspace, report):
    question = "What was Northwind Corporation's net income in Q3 2023?"
    assert ends(question, workspace) == [date(2023, 9, 30)]


@pytest.mark.parametrize(
    "when", ["the quarter ended March 31, 2023", "the third quarter ended March 31, 2023"]
)
def test_a_day_that_the_question_names_stays(workspace, report, when):
    question = f"What was Northwind Corporation's net income in {when}?"
    assert ends(question, workspace) == [date(2023, 3, 31)]
