"""Endpoints that ask questions and follow their runs."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any
from uuid import UUID

from django.core.serializers.json import DjangoJSONEncoder
from django.http import HttpRequest, StreamingHttpResponse
from ninja import Router, Status

from agentic.api.presentation import run_json, step_json, trace_json, waiting_json
from agentic.api.schemas import PendingOut, QueryIn, RunOut, SchemaOut, TraceOut, WaitingQueryIn
from agentic.models import Run
from agentic.running.events import RunEvent, run_events
from agentic.runs import continue_run, hurry_run, start_run, stop_run
from agentic.selectors import readable_relations, run_for
from agentic.sources.registering.services import source_for
from agentic.sql.schema import schema_guide
from documents.api.auth import needs, user_of
from documents.api.errors import ErrorOut
from documents.library.selectors import workspace_for
from documents.models import Scope
from ragsite.storage.database import in_passing

router = Router(tags=["Questions"])
FIRST_PAUSE, LONGEST_PAUSE = 0.05, 1.0  # seconds between two looks at a run
ANSWERS: dict[Any, Any] = {200: RunOut, 202: PendingOut, 502: ErrorOut}


def ask(user: Any, query: QueryIn) -> Run:
    """Start a run for the query, or go on with the one that it names.

    Raises `ObjectDoesNotExist` and `BadQuestion`.
    """
    if query.run_id is not None:
        return continue_run(user=user, run=run_for(user, query.run_id), option=query.option)
    text, mode = query.text, query.chosen_mode
    workspace = workspace_for(user, query.workspace)
    return start_run(
        user=user,
        workspace=workspace,
        question=text,
        mode=Run.Mode.SOURCE if query.source and mode == Run.Mode.AUTO else mode,
        source=source_for(user, workspace, query.source) if query.source else None,
        document_ids=query.document_ids,
        options=query.options,
        session=query.session_id,
    )


@router.post(
    "/agentic/query", auth=needs(Scope.READ), response=ANSWERS, summary="Ask and wait for the answer"
)
async def agentic_query(request: HttpRequest, query: WaitingQueryIn) -> Any:
    """The answer with its queries, sources and checked numbers; 202 with the run's id where it takes
    longer than `wait`."""
    user = user_of(request)
    run = await in_passing(ask)(user, query)
    return await answer_within(query.wait, user=user, run=run)


@router.post(
    "/queries",
    auth=needs(Scope.READ),
    response={202: PendingOut},
    summary="Ask without waiting",
)
def create_query(request: HttpRequest, query: QueryIn) -> Any:
    """Start a run; follow it at /queries/{id}, or live at /runs/{id}/events."""
    return Status(202, pending_json(ask(user_of(request), query)))


@router.get("/queries/{uuid:run_id}", response=RunOut, summary="A question's answer so far")
def get_query(request: HttpRequest, run_id: UUID) -> Any:
    """The run's `status` and, once it is done, its answer."""
    return run_json(run_for(user_of(request), run_id))


@router.get("/runs/{uuid:run_id}", response=TraceOut, tags=["Runs"], summary="A run's trace")
def get_run(request: HttpRequest, run_id: UUID) -> Any:
    """The run with all that each step took in and gave out."""
    return trace_json(run_for(user_of(request), run_id))


@router.get("/runs/{uuid:run_id}/events", tags=["Runs"], summary="Follow a run live")
async def get_run_events(request: HttpRequest, run_id: UUID) -> StreamingHttpResponse:
    """Server-sent events: `waiting` with how many questions go before it, `step` as each begins (its
    `seconds` are empty, `doing` says what is done) and ends, `text` with the answer so far, then `over` with
    the run."""
    run = await in_passing(run_for)(user_of(request), run_id)
    return StreamingHttpResponse(
        _event_lines(user_of(request), run.pk),
        content_type="text/event-stream",
        headers={"Cache-Control": "no-cache", "X-Accel-Buffering": "no"},
    )


@router.post(
    "/runs/{uuid:run_id}/stop",
    auth=needs(Scope.READ),
    response={202: PendingOut},
    tags=["Runs"],
    summary="Stop",
)
def stop(request: HttpRequest, run_id: UUID) -> Any:
    """Ask the run to stop: at once where it waits, within a second or two where it is being answered."""
    user = user_of(request)
    stop_run(user=user, run=run_for(user, run_id))
    run = run_for(user, run_id)
    message = "It is over." if run.is_over else "The run stops within a second or two."
    return Status(202, {**pending_json(run), "message": message})


@router.post(
    "/runs/{uuid:run_id}/quick",
    response={202: PendingOut},
    tags=["Runs"],
    summary="Quick answer now",
)
def quick_answer(request: HttpRequest, run_id: UUID) -> Any:
    """End the model's work on the run and have it answered at once by what rules, facts and text search
    have, as without a model. `quick` marks such an answer. A run that waits is answered beside the one before
    it; one that is over stays as it is."""
    user = user_of(request)
    hurry_run(user=user, run=run_for(user, run_id))
    run = run_for(user, run_id)
    message = f"The quick answer comes in a moment: ask for /api/queries/{run.pk}."
    return Status(202, {**pending_json(run), "message": "It is over." if run.is_over else message})


@router.get("/agentic/schema", response=SchemaOut, summary="What SQL may read")
def get_schema(request: HttpRequest) -> Any:
    """The views and columns that the SQL agent's statements may read."""
    return {"relations": readable_relations(), "text": schema_guide()}


async def answer_within(seconds: float, *, user: Any, run: Run, **extra: Any) -> Any:
    """The run's answer once it is over, or 202 where that takes longer. `extra` is added to both."""
    over = run.is_over or await wait_until_over(run.pk, seconds)
    run = await in_passing(run_for)(user, run.pk)
    if not over:
        return Status(202, {**await in_passing(pending_json)(run), **extra})
    if run.status == Run.Status.FAILED:
        return Status(502, {"error": run.error or "The question could not be answered: ask again."})
    return Status(200, {**run_json(run), **extra})


def pending_json(run: Run) -> dict[str, Any]:
    there = "there" if run.is_over else "not there yet"
    message = f"The answer is {there}: ask for /api/queries/{run.pk}."
    return {"run_id": run.pk, "status": run.status, "waits_behind": run.waits_behind, "message": message}


async def wait_until_over(run_id: UUID, seconds: float) -> bool:
    """Whether the run is over within so many seconds.

    Looks at the run's row instead of listening: a waiting client then holds no connection."""
    loop = asyncio.get_running_loop()
    deadline, pause = loop.time() + seconds, FIRST_PAUSE
    unfinished = Run.objects.filter(pk=run_id, status__in=(Run.Status.QUEUED, Run.Status.RUNNING))
    while await in_passing(unfinished.exists)():
        if loop.time() + pause > deadline:
            return False
        await asyncio.sleep(pause)
        pause = min(pause * 1.5, LONGEST_PAUSE)
    return True


async def _event_lines(user: Any, run_id: UUID) -> AsyncIterator[str]:
    async for event in run_events(run_id):
        if event.kind == "heartbeat":
            yield ": still here\n\n"
        else:
            data = await in_passing(_event_data)(user, event)
            yield f"event: {event.kind}\ndata: {json.dumps(data, cls=DjangoJSONEncoder)}\n\n"


def _event_data(user: Any, event: RunEvent) -> dict[str, Any]:
    if event.kind == "waiting":
        return waiting_json(event.run, event.waits_behind)
    if event.kind == "step" and event.step is not None:
        return step_json(event.step)
    if event.kind == "text":
        return {"text": event.text}
    return run_json(run_for(user, event.run.pk))
