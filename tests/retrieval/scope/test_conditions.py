"""What a question says of the documents that can answer it."""

from datetime import date

import pytest

from documents.models import Entity
from retrieval.question.analyse import analyse
from retrieval.scope import prefilter as module
from retrieval.scope.conditions import asks_for_latest
from retrieval.scope.prefilter import prefilter
from tests.factories import DocumentFactory, EntityFactory


@pytest.fixture
def reports(workspace, monkeypatch):
    """Two quarterly reports each of a company whose year ends in June and of one whose ends in December."""
    monkeypatch.setattr(module, "FILTER_FROM", 1)
    return {
        (name, end.month): report(workspace, name, month, start, end)
        for name, month in (("Northwind, Inc.", 6), ("Tailspin, Inc.", 12))
        for start, end in ((date(2023, 1, 1), date(2023, 4, 1)), (date(2023, 7, 1), date(2023, 9, 30)))
    }


def report(workspace, name, month, start, end):
    document = DocumentFactory(
        workspace=workspace,
        filename=f"{name[:4]}-{end:%Y-%m}.pdf",
        title=f"{name} Form 10-Q",
        fiscal_year_end_month=month,
        period_start=start,
        period_end=end,
        organizations=["Northwind, Inc.", "Tailspin, Inc."],
    )
    EntityFactory(document=document, entity_name=name, role=Entity.Role.SUBJECT)
    return document


def chosen(question, workspace):
    return set(prefilter(analyse(question, workspace=workspace), workspace=workspace).document_ids or ())


@pytest.mark.django_db
def test_a_quarter_means_what_the_company_means_by_it(reports, workspace):
    assert chosen("Northwind's revenue in Q3 of FY2023?", workspace) == {reports["Northwind, Inc.", 4].pk}
    assert chosen("Tailspin's revenue in Q3 of FY2023?", workspace) == {reports["Tailspin, Inc.", 9].pk}


@pytest.mark.django_db
def test_whom_a_document_is_about_outweighs_whom_it_names(reports, workspace):
    both = {reports["Northwind, Inc.", 4].pk, reports["Northwind, Inc.", 9].pk}
    assert chosen("How did Northwind's revenue change over time?", workspace) == both


@pytest.mark.django_db
def test_a_quarter_in_the_name_of_the_file_outweighs_the_fiscal_year(reports, workspace):
    named = reports["Northwind, Inc.", 9]
    named.filename = "2023 Q3 northwind.pdf"
    named.save()
    assert chosen("What was Northwind's revenue in Q3 2023?", workspace) == {named.pk}
    assert chosen("What was Northwind's revenue in the third quarter of 2023?", workspace) == {named.pk}


@pytest.mark.django_db
def test_the_latest_report_is_the_one_whose_period_ends_last(reports, workspace):
    assert chosen("What does Tailspin's latest 10-Q say of tax?", workspace) == {
        reports["Tailspin, Inc.", 9].pk
    }


@pytest.mark.django_db
def test_the_newest_beside_those_before_it_means_all(reports, workspace):
    both = {reports["Tailspin, Inc.", 4].pk, reports["Tailspin, Inc.", 9].pk}
    asked = "How does Tailspin's tax in the most recent quarter compare to previous quarters?"
    assert chosen(asked, workspace) == both
    newest = "What was Tailspin's tax in the most recent quarter?"
    assert chosen(newest, workspace) == {reports["Tailspin, Inc.", 9].pk}


@pytest.mark.parametrize(
    "question, latest",
    [
        ("What is in the most recent 10-Q?", True),
        ("How does revenue across segments look in the latest filing?", True),
        ("How does the latest report compare with the previous quarters?", False),
        ("What is the latest fashion?", False),
    ],
)
def test_knows_when_only_the_newest_is_meant(question, latest):
    assert asks_for_latest(question) is latest


@pytest.mark.django_db
def test_of_several_companies_that_are_called_each_keeps_its_best_documents(reports, workspace):
    named = reports["Northwind, Inc.", 9]
    named.filename = "2023 Q3 northwind.pdf"
    named.save()
    question = "Compare the revenue of Northwind and Tailspin in Q3 2023"
    assert chosen(question, workspace) == {named.pk, reports["Tailspin, Inc.", 9].pk}


@pytest.mark.django_db
def test_the_latest_of_several_companies_is_the_latest_of_each(reports, workspace):
    earlier = reports["Northwind, Inc.", 9]
    earlier.period_end = date(2023, 8, 31)
    earlier.save()
    question = "What do the latest reports of Northwind and Tailspin say of tax?"
    assert chosen(question, workspace) == {earlier.pk, reports["Tailspin, Inc.", 9].pk}
