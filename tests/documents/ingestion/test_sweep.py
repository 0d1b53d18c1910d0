"""Documents that nobody reads are taken up again."""

from datetime import timedelta

import pytest
from django.utils import timezone
from django_q.models import OrmQ

from documents.ingestion.chunks.rebuilding import REBUILD_TASK
from documents.ingestion.progress import AWAITS_MODEL, worker_name
from documents.library.services import enqueue_ingest
from documents.models import Document
from documents.providers import get_embedder
from documents.tasks import (
    DEEPEN_TASK,
    MODEL_REST,
    RECHUNK_TASK,
    REREAD_TASK,
    deepen_task,
    ingest_task,
    sweep_task,
)
from tests.factories import ChunkFactory, DocumentFactory

pytestmark = pytest.mark.django_db(transaction=True)


def waiting(minutes, **fields):
    document = DocumentFactory(**{"status": "queued", **fields})
    Document.objects.filter(pk=document.pk).update(updated_at=timezone.now() - timedelta(minutes=minutes))
    return document


def test_a_forgotten_document_is_queued_again():
    document = waiting(10)
    assert sweep_task() == 1
    assert OrmQ.objects.get(key="ingestion").task["args"] == (document.pk,)


def test_a_document_that_waits_its_turn_is_not_queued_twice():
    enqueue_ingest(waiting(10))
    assert sweep_task() == 0
    assert OrmQ.objects.count() == 1


def test_a_fresh_document_is_left_to_its_upload():
    waiting(0)
    assert sweep_task() == 0


def test_the_document_of_a_dead_worker_is_queued_again():
    host = worker_name().partition(":")[0]
    waiting(10, status="reading", claimed_by=f"{host}:999999:1", claimed_at=timezone.now())
    assert sweep_task() == 1


def test_the_document_of_a_living_worker_is_left_alone():
    waiting(10, status="reading", claimed_by=worker_name(), claimed_at=timezone.now())
    assert sweep_task() == 0


def test_a_document_that_still_awaits_the_model_is_queued_for_it_once(settings):
    settings.RAGSITE_LLM = "openai"
    DocumentFactory(status="ready", stage=AWAITS_MODEL)
    assert sweep_task() == 1
    assert OrmQ.objects.get().task["func"] == DEEPEN_TASK
    assert sweep_task() == 0


def test_what_the_model_reads_has_a_queue_of_its_own(settings):
    """Else a new file would wait behind minutes of reading."""
    settings.RAGSITE_LLM = "openai"
    document = waiting(0, file__data=b"Revenue was $4.2 million in 2024. " * 4)
    assert ingest_task(document.pk) == "ready"
    entry = OrmQ.objects.get()
    assert (entry.key, entry.task["func"], entry.task["args"]) == ("reading", DEEPEN_TASK, (document.pk,))
    assert sweep_task() == 0


def test_stages_that_were_left_alone_while_the_model_read_are_queued_afterwards(settings):
    settings.RAGSITE_LLM = "none"
    document = DocumentFactory(status="ready", chunked_as="otherwise", steps_done={"again": ["facts"]})
    deepen_task(document.pk)
    deepen_task(document.pk)
    queued = [(entry.key, entry.task["func"], entry.task["args"]) for entry in OrmQ.objects.all()]
    assert queued == [
        ("ingestion", RECHUNK_TASK, (document.pk,)),
        ("ingestion", REREAD_TASK, (document.pk, "facts")),
    ]


def test_a_model_that_was_away_is_left_alone_for_a_while(settings):
    settings.RAGSITE_LLM = "openai"
    DocumentFactory(status="ready", stage=AWAITS_MODEL, claimed_at=timezone.now())
    assert sweep_task() == 0
    Document.objects.update(claimed_at=timezone.now() - MODEL_REST)
    assert sweep_task() == 1


def test_without_a_model_nothing_is_queued_for_it(settings):
    settings.RAGSITE_LLM = "none"
    DocumentFactory(status="ready", stage=AWAITS_MODEL)
    assert sweep_task() == 0


def test_a_document_whose_worker_died_while_the_model_read_it_is_queued_for_it(settings):
    settings.RAGSITE_LLM = "openai"
    host = worker_name().partition(":")[0]
    DocumentFactory(
        status="ready", stage="Ready; part 1", claimed_by=f"{host}:999999:1", claimed_at=timezone.now()
    )
    assert sweep_task() == 1
    assert OrmQ.objects.get().task["func"] == DEEPEN_TASK


def test_a_stage_that_was_lost_with_its_worker_is_queued_again():
    host = worker_name().partition(":")[0]
    DocumentFactory(
        status="ready",
        steps_done={"again": ["facts", "map"]},
        claimed_by=f"{host}:999999:1",
        claimed_at=timezone.now(),
    )
    assert sweep_task() == 2
    assert {(entry.task["func"], entry.task["args"][1]) for entry in OrmQ.objects.all()} == {
        (REREAD_TASK, "facts"),
        (REREAD_TASK, "map"),
    }
    assert sweep_task() == 0


def test_a_stage_in_living_hands_is_not_queued_again():
    DocumentFactory(
        status="ready",
        steps_done={"again": ["facts"]},
        claimed_by=worker_name(),
        claimed_at=timezone.now(),
    )
    assert sweep_task() == 0


def test_passages_of_another_embedder_are_embedded_anew_once(settings):
    old, new = ChunkFactory(embedding_model="another"), ChunkFactory(embedding_model=get_embedder().name)
    ChunkFactory(embedding_model="")  # its document is being read
    assert new.workspace_id != old.workspace_id
    assert sweep_task() == 1
    task = OrmQ.objects.get(key="ingestion").task
    assert (task["func"], task["args"]) == (REBUILD_TASK, (old.document.workspace_id,))
    assert sweep_task() == 0


def test_without_an_embedder_nothing_is_embedded_anew(settings):
    settings.RAGSITE_EMBEDDER, settings.RAGSITE_EMBEDDING_MODEL = "openai", ""
    get_embedder.cache_clear()
    ChunkFactory(embedding_model="another")
    try:
        assert sweep_task() == 0
    finally:
        get_embedder.cache_clear()
