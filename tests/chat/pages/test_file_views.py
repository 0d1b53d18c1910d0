"""Files of one's own in the chat: asked alone, seen by nobody else, gone on demand."""

import json
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from documents.models import Role, UploadTask, Workspace
from tests import factories

HTMX = {"HX-Request": "true"}
TEXT = b"Revenue of Brightwater was $7.4 million in 2024. " * 4


def attach(client, *names, slug="mine", content=TEXT, **headers):
    files = [SimpleUploadedFile(name, content + name.encode()) for name in names]
    return client.post(reverse("attach_files", args=[slug]), {"files": files}, headers=headers)


def session() -> Workspace:
    return Workspace.objects.get(kind=Workspace.Kind.SESSION)


def test_files_of_ones_own_open_a_chat_that_asks_only_them(signed_in, user, workspace):
    factories.DocumentFactory(workspace=workspace, filename="shared.txt")
    response = attach(signed_in, "a.txt", "b.txt", **HTMX)
    opened = session()
    assert response["HX-Redirect"] == f"/w/{opened.slug}/"
    assert [document.filename for document in opened.documents.order_by("pk")] == ["a.txt", "b.txt"]
    html = signed_in.get(response["HX-Redirect"]).content.decode()
    assert "Only a.txt and 1 more are asked." in html
    assert "a.txt and 1 more" in signed_in.get("/w/mine/").content.decode()
    assert workspace.documents.count() == 1


def test_more_files_join_those_of_the_open_session(signed_in, workspace):
    attach(signed_in, "a.txt")
    assert attach(signed_in, "b.txt", slug=session().slug).url == f"/w/{session().slug}/"
    assert session().documents.count() == 2
    response = attach(signed_in, "b.txt", slug=session().slug)
    assert "was here already" in signed_in.get(response.url).content.decode()


def test_no_session_is_left_where_no_file_was_taken(signed_in, workspace):
    response = signed_in.post(
        reverse("attach_files", args=["mine"]),
        {"files": [SimpleUploadedFile("empty.txt", b"")]},
        headers=HTMX,
    )
    assert "is empty" in json.loads(response["HX-Trigger"])["notice"]["text"]
    assert "HX-Redirect" not in response
    signed_in.post(reverse("attach_files", args=["mine"]))
    assert "Choose at least one file." in signed_in.get("/w/mine/").content.decode()
    assert not Workspace.objects.filter(kind=Workspace.Kind.SESSION).exists()


def test_a_reader_of_a_workspace_may_ask_files_of_his_own(client, other_user, workspace, settings):
    settings.RAGSITE_AUTO_LOGIN = False
    factories.MembershipFactory(workspace=workspace, user=other_user, role=Role.VIEWER)
    client.force_login(other_user)
    attach(client, "a.txt")
    assert list(session().members.all()) == [other_user]


def test_nobody_else_sees_or_removes_them(signed_in, client, other_user, workspace):
    attach(signed_in, "a.txt")
    slug = session().slug
    client.force_login(other_user)
    assert client.get(f"/w/{slug}/").status_code == 404
    assert attach(client, "b.txt", slug=slug).status_code == 404
    assert client.post(reverse("detach_files", args=[slug])).status_code == 404
    assert session().documents.count() == 1


def test_removing_them_leaves_nothing(signed_in, workspace, settings, django_capture_on_commit_callbacks):
    attach(signed_in, "a.txt")
    with django_capture_on_commit_callbacks(execute=True):
        response = signed_in.post(reverse("detach_files", args=[session().slug]), headers=HTMX)
    assert response["HX-Redirect"] == "/"
    assert "Deleted" in signed_in.get("/", follow=True).content.decode()
    assert list(Workspace.objects.all()) == [workspace]
    assert [path for path in Path(settings.MEDIA_ROOT).rglob("*") if path.is_file()] == []


def test_a_shared_workspace_is_not_removed_like_a_session(signed_in, workspace):
    assert signed_in.post(reverse("detach_files", args=["mine"])).status_code == 404
    assert Workspace.objects.filter(pk=workspace.pk).exists()


@pytest.mark.parametrize("given", ["mine", "theirs", "missing"])
def test_the_api_adds_only_to_sessions_of_ones_own(signed_in, workspace, other_workspace, given):
    files = {"files": [SimpleUploadedFile("a.txt", TEXT)], "session_id": given}
    assert signed_in.post("/api/kb/upload", files).status_code == 404


def test_the_api_gives_the_session_to_which_files_are_added(signed_in, workspace):
    files = {"files": [SimpleUploadedFile("a.txt", TEXT)], "workspace": "session"}
    first = signed_in.post("/api/kb/upload", files).json()
    assert first["workspace"] == session().slug
    files = {"files": [SimpleUploadedFile("b.txt", TEXT + b"x")], "session_id": first["workspace"]}
    assert signed_in.post("/api/kb/upload", files).json()["workspace"] == session().slug
    assert session().documents.count() == 2


def test_an_open_session_refuses_files_of_which_none_is_taken(signed_in, workspace):
    files = {"files": [SimpleUploadedFile("a.txt", TEXT)], "workspace": "session"}
    slug = signed_in.post("/api/kb/upload", files).json()["workspace"]
    empty = {"files": [SimpleUploadedFile("b.txt", b"")], "session_id": slug}
    response = signed_in.post("/api/kb/upload", empty)
    assert response.status_code == 422
    assert response.json() == {"error": "1 file was refused: “b.txt” is empty: choose a file with content."}
    assert session().documents.count() == 1
    assert UploadTask.objects.count() == 1
