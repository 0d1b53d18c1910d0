"""What dead workers had in hand: taken up again, unless it is what kills them."""

from collections import Counter
from datetime import timedelta

import pytest
from django.utils import timezone
from django_q.models import OrmQ
from django_q.tasks import async_task

from agentic.models import Run
from documents.ingestion.progress import MOST_ATTEMPTS, claim
from documents.models import Document, Status
from ragsite.running.interrupted import ANSWER_TASK, queue_lost_runs, take_up_again
from tests.factories import DocumentFactory, RunFactory, RunStepFactory

pytestmark = pytest.mark.django_db

DEAD = "elsewhere:1:1"


@pytest.fixture
def half_read():
    """A document whose worker has not been heard of for long."""
    return DocumentFactory(
        status=Status.READING, claimed_by=DEAD, claimed_at=timezone.now() - timedelta(hours=1)
    )


@pytest.fixture
def half_answered():
    return RunStepFactory(run__status=Run.Status.RUNNING, run__partial="Net sales were").run


def in_hand(task, key, *, cluster):
    """A queue entry that a worker has taken and not finished."""
    async_task(task, key, cluster=cluster)
    OrmQ.objects.update(lock=timezone.now() + timedelta(hours=6))


def test_a_task_in_hand_is_free_for_the_next_worker():
    in_hand("documents.tasks.ingest_task", 1, cluster="ingestion")
    take_up_again("ingestion", Counter())
    assert OrmQ.objects.get().lock < timezone.now()


def test_the_tasks_of_the_other_cluster_stay_in_its_hands():
    in_hand("documents.tasks.ingest_task", 1, cluster="ingestion")
    take_up_again("questions", Counter())
    assert OrmQ.objects.get().lock > timezone.now()


def test_a_question_in_hand_begins_anew(half_answered):
    take_up_again("questions", Counter())
    half_answered.refresh_from_db()
    assert half_answered.status == Run.Status.QUEUED
    assert half_answered.partial == ""
    assert not half_answered.steps.exists()


def test_a_question_that_kills_two_workers_fails_with_a_reason(half_answered):
    deaths = Counter()
    for _ in range(2):
        Run.objects.update(status=Run.Status.RUNNING)
        take_up_again("questions", deaths)
    half_answered.refresh_from_db()
    assert half_answered.status == Run.Status.FAILED
    assert "ended its worker 2 times" in half_answered.error


def test_a_file_is_read_again_however_often_its_workers_were_killed_in_a_row(half_read):
    """Five times, by its own count: what kills them need not be the file."""
    deaths, long_ago = Counter(), half_read.claimed_at
    for _ in range(MOST_ATTEMPTS):
        take_up_again("ingestion", deaths)
        assert claim(half_read.pk)
        Document.objects.update(claimed_by=DEAD, claimed_at=long_ago)
    take_up_again("ingestion", deaths)
    assert claim(half_read.pk) is None
    half_read.refresh_from_db()
    assert half_read.status == Status.FAILED
    assert "cut short 5 times" in half_read.error


def test_a_question_that_no_queue_holds_is_queued_again():
    run = RunFactory()
    queue_lost_runs()
    assert not OrmQ.objects.exists()
    Run.objects.update(created_at=timezone.now() - timedelta(minutes=5))
    queue_lost_runs()
    queue_lost_runs()
    assert [(row.key, row.task["func"], row.task["args"]) for row in OrmQ.objects.all()] == [
        ("questions", ANSWER_TASK, (str(run.pk),))
    ]
