"""“Quick answer now” ends the model's work, and rules, facts and text search answer."""

import threading
import uuid

import pytest
from django.db import connection

from agentic.answering import QUICK
from agentic.inquiry import Models
from agentic.models import Run
from agentic.routes.sql import Decision
from agentic.runs import execute, hurry_run, stop_run
from llm.fakes import ScriptedChatModel
from llm.providers.none import NoModel
from tests.factories import (
    ChunkFactory,
    DocumentFactory,
    EntityFactory,
    MembershipFactory,
    PageFactory,
    RunFactory,
)

pytestmark = pytest.mark.django_db(transaction=True)

WHY = "Why are spanners blue?"
TEXT = "Spanners are blue because the factory had only blue paint. Hammers are sold in boxes of ten."


@pytest.fixture
def spanners(workspace, embedder):
    document = DocumentFactory(workspace=workspace)
    EntityFactory(document=document, entity_name="Acme", role="subject")
    PageFactory(document=document, text=TEXT)
    vector = embedder.embed([TEXT])[0]
    ChunkFactory(document=document, text=TEXT, embedding=vector, embedding_model=embedder.name)
    return document


@pytest.fixture
def ask(user, workspace):
    def asked(question=WHY, **fields):
        return RunFactory(workspace=workspace, user=user, question=question, **fields)

    return asked


class Thinking(ScriptedChatModel):
    """`meanwhile` happens while it thinks, for ever, or until that has been seen to by others."""

    def __init__(self, meanwhile, *, replies=(), until=lambda: False, tier="openai"):
        super().__init__(replies, tier=tier)
        self.meanwhile, self.until = meanwhile, until
        self.over = threading.Event()

    def complete(self, request):
        self.requests.append(request)
        try:
            self.meanwhile()
            while not self.until():
                assert not self.over.wait(0.05)
        finally:
            connection.close()
        return super().complete(request)


@pytest.fixture
def think():
    made = []

    def thinking(*arguments, **options):
        made.append(Thinking(*arguments, **options))
        return made[-1]

    yield thinking
    for chat in made:
        chat.over.set()


@pytest.mark.parametrize(
    "tier, mode",
    [("local", "sql"), ("openai", "auto"), ("openai", "map"), ("openai", "sql")],
)  # what rules find in the text is told before the local model is asked
def test_the_models_work_is_ended_on_each_route(mode, tier, user, ask, spanners, embedder, think):
    run = ask(mode=mode)
    chat = think(lambda: hurry_run(user=user, run=run), tier=tier)
    execute(run.pk, models=Models(chat, embedder))
    run.refresh_from_db()
    assert len(chat.requests) == 1, "the model was asked, and not again"
    assert (run.status, run.quick, run.tier, run.model) == ("done", True, "none", "none")
    assert "only blue paint" in run.answer
    assert run.result["citations"][0]["document"] == spanners.filename
    assert run.result["warnings"][0] == QUICK
    assert run.partial == ""


def test_the_reading_of_the_question_is_ended_too(user, ask, spanners, embedder, think):
    run = ask("Why were spanners blue before the strike?")
    chat = think(lambda: hurry_run(user=user, run=run))
    execute(run.pk, models=Models(chat, embedder))
    run.refresh_from_db()
    assert "Read the question again with the model" in run.steps.values_list("title", flat=True)
    assert (run.status, run.quick, len(chat.requests)) == ("done", True, 1)


def test_what_was_asked_for_while_it_waited_is_done_when_its_turn_comes(user, ask, spanners, embedder):
    run = ask()
    hurry_run(user=user, run=run)
    with ScriptedChatModel([], tier="openai") as chat:
        execute(run.pk, models=Models(chat, embedder))
    run.refresh_from_db()
    assert (run.status, run.quick) == ("done", True)


def test_a_question_that_waits_is_answered_beside_the_one_before_it(user, ask, spanners, embedder, think):
    first, second = ask(mode="sql"), ask()
    chat = think(
        lambda: hurry_run(user=user, run=second),
        until=Run.objects.filter(pk=second.pk, status="done").exists,
        replies=[Decision(explanation="There is no such figure.", action="give_up"), "NOT FOUND"],
    )
    execute(first.pk, models=Models(chat, embedder))
    first.refresh_from_db()
    second.refresh_from_db()
    assert (second.quick, "only blue paint" in second.answer) == (True, True)
    assert (first.status, first.quick, first.route) == ("done", False, "map")
    assert second.finished_at < first.finished_at


def test_a_question_whose_answer_is_whole_stays_as_it_is(user, ask):
    run = ask(status="done", answer="Blue.", answered=True)
    hurry_run(user=user, run=run)
    run.refresh_from_db()
    assert (run.status, run.answer, run.quick_requested) == ("done", "Blue.", False)


def test_stop_ends_a_silent_model_too(user, ask, spanners, embedder, think):
    run = ask(mode="sql")
    chat = think(lambda: stop_run(user=user, run=run))
    execute(run.pk, models=Models(chat, embedder))
    run.refresh_from_db()
    assert (run.status, run.answer) == ("stopped", "")


def test_a_search_for_passages_is_quick_anyway(user, ask, spanners, embedder):
    run = ask("blue", search={"method": "text"}, mode="search")
    hurry_run(user=user, run=run)
    execute(run.pk, models=Models(NoModel(), embedder))
    run.refresh_from_db()
    assert (run.status, run.quick) == ("done", False)


def test_the_api_asks_for_it_and_marks_the_answer(client, user, ask, spanners, embedder):
    run = ask()
    client.force_login(user)
    reply = client.post(f"/api/runs/{run.pk}/quick")
    assert (reply.status_code, reply.json()["status"]) == (202, "queued")
    assert client.get(f"/api/queries/{run.pk}").json()["quick"] is False
    execute(run.pk, models=Models(NoModel(), embedder))
    body = client.get(f"/api/queries/{run.pk}").json()
    assert (body["quick"], body["tier"], body["warnings"][0]) == (True, "none", QUICK)
    assert client.post(f"/api/runs/{run.pk}/quick").json()["message"] == "It is over."


def test_nobody_hurries_the_question_of_another(client, other_user, workspace, ask):
    run = ask()
    MembershipFactory(user=other_user, workspace=workspace)
    with pytest.raises(Run.DoesNotExist):
        hurry_run(user=other_user, run=run)
    client.force_login(other_user)
    for pk in (run.pk, uuid.uuid4()):
        reply = client.post(f"/api/runs/{pk}/quick")
        assert (reply.status_code, reply.json()) == (404, {"error": f"There is no run {pk}."})
    run.refresh_from_db()
    assert not run.quick_requested
