"""Which way is tried when: plans before SQL, and facts and text before it is said that there is no answer."""

from datetime import date

import pytest
from django.core.files.base import ContentFile

from agentic.inquiry import Models
from agentic.models import Run
from agentic.plans.by_model.grounding import PlanReply
from agentic.routes.sql import Decision
from agentic.runs import execute
from documents.ingest import ingest_document
from llm.errors import Timeout
from llm.fakes import ScriptedChatModel
from llm.providers.none import NoModel
from tests.agentic.figures_of import company, figure
from tests.factories import ChunkFactory, DocumentFactory, MetricFactory, PageFactory, RunFactory

pytestmark = pytest.mark.django_db(transaction=True)

GIVE_UP = Decision(explanation="Nothing there.", action="give_up")
PAINT = "The largest bucket of paint is blue, and stands in the old shed."


@pytest.fixture
def ask(workspace, user, hash_embedder):
    def run(question, *replies, mode=Run.Mode.AUTO, tier="local", **fields):
        made = RunFactory(workspace=workspace, user=user, question=question, mode=mode, **fields)
        with ScriptedChatModel(replies, tier=tier) as chat:
            execute(made.pk, models=Models(chat, hash_embedder))
        run.requests = chat.requests
        made.refresh_from_db()
        assert made.status == "done", made.error
        return made

    return run


@pytest.fixture
def paint(workspace, hash_embedder):
    document = DocumentFactory(workspace=workspace, filename="paint.txt")
    PageFactory(document=document, text=PAINT)
    vector = hash_embedder.embed([PAINT])[0]
    ChunkFactory(document=document, text=PAINT, embedding=vector, embedding_model=hash_embedder.name)
    return document


@pytest.fixture
def pots(workspace, hash_embedder):
    """A table file in words that the question has not."""
    data = b"Pot,Glaze,Height (cm)\nJar,Tenmoku,14\nBowl,Celadon,9\nVase,Celadon,31\n"
    document = DocumentFactory.build(
        workspace=workspace, filename="pots.csv", media_type="text/csv", status="queued", progress=0
    )
    document.file.save("pots.csv", ContentFile(data), save=False)
    document.save()
    ingest_document(document.pk, chat=NoModel(), embedder=hash_embedder)


def test_a_table_file_is_asked_by_a_statement_where_rules_leave_a_word(ask, pots):
    run = ask("Which pots would flatter a giraffe?", "SELECT Pot FROM Pot WHERE Height > 30", tier="openai")
    assert (run.answered, run.route) == (True, "facts")
    assert "Vase" in run.answer
    assert not run.result["fit"]["covers"]  # nobody knows what flatters a giraffe


def test_what_rules_find_in_the_text_goes_before_a_small_models_statement(ask, pots, paint):
    run = ask("Which bucket of paint is largest?")
    assert (run.route, run.result["citations"][0]["document"]) == ("map", "paint.txt")


def test_text_is_searched_before_an_agent_that_gives_up_is_believed(ask, paint):
    run = ask("Which bucket of paint is largest?", GIVE_UP, mode=Run.Mode.SQL)
    assert run.answered
    assert (run.route, run.result["citations"][0]["document"]) == ("map", "paint.txt")


def test_a_small_model_writes_no_sql_for_what_rules_find_in_the_text(ask, paint):
    run = ask("Which bucket of paint is largest?")
    assert run.answered
    assert (run.route, run.result["citations"][0]["document"]) == ("map", "paint.txt")


def test_a_small_model_writes_no_sql_over_facts_where_nobody_chose_it(ask, paint):
    run = ask("Which paint ladder is longest?")
    assert not run.steps.filter(title="Write SQL").exists()


def test_facts_are_tried_before_an_agent_that_gives_up_is_believed(ask, workspace):
    MetricFactory(document__workspace=workspace, document__filename="one.txt", quote="Revenue 4.2")
    run = ask("What was the highest revenue?", GIVE_UP, mode=Run.Mode.SQL)
    assert run.answered
    assert run.route == "sql"
    assert run.result["citations"][0]["document"] == "one.txt"


def test_what_the_agent_says_stands_where_nothing_else_answers(ask, paint):
    run = ask("Which paint ladder is longest?", GIVE_UP, mode=Run.Mode.SQL)
    assert not run.answered
    assert "Nothing there." in run.answer


def test_a_plan_that_lacks_a_figure_goes_to_the_text_and_not_to_sql(ask, workspace, hash_embedder):
    document = company(workspace, "Acme Tools, Inc.")
    for year in (2022, 2023):
        fields = {"metric_name": "Net income", "canonical_name": "net_income"}
        figure(document, year, year, months=12, until=12, **fields)
    PageFactory(document=document, text=PAINT)
    vector = hash_embedder.embed([PAINT])[0]
    ChunkFactory(document=document, text=PAINT, embedding=vector, embedding_model=hash_embedder.name)
    run = ask("What was Acme Tools' average net margin over FY2022 and FY2023?")
    assert not run.answered
    assert "revenue" in run.answer
    assert "is missing" in run.answer
    assert ask.requests == []  # no passage is of these years


def test_the_agent_is_told_what_was_said_before(ask, paint):
    said = [{"role": "user", "text": "And the ladders?"}, {"role": "assistant", "text": "There are four."}]
    ask("Which of these ladders is longest?", GIVE_UP, mode=Run.Mode.SQL, history=said)
    assert "assistant: There are four." in ask.requests[0].messages[0].text


def test_a_model_that_was_late_with_a_plan_is_not_asked_for_a_choice_of_documents(
    ask, workspace, hash_embedder
):
    document = company(workspace, "Acme Tools, Inc.")
    figure(document, 900, 2023, months=12, until=12, metric_name="Revenue", canonical_name="revenue")
    for number in range(7):
        text = f"The ladder {number} stands beside each dollar of revenue."
        other = DocumentFactory(workspace=workspace, filename=f"{number}.txt")
        PageFactory(document=other, text=text)
        vector = hash_embedder.embed([text])[0]
        ChunkFactory(document=other, text=text, embedding=vector, embedding_model=hash_embedder.name)
    run = ask("How much revenue stands beside the ladder?", Timeout("Late."), "NOT FOUND")
    planned, composed = (request.output for request in ask.requests)
    assert issubclass(planned, PlanReply)
    assert composed is None
    (step,) = run.steps.filter(kind="map")
    assert step.output["reason"].endswith("since the model was too slow before")


@pytest.mark.parametrize(
    "question",
    [
        "How does Acme Tools recognise its revenue?",
        "What drove Acme Tools' net income in FY2023?",
        "Who signed off Acme Tools' revenue in FY2023?",
        "What are the main drivers of Acme Tools' revenue?",
    ],
)
def test_no_plan_is_asked_for_what_only_words_can_tell(ask, workspace, hash_embedder, question):
    document = company(workspace, "Acme Tools, Inc.")
    figure(document, 900, 2023, months=12, until=12, metric_name="Revenue", canonical_name="revenue")
    PageFactory(document=document, text=PAINT)
    vector = hash_embedder.embed([PAINT])[0]
    ChunkFactory(document=document, text=PAINT, embedding=vector, embedding_model=hash_embedder.name)
    ask(question, "NOT FOUND")
    assert PlanReply not in [request.output for request in ask.requests]


def test_a_ratio_is_looked_for_in_all_documents_about_whom_it_is_of(ask, workspace):
    """A contract of that year, about the same company, does not keep its figures out."""
    days = {"period_start": date(2022, 3, 1), "period_end": date(2022, 3, 1)}
    company(workspace, "Acme Tools, Inc.", "lease.pdf", **days)
    report = company(
        workspace, "Acme Tools, Inc.", period_start=date(2023, 1, 1), period_end=date(2023, 12, 31)
    )
    for name, thousands in (("current_assets", 300), ("current_liabilities", 200)):
        named = {
            "metric_name": f"Total {name.replace('_', ' ')}",
            "canonical_name": name,
            "period_start": None,
        }
        figure(report, thousands, 2022, months=12, until=12, **named)
    run = ask("What was Acme Tools' current ratio in 2022?")
    assert run.answered
    assert "1.50 times" in run.answer
