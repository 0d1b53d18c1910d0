"""How much a workspace may hold, and how it is said where something does not fit."""

import io
import threading

import pytest
from django.core.exceptions import PermissionDenied
from django.core.files.base import ContentFile
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.db import connection
from django.urls import reverse

from documents.ingest import read_document
from documents.library.services import ensure_default_workspace, reprocess_document, upload_document
from documents.library.staging import RefusedUpload
from documents.models import Document, Status, Workspace
from documents.workspaces.quotas import limits_of, set_limits
from tests.factories import DocumentFactory

pytestmark = pytest.mark.django_db
WORDS = b"Acme Tools had revenue of $4.2 million in 2024. " * 4


@pytest.fixture(autouse=True)
def _sign_in_needed(settings):
    settings.RAGSITE_AUTO_LOGIN = False


@pytest.fixture
def root(django_user_model):
    return django_user_model.objects.create_superuser("root")


def send(user, workspace, name="new.txt", content=WORDS):
    file = ContentFile(content, name=name)
    return upload_document(user=user, workspace=workspace, file=file, enqueue=False)


def test_there_is_no_limit_unless_one_is_set(workspace):
    DocumentFactory(workspace=workspace, bytes=2_500_000, page_count=12)
    told = {what: str(limit) for what, limit in limits_of(workspace).items()}
    assert told == {"documents": "1 documents", "megabytes": "2.5 megabytes", "pages": "12 pages"}


@pytest.mark.parametrize(
    "setting, says",
    [
        ("RAGSITE_WORKSPACE_DOCUMENTS", "it holds 3 of 3 documents"),
        ("RAGSITE_WORKSPACE_MB", "with 0.0 MB more than now, 3.0 of 3 megabytes, it would hold too much"),
        ("RAGSITE_WORKSPACE_PAGES", "it holds 3 of 3 pages"),
    ],
)
def test_a_file_too_many_is_refused_with_figures(settings, user, workspace, setting, says):
    DocumentFactory.create_batch(3, workspace=workspace, bytes=1_000_000)
    setattr(settings, setting, 3)
    with pytest.raises(RefusedUpload, match=says) as refusal:
        send(user, workspace)
    assert refusal.value.reason == "quota"
    assert Document.objects.count() == 3
    setattr(settings, setting, 4)
    send(user, workspace)


def test_the_same_bytes_again_need_no_room(settings, user, workspace):
    send(user, workspace)
    settings.RAGSITE_WORKSPACE_DOCUMENTS = 1
    assert send(user, workspace).is_duplicate


def test_a_workspaces_own_limit_goes_before_the_settings(settings, user, root, workspace):
    settings.RAGSITE_WORKSPACE_DOCUMENTS = 1
    send(user, workspace)
    set_limits(user=root, workspace=workspace, documents=2)
    send(user, workspace, content=WORDS + b"2")
    with pytest.raises(RefusedUpload, match="2 of 2 documents"):
        send(user, workspace, content=WORDS + b"3")
    set_limits(user=root, workspace=workspace, documents=0)
    send(user, workspace, content=WORDS + b"3")
    set_limits(user=root, workspace=workspace, documents=None)
    with pytest.raises(RefusedUpload, match="3 of 1 documents"):
        send(user, workspace, content=WORDS + b"4")


def test_only_administrators_set_limits(user, workspace):
    with pytest.raises(PermissionDenied, match="Only administrators"):
        set_limits(user=user, workspace=workspace, documents=0)


def test_a_document_with_too_many_pages_fails_with_figures(settings, user, workspace, hash_embedder):
    DocumentFactory(workspace=workspace, page_count=3)
    settings.RAGSITE_WORKSPACE_PAGES = 4
    long = send(user, workspace, content=b"\f".join([WORDS] * 3)).document
    read_document(long.pk, embedder=hash_embedder)
    long.refresh_from_db()
    assert long.status == Status.FAILED
    assert "its 3 pages and the 3 there are more than the 4 allowed" in long.error
    assert limits_of(workspace)["pages"].used == 3
    settings.RAGSITE_WORKSPACE_PAGES = 6
    reprocess_document(user=user, document=long)
    read_document(long.pk, embedder=hash_embedder)
    long.refresh_from_db()
    assert (long.status, long.page_count) == (Status.READY, 3)
    reprocess_document(user=user, document=long)  # its own pages are not counted twice
    read_document(long.pk, embedder=hash_embedder)
    long.refresh_from_db()
    assert long.status == Status.READY


def test_page_api_and_command_say_it_alike(settings, client, user, workspace, tmp_path):
    settings.RAGSITE_WORKSPACE_DOCUMENTS = 1
    DocumentFactory(workspace=workspace)
    client.force_login(user)
    says = "“new.txt” does not fit into “Mine”: it holds 1 of 1 documents."
    sent = client.post(
        reverse("upload", args=["mine"]),
        {"files": SimpleUploadedFile("new.txt", WORDS)},
        headers={"X-Requested-With": "fetch"},
    )
    assert says in sent.content.decode()
    api = client.post(
        "/api/documents/upload", {"file": SimpleUploadedFile("new.txt", WORDS), "workspace": "mine"}
    )
    assert api.status_code == 413
    assert says in api.json()["error"]
    (tmp_path / "new.txt").write_bytes(WORDS)
    ensure_default_workspace()
    out = io.StringIO()
    with pytest.raises(SystemExit):
        call_command(
            *("ingest", str(tmp_path), "--user", "ada", "--workspace", "mine", "--llm", "none"),
            stdout=out,
            stderr=io.StringIO(),
        )
    assert says in out.getvalue()


def test_the_page_shows_what_is_used_and_lets_administrators_change_it(client, user, root, workspace):
    DocumentFactory(workspace=workspace)
    address = reverse("limit_workspace", args=["mine"])
    client.force_login(user)
    assert client.post(address, {"documents": "5"}).status_code == 403
    client.force_login(root)
    client.post(address, {"documents": "4", "megabytes": "", "pages": "0"})
    workspace.refresh_from_db()
    assert (workspace.max_documents, workspace.max_megabytes, workspace.max_pages) == (4, None, 0)
    assert "1 of 4 documents, set for this workspace" in client.get(
        reverse("workspace", args=["mine"])
    ).content.decode().replace("\n", "")
    wrong = client.post(address, {"documents": "some"})
    assert wrong.status_code == 422
    assert "The limit of documents is no whole number" in wrong.content.decode()


def test_the_api_sets_limits_for_administrators(client, user, root, workspace):
    def patch():
        return client.patch("/api/workspaces/mine", {"max_documents": 7}, content_type="application/json")

    client.force_login(user)
    assert patch().status_code == 403
    client.force_login(root)
    assert patch().json()["limits"]["documents"] == {"used": 0, "allowed": 7, "is_own": True}
    refused = client.patch("/api/workspaces/mine", {"max_pages": -1}, content_type="application/json")
    assert (refused.status_code, "whole number" in refused.json()["error"]) == (422, True)


@pytest.mark.django_db(transaction=True)
def test_of_uploads_at_once_no_more_come_in_than_fit(settings, user, workspace):
    settings.RAGSITE_WORKSPACE_DOCUMENTS = 2
    outcomes, start = [], threading.Barrier(4)

    def upload(number):
        try:
            start.wait()
            send(user, Workspace.objects.get(pk=workspace.pk), content=WORDS + b"%d" % number)
            outcomes.append("taken")
        except RefusedUpload:
            outcomes.append("refused")
        finally:
            connection.close()

    threads = [threading.Thread(target=upload, args=[number]) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == ["refused", "refused", "taken", "taken"]
