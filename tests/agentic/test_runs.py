"""Runs: asked, answered, stopped, followed."""

import asyncio
from contextlib import contextmanager

import psycopg
import pytest
from asgiref.sync import async_to_sync
from django.core.exceptions import ObjectDoesNotExist
from django.db import connection, connections
from django.test.utils import CaptureQueriesContext
from django_q.models import OrmQ

from agentic.inquiry import Models
from agentic.models import Run
from agentic.routes.sql import Decision
from agentic.running.events import run_events
from agentic.runs import BadQuestion, create_run, execute, start_run, stop_run
from agentic.sql.reader import reader_session
from agentic.trace import Trace
from llm.errors import Timeout
from llm.fakes import HashEmbedder, ScriptedChatModel
from llm.providers.none import NoModel
from ragsite.storage.database import in_passing
from tests.factories import (
    ChunkFactory,
    DocumentFactory,
    EntityFactory,
    MetricFactory,
    PageFactory,
    RunFactory,
)

QUESTION = "What was revenue in 2024?"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("question", "said"),
    [("", "Write a question"), ("  \x00 ", "Write a question"), ("why " * 25_000, "100,000 characters")],
)
def test_refuses_what_is_no_question(user, workspace, question, said):
    question = question if len(question) < 100 else question[:100_000]
    with pytest.raises(BadQuestion, match=said if "characters" not in said else "characters"):
        create_run(user=user, workspace=workspace, question=question)


@pytest.mark.django_db
def test_refuses_an_unknown_mode(user, workspace):
    with pytest.raises(BadQuestion, match="no mode “magic”"):
        create_run(user=user, workspace=workspace, question=QUESTION, mode="magic")


@pytest.mark.django_db(transaction=True)
def test_what_rules_can_answer_is_answered_at_once(user, workspace):
    figure = MetricFactory(document=DocumentFactory(workspace=workspace))
    PageFactory(document=figure.document)
    run = start_run(user=user, workspace=workspace, question=QUESTION)
    assert (run.status, run.route) == ("done", "facts")
    assert "$4.2 million" in run.answer
    assert run.result["numbers"][0]["status"] == "exact"
    assert not OrmQ.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_the_steps_of_an_answer_by_rules_are_written_together(user, workspace):
    figure = MetricFactory(document=DocumentFactory(workspace=workspace))
    PageFactory(document=figure.document)
    start_run(user=user, workspace=workspace, question=QUESTION)
    with CaptureQueriesContext(connection) as asked:
        run = start_run(user=user, workspace=workspace, question=QUESTION)
    written = [query["sql"] for query in asked if query["sql"].startswith(("INSERT", "UPDATE", "NOTIFY"))]
    assert [words.split()[0] for words in written] == ["INSERT", "INSERT", "UPDATE", "NOTIFY"]
    assert [step.position for step in run.steps.all()] == list(range(1, run.steps.count() + 1))
    assert {step.kind for step in run.steps.all()} >= {"analyse", "prefilter", "sql", "verify"}
    assert all(step.seconds is not None for step in run.steps.all())


@pytest.fixture
def _locked_figures(monkeypatch):
    """While the reader reads, somebody else holds the table of figures."""

    @contextmanager
    def session(*args, **kwargs):
        with reader_session(*args, **kwargs) as reading:
            params = connection.get_connection_params()
            with psycopg.connect(**{k: v for k, v in params.items() if k != "context"}) as other:
                other.execute("LOCK TABLE documents_metric IN ACCESS EXCLUSIVE MODE")
                yield reading

    monkeypatch.setattr("agentic.sql.execution.reader_session", session)


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_locked_figures")
def test_a_statement_past_its_time_fails_the_run_and_is_not_tried_by_a_worker(user, workspace, settings):
    figure = MetricFactory(document=DocumentFactory(workspace=workspace))
    PageFactory(document=figure.document)
    settings.RAGSITE_SQL_TIMEOUT = 0.1
    run = start_run(user=user, workspace=workspace, question=QUESTION)
    run.refresh_from_db()
    assert (run.status, run.answer) == ("failed", "")
    assert "ask for less at once" in run.error
    assert run.steps.filter(kind="sql").exclude(error="").exists()
    assert not OrmQ.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_who_waits_holds_no_connection_between_two_looks(user, workspace):
    run = create_run(user=user, workspace=workspace, question=QUESTION)

    def look():
        return Run.objects.get(pk=run.pk).status, connection.connection

    async def looked():
        return await in_passing(look)()

    status, held = async_to_sync(looked)()
    assert status == "queued"
    assert held.closed


@pytest.mark.django_db
def test_what_rules_cannot_answer_waits_in_the_questions_queue(
    user, workspace, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        run = start_run(user=user, workspace=workspace, question="Why are spanners blue?")
    assert run.status == "queued"
    assert not run.steps.exists()
    assert OrmQ.objects.get().key == "questions"


@pytest.mark.django_db
def test_without_a_model_the_nearest_sentences_are_quoted(user, workspace, embedder):
    text = "Spanners are blue because the factory had only blue paint. Hammers are sold in boxes of ten."
    document = DocumentFactory(workspace=workspace)
    PageFactory(document=document, text=text)
    ChunkFactory(
        document=document, text=text, embedding=embedder.embed([text])[0], embedding_model=embedder.name
    )
    run = RunFactory(workspace=workspace, user=user, question="Why are spanners blue?")
    execute(run.pk, models=Models(NoModel(), embedder))
    run.refresh_from_db()
    assert (run.status, run.route, run.answered) == ("done", "map", True)
    assert "only blue paint" in run.answer
    assert run.result["citations"][0]["quote"].startswith("Spanners are blue because")


@pytest.mark.django_db
def test_says_what_was_tried_where_nothing_answers(user, workspace, hash_embedder):
    run = RunFactory(workspace=workspace, user=user, question="Why are spanners blue?")
    execute(run.pk, models=Models(NoModel(), hash_embedder))
    run.refresh_from_db()
    assert not run.answered
    assert run.result["tried"]


@pytest.mark.django_db
def test_a_model_that_times_out_fails_the_run_with_its_sentence(user, workspace, hash_embedder):
    document = DocumentFactory(workspace=workspace)
    ChunkFactory(
        document=document, embedding=hash_embedder.embed(["x"])[0], embedding_model=hash_embedder.name
    )
    run = RunFactory(workspace=workspace, user=user, question="Why is revenue blue?", mode="map")
    chat = ScriptedChatModel([Timeout("The model did not answer within 300 s.")], tier="openai")
    execute(run.pk, models=Models(chat, hash_embedder))
    run.refresh_from_db()
    assert (run.status, run.error) == ("failed", "The model did not answer within 300 s.")


@pytest.mark.django_db
def test_a_run_that_fails_later_keeps_what_its_model_has_cost(user, workspace, hash_embedder):
    DocumentFactory(workspace=workspace)
    run = RunFactory(workspace=workspace, user=user, question="Why is revenue blue?", mode="sql")
    first = Decision(explanation="", action="query", sql="SELECT COUNT(*) FROM documents")
    chat = ScriptedChatModel([first, Timeout("It took too long.")], tier="openai")
    execute(run.pk, models=Models(chat, hash_embedder))
    run.refresh_from_db()
    assert (run.status, run.tier, run.usage["calls"]) == ("failed", "openai", 1)


@pytest.mark.django_db
def test_a_file_that_cannot_be_read_ends_the_run(user, workspace, hash_embedder):
    DocumentFactory(workspace=workspace)
    run = RunFactory(workspace=workspace, user=user, question="Why is revenue blue?", mode="sql")
    chat = ScriptedChatModel([FileNotFoundError("words.toml")], tier="openai")
    execute(run.pk, models=Models(chat, hash_embedder))
    run.refresh_from_db()
    assert run.status == "failed"
    assert "inside ragsite" in run.error


@pytest.mark.django_db
def test_a_process_that_ends_while_the_embedder_loads_shows_no_error(user, workspace):
    class Ending(HashEmbedder):
        def embed(self, texts):
            raise RuntimeError("cannot schedule new futures after interpreter shutdown")

    DocumentFactory(workspace=workspace)
    run = RunFactory(workspace=workspace, user=user, question="Why is revenue blue?", mode="sql")
    chat = ScriptedChatModel([Timeout("It took too long.")], tier="openai")
    execute(run.pk, models=Models(chat, Ending()))  # a thread that fails would fail the test
    run.refresh_from_db()
    assert run.status == "failed"


@pytest.mark.django_db
def test_a_stopped_run_keeps_what_was_written(user, workspace, hash_embedder):
    run = RunFactory(workspace=workspace, user=user, question="Why are spanners blue?")
    stop_run(user=user, run=run)
    execute(run.pk, models=Models(NoModel(), hash_embedder))
    run.refresh_from_db()
    assert run.status == "stopped"


@pytest.mark.django_db
def test_nobody_stops_the_run_of_another(other_user, workspace):
    with pytest.raises(ObjectDoesNotExist):
        stop_run(user=other_user, run=RunFactory(workspace=workspace))


@pytest.mark.django_db
def test_a_run_is_executed_once(user, workspace, hash_embedder):
    run = RunFactory(workspace=workspace, user=user, status="running")
    execute(run.pk, models=Models(NoModel(), hash_embedder))
    run.refresh_from_db()
    assert run.status == "running"


@pytest.mark.django_db(transaction=True)
def test_events_give_the_steps_so_far_then_what_comes(user, workspace):
    run = RunFactory(workspace=workspace, user=user, status="running")
    trace = Trace(run)
    with trace.step("analyse", "Read the question"):
        pass

    def end() -> None:
        trace.text("Forty-two.")
        Run.objects.filter(pk=run.pk).update(status="done")
        with trace.step("verify", "Check every number"):
            pass
        connections.close_all()  # of this thread

    async def follow() -> list[str]:
        kinds = []
        async for event in run_events(run.pk):
            kinds.append(event.kind)
            if len(kinds) == 1:
                await asyncio.to_thread(end)
        return kinds

    kinds = async_to_sync(asyncio.wait_for)(follow(), timeout=20)
    assert kinds[0] == "step"
    assert kinds[-1] == "over"


@pytest.mark.django_db
def test_headings_that_share_only_the_companys_name_are_not_quoted_first(user, workspace, embedder):
    text = "Acme Tools Announces Strong Results Today.\nThe increase in stock was due to two new shops."
    document = DocumentFactory(workspace=workspace)
    EntityFactory(document=document, entity_name="Acme Tools")
    PageFactory(document=document, text=text)
    vector = embedder.embed([text])[0]
    ChunkFactory(document=document, text=text, embedding=vector, embedding_model=embedder.name)
    run = RunFactory(workspace=workspace, user=user, question="What drove the rise in Acme Tools stock?")
    execute(run.pk, models=Models(NoModel(), embedder))
    run.refresh_from_db()
    assert run.answer.startswith("due to two new shops:")
