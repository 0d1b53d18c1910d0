"""The same bytes again: kept once, as a new version or twice. The same words in other bytes: shown."""

import io
import threading

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection

from documents.ingest import read_document
from documents.library import services
from documents.library.deletion import remove_workspace
from documents.library.near_duplicates import near_duplicate_count, near_duplicates, text_digest
from documents.library.staging import RefusedUpload
from documents.models import Document, Reader, Relationship, Role
from tests.documents.library.test_services import WORDS, content_of, stored_files, text_file
from tests.factories import DocumentFactory, MembershipFactory

DIGEST = "d" * 64


@pytest.fixture
def there(user, workspace) -> Document:
    return services.upload_document(user=user, workspace=workspace, file=text_file()).document


def send(user, workspace, **options) -> services.Upload:
    return services.upload_document(
        user=user, workspace=workspace, file=text_file(name="again.txt"), **options
    )


def test_both_are_kept_each_with_its_file(
    user, workspace, there, settings, django_capture_on_commit_callbacks
):
    second = send(user, workspace, on_duplicate="both")
    assert not second.is_duplicate
    assert (second.document.copy, second.document.sha256, second.document.supersedes) == (
        1,
        there.sha256,
        None,
    )
    assert len(stored_files(settings)) == 2
    with django_capture_on_commit_callbacks(execute=True):
        services.delete_document(user=user, document=there)
    assert content_of(second.document) == WORDS
    assert send(user, workspace) == services.Upload(second.document, is_duplicate=True)


def test_a_new_version_supersedes_the_one_there(user, workspace, there):
    newer = send(user, workspace, on_duplicate="version").document
    assert (newer.supersedes, newer.curated_fields) == (there, ["supersedes"])
    link = Relationship.objects.get(source=newer, target=there)
    assert (link.relationship_type, link.reader) == ("supersedes", Reader.CURATOR)
    newest = send(user, workspace, on_duplicate="version").document
    assert newest.supersedes == newer


def test_a_new_version_of_another_document(user, workspace, there):
    other = DocumentFactory(workspace=workspace)
    assert send(user, workspace, version_of=other).document.supersedes == other
    new = services.upload_document(
        user=user, workspace=workspace, file=text_file(b"New words here."), version_of=there
    )
    assert new.document.supersedes == there


def test_a_first_file_is_no_version_of_anything(user, workspace):
    assert send(user, workspace, on_duplicate="version").document.supersedes is None


def test_choices_that_make_no_sense_are_refused(user, workspace, other_workspace):
    with pytest.raises(RefusedUpload, match="choose keep, version, both"):
        send(user, workspace, on_duplicate="replace")
    theirs = DocumentFactory(workspace=other_workspace)
    with pytest.raises(RefusedUpload, match="is in another workspace"):
        send(user, workspace, version_of=theirs)
    mine = DocumentFactory(workspace=workspace)
    with pytest.raises(RefusedUpload, match="Only one file"):
        services.upload_many(
            user=user, workspace=workspace, files=[text_file(), text_file()], version_of=mine
        )


@pytest.mark.django_db(transaction=True)
def test_parallel_uploads_that_keep_both_are_numbered():
    workspace = MembershipFactory(role=Role.OWNER).workspace
    user = workspace.members.get()
    together = threading.Barrier(6)

    def upload() -> None:
        together.wait()
        try:
            send(user, workspace, on_duplicate="both")
        finally:
            connection.close()

    threads = [threading.Thread(target=upload) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(Document.objects.values_list("copy", flat=True)) == [0, 1, 2, 3, 4, 5]
    assert len(set(Document.objects.values_list("file", flat=True))) == 6


def test_a_copy_is_made_from_the_stored_file(user, workspace, there):
    copy = services.copy_document(user=user, document=there, on_duplicate="both", filename="sent as.txt")
    assert (copy.document.filename, content_of(copy.document)) == ("sent as.txt", WORDS)
    newer = services.copy_document(user=user, document=there, on_duplicate="version")
    assert newer.document.supersedes == there
    there.file.storage.delete(there.file.name)
    with pytest.raises(RefusedUpload, match="send it again"):
        services.copy_document(user=user, document=there, on_duplicate="both")


def test_the_api_takes_the_choice_with_the_file_and_afterwards(client, user, workspace, there):
    client.force_login(user)
    data = {"workspace": "mine", "on_duplicate": "version", "file": SimpleUploadedFile("v2.txt", WORDS)}
    newer = client.post("/api/documents/upload", data).json()["document"]["id"]
    assert client.get(f"/api/documents/{newer}").json()["supersedes"] == there.pk
    address = f"/api/documents/{there.pk}/copies"
    copy = client.post(address, {"on_duplicate": "both"}, content_type="application/json")
    assert copy.status_code == 201
    refused = client.post(address, {"on_duplicate": "keep"}, content_type="application/json")
    assert (refused.status_code, refused.json()["error"]) == (
        422,
        "The document is there already: choose version or both.",
    )
    files = {"workspace": "mine", "on_duplicate": "both", "files": [SimpleUploadedFile("a.txt", WORDS)]}
    assert client.post("/api/kb/upload", files).json()["message"] == "1 file is being read."
    assert Document.objects.count() == 4


def test_the_page_offers_the_three_choices(client, user, workspace, there):
    client.force_login(user)
    sent = {"files": SimpleUploadedFile("again.txt", WORDS)}
    html = client.post("/w/mine/documents/upload/", sent, headers={"X-Requested-With": "fetch"})
    for choice in ("keep", "both", "version"):
        assert f'name="on_duplicate" value="{choice}"' in html.content.decode()
    address = f"/w/mine/documents/{there.pk}/copy/"
    kept = client.post(address, {"on_duplicate": "keep", "filename": "again.txt"}).content.decode()
    assert "report.txt" in kept
    assert "already there" not in kept
    assert Document.objects.count() == 1
    rows = client.post(address, {"on_duplicate": "version", "version_of": there.pk, "filename": "again.txt"})
    newer = Document.objects.get(filename="again.txt")
    assert newer.supersedes == there
    assert f"document-{newer.pk}" in rows.content.decode()
    assert f"document-{there.pk}" in rows.content.decode()


def test_the_page_takes_a_new_version_of_a_document(client, user, workspace, there):
    client.force_login(user)
    sent = {"files": SimpleUploadedFile("v2.txt", b"Other words."), "version_of": there.pk}
    client.post("/w/mine/documents/upload/", sent, headers={"HX-Request": "true"})
    assert Document.objects.get(filename="v2.txt").supersedes == there


def test_the_command_takes_the_choice(default_workspace, tmp_path):
    path = tmp_path / "report.txt"
    path.write_bytes(WORDS * 9)
    for choice in ("keep", "version", "both", "keep"):
        call_command("ingest", str(path), "--llm", "none", "--on-duplicate", choice, stdout=io.StringIO())
    first, newer, copy = Document.objects.order_by("pk")
    assert (newer.supersedes, copy.supersedes, copy.copy) == (first, None, 2)
    with pytest.raises(CommandError, match="There is no document 99"):
        call_command("ingest", str(path), "--llm", "none", "--version-of", "99")


@pytest.fixture
def default_workspace(db):
    return services.ensure_default_workspace()[1]


def test_the_digest_is_of_the_words_alone():
    assert text_digest(["Revenue  was\n4.2", "MILLION"]) == text_digest(["revenue was 4.2 million\n"])
    assert text_digest(["a loss of (5)"]) != text_digest(["a loss of 5"])
    assert text_digest([" \n", ""]) == ""


def test_reading_notes_the_digest_of_the_words(user, workspace, hash_embedder):
    sent = [b"Revenue was  4.2 million.", b"REVENUE was 4.2\nmillion.", b"Revenue was 4.3 million."]
    words = [
        services.upload_document(user=user, workspace=workspace, file=text_file(content * 9)).document
        for content in sent
    ]
    for document in words:
        read_document(document.pk, embedder=hash_embedder)
        document.refresh_from_db()
    assert list(near_duplicates(user, words[0])) == [words[1]]


def test_near_duplicates_are_shown_and_stay_inside_the_workspace(client, user, workspace, other_workspace):
    one = DocumentFactory(workspace=workspace, text_sha256=DIGEST, filename="one.pdf")
    two = DocumentFactory(workspace=workspace, text_sha256=DIGEST, filename="two.docx")
    DocumentFactory(workspace=other_workspace, text_sha256=DIGEST, filename="theirs.pdf")
    DocumentFactory.create_batch(2, workspace=workspace, text_sha256="")
    assert list(near_duplicates(user, one)) == [two]
    assert near_duplicate_count(user, workspace) == 2
    client.force_login(user)
    detail = client.get(f"/api/documents/{one.pk}").json()
    assert detail["near_duplicates"] == [{"id": two.pk, "filename": "two.docx"}]
    assert client.get("/api/kb/info?workspace=mine").json()["near_duplicates"] == 2
    html = client.get("/w/mine/documents/").content.decode()
    assert "Same text as two.docx" in html
    assert "Same text as one.pdf" in html
    assert "theirs.pdf" not in html


def test_receipts_are_listed_for_those_who_see_the_workspace(client, user, other_user, workspace, there):
    services.delete_document(user=user, document=there)
    client.force_login(user)
    (receipt,) = client.get("/api/receipts?workspace=mine").json()["receipts"]
    assert (receipt["document_id"], receipt["filename"], receipt["deleted_by"]) == (
        there.pk,
        "report.txt",
        "ada",
    )
    remove_workspace(workspace, user=user)
    assert client.get("/api/receipts").json()["receipts"][0]["workspace"] is None
    client.force_login(other_user)
    assert client.get("/api/receipts").json() == {"receipts": [], "total": 0}
