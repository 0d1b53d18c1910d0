"""The server as agents reach it: by HTTP with a key, and by standard input and output."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from threading import Event, Thread

import httpx2
import pytest
from asgiref.sync import async_to_sync
from django.db import connection
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client

from agentic.models import Run
from agentic.tasks import answer_task
from documents.models import ApiKey
from ragsite.asgi import application
from tests.agentic.mcp.conftest import called, read
from tests.factories import MembershipFactory

pytestmark = pytest.mark.django_db(transaction=True)
ROOT = Path(__file__).resolve().parents[3]
ADDRESS = "http://testserver/mcp"
INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "test", "version": "1"},
    },
}
ACCEPT = {"Accept": "application/json, text/event-stream"}


@pytest.fixture(autouse=True)
def _hosts(settings):
    settings.ALLOWED_HOSTS = ["testserver", "localhost"]


@pytest.fixture
def key(user):
    return ApiKey.issue(user=user, name="agent", scopes=["read"])[1]


def over_http(key, name, era="auto", **arguments):
    async def call():
        transport = httpx2.ASGITransport(application)
        headers = {"Authorization": f"Bearer {key}"}
        async with (
            httpx2.AsyncClient(transport=transport, headers=headers) as http,
            Client(streamable_http_client(ADDRESS, http_client=http), mode=era) as client,
        ):
            return read(await client.call_tool(name, arguments))

    return async_to_sync(call)()


def sent(method="POST", json=INITIALIZE, **headers):
    async def send():
        async with httpx2.AsyncClient(transport=httpx2.ASGITransport(application)) as http:
            named = {name.replace("_", "-"): value for name, value in headers.items()}
            return await http.request(method, ADDRESS, json=json, headers={**ACCEPT, **named})

    return async_to_sync(send)()


@pytest.mark.parametrize("era", ["auto", "legacy"])
def test_a_key_opens_the_tools_of_its_users_workspaces(key, acme, era):
    told = over_http(key, "facts", era, measure="revenue", fiscal_year=2024)
    assert [fact["numeric_value"] for fact in told["facts"]] == [1_500_000]
    answer = over_http(key, "ask", era, question="What was Acme's revenue in fiscal 2024?")
    assert answer["proven"]


def test_a_key_of_one_workspace_opens_no_other(user, workspace, acme):
    MembershipFactory(user=user, workspace__slug="second")
    _, key = ApiKey.issue(user=user, name="agent", workspaces=[workspace])
    assert over_http(key, "facts")["workspace"] == "mine"
    assert over_http(key, "facts", workspace="second") == "There is no workspace “second”: use mine."


def test_what_no_worker_has_answered_yet_can_be_waited_for(key, acme):
    told = over_http(key, "ask", question="Why is the sky blue?", mode="map", wait=0)
    assert told["status"] == "queued"
    again = over_http(key, "ask", run_id=told["run_id"], wait=0)
    assert again["run_id"] == told["run_id"]


@pytest.fixture
def worker():
    """Answers the next run that is queued, in a thread of its own, as a worker does."""

    def work():
        try:
            while not over.is_set():
                if run := Run.objects.filter(status=Run.Status.QUEUED).first():
                    answer_task(str(run.pk))
                over.wait(0.1)
        finally:
            connection.close()

    over, thread = Event(), Thread(target=work)
    thread.start()
    yield
    over.set()
    thread.join(30)


def test_what_is_near_in_meaning_is_found_by_a_worker_for_a_caller_by_http(key, acme, embedder, worker):
    chunk = acme.chunks.get()
    chunk.embedding, chunk.embedding_model = embedder.embed([chunk.text])[0], embedder.name
    chunk.save()
    (hit,) = over_http(key, "search_semantic", query="What was earned with tyres?")["hits"]
    assert hit["source"]["fact"] == {"kind": "chunk", "id": chunk.pk}
    assert hit["source"]["page"] == 2


@pytest.mark.parametrize(
    "status, headers",
    [
        (401, {}),
        (401, {"Authorization": "Bearer rs_wrong"}),
        (403, {"Authorization": "KEY", "Origin": "https://elsewhere.example"}),
        (400, {"Authorization": "KEY", "Host": "elsewhere.example"}),
        (200, {"Authorization": "KEY", "Origin": "http://testserver"}),
    ],
)
def test_a_request_is_refused_before_anything_is_read_of_it(key, status, headers):
    headers = {name: value.replace("KEY", f"Bearer {key}") for name, value in headers.items()}
    answer = sent(**headers)
    assert answer.status_code == status
    if status >= 400:
        assert answer.json()["error"].endswith(".")


def test_whoever_sits_at_the_machine_needs_a_key_too(settings, db):
    settings.RAGSITE_AUTO_LOGIN = True
    assert sent(Host="localhost").status_code == 401


def test_only_requests_that_call_are_answered(key):
    assert sent("GET", json=None, Authorization=f"Bearer {key}").status_code == 405


def test_a_key_that_calls_too_often_waits(key, acme, settings):
    settings.RAGSITE_AUTO_LOGIN = False
    settings.RAGSITE_SEARCHES_PER_MINUTE = 2
    told = [over_http(key, "search_text", query="tyres") for _ in range(3)]
    assert "You are searching too often: wait" in told[-1]


def test_pages_of_origins_that_are_named_may_call(key, settings):
    settings.RAGSITE_CORS_ORIGINS = ["https://app.example"]
    preflight = sent("OPTIONS", json=None, Origin="https://app.example")
    assert preflight.status_code == 204
    assert "Authorization" in preflight.headers["access-control-allow-headers"]
    answer = sent(Authorization=f"Bearer {key}", Origin="https://app.example")
    assert answer.headers["access-control-allow-origin"] == "https://app.example"
    other = sent(Authorization=f"Bearer {key}", Origin="https://other.example")
    assert "access-control-allow-origin" not in other.headers


def test_a_program_on_the_machine_calls_by_standard_input_and_output(acme):
    parts = connection.settings_dict
    url = f"postgresql://{parts['USER']}@/{parts['NAME']}?host={parts['HOST']}"
    asked = StdioServerParameters(
        command=sys.executable,
        args=["manage.py", "mcp", "--user", "ada", "--workspace", "mine", "--llm", "none"],
        cwd=str(ROOT),
        env={**os.environ, "DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": "ragsite.settings"},
    )
    told = async_to_sync(called)(asked, "facts", {"measure": "revenue", "fiscal_year": 2024})
    assert [fact["numeric_value"] for fact in told["facts"]] == [1_500_000]
