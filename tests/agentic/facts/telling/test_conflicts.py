"""A figure on which documents disagree: the answer says so, which wins and why, with both places."""

from datetime import date
from decimal import Decimal

import pytest

from agentic.runs import start_run
from agentic.sql.execution import _prepared
from documents.models import Metric
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


def test_a_statement_is_parsed_once_whatever_company_and_documents_it_is_about(figure, ask):
    for name in ("Acme", "Bolt", "Cern"):
        draft = figure(f"{name} draft.pdf", "4.2", entity_name=name)
        final = figure(f"{name} final.pdf", "4.9", entity_name=name)
        ConflictFactory(winner=final, loser=draft, reason="later")
    ask("What was Acme's revenue in fiscal 2024?")
    parsed = _prepared.cache_info().misses
    assert "$4.9 million" in ask("What was Cern's revenue in fiscal 2024?").answer
    assert _prepared.cache_info().misses == parsed


def test_figures_of_documents_without_conflicts_are_not_asked_about_in_a_statement(figure, ask):
    ConflictFactory(
        winner=figure("b.pdf", "4.9", entity_name="Bolt"), loser=figure("c.pdf", "4.2", entity_name="Bolt")
    )
    figure("a.pdf", "4.1")
    asked = [step.sql for step in ask().steps.all()]
    assert not any("FROM conflicts" in sql for sql in asked)


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


def beside(metric, millions):
    """Another figure that the metric's document gives for the same."""
    own = {field.name: getattr(metric, field.name) for field in Metric._meta.fields if not field.generated}
    value = f"${millions} million"
    return Metric.objects.create(
        **own | {"id": None, "value": value, "numeric_value": Decimal(millions) * 1_000_000}
    )


def test_each_document_that_disagrees_stands_once(figure, ask):
    mine, other = figure("a.pdf", "4.2"), figure("b.pdf", "4.9")
    for metric, millions in ((mine, "4.2"), (other, "5.1")):
        beside(metric, millions)
    ConflictFactory(winner=mine, loser=other, reason="later", measure="revenue", period_end=mine.period_end)
    run = ask()
    assert run.answer.count("b.pdf gives") == 1, run.answer
    assert "b.pdf gives $4.9 million" in run.answer


def test_a_document_that_gives_the_answer_does_not_disagree_with_it(figure, ask):
    mine, other = figure("a.pdf", "4.2"), figure("b.pdf", "4.9")
    beside(mine, "4.9")
    ConflictFactory(winner=mine, loser=other, reason="later", measure="revenue", period_end=mine.period_end)
    run = ask()
    assert "a.pdf gives" not in run.answer, run.answer


def test_a_conflict_on_another_figure_says_nothing_here(figure, ask):
    figure("a.pdf", "4.2")
    costs = figure("a2.pdf", "1.1", metric_name="Costs", canonical_name="costs")
    more = figure("b2.pdf", "1.3", metric_name="Costs", canonical_name="costs")
    ConflictFactory(winner=costs, loser=more, reason="later", measure="costs", period_end=costs.period_end)
    assert "disagree" not in ask().answer


YEAR_BEFORE = {"period": "fiscal 2023", "period_start": date(2023, 1, 1), "period_end": date(2023, 12, 31),
               "fiscal_year": 2023}  # fmt: skip


def dispute(winner, loser, **fields):
    return ConflictFactory(
        winner=winner, loser=loser, reason="later", measure=winner.canonical_name,
        entity_name="Acme", period_end=winner.period_end, **fields,
    )  # fmt: skip


def numbers_of(run) -> set[str]:
    return {number["status"] for number in run.result["numbers"]}


@pytest.mark.parametrize(
    "question, expected",
    [
        ("What is the sum of Acme's revenue?", ("$8.2 million", "$8.9 million")),
        ("What was Acme's average revenue?", ("$4.1 million", "$4.4 million")),
        ("How did Acme's revenue change from fiscal 2023 to fiscal 2024?", ("5.0%", "22.5%")),
        ("What was Acme's highest revenue?", ("$4.2 million", "$4.9 million")),
    ],
)
def test_a_number_made_of_disputed_figures_uses_the_winner_and_says_so(figure, ask, question, expected):
    figure("before.pdf", "4.0", **YEAR_BEFORE)
    one, other = figure("one.pdf", "4.2"), figure("other.pdf", "4.9")
    for (winner, loser), number in zip([(one, other), (other, one)], expected, strict=True):
        conflict = dispute(winner, loser)
        run = ask(question)
        assert number in run.answer, run.answer
        sentence = f"{loser.document.filename} gives ${loser.value[1:]}"
        assert "Sources disagree on Acme's revenue in fiscal 2024" in run.answer, run.answer
        assert sentence in run.answer
        assert f"{winner.value} is preferred because its document is the later one" in run.answer
        assert loser.document.filename in cited(run)
        assert "unsupported" not in numbers_of(run)
        conflict.delete()


def test_a_ratio_of_a_disputed_figure_uses_the_winner_and_says_so(figure, ask):
    one, other = figure("one.pdf", "4.0"), figure("other.pdf", "8.0")
    figure("income.pdf", "2.0", metric_name="Net income", canonical_name="net_income")
    for winner, loser, share in ((one, other, "50.0%"), (other, one, "25.0%")):
        conflict = dispute(winner, loser)
        run = ask("What percentage of revenue was Acme's net income in fiscal 2024?")
        assert share in run.answer, run.answer
        assert f"{loser.document.filename} gives {loser.value}" in run.answer
        assert "unsupported" not in numbers_of(run)
        conflict.delete()


def test_a_sum_over_documents_counts_a_disputed_figure_once(figure, ask):
    mine, other = figure("a.pdf", "4.2"), figure("b.pdf", "4.9", entity_name="Acme Holdings plc")
    figure("c.pdf", "4.0", **YEAR_BEFORE)
    dispute(other, mine)
    run = ask("What is the sum of revenue over all reports?")
    assert "$8.9 million" in run.answer, run.answer
    assert "a.pdf gives $4.2 million" in run.answer
