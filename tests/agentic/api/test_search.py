"""Searches for passages over HTTP: at once by words, by a worker where the embedder is needed."""

import json

import pytest
from django.db import connection
from django.test import Client
from django_q.models import OrmQ

from agentic.inquiry import Models
from agentic.models import Run
from agentic.runs import execute
from documents.ingestion.chunks.chunking import embedded_text
from documents.library.services import delete_document
from documents.models import ApiKey
from llm.providers.none import NoModel
from tests.factories import ChunkFactory, DocumentFactory, MembershipFactory, RunFactory, TableRowFactory

TIDE = "The turbine converts tidal currents into electricity."
ADDRESS = "/api/agentic/passages"


@pytest.fixture(autouse=True)
def _signed_in(client, user, settings):
    settings.RAGSITE_AUTO_LOGIN = False
    settings.RAGSITE_MIN_SIMILARITY = -1
    client.force_login(user)


def stored(workspace, embedder, text=TIDE, **fields):
    document = DocumentFactory(workspace=workspace, **fields)
    chunk = ChunkFactory(document=document, text=text)
    chunk.embedding, chunk.embedding_model = embedder.embed([embedded_text(chunk)])[0], embedder.name
    chunk.save()
    return document


@pytest.fixture
def report(workspace, hash_embedder):
    return stored(workspace, hash_embedder, filename="tides.pdf", bucket="reports")


def post(client, **body):
    asked = {"workspace": "mine", "query": "tidal turbines", "wait": 0, **body}
    return client.post(ADDRESS, json.dumps(asked), content_type="application/json")


def worked_off(client, embedder, callbacks, **body):
    """The search as it stands once a worker has run it."""
    with callbacks(execute=True):
        waiting = post(client, **body)
    assert waiting.status_code == 202
    run_id = waiting.json()["run_id"]
    assert OrmQ.objects.get().task["args"] == (run_id,)
    execute(run_id, models=Models(NoModel(), embedder))
    return client.get(f"{ADDRESS}/{run_id}").json()


def test_words_are_searched_at_once(client, workspace, report):
    response = post(client, method="text", bucket="reports", context_chars=40)
    body = response.json()
    (hit,) = body["hits"]
    assert response.status_code == 200
    assert (hit["document"], hit["filename"], hit["page_start"], hit["page_end"]) == (
        report.pk,
        "tides.pdf",
        1,
        1,
    )
    assert (hit["chunk_id"], hit["place"], hit["superseded"]) == (report.chunks.get().pk, "page 1", False)
    assert "turbine converts tidal" in hit["snippet"]
    assert len(hit["snippet"]) <= 40
    assert (body["status"], body["method"], body["candidates"], body["note"]) == ("done", "text", 1, "")
    assert any("sparsevec" in sql for sql in body["queries_executed"])
    assert any("'reports'" in sql for sql in body["queries_executed"])
    assert [step["kind"] for step in body["reasoning_steps"]] == ["search"]


@pytest.mark.parametrize("method", ["semantic", "hybrid"])
def test_a_worker_searches_by_meaning(
    client, workspace, report, method, hash_embedder, django_capture_on_commit_callbacks
):
    stored(workspace, hash_embedder, "Rain fell.", bucket="weather")
    asked = {"method": method, "filters": {"bucket": "reports", "page": {"op": "≤", "value": 1}}}
    body = worked_off(client, hash_embedder, django_capture_on_commit_callbacks, **asked)
    assert [hit["document"] for hit in body["hits"]] == [report.pk]
    assert (body["status"], body["candidates"], body["error"]) == ("done", 1, "")
    assert any("halfvec" in sql for sql in body["queries_executed"])


def test_the_whole_trace_of_a_search_is_kept(client, workspace, report):
    run_id = post(client, method="text", filters={"bucket": "reports"}).json()["run_id"]
    trace = client.get(f"/api/runs/{run_id}").json()
    (step,) = trace["steps"]
    assert step["input"]["filters"] == {"bucket": "reports"}
    assert step["output"]["statements"]
    assert (trace["mode"], trace["answer"], trace["answered"]) == ("passages", "1 passage found.", True)
    assert trace["tables"][0]["spans"][0]["document_id"] == report.pk


@pytest.mark.parametrize("method", ["text", "semantic", "hybrid"])
def test_nothing_of_others_is_found(
    client,
    user,
    other_workspace,
    workspace,
    report,
    method,
    hash_embedder,
    django_capture_on_commit_callbacks,
):
    theirs = stored(other_workspace, hash_embedder, TIDE + " SECRET")
    for asked in ({}, {"filters": {"document_id": theirs.pk}}):
        if method == "text":
            body = post(client, method=method, **asked).json()
        else:
            body = worked_off(
                client, hash_embedder, django_capture_on_commit_callbacks, method=method, **asked
            )
            OrmQ.objects.all().delete()
        assert {hit["document"] for hit in body["hits"]} <= {report.pk}
        assert "SECRET" not in json.dumps(body)


@pytest.mark.parametrize(
    ("asked", "status", "sentence"),
    [
        ({"query": " "}, 422, "Write what to search for."),
        ({"method": "magic"}, 422, "There is no such method: choose hybrid, text, semantic."),
        ({"filters": {"colour": "red"}}, 422, "There is no field “colour”: use "),
        ({"filters": {"page": {"op": "like", "value": 1}}}, 422, "There is no operator “like”: use "),
        ({"filters": {"page": "first"}}, 422, "“page” is a number: give one."),
        ({"filters": "all"}, 422, "“filters” is not right: "),
        ({"top_k": 1000}, 422, "Ask for 1 to 100 passages."),
        ({"context_chars": 0}, 422, "Ask for 40 to 4,000 characters of context."),
        ({"workspace": "theirs"}, 404, "There is no workspace “theirs”."),
        ({"workspace": "nowhere"}, 404, "There is no workspace “nowhere”."),
        ({"doc_id": 999_999}, 404, "There is no document 999999 in “mine”."),
        ({"doc_id": 10**30}, 404, "There is no document 1"),
    ],
)
@pytest.mark.parametrize("method", ["text", "semantic"])
def test_what_cannot_be_searched_is_one_sentence(
    client, workspace, other_workspace, method, asked, status, sentence
):
    response = post(client, **{"method": method, **asked})
    assert response.status_code == status
    assert response.json()["error"].startswith(sentence)
    assert not Run.objects.exists()


def test_a_document_of_others_looks_like_none(client, workspace, other_workspace):
    theirs = DocumentFactory(workspace=other_workspace)
    response = post(client, method="text", doc_id=theirs.pk)
    assert (response.status_code, response.json()) == (
        404,
        {"error": f"There is no document {theirs.pk} in “mine”."},
    )


def test_searches_of_others_and_questions_are_no_searches(client, user, other_user, workspace):
    MembershipFactory(user=other_user, workspace=workspace)
    theirs = RunFactory(user=other_user, workspace=workspace, search={"method": "text"})
    question = RunFactory(user=user, workspace=workspace)
    for run in (theirs, question):
        assert client.get(f"{ADDRESS}/{run.pk}").status_code == 404


def test_a_program_searches_with_its_key(user, workspace, report):
    _, key = ApiKey.issue(user=user, name="a program")
    asked = json.dumps({"workspace": "mine", "query": "tidal", "method": "text"})
    send = {"content_type": "application/json"}
    client = Client()
    assert client.post(ADDRESS, asked, **send).status_code == 401
    response = client.post(ADDRESS, asked, **send, headers={"Authorization": f"Bearer {key}"})
    assert len(response.json()["hits"]) == 1


def test_what_a_search_showed_of_a_document_goes_with_it(client, user, workspace, report):
    run_id = post(client, method="text").json()["run_id"]
    delete_document(user=user, document=report)
    body = client.get(f"{ADDRESS}/{run_id}").json()
    assert body["hits"] == []
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT result::text FROM agentic_run UNION ALL SELECT output::text FROM agentic_runstep"
        )
        assert not any("tidal" in text for (text,) in cursor.fetchall())


def test_vectors_of_another_embedder_are_told(
    client, workspace, report, hash_embedder, django_capture_on_commit_callbacks
):
    report.chunks.update(embedding_model="another")
    body = worked_off(client, hash_embedder, django_capture_on_commit_callbacks, method="semantic")
    assert body["status"] == "failed"
    assert "rebuild_index" in body["error"]


def test_the_search_is_described(client):
    described = client.get("/api/openapi.json").json()
    search = described["components"]["schemas"]["SearchIn"]["properties"]
    assert {"query", "method", "bucket", "top_k", "context_chars", "doc_id", "filters"} <= search.keys()
    assert (search["top_k"]["default"], search["context_chars"]["default"]) == (10, 400)
    assert ADDRESS in described["paths"]


def test_the_old_address_still_searches(client, workspace, report):
    body = json.dumps({"workspace": "mine", "query": "tidal turbines", "method": "text"})
    told = client.post("/api/agentic/search", body, content_type="application/json")
    assert [hit["filename"] for hit in told.json()["hits"]] == ["tides.pdf"]
    assert client.get(f"/api/agentic/search/{told.json()['run_id']}").status_code == 200
    assert Run.objects.get().mode == Run.Mode.PASSAGES


def test_properties_are_conditions_and_other_names_are_taken(client, workspace):
    for days in (30, 90):
        document = DocumentFactory(workspace=workspace)
        ChunkFactory(document=document, text=f"The lease ends with {days} days notice")
        properties = {"Notice period": days, "Notice period (unit)": "days"}
        TableRowFactory(
            document=document,
            table="properties",
            label="Notice period",
            properties=properties,
            quote="Notice",
        )
    under = {"properties.notice period": {"op": "<", "value": 60}}
    hits = post(client, method="text", query="lease", predicates=under).json()["hits"]
    assert ["30 days" in hit["snippet"] for hit in hits] == [True]
    one = post(client, method="text", query="lease", document_id=document.pk).json()["hits"]
    assert [hit["document"] for hit in one] == [document.pk]
