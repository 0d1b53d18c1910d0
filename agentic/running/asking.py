"""What is asked, before it is a run that is stored: whether it can be asked, and what was said before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.conf import settings

from agentic.models import Run
from agentic.running.narrowing import listed_in
from agentic.sources.models import DataSource
from documents.models import Workspace

HISTORY_MESSAGES = 6  # three questions with their answers: enough for “and in Q2?”


class BadQuestion(ValueError):
    """A question that cannot be asked. The message is a sentence for the user."""


def new_run(
    *,
    user: Any,
    workspace: Workspace,
    question: str,
    mode: str,
    history: Sequence[dict[str, Any]] = (),
    document_ids: Sequence[int] = (),
    search: dict[str, Any] | None = None,
    options: Mapping[str, Any] | None = None,
    session: UUID | None = None,
    source: DataSource | None = None,
) -> Run:
    """A run that is not stored yet. Raises `BadQuestion`."""
    text = question.replace("\x00", "").strip()
    if not text:
        raise BadQuestion("Write a question first.")
    if len(text) > settings.RAGSITE_MAX_QUESTION_CHARS:
        raise BadQuestion(
            f"The question has {len(text):,} characters, more than {settings.RAGSITE_MAX_QUESTION_CHARS:,}: "
            "shorten it, or upload the text as a document."
        )
    if mode not in ANSWERABLE_MODES:
        raise BadQuestion(f"There is no mode “{mode[:40]}”: choose {', '.join(ANSWERABLE_MODES)}.")
    if (source is None) == (mode == Run.Mode.SOURCE):
        raise BadQuestion("The mode “source” asks a data source: name one, and no other mode beside it.")
    return Run(
        source=source,
        workspace=workspace,
        user=user,
        question=text,
        mode=mode if search is None else Run.Mode.PASSAGES,
        history=list(history or _history_of(user, workspace, session))[-HISTORY_MESSAGES:],
        options={name: value for name, value in (options or {}).items() if value is not None},
        session=session,
        document_ids=list(document_ids),
        search=search,
    )


def _history_of(user: Any, workspace: Workspace, session: UUID | None) -> list[dict[str, Any]]:
    """What was asked and answered before under the same session."""
    if session is None:
        return []
    earlier = Run.objects.filter(user=user, workspace=workspace, session=session, status=Run.Status.DONE)
    latest = reversed(earlier.order_by("-created_at")[: HISTORY_MESSAGES // 2])
    return [
        message for run in latest for message in ({"role": "user", "text": run.question}, answer_turn(run))
    ]


def answer_turn(run: Run) -> dict[str, Any]:
    """The run's answer as a message, with what the search agent carries on from it and what it lists."""
    carried, listed = run.result.get("carried"), listed_in(run.result) if run.answered else []
    more = {"carried": carried, "listed": listed}
    return {"role": "assistant", "text": run.answer, **{name: each for name, each in more.items() if each}}


ANSWERABLE_MODES = (
    Run.Mode.AUTO, Run.Mode.FACTS, Run.Mode.MAP, Run.Mode.SQL, Run.Mode.SEARCH, Run.Mode.SOURCE
)  # fmt: skip
