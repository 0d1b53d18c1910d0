"""A figure on which documents disagree: the answer says so, which wins and why, with both places."""

from datetime import date
from decimal import Decimal

import pytest

from agentic.runs import start_run
from tests.factories import ConflictFactory, DocumentFactory, MetricFactory, PageFactory

pytestmark = pytest.mark.django_db(transaction=True)  # the statements' reader sees committed rows only

QUESTION = "What was Acme's revenue in fiscal 2024?"


@pytest.fixture
def figure(workspace):
    def make(filename, millions, **fields):
        document = DocumentFactory(workspace=workspace, filename=filename)
        quote = f"Revenue was ${millions} million"
        PageFactory(document=document, number=1, text=quote)
        return MetricFactory(
            document=document,
            page=1,
            quote=quote,
            value=f"${millions} million",
            numeric_value=Decimal(millions) * 1_000_000,
            **{
                "metric_name": "Revenue",
                "canonical_name": "revenue",
                "entity_name": "Acme",
                "unit": "USD",
                "period": "fiscal 2024",
                "period_start": date(2024, 1, 1),
                "period_end": date(2024, 12, 31),
                "fiscal_year": 2024,
                **fields,
            },
        )

    return make


@pytest.fixture
def ask(user, workspace):
    def answer(question=QUESTION):
        run = start_run(user=user, workspace=workspace, question=question, mode="auto")
        assert run.is_over
        return run

    return answer


def cited(run) -> set[str]:
    return {citation["document"] for citation in run.result["citations"]}


def test_the_stored_verdict_decides_and_both_are_cited(figure, ask):
    draft, final = figure("draft.pdf", "4.2"), figure("final.pdf", "4.9")
    for winner, loser in ((draft, final), (final, draft)):
        conflict = ConflictFactory(winner=winner, loser=loser, reason="confidence", measure="revenue",
                                   entity_name="Acme", period_end=winner.period_end)  # fmt: skip
        run = ask()
        assert run.answer.index(winner.value.split()[0]) < run.answer.index(loser.value.split()[0])
        assert "the first is preferred because it was read with more confidence" in run.answer
        assert cited(run) == {"draft.pdf", "final.pdf"}
        assert {number["status"] for number in run.result["numbers"]} <= {"exact", "rounded"}
        conflict.delete()


def test_where_nothing_tells_the_answer_says_that(figure, ask):
    one, other = figure("a.pdf", "4.2"), figure("b.pdf", "4.9")
    ConflictFactory(winner=one, loser=other, reason="open", measure="revenue", period_end=one.period_end)
    run = ask()
    assert "Sources disagree" in run.answer
    assert "nothing tells which is right" in run.answer
    assert cited(run) == {"a.pdf", "b.pdf"}


def test_the_other_side_is_found_where_the_question_does_not_reach_it(figure, ask):
    """The other document names the company and the fiscal year otherwise."""
    mine = figure("a.pdf", "4.2")
    other = figure("b.pdf", "4.9", entity_name="Acme Holdings plc", fiscal_year=2025)
    ConflictFactory(winner=other, loser=mine, reason="later", measure="revenue", period_end=mine.period_end)
    run = ask()
    assert run.answer.index("4.9") < run.answer.index("4.2")
    assert "its document is the later one" in run.answer
    assert cited(run) == {"a.pdf", "b.pdf"}
    assert {number["status"] for number in run.result["numbers"]} <= {"exact", "rounded"}
    assert any("FROM conflicts" in step.sql for step in run.steps.all())


def test_a_conflict_on_another_figure_says_nothing_here(figure, ask):
    figure("a.pdf", "4.2")
    costs = figure("a2.pdf", "1.1", metric_name="Costs", canonical_name="costs")
    more = figure("b2.pdf", "1.3", metric_name="Costs", canonical_name="costs")
    ConflictFactory(winner=costs, loser=more, reason="later", measure="costs", period_end=costs.period_end)
    assert "disagree" not in ask().answer
