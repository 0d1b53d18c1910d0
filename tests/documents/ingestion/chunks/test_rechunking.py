"""Cutting documents anew when a workspace's chunk settings change."""

import pytest
from django.core.exceptions import PermissionDenied
from django.core.files.base import ContentFile
from django.utils import timezone
from django_q.models import OrmQ

from documents.ingest import ingest_document
from documents.ingestion.chunks.chunk_changes import RECHUNK_TASK, change_chunking, cut_otherwise
from documents.ingestion.chunks.chunk_settings import BadChunking, ChunkSettings
from documents.ingestion.chunks.rechunking import rechunk_document
from documents.ingestion.progress import MOST_ATTEMPTS, worker_name
from documents.models import Document, Workspace
from documents.tasks import sweep_task
from llm.errors import Transient
from llm.fakes import HashEmbedder
from llm.providers.none import NoModel
from tests.factories import DocumentFactory, MetricFactory, WorkspaceFactory

pytestmark = pytest.mark.django_db

WORDS = ChunkSettings(unit="words", size=60, overlap=0, minimum=10)
TEXT = "Revenue was $4.2 million in 2024. " + " ".join(
    f"Plant {number} made spanners worth ${number} million in 2024." for number in range(1, 60)
)


@pytest.fixture
def document(workspace, hash_embedder):
    document = DocumentFactory(
        workspace=workspace, status="queued", chunked_as="", file__data=TEXT.encode(), bytes=len(TEXT)
    )
    ingest_document(document.pk, chat=NoModel(), embedder=hash_embedder)
    document.refresh_from_db()
    assert document.status == "ready"
    return document


def texts(document):
    return list(document.chunks.values_list("text", flat=True))


def test_a_read_document_keeps_by_which_settings_it_was_cut(document):
    assert document.chunked_as == ChunkSettings().mark


def test_reading_cuts_by_the_settings_of_the_workspace(user, workspace, hash_embedder):
    change_chunking(user=user, workspace=workspace, chunking=WORDS)
    document = DocumentFactory(workspace=workspace, status="queued", file__data=TEXT.encode())
    ingest_document(document.pk, chat=NoModel(), embedder=hash_embedder)
    assert max(len(text.split()) for text in texts(document)) <= 60
    assert not cut_otherwise(workspace).exists()


def test_a_change_queues_each_ready_document_once_it_is_committed(
    user, document, django_capture_on_commit_callbacks
):
    DocumentFactory(workspace=document.workspace, status="failed")
    DocumentFactory(workspace=WorkspaceFactory())
    with django_capture_on_commit_callbacks(execute=True):
        assert change_chunking(user=user, workspace=document.workspace, chunking=WORDS) == 1
        assert not OrmQ.objects.exists()
    [entry] = OrmQ.objects.all()
    assert (entry.task["func"], entry.task["args"]) == (RECHUNK_TASK, (document.pk,))


def test_the_same_settings_again_queue_nothing(user, document, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        assert change_chunking(user=user, workspace=document.workspace, chunking=ChunkSettings()) == 0
    assert not OrmQ.objects.exists()


def test_a_document_cut_anew_has_new_chunks_with_vectors_and_its_old_facts(user, document, hash_embedder):
    before, facts = texts(document), list(document.metric_set.values_list("pk", flat=True))
    change_chunking(user=user, workspace=document.workspace, chunking=WORDS)
    assert texts(document) == before  # answers come from these until the new ones are there
    assert rechunk_document(document.pk, embedder=hash_embedder)
    document.refresh_from_db()
    assert len(texts(document)) > len(before)
    assert " ".join(texts(document)).split() == TEXT.split()
    assert set(document.chunks.values_list("embedding_model", flat=True)) == {hash_embedder.name}
    assert facts
    assert list(document.metric_set.values_list("pk", flat=True)) == facts
    assert (document.status, document.chunked_as) == ("ready", WORDS.mark)


def test_a_document_that_the_model_reads_is_cut_afterwards(user, document, hash_embedder):
    before = texts(document)
    change_chunking(user=user, workspace=document.workspace, chunking=WORDS)
    Document.objects.update(claimed_by=worker_name(), claimed_at=timezone.now())
    assert not rechunk_document(document.pk, embedder=hash_embedder)
    assert texts(document) == before
    Document.objects.update(claimed_by="")
    assert rechunk_document(document.pk, embedder=hash_embedder)


class Interrupted(HashEmbedder):
    """Another worker takes the document while this one embeds."""

    def embed(self, texts):
        Document.objects.update(claimed_by=worker_name(), claimed_at=timezone.now())
        return super().embed(texts)


def test_a_document_that_the_model_takes_meanwhile_keeps_its_passages(user, document):
    before = texts(document)
    change_chunking(user=user, workspace=document.workspace, chunking=WORDS)
    assert not rechunk_document(document.pk, embedder=Interrupted())
    assert texts(document) == before


def test_cutting_again_changes_nothing(user, document, hash_embedder):
    change_chunking(user=user, workspace=document.workspace, chunking=WORDS)
    assert rechunk_document(document.pk, embedder=hash_embedder)
    pks = list(document.chunks.values_list("pk", flat=True))
    assert not rechunk_document(document.pk, embedder=hash_embedder)
    assert list(document.chunks.values_list("pk", flat=True)) == pks


def test_what_a_curator_excluded_stays_excluded(user, document, hash_embedder):
    first = document.chunks.first()
    document.chunks.filter(pk=first.pk).update(excluded=True)
    inner, outer = (
        MetricFactory(document=document, page=1, quote=" ".join(words)).pk
        for words in (first.text.split()[:5], document.chunks.last().text.split()[-5:])
    )
    change_chunking(user=user, workspace=document.workspace, chunking=WORDS)
    rechunk_document(document.pk, embedder=hash_embedder)
    inside = document.chunks.filter(char_end__lte=first.char_end)
    assert inside.count() > 1
    assert set(inside.values_list("excluded", flat=True)) == {True}
    assert document.chunks.filter(excluded=False).exists()
    marks = dict(document.metric_set.values_list("pk", "kept_out"))
    assert (marks[inner], marks[outer]) == (True, False)


@pytest.mark.parametrize(
    ("chunking", "kept"), [(ChunkSettings(minimum=10), True), (WORDS, False)], ids=["same words", "others"]
)
def test_a_models_context_stays_with_its_words(chunking, kept, user, document, hash_embedder):
    document.chunks.update(section_topic="Plants, says the model")
    change_chunking(user=user, workspace=document.workspace, chunking=chunking)
    assert rechunk_document(document.pk, embedder=hash_embedder)
    assert document.chunks.filter(section_topic="Plants, says the model").exists() is kept


class SettingsChangeMeanwhile(HashEmbedder):
    """Another change of the settings comes while the first one's chunks are embedded."""

    def __init__(self, workspace):
        self.workspace = workspace

    def embed(self, texts):
        Workspace.objects.filter(pk=self.workspace.pk).update(chunk_size=40)
        return super().embed(texts)


def test_settings_that_change_meanwhile_win(user, document):
    change_chunking(user=user, workspace=document.workspace, chunking=WORDS)
    assert rechunk_document(document.pk, embedder=SettingsChangeMeanwhile(document.workspace))
    document.refresh_from_db()
    assert document.chunked_as == "words 40/0/10"
    assert max(len(text.split()) for text in texts(document)) <= 40


def test_a_file_that_cannot_be_read_keeps_its_chunks(user, document, hash_embedder):
    before = texts(document)
    document.file.storage.delete(document.file.name)
    document.file.storage.save(document.file.name, ContentFile(b""))
    change_chunking(user=user, workspace=document.workspace, chunking=WORDS)
    rechunk_document(document.pk, embedder=hash_embedder)
    assert texts(document) == before


class WorkerDies(BaseException):
    """What no handler of the worker's catches, as no handler catches the end of its process."""


class Deadly(HashEmbedder):
    def embed(self, texts):
        raise WorkerDies


def test_a_file_that_ends_its_worker_each_time_is_left_as_it_was_cut(user, document, hash_embedder):
    before = texts(document)
    change_chunking(user=user, workspace=document.workspace, chunking=WORDS)
    for _ in range(MOST_ATTEMPTS):
        with pytest.raises(WorkerDies):
            rechunk_document(document.pk, embedder=Deadly())
    assert not rechunk_document(document.pk, embedder=Deadly())
    document.refresh_from_db()
    assert texts(document) == before
    assert "cut short 5 times" in document.rerun_notes["passages"]
    assert not cut_otherwise(document.workspace).exists()
    assert document.steps_done == {}


def test_only_workers_that_died_over_the_same_cut_count(user, document, hash_embedder):
    change_chunking(user=user, workspace=document.workspace, chunking=WORDS)
    for size in range(40, 40 + MOST_ATTEMPTS + 1):
        Workspace.objects.filter(pk=document.workspace_id).update(chunk_size=size)
        with pytest.raises(WorkerDies):
            rechunk_document(document.pk, embedder=Deadly())
    assert rechunk_document(document.pk, embedder=hash_embedder)
    document.refresh_from_db()
    assert document.steps_done == {}


def test_a_model_that_is_away_ends_no_worker(user, document, hash_embedder):
    change_chunking(user=user, workspace=document.workspace, chunking=WORDS)
    for _ in range(MOST_ATTEMPTS + 1):
        with pytest.raises(Transient):
            rechunk_document(document.pk, embedder=Away())
    assert rechunk_document(document.pk, embedder=hash_embedder)


class Away(HashEmbedder):
    def embed(self, texts):
        raise Transient("The model is away.")


def test_only_editors_change_the_settings(other_user, workspace):
    with pytest.raises(PermissionDenied):
        change_chunking(user=other_user, workspace=workspace, chunking=WORDS)
    workspace.refresh_from_db()
    assert workspace.chunk_unit == "tokens"


def test_settings_that_make_no_sense_change_nothing(user, workspace):
    with pytest.raises(BadChunking, match="choose 0 to 30"):
        change_chunking(
            user=user, workspace=workspace, chunking=ChunkSettings(unit="words", size=60, overlap=40)
        )
    workspace.refresh_from_db()
    assert workspace.chunk_unit == "tokens"


@pytest.mark.django_db(transaction=True)
def test_the_sweep_finds_documents_that_are_cut_otherwise():
    document = DocumentFactory(chunked_as="words 500/0/0")
    assert sweep_task() == 1
    assert OrmQ.objects.get().task["args"] == (document.pk,)
    assert sweep_task() == 0
