"""A question on a year goes to that year's report, one over several years to the reports that hold them."""

from datetime import date
from pathlib import Path

import pytest

from retrieval.question.analyse import analyse
from retrieval.scope.prefilter import prefilter
from tests.factories import DocumentFactory, EntityFactory

pytestmark = pytest.mark.django_db

# question → the reports that must be kept, and behind “|” those that may be
QUESTIONS = Path(__file__).with_name("year_questions.txt")


@pytest.fixture
def reports(workspace):
    def filed(name, company, start, end, month=12, offset=0):
        document = DocumentFactory(
            workspace=workspace, filename=f"{name}.pdf", title=f"{company} report", organizations=[company],
            period_start=start, period_end=end, document_date=end, fiscal_year_end_month=month,
            fiscal_year_offset=offset,
        )  # fmt: skip
        EntityFactory(document=document, entity_name=company, role="subject")

    for year in range(2013, 2017):
        filed(f"H{year}", "Heron Tools, Inc.", date(year, 1, 1), date(year, 12, 31))
        filed(f"S{year}", "Stork Retail, Inc.", date(year, 2, 1), date(year + 1, 1, 30), 1, -1)
    filed("H2018Q1", "Heron Tools, Inc.", date(2018, 1, 1), date(2018, 3, 31))
    filed("H2018Q2", "Heron Tools, Inc.", date(2018, 4, 1), date(2018, 6, 30))
    for number in range(4):
        filed(f"X{number}", f"Other {number} plc", date(2015, 1, 1), date(2015, 12, 31))


def test_years_choose_the_reports_that_hold_them(workspace, reports):
    wrong = []
    for line in QUESTIONS.read_text("utf-8").splitlines():
        question, expected = line.split(" → ")
        must, _, may = expected.partition(" | ")
        scope = prefilter(analyse(question, workspace=workspace), workspace=workspace)
        kept = {document.filename.removesuffix(".pdf") for document in scope.documents()}
        if not set(must.split()) <= kept or not kept <= {*must.split(), *may.split()}:
            wrong.append(f"{question} → {' '.join(sorted(kept))} (not {expected})")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    ("question", "ahead"),
    [
        ("How did Heron's revenue change between FY2015 and FY2016?", {"H2016"}),
        ("What is Heron's average capex from FY2014 to FY2016?", {"H2016"}),
        ("Compare the revenue of Heron and Stork in 2014 and 2015", {"H2015", "S2015"}),
        ("What was Heron's revenue in FY2015?", set()),
        ("What does Heron sell?", {"H2018Q2"}),
        ("Has Heron's margin been consistent over the years?", set()),
    ],
)
def test_the_report_of_the_last_year_goes_ahead_of_those_before(workspace, reports, question, ahead):
    scope = prefilter(analyse(question, workspace=workspace), workspace=workspace)
    names = {
        document.filename.removesuffix(".pdf") for document in workspace.documents.filter(pk__in=scope.ahead)
    }
    assert names == ahead
