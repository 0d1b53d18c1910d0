import hashlib
import io
import threading

import pytest
from django.core.exceptions import PermissionDenied
from django.core.files import File
from django.core.files.base import ContentFile
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django_q.models import OrmQ
from pypdf import PdfReader, PdfWriter

from documents.library import services
from documents.library.deletion import remove_workspace
from documents.library.selectors import upload_message
from documents.library.staging import RefusedUpload, clean_filename
from documents.models import Conflict, DeletionReceipt, Document, Membership, Metric, Role, Status, Workspace
from tests.factories import (
    ChunkFactory,
    DataSourceFactory,
    DocumentFactory,
    MembershipFactory,
    MetricFactory,
    PageFactory,
    RelationshipFactory,
    RunFactory,
    TableRowFactory,
    UserFactory,
)

WORDS = b"Revenue was $4.2 million in 2024."


def text_file(content: bytes = WORDS, name: str = "report.txt") -> File:
    return ContentFile(content, name=name)


def content_of(document: Document) -> bytes:
    document.refresh_from_db()
    with document.file.open("rb") as handle:
        return handle.read()


def stored_files(settings) -> list[str]:
    return sorted(path.name for path in settings.MEDIA_ROOT.rglob("*") if path.is_file())


def queued_calls() -> list[tuple[str, tuple]]:
    return [(task.task["func"], task.task["args"]) for task in OrmQ.objects.all()]


def encrypted_pdf(password: str) -> bytes:
    writer = PdfWriter()
    writer.add_blank_page(200, 200)
    writer.encrypt(password, algorithm="AES-256")
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def test_upload_stores_the_file_and_queues_it_on_commit(user, workspace, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        upload = services.upload_document(
            user=user, workspace=workspace, file=text_file(), bucket=" Invoices "
        )
    document = Document.objects.get()
    assert upload == services.Upload(document, is_duplicate=False)
    assert content_of(document) == WORDS
    assert document.sha256 == hashlib.sha256(WORDS).hexdigest()
    assert (document.filename, document.bytes, document.media_type) == ("report.txt", 33, "text/plain")
    assert (document.bucket, document.status, document.uploaded_by) == ("invoices", Status.QUEUED, user)
    assert queued_calls() == [("documents.tasks.ingest_task", (document.pk,))]
    assert OrmQ.objects.get().key == "ingestion"


def test_the_same_bytes_again_give_the_document_that_was_there(
    user, workspace, settings, django_capture_on_commit_callbacks
):
    first = services.upload_document(user=user, workspace=workspace, file=text_file())
    with django_capture_on_commit_callbacks() as callbacks:
        again = services.upload_document(user=user, workspace=workspace, file=text_file(name="copy.txt"))
    assert again == services.Upload(first.document, is_duplicate=True)
    assert again.document.filename == "report.txt"
    assert len(stored_files(settings)) == 1
    assert callbacks == []


def test_each_workspace_has_its_own_copy(user, workspace):
    other = MembershipFactory(user=user, role=Role.EDITOR).workspace
    first = services.upload_document(user=user, workspace=workspace, file=text_file())
    second = services.upload_document(user=user, workspace=other, file=text_file())
    assert not second.is_duplicate
    assert first.document.file.name != second.document.file.name


@pytest.mark.django_db(transaction=True)
def test_ten_parallel_uploads_of_one_file_store_it_once(settings):
    workspace = MembershipFactory(role=Role.OWNER).workspace
    user = workspace.members.get()
    uploads: list[services.Upload] = []
    together = threading.Barrier(10)

    def upload() -> None:
        together.wait()
        try:
            uploads.append(services.upload_document(user=user, workspace=workspace, file=text_file()))
        finally:
            connection.close()

    threads = [threading.Thread(target=upload) for _ in range(10)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    document = Document.objects.get()
    assert [upload.document for upload in uploads] == [document] * 10
    assert sum(not upload.is_duplicate for upload in uploads) == 1
    assert len(stored_files(settings)) == 1
    assert content_of(document) == WORDS
    assert OrmQ.objects.count() == 1


@pytest.mark.parametrize(
    "content, reason, words",
    [
        (b"", "empty", "“report.txt” is empty"),
        (b"x" * 1_000_001, "too_large", "larger than 1 MB"),
        (b"\x7fELF\x02\x01\x01\x00" + bytes(300), "wrong_type", "report.txt"),
    ],
)
def test_a_refused_file_leaves_nothing_behind(user, workspace, settings, content, reason, words):
    settings.RAGSITE_MAX_FILE_MB = 1
    with pytest.raises(RefusedUpload, match=words) as refusal:
        services.upload_document(user=user, workspace=workspace, file=text_file(content))
    assert refusal.value.reason == reason
    assert not Document.objects.exists()
    assert stored_files(settings) == []


def test_content_decides_the_type_not_the_name(user, workspace):
    content = encrypted_pdf("secret")
    upload = services.upload_document(user=user, workspace=workspace, file=text_file(content, "notes.txt"))
    assert upload.document.media_type == "application/pdf"
    assert upload.document.file.name.endswith(".pdf")
    assert upload.document.filename == "notes.txt"


@pytest.mark.parametrize("option", [{"mode": "everything"}, {"bucket": "b" * 51}])
def test_unknown_options_are_refused(user, workspace, option):
    with pytest.raises(RefusedUpload) as refusal:
        services.upload_document(user=user, workspace=workspace, file=text_file(), **option)
    assert refusal.value.reason == "bad_option"


@pytest.mark.parametrize(
    "name, clean",
    [
        ("../../etc/passwd", "passwd"),
        ("C:\\Documents\\Q4.pdf", "Q4.pdf"),
        ("a\x00b\n.pdf", "a b .pdf"),
        ("", "unnamed"),
        ("bad\udcff.pdf", "bad?.pdf"),
        ("x" * 400 + ".pdf", "x" * 251 + ".pdf"),
    ],
)
def test_clean_filename(name, clean):
    assert clean_filename(name) == clean


def test_viewers_and_strangers_change_nothing(user, workspace, other_user):
    viewer = MembershipFactory(workspace=workspace, role=Role.VIEWER).user
    document = DocumentFactory(workspace=workspace, status=Status.FAILED)
    for person in (viewer, other_user):
        with pytest.raises(PermissionDenied, match="make you an editor"):
            services.upload_document(user=person, workspace=workspace, file=text_file())
        with pytest.raises(PermissionDenied):
            services.upload_many(user=person, workspace=workspace, files=[text_file()])
        with pytest.raises(PermissionDenied):
            services.delete_document(user=person, document=document)
        with pytest.raises(PermissionDenied):
            services.retry_document(user=person, document=document)
        with pytest.raises(PermissionDenied):
            services.reprocess_document(user=person, document=document)
    document.refresh_from_db()
    assert document.status == Status.FAILED


def test_a_superuser_edits_shared_workspaces_only(workspace):
    root = UserFactory(is_superuser=True)
    assert services.may_edit(root, workspace)
    workspace.kind = Workspace.Kind.SESSION
    assert not services.may_edit(root, workspace)


def test_upload_many_takes_the_good_and_names_the_bad(user, workspace):
    DocumentFactory(workspace=workspace, sha256=hashlib.sha256(b"old words").hexdigest())
    files = [
        text_file(b"new words", "new.txt"),
        text_file(b"old words", "old.txt"),
        text_file(b"", "empty.txt"),
        text_file(b"new words", "new again.txt"),
    ]
    task = services.upload_many(user=user, workspace=workspace, files=files)
    task.refresh_from_db()
    assert task.total_files == 4
    assert [document.filename for document in task.documents.all()] == ["new.txt"]
    assert [duplicate["filename"] for duplicate in task.duplicates] == ["old.txt", "new again.txt"]
    assert [refusal["filename"] for refusal in task.refused] == ["empty.txt"]
    assert upload_message(task) == (
        "1 file is being read; 2 files were here already; "
        "1 file was refused: “empty.txt” is empty: choose a file with content."
    )


def test_upload_many_says_all_new_and_all_duplicates(user, workspace):
    def send() -> str:
        files = [text_file(b"one"), text_file(b"two")]
        return upload_message(services.upload_many(user=user, workspace=workspace, files=files))

    assert send() == "2 files are being read."
    assert send() == "All 2 files were here already."


@pytest.mark.parametrize("count, words", [(0, "at least one file"), (3, "at most 2")])
def test_upload_many_limits_the_number(user, workspace, settings, count, words):
    settings.RAGSITE_MAX_FILES = 2
    with pytest.raises(RefusedUpload, match=words):
        services.upload_many(user=user, workspace=workspace, files=[text_file()] * count)


def test_delete_removes_rows_and_file_and_counts_them(
    user, workspace, settings, django_capture_on_commit_callbacks
):
    document = DocumentFactory(workspace=workspace)
    kept = DocumentFactory(workspace=workspace, supersedes=document)
    PageFactory(document=document)
    ChunkFactory.create_batch(2, document=document)
    row = TableRowFactory(document=document)
    MetricFactory.create_batch(3, document=document, table_row=row)
    MetricFactory(document=kept)
    RelationshipFactory(source=kept, target=document)
    assert len(stored_files(settings)) == 2
    with django_capture_on_commit_callbacks(execute=True):
        receipt = services.delete_document(user=user, document=document)
    assert receipt.rows == {
        "documents": 1,
        "pages": 1,
        "chunks": 2,
        "metrics": 3,
        "table rows": 1,
        "relationships": 1,
    }
    assert (receipt.name, receipt.files, receipt.bytes) == (document.filename, 1, 25)
    assert list(Document.objects.all()) == [kept]
    assert Metric.objects.count() == 1
    assert len(stored_files(settings)) == 1


def test_the_file_stays_until_the_deletion_is_committed(user, workspace, settings):
    document = DocumentFactory(workspace=workspace)
    services.delete_document(user=user, document=document)  # the test's transaction never commits
    assert len(stored_files(settings)) == 1


def test_a_workspace_goes_with_its_files_and_runs(workspace, settings, django_capture_on_commit_callbacks):
    DocumentFactory.create_batch(2, workspace=workspace)
    RunFactory(workspace=workspace)
    with django_capture_on_commit_callbacks(execute=True):
        receipt = remove_workspace(workspace)
    assert receipt.files == 2
    assert receipt.rows == {"documents": 2, "runs": 1, "memberships": 1, "workspaces": 1}
    assert stored_files(settings) == []


def test_the_receipts_of_a_workspace_tell_what_went_with_each_document(workspace):
    first, second = DocumentFactory.create_batch(2, workspace=workspace)
    for document, count in ((first, 2), (second, 1)):
        for number in range(count):
            ChunkFactory(document=document, index=number)
    metrics = [MetricFactory(document=document) for document in (first, second)]
    RelationshipFactory(workspace=workspace, source=second, target=first)
    Conflict.objects.create(workspace=workspace, winner=metrics[0], loser=metrics[1], reason="later")
    total = remove_workspace(workspace).rows
    assert "term counts" not in total
    kept = {
        receipt.document_id: receipt.rows for receipt in DeletionReceipt.objects.exclude(document_id=None)
    }
    assert kept[first.pk] == {"documents": 1, "chunks": 2, "metrics": 1, "conflicts": 1}
    assert kept[second.pk] == {"documents": 1, "chunks": 1, "metrics": 1, "relationships": 1}
    assert {name: sum(rows.get(name, 0) for rows in kept.values()) for name in kept[first.pk]} == {
        name: total[name] for name in kept[first.pk]
    }


def test_what_other_apps_hang_on_a_document_is_counted_in_its_workspace_s_receipts(workspace):
    document = DocumentFactory(workspace=workspace)
    DataSourceFactory(workspace=workspace, document=document)
    remove_workspace(workspace)
    assert DeletionReceipt.objects.get(document_id=document.pk).rows == {"documents": 1, "data sources": 1}


def test_deleting_a_workspace_asks_the_database_as_often_however_many_documents(
    workspace, other_workspace, django_assert_num_queries
):
    DocumentFactory(workspace=workspace)
    DocumentFactory.create_batch(5, workspace=other_workspace)
    with CaptureQueriesContext(connection) as one:
        remove_workspace(workspace)
    with django_assert_num_queries(len(one)):
        remove_workspace(other_workspace)


def test_retry_queues_a_failed_document_once(user, workspace, django_capture_on_commit_callbacks):
    document = DocumentFactory(workspace=workspace, status=Status.FAILED, error="broken", progress=40)
    with django_capture_on_commit_callbacks(execute=True):
        services.retry_document(user=user, document=document)
    assert (document.status, document.error, document.progress) == (Status.QUEUED, "", 0)
    with pytest.raises(RefusedUpload, match="has not failed"):
        services.retry_document(user=user, document=document)
    assert queued_calls() == [("documents.tasks.ingest_task", (document.pk,))]


def test_two_clicks_on_retry_at_once_queue_it_once(user, workspace, django_capture_on_commit_callbacks):
    document = DocumentFactory(workspace=workspace, status=Status.FAILED)
    seen_before = Document.objects.get(pk=document.pk)
    with django_capture_on_commit_callbacks(execute=True):
        services.retry_document(user=user, document=document)
        services.retry_document(user=user, document=seen_before)
    assert OrmQ.objects.count() == 1


def test_retry_with_the_password_stores_the_file_without_it(
    user, workspace, settings, django_capture_on_commit_callbacks
):
    document = services.upload_document(
        user=user, workspace=workspace, file=text_file(encrypted_pdf("open sesame"), "locked.pdf")
    ).document
    Document.objects.filter(pk=document.pk).update(status=Status.FAILED)
    document.refresh_from_db()
    with pytest.raises(RefusedUpload, match="does not open this file"):
        services.retry_document(user=user, document=document, password="wrong")
    with django_capture_on_commit_callbacks(execute=True):
        services.retry_document(user=user, document=document, password="open sesame")
    document.refresh_from_db()
    assert document.status == Status.QUEUED
    assert not PdfReader(io.BytesIO(content_of(document))).is_encrypted
    assert len(stored_files(settings)) == 1


def test_reprocess_starts_over_and_keeps_what_a_curator_edited(
    user, workspace, django_capture_on_commit_callbacks
):
    document = DocumentFactory(
        workspace=workspace, steps_done={"parse": 1}, curated_fields=["title"], title="Mine"
    )
    with django_capture_on_commit_callbacks(execute=True):
        services.reprocess_document(user=user, document=document, mode="map_only")
    assert (document.status, document.steps_done, document.extraction_mode) == ("queued", {}, "map_only")
    assert (document.title, document.curated_fields) == ("Mine", ["title"])
    assert OrmQ.objects.count() == 1
    with pytest.raises(RefusedUpload, match="is being read"):
        services.reprocess_document(user=user, document=document)


def test_the_default_workspace_is_made_once(db):
    assert services.ensure_default_workspace() == services.ensure_default_workspace()
    user, workspace = services.ensure_default_workspace()
    assert (user.username, workspace.slug) == ("local", "default")
    assert not user.has_usable_password()
    assert Membership.objects.get(user=user, workspace=workspace).role == Role.OWNER
