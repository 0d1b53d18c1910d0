import hashlib
import uuid
from urllib.parse import quote

import pytest
from django.core.files.base import ContentFile
from django.core.files.uploadedfile import SimpleUploadedFile

from documents.models import Document, Role, Status, UploadTask
from documents.workspaces import sessions
from tests.documents.library.test_services import encrypted_pdf
from tests.factories import (
    ChunkFactory,
    DocumentFactory,
    MembershipFactory,
    MetricFactory,
    UploadTaskFactory,
)


@pytest.fixture(autouse=True)
def _signed_in(client, user, settings):
    settings.RAGSITE_AUTO_LOGIN = False
    client.force_login(user)


def sent(content: bytes = b"Revenue was $4.2 million.", name: str = "report.txt") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, content)


def test_upload_answers_with_the_document(client, workspace):
    data = {"file": sent(), "workspace": "mine", "bucket": "invoices", "mode": "map_only"}
    response = client.post("/api/documents/upload", data)
    body = response.json()
    assert response.status_code == 201
    assert body["message"] == "“report.txt” is being read."
    assert not body["is_duplicate"]
    document = Document.objects.get()
    assert body["document"]["id"] == document.pk
    assert (document.bucket, document.extraction_mode, document.workspace) == (
        "invoices",
        "map_only",
        workspace,
    )


def test_upload_of_the_same_bytes_answers_with_the_first(client, workspace):
    first = client.post("/api/documents/upload", {"file": sent(), "workspace": "mine"}).json()
    response = client.post("/api/documents/upload", {"file": sent(name="copy.txt"), "workspace": "mine"})
    assert response.status_code == 200
    assert response.json()["is_duplicate"]
    assert response.json()["document"]["id"] == first["document"]["id"]
    assert response.json()["message"] == "“report.txt” was here already."


@pytest.mark.parametrize(
    "content, status, words",
    [
        (b"", 422, "is empty"),
        (b"y" * 1_000_001, 413, "larger than 1 MB"),
        (b"\x7fELF\x02\x01\x01\x00" + bytes(300), 415, "report.txt"),
    ],
)
def test_a_refused_upload_says_why(client, workspace, settings, content, status, words):
    settings.RAGSITE_MAX_FILE_MB = 1
    response = client.post("/api/documents/upload", {"file": sent(content), "workspace": "mine"})
    assert response.status_code == status
    assert words in response.json()["error"]


def test_upload_without_a_file_says_so(client, workspace):
    response = client.post("/api/documents/upload", {"workspace": "mine"})
    assert (response.status_code, response.json()) == (422, {"error": "“file” is missing: send it."})


@pytest.mark.parametrize("slug", ["theirs", "nowhere"])
def test_workspaces_of_others_do_not_exist(client, workspace, other_workspace, slug):
    answers = [
        client.get(f"/api/documents?workspace={slug}"),
        client.get(f"/api/kb/info?workspace={slug}"),
        client.post("/api/documents/upload", {"file": sent(), "workspace": slug}),
        client.post("/api/kb/upload", {"files": [sent()], "workspace": slug}),
    ]
    assert [answer.status_code for answer in answers] == [404] * 4
    assert [answer.json() for answer in answers] == [{"error": f"There is no workspace “{slug}”."}] * 4


def test_documents_of_others_do_not_exist(client, workspace, other_workspace):
    theirs = DocumentFactory(workspace=other_workspace)
    for pk in (theirs.pk, theirs.pk + 1000):
        answers = [
            client.get(f"/api/documents/{pk}"),
            client.delete(f"/api/documents/{pk}"),
            client.generic("POST", f"/api/documents/{pk}/reprocess"),
        ]
        assert [answer.status_code for answer in answers] == [404] * 3
        assert answers[0].json() == {"error": f"There is no document {pk}."}
    assert Document.objects.filter(pk=theirs.pk, status=Status.READY).exists()


def test_a_viewer_may_read_but_not_change(client, user):
    readable = MembershipFactory(user=user, role=Role.VIEWER).workspace
    document = DocumentFactory(workspace=readable)
    assert client.get(f"/api/documents/{document.pk}").status_code == 200
    response = client.delete(f"/api/documents/{document.pk}")
    assert response.status_code == 403
    assert "ask its owner" in response.json()["error"]


def test_the_list_is_cut_filtered_and_counted(client, workspace, django_assert_max_num_queries):
    DocumentFactory.create_batch(5, workspace=workspace)
    DocumentFactory(workspace=workspace, status=Status.FAILED, filename="broken.pdf")
    with django_assert_max_num_queries(5):
        body = client.get("/api/documents?workspace=mine&limit=2&offset=1").json()
    assert (len(body["documents"]), body["total"]) == (2, 6)
    failed = client.get("/api/documents?workspace=mine&status=failed").json()
    assert [document["filename"] for document in failed["documents"]] == ["broken.pdf"]
    assert client.get("/api/documents?workspace=mine&limit=501").status_code == 422


def test_a_document_comes_with_what_was_read(client, workspace):
    document = DocumentFactory(workspace=workspace, purpose="To report.", map_entry={"essence": {}})
    MetricFactory.create_batch(2, document=document)
    ChunkFactory(document=document)
    body = client.get(f"/api/documents/{document.pk}").json()
    assert body["facts"] == {"metric": 2, "claim": 0, "entity": 0, "topic": 0, "row": 0}
    assert (body["chunks"], body["purpose"], body["map_entry"]) == (1, "To report.", {"essence": {}})


def test_delete_gives_a_receipt(client, workspace):
    document = DocumentFactory(workspace=workspace, filename="old.txt")
    MetricFactory(document=document)
    assert client.delete(f"/api/documents/{document.pk}").json() == {
        "message": "Deleted “old.txt”: 1 metric, 1 document, 1 file.",
        "rows": {"metrics": 1, "documents": 1},
        "files": 1,
        "bytes": 25,
    }
    assert not Document.objects.exists()


def test_reprocess_queues_the_document(client, workspace):
    document = DocumentFactory(workspace=workspace)
    response = client.post(
        f"/api/documents/{document.pk}/reprocess", {"mode": "sql_only"}, content_type="application/json"
    )
    assert response.status_code == 202
    assert (response.json()["status"], response.json()["extraction_mode"]) == ("queued", "sql_only")
    again = client.generic("POST", f"/api/documents/{document.pk}/reprocess")
    assert again.status_code == 409
    assert "is being read" in again.json()["error"]


def test_a_wrong_password_is_one_sentence(client, workspace):
    locked = DocumentFactory(
        workspace=workspace, status=Status.FAILED, file=ContentFile(encrypted_pdf("right"), "locked.pdf")
    )
    response = client.post(
        f"/api/documents/{locked.pk}/reprocess", {"password": "wrong"}, content_type="application/json"
    )
    assert response.status_code == 422
    assert response.json() == {"error": "The password does not open this file: try another."}


def test_kb_upload_and_status_have_the_keys_of_the_contract(client, workspace):
    known = b"known words"
    DocumentFactory(
        workspace=workspace, sha256=hashlib.sha256(known).hexdigest(), file=ContentFile(known, "known.txt")
    )
    files = [sent(b"new words", "new.txt"), sent(known, "known.txt")]
    response = client.post("/api/kb/upload", {"files": files, "workspace": "mine"})
    assert response.status_code == 202
    task = UploadTask.objects.get()
    assert response.json() == {
        "task_id": str(task.pk),
        "message": "1 file is being read; 1 file was here already.",
        "total_files": 2,
        "workspace": "mine",
    }
    assert client.get(f"/api/kb/status/{task.pk}").json() == {
        "status": "processing",
        "progress": 50,
        "message": "1 of 2 done; new.txt: Waiting to be read",
        "files_processed": 1,
        "total_files": 2,
    }
    Document.objects.update(status=Status.READY)
    body = client.get(f"/api/kb/status/{task.pk}").json()
    assert (body["status"], body["progress"], body["files_processed"]) == ("completed", 100, 2)


def multipart(disposition: str) -> dict[str, str]:
    """A body as programs write it, with one file."""
    lines = [
        "--B", 'Content-Disposition: form-data; name="workspace"', "", "mine",
        "--B", f"Content-Disposition: form-data; {disposition}", "", "Revenue was $4.2 million.",
        "--B--", "",
    ]  # fmt: skip
    return {"data": "\r\n".join(lines), "content_type": "multipart/form-data; boundary=B"}


def test_a_long_name_is_taken_in_the_two_forms_in_which_libraries_send_it(client, workspace):
    name = "決" * 200 + ".txt"
    twice = f"name=file; filename*=utf-8''{quote(name)}"
    assert len(twice) > 1024
    response = client.post("/api/documents/upload", **multipart(twice))
    assert response.status_code == 201
    assert response.json()["document"]["filename"] == name


def test_a_name_that_is_too_long_is_said_to_be(client, workspace):
    response = client.post("/api/documents/upload", **multipart(f'name="file"; filename="{"a" * 9000}.txt"'))
    assert response.status_code == 400
    assert response.json() == {"error": "The name of a file is too long: shorten it to 255 characters."}


def test_an_upload_that_broke_off_is_said_to_have(client, workspace):
    response = client.post("/api/documents/upload", b"x", content_type="multipart/form-data; boundary=")
    assert response.status_code == 400
    assert response.json() == {"error": "The upload broke off: send the files again."}


def test_too_many_files_at_once_are_refused(client, workspace, settings):
    settings.RAGSITE_MAX_FILES = 1
    response = client.post("/api/kb/upload", {"files": [sent(), sent(b"two")], "workspace": "mine"})
    assert response.status_code == 413
    assert "send at most 1" in response.json()["error"]


def test_uploads_of_others_do_not_exist(client, other_user, other_workspace):
    theirs = UploadTaskFactory(user=other_user, workspace=other_workspace)
    for pk in (theirs.pk, uuid.uuid4()):
        assert client.get(f"/api/kb/status/{pk}").status_code == 404


def test_kb_info_counts_the_workspace(client, workspace):
    MetricFactory(document__workspace=workspace)
    body = client.get("/api/kb/info?workspace=mine").json()
    assert (body["documents"], body["facts"]["metric"], body["by_status"]) == (1, 1, {"ready": 1})


def test_kb_info_tells_of_every_collection_shared_and_private(client, user, workspace, other_workspace):
    MetricFactory(document__workspace=workspace)
    private = sessions.open_session(user, name="Own files")
    DocumentFactory(workspace=private)
    told = client.get("/api/kb/info?workspace=mine").json()["collections"]
    assert [(each["workspace"], each["kind"], each["documents"], each["facts"]) for each in told] == [
        ("mine", "shared", 1, 1),
        (private.slug, "session", 1, 0),
    ]


def test_a_status_that_there_is_not_is_refused(client, workspace):
    response = client.get("/api/documents?workspace=mine&status=reddy")
    assert response.status_code == 422
    assert response.json()["error"].startswith("There is no status “reddy”: choose queued, ")
