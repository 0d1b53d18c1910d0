"""Statements that a model writes over the tables of an uploaded file."""

import pytest

from agentic.facts.route import case_of
from agentic.tables.planned.written import answer_written, database_of_likeliest
from agentic.trace import Trace
from agentic.verification.verify import verify
from llm.fakes import ScriptedChatModel
from retrieval.question.analyse import analyse
from retrieval.scope.prefilter import prefilter
from tests.factories import RunFactory

pytestmark = pytest.mark.django_db

STOCK = """Part,Where,Group,Qty,Min. qty,Price (EUR)
Bell brass,Shop,Bells,4,6,9.5
Saddle plain,Cellar,Saddles,11,8,24
Saddle wide,Cellar,Saddles,2,5,31
Lock chain,Shop,Locks,7,3,18
"""
NOTES = (
    "The shop has a cellar. Saddles are kept there in the dry, and the qty is told on the door of it.\n\n" * 2
)


@pytest.fixture
def written(keep, workspace, user, settings):
    """(answer or None, requests) of a question for which a model writes these statements."""
    settings.RAGSITE_SOURCE_REPAIR_SECONDS = 600
    keep({"stock.csv": STOCK})

    def asked(question, *replies, tier="openai"):
        trace = Trace(RunFactory(workspace=workspace, user=user, question=question))
        analysis = analyse(question, workspace=workspace)
        case = case_of(analysis, scope=prefilter(analysis, workspace=workspace), trace=trace)
        database = database_of_likeliest(case)
        with ScriptedChatModel(replies, tier=tier) as chat:
            outcome = answer_written(case, database, chat=chat) if database else None
        answer = outcome and verify(outcome[0], outcome[1], question=question, analysis=analysis)
        return answer, chat.requests

    return asked


def test_rows_that_a_statement_finds_are_told_with_their_places(written):
    sql = "SELECT s.Part FROM Part AS s WHERE s.Qty < s.Min_qty"
    answer, requests = written("Which stock ought to be bought anew?", sql)
    assert "Bell brass" in answer.text
    assert "Saddle wide" in answer.text
    assert "Bell brass" in answer.citations[0].quote
    assert "Group_" in requests[0].system  # no word of SQL
    assert not answer.fit["covers"]  # nobody knows whether that is what “anew” means


def test_what_is_made_of_statements_in_one_another_is_a_table(written):
    sql = "SELECT (SELECT MAX(Qty) FROM Part) - (SELECT MIN(Qty) FROM Part) AS apart"
    answer, _ = written("How far are the extremes of the stock apart?", sql)
    assert "**9**" in answer.text
    assert answer.tables[0].sql.startswith("SELECT (SELECT MAX")
    assert answer.citations


def test_a_value_that_no_row_has_is_told_to_the_writer(written):
    wrong = "SELECT Part FROM Part WHERE Group_ = 'Saddle'"
    answer, requests = written("Which kinds of seat are in stock?", wrong, wrong.replace("Saddle", "Saddles"))
    assert "Saddle wide" in answer.text
    assert "Group_ is never 'Saddle': it is one of 'Bells'" in requests[1].messages[-1].text


@pytest.mark.parametrize(
    ("question", "sql"),
    [
        ("How much stock had we in 2019?", "SELECT SUM(Qty) FROM Part"),  # a time that no row tells
        ("How much stock is at Ashdown?", "SELECT SUM(Qty) FROM Part"),  # a name
        ("How many bells are in stock?", "SELECT SUM(Qty) FROM Part WHERE Where_ = 'Shop'"),  # a cell's word
        ("How many saddles of leather are there on our stock list?", "SELECT 0 AS n FROM Part"),
        ("Who polished, repaired and sold our stock?", "SELECT Part FROM Part"),  # most is left
    ],
)
def test_a_small_models_statement_that_leaves_something_out_is_no_answer(written, question, sql):
    assert written(question, sql, tier="local")[0] is None


def test_a_text_with_a_table_is_asked_as_a_text(written, keep):
    keep({"notes.txt": NOTES})
    assert written("How is the cellar of the shop kept dry, and what is told on the door?") == (None, [])
