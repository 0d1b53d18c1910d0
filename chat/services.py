"""What changes conversations: asking, renaming, deleting, rating."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils import timezone

from agentic.api.presentation import question_in_full
from agentic.models import Run
from agentic.running.asking import answer_turn
from agentic.runs import start_run
from agentic.sources.models import DataSource
from chat.models import ChatSession, Message
from documents.models import Workspace

TITLE_CHARS = 80
HISTORY_MESSAGES = 6  # as many as a run keeps


@dataclass(frozen=True)
class Asked:
    """A question and the message that its answer will fill."""

    session: ChatSession
    question: Message
    answer: Message
    is_new_session: bool


def ask(
    *,
    user: Any,
    workspace: Workspace,
    text: str,
    session: ChatSession | None = None,
    mode: str = Run.Mode.AUTO,
    source: DataSource | None = None,
    sql: str = "",
    fresh: bool = False,
) -> Asked:
    """The question, put in the conversation or in a new one, and its run, begun.

    `source`: the database that it goes to, in the mode of that name; `sql`: a statement of the user's own for
    it; `fresh`: past a result that is kept.

    Raises `agentic.runs.BadQuestion` and `PermissionDenied`; nothing is stored then.
    """
    history = history_of(session) if session else []
    options = {"sql": sql or None, "fresh": fresh or None} if source is not None else None
    run = start_run(
        user=user,
        workspace=workspace,
        question=text,
        mode=mode,
        history=history,
        source=source,
        options=options,
    )
    with transaction.atomic():
        conversation = session or ChatSession.objects.create(
            user=user, workspace=workspace, title=_title(run.question)
        )
        question = Message.objects.create(session=conversation, role=Message.Role.USER, text=run.question)
        answer = Message.objects.create(session=conversation, role=Message.Role.ASSISTANT, run=run)
        ChatSession.objects.filter(pk=conversation.pk).update(updated_at=timezone.now())
    return Asked(conversation, question, answer, is_new_session=session is None)


def history_of(session: ChatSession) -> list[dict[str, Any]]:
    """[{role, text}] of the last messages, oldest first; unanswered questions are left out.

    A follow-up has “meant” too, the question in full, so that a long conversation keeps its subject.
    """
    latest = (
        session.messages.select_related("run")
        .prefetch_related("run__steps")
        .order_by("-created_at", "-pk")[:HISTORY_MESSAGES]
    )
    said: list[dict[str, Any]] = []
    for message in reversed(latest):
        if message.run is None:
            said.append({"role": message.role, "text": message.text})
            continue
        if said and (meant := question_in_full(message.run)):
            said[-1]["meant"] = meant
        said.append(answer_turn(message.run))
    return [message for message in said if message["text"]]


def rename_session(session: ChatSession, title: str) -> None:
    """An empty title leaves the old one."""
    title = " ".join(title.split())[: ChatSession._meta.get_field("title").max_length]
    if title:
        ChatSession.objects.filter(pk=session.pk).update(title=title)
        session.title = title


def delete_session(session: ChatSession) -> str:
    """Remove the conversation with its answers and their traces; a sentence that says what is gone."""
    with transaction.atomic():
        runs = Run.objects.filter(message__session=session)
        answers = runs.count()
        runs.delete()
        session.delete()
    return f"Deleted “{session}” with {answers} {'answer' if answers == 1 else 'answers'}."


def rate(run: Run, rating: int) -> int | None:
    """Store 1 or −1; the same rating again takes it back. The rating that now holds."""
    message = run.message
    message.rating = None if message.rating == rating else rating
    message.save(update_fields=["rating"])
    return message.rating


def _title(question: str) -> str:
    words = " ".join(question.split())
    return words if len(words) <= TITLE_CHARS else f"{words[: TITLE_CHARS - 1].rstrip()}…"
