"""What a user may read of conversations and runs: their own, in workspaces they may see."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet

from agentic.models import Run
from chat.models import ChatSession, Message
from documents.models import Workspace


def sessions_of(user: Any, workspace: Workspace, *, matching: str = "") -> QuerySet[ChatSession]:
    """The user's conversations in the workspace, last used first. `matching`: words in title or question."""
    sessions = ChatSession.objects.visible_to(user).filter(workspace=workspace)
    if matching:
        said = Message.objects.filter(role=Message.Role.USER, text__icontains=matching).values("session")
        sessions = sessions.filter(Q(title__icontains=matching) | Q(pk__in=said))
    return sessions


def session_for(user: Any, workspace: Workspace, pk: UUID | str) -> ChatSession:
    """Raises `ChatSession.DoesNotExist`, the same for a missing one and one of others."""
    try:
        return ChatSession.objects.visible_to(user).get(pk=pk, workspace=workspace)
    except ChatSession.DoesNotExist:
        raise ChatSession.DoesNotExist("There is no such conversation: it may have been deleted.") from None


def messages_of(session: ChatSession) -> QuerySet[Message]:
    """In order, each answer with its run and the run's steps."""
    messages = session.messages.select_related("run__source", "run__user", "run__message")
    return messages.defer("run__source__schema").prefetch_related("run__steps")


def run_for(user: Any, pk: UUID | str) -> Run:
    """Raises `Run.DoesNotExist`, the same for a missing one and one of others."""
    try:
        runs = Run.objects.visible_to(user).select_related("workspace", "message", "source", "user")
        return runs.defer("source__schema").get(pk=pk)
    except Run.DoesNotExist:
        raise Run.DoesNotExist("There is no such answer: it may have been deleted.") from None
