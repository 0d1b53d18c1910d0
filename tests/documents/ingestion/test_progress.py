"""Who reads a document, and how far."""

import os
from datetime import timedelta

import pytest
from django.utils import timezone

from documents.ingestion.progress import (
    MOST_ATTEMPTS,
    SILENCE,
    Gone,
    Progress,
    abandoned,
    claim,
    claim_finished,
    worker_name,
)
from documents.models import Document
from tests.factories import DocumentFactory

pytestmark = pytest.mark.django_db


def test_a_queued_document_is_claimed_once():
    document = DocumentFactory(status="queued")
    assert claim(document.pk) is not None
    assert claim(document.pk) is None


@pytest.mark.parametrize("status", ["ready", "failed"])
def test_what_is_over_is_not_claimed(status):
    assert claim(DocumentFactory(status=status).pk) is None


def test_a_deleted_document_is_not_claimed():
    assert claim(0) is None


def test_a_dead_workers_document_is_taken_up_again():
    host = worker_name().partition(":")[0]
    document = DocumentFactory(
        status="reading", claimed_by=f"{host}:{os.getpid()}:1", claimed_at=timezone.now()
    )
    assert list(abandoned()) == [document]
    assert claim(document.pk) is not None


def test_a_silent_worker_of_another_machine_counts_as_dead():
    document = DocumentFactory(status="reading", claimed_by="elsewhere:1:1", claimed_at=timezone.now())
    assert claim(document.pk) is None
    Document.objects.update(claimed_at=timezone.now() - SILENCE - timedelta(seconds=1))
    assert claim(document.pk) is not None


def test_progress_stops_where_the_document_was_deleted():
    document = claim(DocumentFactory(status="queued").pk)
    Document.objects.all().delete()
    with pytest.raises(Gone):
        Progress(document).report(10, "Reading", status="reading")


def test_progress_stops_where_another_worker_took_over():
    document = claim(DocumentFactory(status="queued").pk)
    Document.objects.update(claimed_by="elsewhere:1:1")
    with pytest.raises(Gone):
        Progress(document).report(10, "Reading", status="reading")


def test_a_step_reports_within_its_share():
    document = claim(DocumentFactory(status="queued").pk)
    Progress(document).part(70, 90)("Halfway", 0.5)
    document.refresh_from_db()
    assert (document.progress, document.stage) == (80, "Halfway")


def test_what_another_worker_took_over_is_not_written_to():
    document = claim(DocumentFactory(status="queued").pk)
    Document.objects.update(claimed_by="elsewhere:1:1")
    with pytest.raises(Gone), Progress(document).holding():
        pytest.fail("Nothing may be written here.")


def test_a_file_that_ends_worker_after_worker_fails_with_a_reason():
    document = DocumentFactory(status="queued")
    for _ in range(MOST_ATTEMPTS):
        assert claim(document.pk) is not None
        Document.objects.update(status="queued")
    assert claim(document.pk) is None
    document.refresh_from_db()
    assert document.status == "failed"
    assert f"cut short {MOST_ATTEMPTS} times" in document.error


def test_a_document_that_came_to_an_end_may_be_tried_as_often_again():
    document = claim(DocumentFactory(status="queued").pk)
    Progress(document).let_go(status="failed", error="The PDF is broken.")
    document.refresh_from_db()
    assert (document.attempts, document.claimed_by) == (0, "")


def test_the_model_reads_a_document_in_one_worker_at_a_time():
    document = DocumentFactory(status="ready")
    assert claim_finished(document.pk) is not None
    assert claim_finished(document.pk) is None


def test_a_document_that_is_not_ready_is_not_for_the_model():
    assert claim_finished(DocumentFactory(status="reading").pk) is None


def test_progress_never_goes_back():
    document = claim(DocumentFactory(status="queued", progress=70).pk)
    progress = Progress(document)
    for percent in (41, 40):
        progress.report(percent, "Reading", status="reading")
        document.refresh_from_db()
        assert document.progress == 41
