import json
import threading
import time
import uuid

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from django.db import connection
from django.test import Client
from django.utils import timezone
from django_q.models import OrmQ

from agentic.models import Run
from agentic.runs import finish
from agentic.trace import Trace
from tests.agentic.api.test_presentation import CONTRACT
from tests.factories import (
    DocumentFactory,
    EntityFactory,
    MembershipFactory,
    MetricFactory,
    PageFactory,
    RunFactory,
    RunStepFactory,
)

NOT_FOR_RULES = "Why did the tone of the letter change?"


@pytest.fixture(autouse=True)
def _signed_in(client, user, settings):
    settings.RAGSITE_AUTO_LOGIN = False
    client.force_login(user)


def store_revenue(workspace) -> None:
    document = DocumentFactory(workspace=workspace, organizations=["Acme"])
    EntityFactory(document=document, entity_name="Acme", role="subject")
    PageFactory(document=document)
    MetricFactory(document=document)


def post(client, path: str, **body):
    return client.post(path, json.dumps(body), content_type="application/json")


@pytest.mark.django_db(transaction=True)  # the statements' reader sees committed rows only
def test_a_look_up_is_answered_at_once_by_rules(client, workspace):
    store_revenue(workspace)
    response = post(
        client,
        "/api/agentic/query",
        question="What was Acme's revenue in 2024?",
        workspace="mine",
        wait=0,
        session_id="",
    )
    body = response.json()
    assert response.status_code == 200
    assert body.keys() >= CONTRACT
    assert (body["answered"], body["route"], body["tier"]) == (True, "facts", "none")
    assert [number["value"] for number in body["numbers"]] == [4_200_000]
    assert body["queries_executed"]
    assert body["citations"][0]["quote"] == "Revenue was $4.2 million."


def test_what_takes_longer_gives_the_runs_id(client, workspace):
    response = post(
        client, "/api/agentic/query", question=NOT_FOR_RULES, workspace="mine", mode="map", wait=0
    )
    run = Run.objects.get()
    assert response.status_code == 202
    assert response.json() == {
        "run_id": str(run.pk),
        "status": "queued",
        "waits_behind": 0,
        "message": f"The answer is not there yet: ask for /api/queries/{run.pk}.",
    }


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    "ending, status, key, value",
    [
        ({"status": "done", "answer": "Because."}, 200, "answer", "Because."),
        ({"status": "failed", "error": "The model is away."}, 502, "error", "The model is away."),
    ],
)
def test_it_waits_until_the_run_is_over(client, workspace, ending, status, key, value):
    def finish() -> None:
        try:
            while not Run.objects.update(**ending):
                time.sleep(0.01)
        finally:
            connection.close()

    worker = threading.Thread(target=finish)
    worker.start()
    response = post(client, "/api/agentic/query", question=NOT_FOR_RULES, workspace="mine", mode="map")
    worker.join()
    assert response.status_code == status
    assert response.json()[key] == value


def test_a_query_without_waiting_is_queued(client, workspace, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        response = post(client, "/api/queries", question=NOT_FOR_RULES, workspace="mine", mode="map")
    run_id = response.json()["run_id"]
    assert response.status_code == 202
    assert OrmQ.objects.get().task["args"] == (run_id,)
    body = client.get(f"/api/queries/{run_id}").json()
    assert (body["status"], body["answer"]) == ("queued", "")
    assert body.keys() >= CONTRACT


@pytest.mark.parametrize(
    "query, status, sentence",
    [
        ({"question": "  "}, 422, "Write a question first."),
        ({"question": "x" * 100_000}, 422, "The question has 100,000 characters, more than 4,000"),
        ({"question": "Why?", "mode": "magic"}, 422, "There is no mode “magic”"),
        ({"question": "Why?", "workspace": "nowhere"}, 404, "There is no workspace “nowhere”."),
        ({"question": "Why?", "workspace": "theirs"}, 404, "There is no workspace “theirs”."),
    ],
)
@pytest.mark.parametrize("path", ["/api/agentic/query", "/api/queries", "/api/chat/query"])
def test_what_cannot_be_asked_is_one_sentence(
    client, workspace, other_workspace, path, query, status, sentence
):
    response = post(client, path, **{"workspace": "mine", **query})
    assert response.status_code == status
    assert response.json()["error"].startswith(sentence)
    assert not Run.objects.exists()


def test_runs_of_others_do_not_exist(client, workspace, other_user):
    MembershipFactory(user=other_user, workspace=workspace)
    theirs = RunFactory(user=other_user, workspace=workspace)
    for pk in (theirs.pk, uuid.uuid4()):
        for path in (f"/api/queries/{pk}", f"/api/runs/{pk}", f"/api/runs/{pk}/events"):
            response = client.get(path)
            assert (response.status_code, response.json()) == (404, {"error": f"There is no run {pk}."})


def test_a_run_can_be_stopped_by_its_owner_alone(client, user, other_user, workspace):
    run, theirs = RunFactory(user=user, workspace=workspace), RunFactory(user=other_user, workspace=workspace)
    assert client.post(f"/api/runs/{run.pk}/stop").json()["status"] == "stopped"
    assert client.post(f"/api/runs/{theirs.pk}/stop").status_code == 404
    theirs.refresh_from_db()
    assert not theirs.stop_requested


def test_a_run_is_lost_with_the_membership(client, user, workspace):
    run = RunFactory(user=user, workspace=workspace)
    assert client.get(f"/api/runs/{run.pk}").status_code == 200
    workspace.memberships.all().delete()
    assert client.get(f"/api/runs/{run.pk}").status_code == 404


def test_a_run_comes_with_its_steps(client, user, workspace):
    run = RunFactory(user=user, workspace=workspace)
    RunStepFactory(run=run, sql="SELECT 1", output={"rows": [[1]]}, input={"explanation": "to see"})
    (step,) = client.get(f"/api/runs/{run.pk}").json()["steps"]
    assert (step["sql"], step["output"], step["input"]) == (
        "SELECT 1",
        {"rows": [[1]]},
        {"explanation": "to see"},
    )


@pytest.mark.django_db(transaction=True)
def test_the_events_of_a_run_end_with_its_answer():
    member = MembershipFactory()
    run = RunFactory(
        user=member.user, workspace=member.workspace, status="done", answer="Yes.", answered=True
    )
    RunStepFactory(run=run, title="Look it up", seconds=0.1)
    client = Client()
    client.force_login(member.user)
    response = client.get(f"/api/runs/{run.pk}/events")
    assert response["Content-Type"] == "text/event-stream"

    async def received() -> str:
        return b"".join([part async for part in response.streaming_content]).decode()

    events = [block.split("\n") for block in async_to_sync(received)().strip().split("\n\n")]
    assert [name for name, _ in events] == ["event: step", "event: over"]
    step, over = (json.loads(data.removeprefix("data: ")) for _, data in events)
    assert step["title"] == "Look it up"
    assert over["answer"] == "Yes."
    assert over.keys() >= CONTRACT


@pytest.mark.django_db(transaction=True)
def test_the_events_of_a_run_that_waits_begin_with_its_place():
    member = MembershipFactory()
    RunFactory(status="running")
    run = RunFactory(user=member.user, workspace=member.workspace)
    client = Client()
    client.force_login(member.user)
    response = client.get(f"/api/runs/{run.pk}/events")

    def begin() -> None:
        Run.objects.filter(pk=run.pk).update(status="running", started_at=timezone.now())
        with Trace(run).step("sql", "Look it up"):
            pass
        finish(run, status="done", started_at=timezone.now())

    async def received() -> list[str]:
        parts = []
        async for part in response.streaming_content:
            parts.append(part.decode())
            if len(parts) == 1:
                await sync_to_async(begin)()
        return parts

    blocks = [part.strip().split("\n") for part in async_to_sync(received)() if part.startswith("event")]
    events = [(name, json.loads(data.removeprefix("data: "))) for name, data in blocks]
    assert [name for name, _ in events][:2] == ["event: waiting", "event: step"]
    (_, waiting), (_, step), *_, (_, over) = events
    assert (waiting["waits_behind"], waiting["message"]) == (1, "1 question before yours")
    assert waiting["waiting_seconds"] >= 0
    assert step["doing"] == "Running the query"
    assert step["started_at"]
    assert over["waits_behind"] is None


def test_the_schema_names_the_views_that_sql_may_read(client):
    relations = {
        relation["name"]: relation for relation in client.get("/api/agentic/schema").json()["relations"]
    }
    assert {"documents", "metrics", "claims", "entities", "topics", "table_rows"} <= relations.keys()
    columns = {column["name"] for column in relations["metrics"]["columns"]}
    assert {"canonical_name", "numeric_value", "period_end", "page", "quote"} <= columns


def test_the_schema_is_told_in_words_with_patterns_of_queries(client):
    told = client.get("/api/agentic/schema").json()["text"]
    assert "amount is numeric in base units" in told
    assert "How many contracts are there? SELECT count(*)" in told
    assert "Reply with one JSON object" not in told
