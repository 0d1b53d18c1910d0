"""The next document of the queue is read while the vectors of the one before it are made."""

from __future__ import annotations

import hashlib

import psutil
import pytest
from django.core.files.base import ContentFile
from django_q.tasks import async_task

from documents.ingest import ingest_document, read_document
from documents.ingestion.prefetch import ReadAhead
from documents.library.services import INGEST_TASK
from documents.models import Chunk, Document
from documents.tasks import following
from llm.fakes import HashEmbedder
from llm.providers.none import NoModel
from tests.factories import DocumentFactory

pytestmark = pytest.mark.django_db


def text(name):
    sections = [f"## Plant {number}\n\n{name} ran plant {number} all year. " * 9 for number in range(90)]
    return f"# {name} 2024\n\nRevenue was $4.2 million in 2024, up 12% from 2023.\n\n" + "\n\n".join(sections)


@pytest.fixture
def add(workspace):
    def stored(name, content=None):
        data = (content or text(name)).encode()
        document = DocumentFactory.build(
            workspace=workspace, filename=f"{name}.md", media_type="text/markdown", status="queued",
            progress=0, sha256=hashlib.sha256(data).hexdigest(), bytes=len(data),
        )  # fmt: skip
        document.file.save(f"{name}.md", ContentFile(data), save=False)
        document.save()
        return document

    return stored


@pytest.fixture
def ahead():
    queued = Document.objects.select_related("workspace").filter(status="queued").order_by("pk")
    ahead = ReadAhead(HashEmbedder(), queued.first)
    yield ahead
    ahead._drop()


def read(*documents, ahead=None):
    for document in documents:
        ingest_document(document.pk, chat=NoModel(), embedder=HashEmbedder(), ahead=ahead)
        document.refresh_from_db()


def children():
    return psutil.Process().children(recursive=True)


def contents(document):
    chunks = [
        (chunk.index, chunk.text, chunk.key_information, list(chunk.embedding))
        for chunk in Chunk.objects.filter(document=document)
    ]
    facts = [*document.metric_set.values_list("metric_name", "value", "page", "quote").order_by("pk")]
    return document.status, chunks, facts, [*document.pages.values_list("number", "text")]


def test_a_document_read_ahead_is_as_if_read_in_its_turn(add, ahead, workspace):
    first, second = add("Acme"), add("Borealis")
    read(first, second, ahead=ahead)
    with_ahead = [contents(document) for document in (first, second)]
    assert all(status == "ready" and chunks and facts for status, chunks, facts, _ in with_ahead)
    Document.objects.all().delete()
    assert with_ahead == [contents(document) for document in _read_alone(add)]


def _read_alone(add):
    documents = [add("Acme"), add("Borealis")]
    read(*documents)
    return documents


def test_nothing_is_stored_before_its_turn_and_no_process_stays(add, ahead):
    first, second = add("Acme"), add("Borealis")
    before = children()
    read(first, ahead=ahead)
    second.refresh_from_db()
    assert (second.status, second.claimed_by) == ("queued", "")
    assert not second.pages.exists()
    assert not second.chunks.exists()
    assert ahead.begun_id == second.pk
    begun = set(children()) - set(before)  # none where it was done by now
    read(second, ahead=ahead)
    assert second.status == "ready"
    assert not any(process.is_running() for process in begun)


def test_what_was_begun_in_time_is_not_begun_again(add, ahead):
    first, second = add("Acme"), add("Borealis")
    read(first, ahead=ahead)
    second.file.storage.delete(second.file.name)  # its text is there already
    read(second, ahead=ahead)
    assert (second.status, second.error) == ("ready", "")


def test_a_file_that_was_put_in_its_place_is_read_anew(add, ahead):
    first, second = add("Acme"), add("Borealis")
    read(first, ahead=ahead)
    content = text("Cumulus").encode()
    second.file.save("other.md", ContentFile(content))
    Document.objects.filter(pk=second.pk).update(sha256=hashlib.sha256(content).hexdigest())
    read(second, ahead=ahead)
    assert "Cumulus ran plant 1 all year." in second.pages.get(number=1).text


def test_other_settings_of_chunks_have_it_read_anew(add, ahead, workspace):
    first, second = add("Acme"), add("Borealis")
    read(first, ahead=ahead)
    workspace.chunk_size = 64
    workspace.save()
    read(second, ahead=ahead)
    assert max(chunk.token_count for chunk in second.chunks.all()) <= 64
    assert second.chunked_as.startswith("tokens 64/")


def test_a_file_that_cannot_be_read_fails_in_its_own_turn_only(add, ahead):
    first, second, third = add("Acme"), add("Borealis", "Too short."), add("Cumulus")
    read(first, second, third, ahead=ahead)
    assert [each.status for each in (first, second, third)] == ["ready", "failed", "ready"]
    assert second.error.startswith("No text:")


def test_a_document_that_is_deleted_before_its_turn_leaves_no_process(add, ahead):
    first, second = add("Acme"), add("Borealis")
    before = children()
    read(first, ahead=ahead)
    gone = second.pk
    second.delete()
    read_document(gone, embedder=HashEmbedder(), ahead=ahead)
    assert children() == before


@pytest.mark.parametrize(("workers", "is_told"), [(1, True), (2, False)])
def test_the_queue_tells_a_single_worker_what_comes_next(add, settings, workers, is_told):
    settings.RAGSITE_WORKERS = workers
    later, being_read, sooner = add("Acme"), add("Borealis"), add("Cumulus")
    for document in (being_read, sooner, later):
        async_task(INGEST_TASK, document.pk, cluster="ingestion")
    Document.objects.filter(pk=being_read.pk).update(status="reading")
    assert following() == (sooner if is_told else None)


def test_an_empty_queue_tells_nothing(add):
    add("Acme")
    assert following() is None
