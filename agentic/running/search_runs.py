"""Searches for passages as runs: answered at once by words alone, else by a worker that has the embedder."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.db import transaction
from django.utils import timezone
from django_q.tasks import async_task

from agentic.models import Run
from agentic.routes.search import answer_search, read_search
from agentic.runs import ANSWER_TASK, create_run, store
from agentic.trace import Trace
from documents.models import Workspace


def start_search(*, user: Any, workspace: Workspace, query: str, method: str, **asked: Any) -> Run:
    """A run that is over already, where only words are searched, or waits in the queue.

    `asked`: as `PassageQuery` takes it. Raises `BadSearch`, `BadQuestion` and `Document.DoesNotExist`.
    """
    search = {"method": method, **asked}
    read_search(Run(workspace=workspace, question=query, search=search))
    started = timezone.now()
    run = create_run(user=user, workspace=workspace, question=query, search=search)
    if method == "text":
        trace = Trace(run, at_once=False)
        store(run, answer_search(run, embedder=None, trace=trace), trace, tier="none", started_at=started)
    else:
        transaction.on_commit(partial(async_task, ANSWER_TASK, str(run.pk), cluster="questions"))
    return run
