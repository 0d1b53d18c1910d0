import io
import json
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from agentic.management.commands.ask import _queries
from documents.library.services import ensure_default_workspace
from documents.models import Document, Workspace
from tests.agentic.api.test_presentation import CONTRACT
from tests.agentic.api.test_runs import store_revenue
from tests.factories import ChunkFactory, DocumentFactory, RunFactory, WorkspaceFactory


def run(*arguments: str) -> str:
    out = io.StringIO()
    call_command(*arguments, stdout=out, stderr=io.StringIO())
    return out.getvalue()


@pytest.mark.django_db(transaction=True)  # the statements' reader sees committed rows only
def test_ask_answers_in_words_and_as_json():
    store_revenue(ensure_default_workspace()[1])
    question = ["ask", "What was Acme's revenue in 2024?", "--llm", "none"]
    body = json.loads(run(*question, "--json"))
    assert body.keys() >= CONTRACT
    assert (body["answered"], body["route"]) == (True, "facts")
    assert [number["value"] for number in body["numbers"]] == [4_200_000]
    words = run(*question)
    assert "page 1: “Revenue was $4.2 million.”" in words
    assert "SQL: SELECT" in words


def test_ask_shows_the_first_queries_cut_where_they_are_long():
    shown = _queries([f"SELECT {number}, {'long ' * 200}" for number in range(7)])
    assert [line[:13] for line in shown[:5]] == [f"SQL: SELECT {number}" for number in range(5)]
    assert max(map(len, shown)) <= 400
    assert shown[5:] == ["2 more queries: --json has each, whole."]


@pytest.mark.parametrize(
    "question, words", [("", "Write a question first"), ("x" * 100_000, "100,000 characters")]
)
def test_ask_says_what_cannot_be_asked(db, question, words):
    with pytest.raises(CommandError, match=words):
        run("ask", question, "--llm", "none")


def test_retrieve_finds_passages_with_their_pages(db):
    workspace = ensure_default_workspace()[1]
    chunk = ChunkFactory(document__workspace=workspace, page_start=2)
    body = json.loads(run("retrieve", "revenue", "--method", "text", "--json"))
    (hit,) = body["hits"]
    assert body.keys() == {"hits", "filters", "candidates", "seconds"}
    assert hit.keys() >= {"document", "filename", "page_start", "page_end", "chunk_id", "score", "text"}
    assert (hit["chunk_id"], hit["page_start"], hit["document"]) == (chunk.pk, 2, chunk.document_id)
    assert "page 2" in run("retrieve", "revenue", "--method", "text")


@pytest.mark.parametrize(
    "arguments, words", [([" "], "Write a question"), (["x", "--top-k", "0"], "from 1 to")]
)
def test_retrieve_says_what_is_wrong(db, arguments, words):
    with pytest.raises(CommandError, match=words):
        run("retrieve", *arguments)


@pytest.fixture
def sessions(db):
    """Session workspaces of 40 days ago: one unused, one asked and one filled today; and a shared one."""
    long_ago = timezone.now() - timedelta(days=40)
    for slug in ("unused", "asked", "filled"):
        WorkspaceFactory(slug=slug, kind=Workspace.Kind.SESSION)
    WorkspaceFactory(slug="shared")
    Workspace.objects.update(created_at=long_ago)
    DocumentFactory(workspace__slug="unused")
    Document.objects.update(created_at=long_ago)
    RunFactory(workspace=Workspace.objects.get(slug="asked"))
    DocumentFactory(workspace=Workspace.objects.get(slug="filled"))


def test_cleanup_removes_unused_sessions_with_their_files(
    sessions, settings, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        body = json.loads(run("cleanup_sessions", "--json"))
    assert body == {"workspaces": ["unused"], "deleted": 1, "files": 1, "bytes": 25}
    left = Workspace.objects.exclude(slug="default").values_list("slug", flat=True)
    assert set(left) == {"asked", "filled", "shared"}
    assert len([path for path in settings.MEDIA_ROOT.rglob("*") if path.is_file()]) == 1


def test_cleanup_can_be_tried_out(sessions):
    assert "Would delete “unused”." in run("cleanup_sessions", "--dry-run")
    assert Workspace.objects.filter(slug="unused").exists()


def test_cleanup_refuses_a_negative_number_of_days(db):
    with pytest.raises(CommandError, match="below 0"):
        run("cleanup_sessions", "--days", "-1")
