"""What rules read from a question."""

import pytest

from retrieval.analysis import analyse, stems
from tests.factories import EntityFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def read(workspace):
    return lambda question, history=(): analyse(question, workspace=workspace, history=history)


def test_reads_measure_period_and_kind(read):
    analysis = read("What was net income in Q2 2023?")
    assert [m.name for m in analysis.measures] == ["net_income"]
    assert [(p.fiscal_year, p.fiscal_quarter) for p in analysis.periods] == [(2023, 2)]
    assert analysis.kind == "lookup"


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("How many contracts are there?", "count"),
        ("List all invoices", "list"),
        ("Which document has the highest revenue?", "highest"),
        ("How did revenue change from 2022 to 2023?", "compare"),
        ("Which documents disagree about revenue?", "conflict"),
        ("Which travel policy is in force?", "version"),
    ],
)
def test_reads_the_kind_of_question(read, question, kind):
    assert read(question).kind == kind


def test_recognises_an_organization_without_its_legal_form(read, workspace):
    EntityFactory(document__workspace=workspace, entity_name="Northwind Traders, Inc.")
    (mention,) = read("What did Northwind Traders earn?").organizations
    assert mention.name == "Northwind Traders, Inc."


def test_names_of_another_workspace_are_unknown(read, other_workspace):
    EntityFactory(document__workspace=other_workspace, entity_name="Northwind Traders, Inc.")
    assert read("What did Northwind Traders earn?").organizations == ()


def test_a_follow_up_takes_what_it_leaves_out(read):
    history = [{"role": "user", "text": "What was revenue in Q1 2023?"}, {"role": "assistant", "text": "…"}]
    analysis = read("and in Q2 2023?", history)
    assert [m.name for m in analysis.measures] == ["revenue"]
    assert [p.fiscal_quarter for p in analysis.periods] == [2]


def test_a_whole_question_inherits_nothing(read):
    history = [{"role": "user", "text": "What was revenue in Q1 2023?"}]
    analysis = read("What was net income in the year 2021?", history)
    assert [m.name for m in analysis.measures] == ["net_income"]
    assert analysis.inherited == ()


def test_stems_leave_stop_words_out():
    assert stems("the invoices of 2023") == {"invoic", "2023"}
