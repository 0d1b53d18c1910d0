"""What workers were doing when they died: taken up again, or given up where it kills them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from django_q.models import OrmQ
from django_q.tasks import async_task

from agentic.models import Run, RunStep
from documents.models import Document, Status
from documents.progress import abandoned
from documents.services import enqueue_ingest

MOST_DEATHS = 2  # what was in hand when this many workers died is not tried again
# Younger ones may be in other hands: a question that the web process answers at once, a file that the
# `ingest` command reads itself.
WAITED_LONG = timedelta(seconds=60)

ANSWER_TASK = "agentic.tasks.answer_task"  # by name: importing it would load what only the workers need

Deaths = Counter[str]


def take_up_again(cluster: str, deaths: Deaths) -> None:
    """Let the next worker of `cluster` take what the last ones had in hand. Only while none of them lives.

    The queue itself would hold it back for its `retry` time, which is longer than the longest task.
    """
    with transaction.atomic():
        if cluster == "ingestion":
            _give_up_documents(deaths)
        else:
            _requeue_runs(deaths)
        OrmQ.objects.filter(key=cluster).update(lock=timezone.now() - timedelta(seconds=1))


def queue_lost() -> None:
    """Queue what waits although no queue holds it: its task failed, or was lost, before the work was done.

    Queueing something twice is harmless: a worker claims its row first.
    """
    old = timezone.now() - WAITED_LONG
    documents = [*Document.objects.filter(status=Status.QUEUED, updated_at__lt=old), *abandoned()]
    runs = list(Run.objects.filter(status=Run.Status.QUEUED, created_at__lt=old))
    if not documents and not runs:
        return
    queued = set(_queued())
    for document in documents:
        if str(document.pk) not in queued:
            enqueue_ingest(document)
    for run in runs:
        if str(run.pk) not in queued:
            async_task(ANSWER_TASK, str(run.pk), cluster="questions")


def _queued() -> Iterable[str]:
    """The first argument of each queued task: its document's or its run's key."""
    for row in OrmQ.objects.all():
        arguments: tuple[Any, ...] = row.task.get("args") or ()
        yield from map(str, arguments[:1])


def _give_up_documents(deaths: Deaths) -> None:
    for document in abandoned():
        if _dies_again(f"document {document.pk}", deaths):
            Document.objects.filter(pk=document.pk, claimed_by=document.claimed_by).update(
                status=Status.FAILED,
                claimed_by="",
                error=f"Reading this file ended its worker {MOST_DEATHS} times: split it or save it anew.",
            )


def _requeue_runs(deaths: Deaths) -> None:
    running = Run.objects.filter(status=Run.Status.RUNNING)
    hopeless = [run.pk for run in running if _dies_again(f"run {run.pk}", deaths)]
    Run.objects.filter(pk__in=hopeless).update(
        status=Run.Status.FAILED,
        finished_at=timezone.now(),
        error=f"Answering this question ended its worker {MOST_DEATHS} times: ask it in another way.",
    )
    RunStep.objects.filter(run__in=running).delete()
    running.update(status=Run.Status.QUEUED, started_at=None, partial="")


def _dies_again(what: str, deaths: Deaths) -> bool:
    deaths[what] += 1
    return deaths[what] >= MOST_DEATHS
