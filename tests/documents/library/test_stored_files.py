"""Documents whose files lie in no folder of this machine, such as in a bucket, and folders left empty."""

from datetime import timedelta

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import Storage, default_storage
from django.urls import reverse
from django.utils import timezone
from reportlab.lib.pdfencrypt import StandardEncryption

from documents.ingest import read_document
from documents.ingestion.prefetch import ReadAhead
from documents.library import stored_files
from documents.library.deletion import remove_workspace
from documents.library.orphans import find_orphans, repair_orphans
from documents.library.services import (
    copy_document,
    delete_document,
    retry_document,
    upload_document,
)
from documents.library.staging import RefusedUpload, incoming_folder
from documents.library.stored_files import kept_folder
from documents.models import Document, Workspace
from tests.documents.ingestion.test_formats_end_to_end import picture
from tests.reading.writing import FILLER, Text, write_pdf

pytestmark = pytest.mark.django_db

SALES = "Net sales were $10,207 million in 2023."


class Bucket(Storage):
    """A storage as buckets are: files have no path, and a folder is only how names begin."""

    def __init__(self):
        self.files = {}  # name → bytes
        self.opened = []  # names

    def _open(self, name, mode="rb"):
        self.opened.append(name)
        if name not in self.files:
            raise FileNotFoundError(name)
        return ContentFile(self.files[name], name)

    def _save(self, name, content):
        self.files[name] = content.read()
        return name

    def exists(self, name):
        return name in self.files

    def delete(self, name):
        self.files.pop(name, None)

    def listdir(self, path):
        below = [
            name.removeprefix(f"{path}/").split("/") for name in self.files if name.startswith(f"{path}/")
        ]
        return sorted({names[0] for names in below if names[1:]}), [
            names[0] for names in below if not names[1:]
        ]

    def get_modified_time(self, name):
        return timezone.now()


@pytest.fixture
def bucket(settings):
    settings.STORAGES = settings.STORAGES | {"default": {"BACKEND": f"{__name__}.Bucket"}}
    return default_storage


@pytest.fixture
def send(user, workspace, django_capture_on_commit_callbacks):
    def sent(content, name, **options):
        with django_capture_on_commit_callbacks(execute=True):
            file = ContentFile(content, name)
            return upload_document(
                user=user, workspace=workspace, file=file, enqueue=False, **options
            ).document

    return sent


@pytest.fixture
def read(hash_embedder):
    def done(document):
        read_document(document.pk, embedder=hash_embedder)
        document.refresh_from_db()
        return document

    return done


def locked_pdf(tmp_path):
    texts = [Text(FILLER), Text(SALES, top=120)]
    path = write_pdf(tmp_path / "a.pdf", [texts], encrypt=StandardEncryption("sesame", strength=128))
    return path.read_bytes()


def copies():
    return [*incoming_folder().iterdir()]


def test_a_pdf_in_a_bucket_is_opened_read_and_shown(bucket, send, read, user, client, tmp_path):
    document = read(send(locked_pdf(tmp_path), "sales.pdf"))
    assert "password" in document.error
    retry_document(user=user, document=document, password="sesame", enqueue=False)
    assert read(document).status == "ready"
    assert document.metric_set.get(canonical_name="revenue").anchored
    client.force_login(user)
    address = reverse("document", args=["mine", document.pk])
    assert 'class="highlight"' in client.get(f"{address}?page=1&quote={SALES}").content.decode()
    assert client.get(f"{address}pages/1.png").content.startswith(b"\x89PNG")
    assert copies() == []


@pytest.fixture
def shown(bucket, send, read, user, client, tmp_path):
    """A document of two pages in the bucket, read; and what shows one of its pages."""
    document = read(
        send(write_pdf(tmp_path / "a.pdf", [[Text(FILLER)], [Text(SALES)]]).read_bytes(), "a.pdf")
    )
    client.force_login(user)
    bucket.opened.clear()
    return document, lambda number: client.get(reverse("page_image", args=["mine", document.pk, number]))


def test_turning_the_pages_of_a_file_in_a_bucket_fetches_it_once(bucket, shown):
    document, show = shown
    assert show(1).status_code == show(2).status_code == 200
    assert show(1).content != show(2).content
    assert bucket.opened == [str(document.file)]
    assert copies() == []


def test_what_is_kept_of_a_file_goes_with_its_document(
    bucket, shown, user, django_capture_on_commit_callbacks
):
    document, show = shown
    show(1)
    assert len([*kept_folder().iterdir()]) == 1
    with django_capture_on_commit_callbacks(execute=True):
        delete_document(user=user, document=document)
    assert not [*kept_folder().iterdir()]


@pytest.mark.parametrize("limit", ["KEPT_BYTES", "KEPT_SECONDS"])
def test_no_more_is_kept_than_there_is_room_and_time_for(bucket, shown, monkeypatch, limit):
    _, show = shown
    show(1)
    monkeypatch.setattr(stored_files, limit, -1)
    bucket.files["b"] = b"Another."
    with stored_files.local_file(Document(file="b"), keep=True) as path:
        assert path.read_bytes() == b"Another."
    assert not [*kept_folder().iterdir()]
    assert show(2).status_code == 200


def test_a_scan_in_a_bucket_is_recognised_and_shown(bucket, send, read, user, client, tmp_path):
    picture(tmp_path / "scan.png")
    document = read(send((tmp_path / "scan.png").read_bytes(), "scan.png"))
    assert document.pages.get().ocr_confidence > 0.9
    client.force_login(user)
    address = reverse("page_image", args=["mine", document.pk, 1])
    assert client.get(address).content.startswith(b"\x89PNG")
    assert copies() == []


def test_files_in_a_bucket_are_copied_missed_and_removed(
    bucket, send, read, user, workspace, hash_embedder, django_capture_on_commit_callbacks
):
    first = send(f"{FILLER} {SALES} {FILLER}".encode(), "sales.txt")
    with django_capture_on_commit_callbacks(execute=True):
        second = copy_document(user=user, document=first, on_duplicate="both").document
    assert not find_orphans()
    bucket.delete(str(second.file))
    assert [lost.id for lost in find_orphans().documents_without_files] == [second.pk]
    ahead = ReadAhead(hash_embedder, following=lambda: second)
    ahead.begin()  # its own turn says what is wrong
    assert read(second).error == "Its stored file is missing: upload the file again."
    with django_capture_on_commit_callbacks(execute=True):
        delete_document(user=user, document=first)
        remove_workspace(workspace)
    assert not bucket.exists(str(first.file))
    assert not find_orphans()


def test_a_missing_file_cannot_be_opened_with_a_password(bucket, send, read, user, tmp_path):
    document = read(send(locked_pdf(tmp_path), "sales.pdf"))
    bucket.delete(str(document.file))
    with pytest.raises(RefusedUpload, match="Its stored file is missing"):
        retry_document(user=user, document=document, password="sesame")


def test_a_stray_file_in_a_bucket_is_removed_once_it_is_old(bucket, monkeypatch):
    name = bucket.save("documents/7/ab/abc.txt", ContentFile(b"Left by a crash."))
    assert repair_orphans().files_without_rows == [name]
    long_ago = timezone.now() - timedelta(days=1)
    monkeypatch.setattr(Bucket, "get_modified_time", lambda self, name: long_ago)
    assert not repair_orphans()


def test_no_empty_folder_is_left_of_a_workspace(
    send, workspace, settings, django_capture_on_commit_callbacks
):
    send(FILLER.encode(), "one.txt")
    folder = settings.MEDIA_ROOT / "documents"
    assert any(folder.iterdir())
    with django_capture_on_commit_callbacks(execute=True):
        remove_workspace(workspace)
    assert not any(folder.iterdir())


def test_empty_folders_of_workspaces_that_are_gone_are_mended(workspace, settings):
    folder = settings.MEDIA_ROOT / "documents"
    gone = max(Workspace.objects.values_list("pk", flat=True)) + 1
    for name in (f"{gone}/ab", f"{gone}/cd", f"{workspace.pk}/ab"):
        (folder / name).mkdir(parents=True)
    repair_orphans()
    assert [path.name for path in folder.iterdir()] == [str(workspace.pk)]
    assert not Document.objects.exists()


def test_a_file_that_is_sent_again_takes_the_place_of_a_missing_one(send, read, user, workspace):
    content = f"{FILLER} {SALES} {FILLER}".encode()
    document = send(content, "sales.txt")
    default_storage.delete(str(document.file))
    assert read(document).status == "failed"
    upload = upload_document(user=user, workspace=workspace, file=ContentFile(content, "again.txt"))
    assert (upload.document, upload.is_duplicate, upload.is_restored) == (document, True, True)
    document.refresh_from_db()
    assert document.status == "queued"
    assert read(document).status == "ready"
    assert not upload_document(
        user=user, workspace=workspace, file=ContentFile(content, "again.txt")
    ).is_restored
    assert not find_orphans()


def test_a_ready_document_keeps_what_was_read_when_its_file_comes_again(send, read, user, workspace):
    content = f"{FILLER} {SALES} {FILLER}".encode()
    document = read(send(content, "sales.txt"))
    default_storage.delete(str(document.file))
    upload_document(user=user, workspace=workspace, file=ContentFile(content, "again.txt"))
    document.refresh_from_db()
    assert (document.status, document.metric_set.count()) == ("ready", 1)
    assert not find_orphans()
