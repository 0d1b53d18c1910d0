"""The endpoint that asks within a conversation, so that follow-up questions are understood."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpRequest
from ninja import Field, Router

from agentic.api.runs import answer_within
from agentic.api.schemas import PendingOut, QuestionIn, RunOut, Waiting
from agentic.models import Run
from chat.selectors import session_for
from chat.services import ask
from documents.api.auth import needs, user_of
from documents.api.bodies import OptionalId
from documents.api.errors import ErrorOut
from documents.library.selectors import workspace_for
from documents.models import Scope
from ragsite.storage.database import in_passing

router = Router(tags=["Chat"])


class ChatQueryIn(QuestionIn, Waiting):
    session_id: OptionalId = Field(None, description="The conversation to go on with; empty begins one.")


class ChatRunOut(RunOut):
    session_id: UUID = Field(description="Send it with the next question of this conversation.")


class ChatPendingOut(PendingOut):
    session_id: UUID


@router.post(
    "/chat/query",
    auth=needs(Scope.READ),
    response={200: ChatRunOut, 202: ChatPendingOut, 502: ErrorOut},
    summary="Ask in a conversation and wait for the answer",
)
async def chat_query(request: HttpRequest, query: ChatQueryIn) -> Any:
    """Like /agentic/query, with the last messages of the conversation known. The conversation shows on
    the user's page too."""
    user = user_of(request)
    session_id, run = await in_passing(ask_in_session)(user, query)
    return await answer_within(query.wait, user=user, run=run, session_id=session_id)


def ask_in_session(user: Any, query: ChatQueryIn) -> tuple[UUID, Run]:
    """The conversation's id, and the run."""
    text, mode = query.text, query.chosen_mode
    workspace = workspace_for(user, query.workspace)
    session = session_for(user, workspace, query.session_id) if query.session_id else None
    asked = ask(user=user, workspace=workspace, text=text, session=session, mode=mode)
    assert asked.answer.run is not None  # each answer is asked for with its run
    return asked.session.pk, asked.answer.run
