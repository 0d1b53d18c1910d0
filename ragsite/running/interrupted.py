"""What workers were doing when they died: taken up again, or given up where it kills them."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django_q.models import OrmQ
from django_q.tasks import async_task

from agentic.models import Run, RunStep

MOST_DEATHS = 2  # a question that was in hand when this many workers died is not tried again
WAITED_LONG = timedelta(seconds=60)  # a younger question may be in the hands of the web process

ANSWER_TASK = "agentic.tasks.answer_task"  # by name: importing it would load what only the workers need

Deaths = Counter[str]


def take_up_again(cluster: str, deaths: Deaths) -> None:
    """Let the next worker of `cluster` take what the last ones had in hand. Only while none of them lives.

    The queue itself would hold it back for its `retry` time, which is longer than the longest task.
    """
    with transaction.atomic():
        if cluster == "questions":  # a document counts for itself how many workers ended over it
            _requeue_runs(deaths)
        OrmQ.objects.filter(key=cluster).update(lock=timezone.now() - timedelta(seconds=1))


def queue_lost_runs() -> None:
    """Queue the questions that wait although no queue holds them. `documents.tasks.sweep_task` is its twin.

    Queueing one twice is harmless: a worker claims its run first.
    """
    waiting = Run.objects.filter(status=Run.Status.QUEUED, created_at__lt=timezone.now() - WAITED_LONG)
    runs = list(waiting)
    if not runs:
        return
    queued = {
        str(row.task["args"][0]) for row in OrmQ.objects.filter(key="questions") if row.task.get("args")
    }
    for run in runs:
        if str(run.pk) not in queued:
            async_task(ANSWER_TASK, str(run.pk), cluster="questions")


def _requeue_runs(deaths: Deaths) -> None:
    running = Run.objects.filter(status=Run.Status.RUNNING)
    hopeless = [run.pk for run in running if _dies_again(f"run {run.pk}", deaths)]
    Run.objects.filter(pk__in=hopeless).update(
        status=Run.Status.FAILED,
        outcome=Run.Outcome.FAILED,
        finished_at=timezone.now(),
        error=f"Answering this question ended its worker {MOST_DEATHS} times: ask it in another way.",
    )
    RunStep.objects.filter(run__in=running).delete()
    running.update(status=Run.Status.QUEUED, started_at=None, partial="")


def _dies_again(what: str, deaths: Deaths) -> bool:
    deaths[what] += 1
    return deaths[what] >= MOST_DEATHS
