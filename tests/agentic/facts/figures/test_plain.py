"""Which questions for a figure are plain: every word has its one place, and nothing else looks at them."""

from datetime import date

import pytest

from agentic.facts.case import Case
from agentic.facts.figures.plain import answer_plain, is_plain
from agentic.facts.workings import Workings
from agentic.trace import Trace
from retrieval.question.analyse import analyse
from retrieval.scope.model import Scope
from tests.factories import DocumentFactory, EntityFactory, MetricFactory, RunFactory

pytestmark = pytest.mark.django_db(transaction=True)
PLAIN = "What was the revenue of Acme Tools in 2022?"


@pytest.fixture
def filing(workspace):
    document = DocumentFactory(workspace=workspace, organizations=["Acme Tools"])
    EntityFactory(document=document, entity_name="Acme Tools", role="subject")
    EntityFactory(document=document, entity_name="Fabrikam", role="mentioned")
    MetricFactory(
        document=document,
        metric_name="Total revenue",
        canonical_name="revenue",
        value="4,100",
        numeric_value=4100,
        unit="USD",
        quote="Total revenue 4,100",
        entity_name="Acme Tools",
        fiscal_year=2022,
        period_start=date(2022, 1, 1),
        period_end=date(2022, 12, 31),
    )
    return document


def case_of(question, workspace, **scope):
    trace = Trace(RunFactory(workspace=workspace), at_once=False)
    analysis = analyse(question, workspace=workspace)
    return Case(analysis, Scope(workspace=workspace, total=1, **scope), Workings(workspace, trace))


@pytest.mark.parametrize(
    "question",
    [
        PLAIN,
        "What was Acme Tools' revenue in fiscal 2022?",
        "How high was Acme Tools's net income in FY2022?",
        "what is the 2022 revenue of Acme Tools",
    ],
)
def test_one_measure_of_one_company_in_one_year_is_plain(filing, workspace, question):
    assert is_plain(case_of(question, workspace))


@pytest.mark.parametrize(
    "question",
    [
        "What was the revenue of Acme Tools in 2021 and 2022?",
        "What was the revenue of Acme Tools in Q2 2022?",
        "What was the revenue of Acme Tools and Fabrikam in 2022?",
        "What was the revenue in 2022?",
        "What was the revenue of Acme Tools?",
        "What was the organic revenue of Acme Tools in 2022?",
        "What was the revenue of Acme Tools in 2022 by segment?",
        "What was the revenue of Acme Tools in 2022 in millions?",
        "What was the highest revenue of Acme Tools in 2022?",
        "What was the change of revenue of Acme Tools in 2022?",
        "What were the revenue and net income of Acme Tools in 2022?",
        "What was the diluted EPS of Acme Tools in 2022?",
        "What was the free cash flow of Acme Tools in 2022?",
        "Why was the revenue of Acme Tools in 2022 so low?",
        "Was the revenue of Acme Tools in 2022 higher than 5 million?",
    ],
)
def test_with_any_word_more_something_else_may_be_asked(filing, workspace, question):
    assert not is_plain(case_of(question, workspace))


def test_of_chosen_documents_the_cells_are_looked_at_first(filing, workspace):
    chosen = case_of(PLAIN, workspace, document_ids=(filing.pk,), is_chosen=True)
    assert not is_plain(chosen)
    assert is_plain(case_of(PLAIN, workspace, document_ids=(filing.pk,)))


def test_it_is_answered_with_the_figure_or_left_to_others(filing, workspace):
    draft, evidence = answer_plain(case_of(PLAIN, workspace))
    assert "$4,100" in draft.text
    assert [figure.value for figure in evidence.figures] == [4100]
    assert answer_plain(case_of(PLAIN.replace("2022", "2019"), workspace)) is None
