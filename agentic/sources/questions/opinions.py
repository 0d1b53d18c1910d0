"""What people think of a source's answers: thumbs up or down, for those who look after it."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet

from agentic.models import DataSource, Opinion, Run
from agentic.sources.answers.cache import forget
from agentic.sources.registering.services import may_manage
from documents.refusals import RefusedChange


def give_opinion(*, user: Any, run: Run, is_right: bool) -> Opinion:
    """The user's opinion, in place of one before. What is wrong is not given again from before.

    Raises `RefusedChange` where no source answered.
    """
    if run.source is None or not run.answered:
        raise RefusedChange("Only an answer of a data source is called right or wrong.")
    opinion, _ = Opinion.objects.update_or_create(
        run=run, user=user, defaults={"source": run.source, "is_right": is_right}
    )
    if not is_right:
        forget(run.source, run.question, run.history)
    return opinion


def found_wrong(user: Any, source: DataSource) -> QuerySet[Opinion]:
    """Answers that somebody found wrong, newest first; none for who may not change the source."""
    if not may_manage(user, source):
        return Opinion.objects.none()
    return source.opinions.filter(is_right=False).select_related("run", "user")
