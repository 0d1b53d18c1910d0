"""The API as a whole: who may call it, how it says what is wrong, what it promises in OpenAPI."""

import json
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client, RequestFactory
from django.utils import timezone

from documents.api.bodies import NO_ID
from documents.models import ApiKey
from ragsite.api import api, unexpected
from tests.factories import DocumentFactory


@pytest.fixture(autouse=True)
def _sign_in_needed(settings):
    settings.RAGSITE_AUTO_LOGIN = False


@pytest.fixture
def key(user):
    return ApiKey.issue(user=user, name="robot")[1]


def bearer(key: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {key}"}


def test_nothing_is_served_to_strangers(client, db):
    response = client.get("/api/documents")
    assert response.status_code == 401
    assert response.content.decode() == '{"error": "Sign in, or send “Authorization: Bearer <key>”."}'


def test_a_key_opens_its_users_documents(client, key, workspace, other_workspace):
    mine = DocumentFactory(workspace=workspace)
    DocumentFactory(workspace=other_workspace)
    response = client.get("/api/documents?workspace=mine", headers=bearer(key))
    assert [document["id"] for document in response.json()["documents"]] == [mine.pk]
    assert ApiKey.objects.get().last_used_at is not None


SURROGATE = '{"question": "\\ud800", "workspace": "mine"}'
MODE = '{"question": "Revenue?", "workspace": "mine", "mode": "\\udfff"}'
DEEP = '{"a":' * 100_000


@pytest.mark.parametrize("body", [SURROGATE, MODE, DEEP, "{", "\xff"])
@pytest.mark.parametrize(
    "address", ["/api/queries", "/api/agentic/query", "/api/agentic/search", "/api/agentic/passages"]
)
def test_a_body_that_is_no_text_is_refused_in_a_sentence(client, key, workspace, address, body):
    response = client.post(address, body, content_type="application/json", headers=bearer(key))
    assert response.status_code in (400, 422)
    assert response.json()["error"].endswith(".")


@pytest.mark.parametrize("asked", ["workspace=%00", "workspace=mine&search=a%00b"])
def test_a_character_that_no_text_holds_is_refused_in_a_sentence(client, key, workspace, asked):
    response = client.get(f"/api/documents?{asked}", headers=bearer(key))
    assert response.status_code == 422
    assert response.json() == {"error": "The request has a NUL character in it: leave it out."}


@pytest.mark.parametrize("value", ["Bearer wrong", "Bearer ", "Basic YTpi", "rs_"])
def test_a_wrong_key_is_refused_even_beside_a_session(client, user, value):
    client.force_login(user)
    response = client.get("/api/documents", headers={"Authorization": value})
    assert response.status_code == 401
    assert "API key is not valid" in response.json()["error"]


def test_a_revoked_key_and_one_of_a_disabled_user_are_refused(client, user, key, workspace):
    assert client.get("/api/kb/info?workspace=mine", headers=bearer(key)).status_code == 200
    user.is_active = False
    user.save()
    assert client.get("/api/kb/info?workspace=mine", headers=bearer(key)).status_code == 401
    user.is_active = True
    user.save()
    ApiKey.objects.update(revoked_at=timezone.now())
    assert client.get("/api/kb/info?workspace=mine", headers=bearer(key)).status_code == 401


def test_a_browser_must_send_its_csrf_token_to_change_something(user, workspace):
    document = DocumentFactory(workspace=workspace)
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(user)
    assert browser.get(f"/api/documents/{document.pk}").status_code == 200
    refused = browser.delete(f"/api/documents/{document.pk}")
    assert refused.status_code == 403
    assert {"create_api_key", "X-CSRFToken"} <= set(re.findall(r"[\w-]+", refused.json()["error"]))
    browser.cookies["csrftoken"] = token = "a" * 32
    deleted = browser.delete(f"/api/documents/{document.pk}", headers={"X-CSRFToken": token})
    assert deleted.status_code == 200


def test_a_key_needs_no_csrf_token(key, workspace):
    document = DocumentFactory(workspace=workspace)
    program = Client(enforce_csrf_checks=True)
    assert program.delete(f"/api/documents/{document.pk}", headers=bearer(key)).status_code == 200


@pytest.mark.parametrize(
    "body, sentence",
    [
        ({}, "“question” is missing: send it."),
        ({"question": 3}, "“question” is not right: input should be a valid string."),
        (
            {"question": "Why?", "wait": -1},
            "“wait” is not right: input should be greater than or equal to 0.",
        ),
        (
            {"question": "Why?", "session_id": "mine"},
            f"“session_id” is not right: {NO_ID[0].lower()}{NO_ID[1:]}",
        ),
        (
            {"question": "Why?", "session_id": 7},
            f"“session_id” is not right: {NO_ID[0].lower()}{NO_ID[1:]}",
        ),
    ],
)
def test_invalid_input_is_one_sentence(client, user, body, sentence):
    client.force_login(user)
    response = client.post("/api/agentic/query", json.dumps(body), content_type="application/json")
    assert (response.status_code, response.json()) == (422, {"error": sentence})


def test_a_body_that_is_not_json_is_one_sentence(client, user):
    client.force_login(user)
    response = client.post("/api/queries", "{", content_type="application/json")
    assert response.status_code == 400
    assert set(response.json()) == {"error"}


def test_a_body_that_is_too_large_is_one_sentence(client, user):
    client.force_login(user)
    body = json.dumps({"question": "x" * 3_000_000})
    response = client.post("/api/queries", body, content_type="application/json")
    assert response.status_code == 413
    assert "too large" in response.json()["error"]


def test_a_fault_of_ours_says_so_and_no_more(caplog):
    request = RequestFactory().get("/api/documents")
    response = unexpected(request, RuntimeError("secret detail"))
    assert response.status_code == 500
    assert b"secret" not in response.content
    assert "secret detail" in caplog.text


@pytest.mark.parametrize("method", ["get", "post", "delete"])
def test_an_unknown_address_is_one_sentence(client, db, method):
    response = getattr(client, method)("/api/nowhere/at/all")
    assert (response.status_code, response.json()) == (404, {"error": "There is nothing at this address."})


def test_openapi_describes_every_endpoint_of_the_contract(client, db):
    paths = client.get("/api/openapi.json").json()["paths"]
    promised = {
        ("post", "/api/documents/upload"),
        ("get", "/api/documents"),
        ("get", "/api/documents/{document_id}"),
        ("delete", "/api/documents/{document_id}"),
        ("post", "/api/documents/{document_id}/reprocess"),
        ("post", "/api/kb/upload"),
        ("get", "/api/kb/status/{task_id}"),
        ("get", "/api/kb/info"),
        ("post", "/api/chat/query"),
        ("post", "/api/agentic/query"),
        ("get", "/api/agentic/schema"),
        ("post", "/api/queries"),
        ("get", "/api/queries/{run_id}"),
        ("get", "/api/runs/{run_id}"),
        ("get", "/api/runs/{run_id}/events"),
        ("get", "/api/health"),
    }
    described = {(method, path) for path, methods in paths.items() for method in methods}
    assert promised <= described
    undescribed = [
        (method, path)
        for path, methods in paths.items()
        for method, operation in methods.items()
        if not operation.get("description")
    ]
    assert undescribed == []


def test_openapi_describes_the_errors_of_every_endpoint():
    schema = api.get_openapi_schema()
    for path, operations in schema["paths"].items():
        for operation in operations.values():
            answers = operation["responses"]
            assert list(answers) == sorted(answers), path
            error = answers[404]["content"]["application/json"]["schema"]["$ref"].rsplit("/", 1)[-1]
            assert schema["components"]["schemas"][error]["required"] == ["error"]


def test_openapi_names_both_ways_to_sign_in():
    schemes = api.get_openapi_schema()["components"]["securitySchemes"]
    assert {scheme["type"] for scheme in schemes.values()} == {"http", "apiKey"}


def test_the_docs_need_nothing_from_elsewhere(client, db):
    page = client.get("/api/docs").content.decode()
    assert "/static/ninja/" in page
    assert "cdn" not in page


def test_health_tells_strangers_what_works_and_no_more(client, db):
    response = client.get("/api/health")
    assert response.status_code == 200
    assert response.json() == {
        "status": "degraded",
        "problem": "No worker takes questions or ingestion: run `python manage.py start`.",
        "database": True,
        "pgvector": True,
        "tier": "none",
        "workers": {"questions": False, "ingestion": False},
    }


def test_the_local_user_needs_a_token_to_change_something(settings, db):
    settings.RAGSITE_AUTO_LOGIN = True
    browser = Client(enforce_csrf_checks=True, headers={"host": "localhost"})
    assert browser.get("/api/documents").status_code == 200
    refused = browser.post("/api/queries", {"question": "Why?"}, content_type="application/json")
    assert refused.status_code == 403


JSON_BODIES = [
    ("patch", "/api/workspaces/mine", {"chunk_sice": 300}, "chunk_sice"),
    ("post", "/api/queries", {"question": "Revenue?", "workspce": "mine"}, "workspce"),
    ("post", "/api/agentic/query", {"question": "Revenue?", "max_wait": 3}, "max_wait"),
    ("post", "/api/agentic/search", {"query": "revenue", "topk": 3}, "topk"),
    ("post", "/api/annotations/search", {"filter": {}}, "filter"),
    ("post", "/api/annotations/aggregate", {"function": "count", "groupby": "x"}, "groupby"),
    ("post", "/api/chat/query", {"question": "Revenue?", "session": "x"}, "session"),
]


@pytest.mark.parametrize(("method", "address", "body", "name"), JSON_BODIES)
def test_a_name_that_is_not_known_is_refused(client, key, workspace, method, address, body, name):
    send = getattr(client, method)
    response = send(address, body, content_type="application/json", headers=bearer(key))
    assert response.status_code == 422
    sentence = f"“{name}” is not known here: check how it is written, or leave it out."
    assert response.json() == {"error": sentence}


@pytest.mark.parametrize(
    "address",
    [
        "/api/documents?workspce=mine",
        "/api/receipts?limits=3",
        "/api/workspaces/mine?slug=mine",
        "/api/kb/info?x=",
    ],
)
def test_a_name_of_an_address_that_is_not_known_is_refused(client, key, workspace, address):
    name = address.partition("?")[2].partition("=")[0]
    assert client.get(address).status_code == 401
    response = client.get(address, headers=bearer(key))
    assert response.status_code == 422
    assert response.json()["error"].startswith(f"“{name}” is not known here")


def test_every_name_of_an_address_that_is_described_is_known(client, key, workspace):
    paths = api.get_openapi_schema()["paths"].items()
    asked = {
        path: [each for each in operations["get"].get("parameters", ()) if each["in"] == "query"]
        for path, operations in paths
        if "get" in operations and "{" not in path
    }
    for path, parameters in asked.items():
        query = {each["name"]: 1 if each["schema"]["type"] == "integer" else "" for each in parameters}
        response = client.get(path, query, headers=bearer(key))
        assert "not known here" not in response.content.decode(), path
    assert sum(map(len, asked.values())) >= 5


@pytest.mark.parametrize(
    ("address", "files"), [("/api/documents/upload", "file"), ("/api/kb/upload", "files")]
)
def test_a_field_of_a_form_that_is_not_known_is_refused(client, key, workspace, address, files):
    fields = {"workspace": "mine", files: SimpleUploadedFile("a.txt", b"Revenue was $4.2 million.")}
    response = client.post(address, fields | {"buckets": "x"}, headers=bearer(key))
    assert response.status_code == 422
    assert response.json()["error"].startswith("“buckets” is not known here")
    assert not workspace.documents.exists()


def test_a_browsers_own_field_of_a_form_is_known(client, key, workspace):
    file = SimpleUploadedFile("a.txt", b"Revenue was $4.2 million.")
    fields = {"workspace": "mine", "csrfmiddlewaretoken": "x", "file": file}
    assert client.post("/api/documents/upload", fields, headers=bearer(key)).status_code == 201


def test_no_body_takes_names_that_it_does_not_know():
    schemas = api.get_openapi_schema()["components"]["schemas"]
    operations = [each for path in api.get_openapi_schema()["paths"].values() for each in path.values()]
    sent = [
        body["schema"]["$ref"].rsplit("/", 1)[-1]
        for operation in operations
        if (body := operation.get("requestBody", {}).get("content", {}).get("application/json"))
        and "$ref" in body["schema"]
    ]
    assert len(sent) >= len(JSON_BODIES)
    assert [name for name in sent if schemas[name].get("additionalProperties", True)] == []
