"""Questions that are asked again, by hand or on a schedule, with what they gave last."""

from __future__ import annotations

import logging
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.utils import timezone

from agentic.models import DataSource, Run, SavedQuestion
from agentic.runs import BadQuestion, start_run
from documents.refusals import RefusedChange

logger = logging.getLogger(__name__)

Every = SavedQuestion.Every
PERIODS = {
    Every.HOUR: timedelta(hours=1),
    Every.DAY: timedelta(days=1),
    Every.WEEK: timedelta(weeks=1),
}
MOST_SAVED = 200  # of one user at one source


def saved_of(user: Any, source: DataSource) -> QuerySet[SavedQuestion]:
    """The user's own, newest first, each with its last run."""
    saved = SavedQuestion.objects.filter(user=user, source=source).select_related("last_run", "source")
    return saved.defer("source__schema")


def saved_for(user: Any, source: DataSource, pk: UUID) -> SavedQuestion:
    """Raises `SavedQuestion.DoesNotExist`, also for another's."""
    return saved_of(user, source).get(pk=pk)


def save_question(
    *, user: Any, source: DataSource, question: str, every: str = Every.NEVER, run: Run | None = None
) -> SavedQuestion:
    """The same question again only gets the other schedule. `run`: what it gave. Raises `RefusedChange`."""
    question = " ".join(question.split())
    if not question:
        raise RefusedChange("Write the question that is to be kept.")
    if every not in Every.values:
        raise RefusedChange(f"every is “{every[:40]}”: choose hour, day, week, or nothing.")
    if saved_of(user, source).exclude(question=question).count() >= MOST_SAVED:
        raise RefusedChange(f"You keep {MOST_SAVED} questions here already: delete one first.")
    told: dict[str, Any] = {"every": every, "due_at": _next(every)}
    if run is not None and run.answered and not run.is_by_hand:
        told["last_run"] = run
    saved, _ = SavedQuestion.objects.update_or_create(
        user=user, source=source, question=question, defaults=told
    )
    return saved


def ask_again(saved: SavedQuestion) -> Run:
    """Ask it now, past what is kept of it. Raises `BadQuestion`."""
    run = start_run(
        user=saved.user,
        workspace=saved.source.workspace,
        question=saved.question,
        mode=Run.Mode.SOURCE,
        source=saved.source,
        options={"fresh": True},
    )
    SavedQuestion.objects.filter(pk=saved.pk).update(last_run=run)
    saved.last_run = run
    return run


def ask_due() -> int:
    """Ask those whose time has come, of users who may still ask there; returns how many were asked."""
    asked = 0
    due = SavedQuestion.objects.filter(due_at__lte=timezone.now()).select_related("user", "source")
    for saved in due.defer("source__schema"):
        claimed = SavedQuestion.objects.filter(pk=saved.pk, due_at=saved.due_at)
        if not claimed.update(due_at=_next(saved.every)):
            continue  # another worker has it
        if not DataSource.objects.usable_by(saved.user).filter(pk=saved.source_id).exists():
            continue
        try:
            ask_again(saved)
        except BadQuestion as error:
            logger.warning("The saved question %s could not be asked: %s", saved.pk, error)
        else:
            asked += 1
    return asked


def _next(every: str) -> Any:
    return timezone.now() + PERIODS[Every(every)] if every else None
