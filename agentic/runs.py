"""Runs: the durable trace of a question, from the asking to the answer.

The state of a run is in its rows. A notification on one channel only says that it is worth
looking at them again, so a reader who comes late or comes back misses nothing.
"""

from __future__ import annotations

import logging
import time
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Literal
from uuid import UUID

import psycopg
from asgiref.sync import sync_to_async
from django.conf import settings
from django.core.exceptions import ObjectDoesNotExist
from django.db import connection, transaction
from django.utils import timezone
from django_q.tasks import async_task

from agentic.answering import Answered, Question, answer_question, answer_without_model
from agentic.forgetting import forget_if_gone
from agentic.map_route import Models
from agentic.models import Run, RunStep
from agentic.places import with_places
from agentic.searching import answer_search
from agentic.sql.execution import SQLFailed
from agentic.trace import CHANNEL, Stopped, Trace, notify
from documents.models import Workspace
from documents.precedence import going_first
from documents.providers import current_tier, get_chat_model, get_embedder, get_reranker
from llm.budget import BudgetedChatModel
from llm.errors import LLMError
from llm.types import Budget
from retrieval.search import EmbeddingModelMismatch

logger = logging.getLogger(__name__)

ANSWER_TASK = "agentic.tasks.answer_task"
HISTORY_MESSAGES = 6  # three questions with their answers: enough for “and in Q2?”
HEARTBEAT_SECONDS = 15.0  # below the idle timeouts of common proxies


class BadQuestion(ValueError):
    """A question that cannot be asked. The message is a sentence for the user."""


@dataclass(frozen=True)
class RunEvent:
    """`step`: begun or ended (its `seconds` tell). `text`: the whole answer so far.

    `over`: the run with its result. `heartbeat`: nothing new.
    """

    kind: Literal["step", "text", "over", "heartbeat"]
    run: Run
    step: RunStep | None = None
    text: str = ""


def create_run(
    *,
    user: Any,
    workspace: Workspace,
    question: str,
    mode: str = Run.Mode.AUTO,
    history: Sequence[dict[str, str]] = (),
    document_ids: Sequence[int] = (),
    search: dict[str, Any] | None = None,
) -> Run:
    """A queued run. `search`: what a search for passages alone asks for. Raises `BadQuestion`."""
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
    return Run.objects.create(
        workspace=workspace,
        user=user,
        question=text,
        mode=mode if search is None else Run.Mode.SEARCH,
        history=list(history)[-HISTORY_MESSAGES:],
        document_ids=list(document_ids),
        search=search,
    )


ANSWERABLE_MODES = (Run.Mode.AUTO, Run.Mode.FACTS, Run.Mode.MAP, Run.Mode.SQL)


def start_run(
    *,
    user: Any,
    workspace: Workspace,
    question: str,
    mode: str = Run.Mode.AUTO,
    history: Sequence[dict[str, str]] = (),
    document_ids: Sequence[int] = (),
) -> Run:
    """A run that is answered already, where rules can do it in milliseconds, or waits in the queue.

    Raises `BadQuestion`.
    """
    run = create_run(
        user=user,
        workspace=workspace,
        question=question,
        mode=mode,
        history=history,
        document_ids=document_ids,
    )
    if mode not in RULES_FIRST or not _answered_by_rules(run):
        transaction.on_commit(partial(async_task, ANSWER_TASK, str(run.pk), cluster="questions"))
    return run


RULES_FIRST = (Run.Mode.AUTO, Run.Mode.FACTS)


def _answered_by_rules(run: Run) -> bool:
    """Try the facts route at once; where it is not sure, the run is as if it had not been tried."""
    started = timezone.now()
    trace = Trace(run)
    tier = current_tier()
    answered = answer_without_model(Question.of(run), tier=tier, trace=trace)
    if answered is None:
        run.steps.all().delete()
        return False
    store(run, answered, trace, tier=tier, started_at=started)
    return True


def answer_now(
    *, user: Any, workspace: Workspace, question: str, mode: str = Run.Mode.AUTO, tier: str | None = None
) -> Run:
    """Answer in this process, without the queue. `tier` None: the one that is set up.

    Raises `BadQuestion`, and `LLMError` where the tier is not to be had.
    """
    run = create_run(user=user, workspace=workspace, question=question, mode=mode)
    execute(run.pk, models=Models(get_chat_model(tier), get_embedder(), get_reranker()))
    run.refresh_from_db()
    return run


def execute(run_id: UUID | str, *, models: Models) -> None:
    """Answer a queued run and store how it ended; harmless where another has it."""
    with going_first():
        _execute(run_id, models)


def _execute(run_id: UUID | str, models: Models) -> None:
    run = claim(run_id)
    if run is None:
        return
    trace = Trace(run)
    within_budget = replace(models, chat=BudgetedChatModel(models.chat, Budget()))
    try:
        if run.search is not None:
            answered = answer_search(run, embedder=models.embedder, reranker=models.reranker, trace=trace)
        else:
            answered = answer_question(Question.of(run), models=within_budget, trace=trace)
    except Stopped:
        finish(run, status=Run.Status.STOPPED, answer=trace.text_so_far)
    except (LLMError, SQLFailed, EmbeddingModelMismatch, ObjectDoesNotExist) as error:
        finish(run, status=Run.Status.FAILED, error=str(error))
    except (ArithmeticError, AttributeError, LookupError, RuntimeError, TypeError, ValueError):
        logger.exception("Answering run %s failed.", run.pk)
        finish(
            run,
            status=Run.Status.FAILED,
            error="Answering failed inside ragsite. Ask again; the log has the cause.",
        )
    else:
        store(run, answered, trace, tier=models.chat.tier, model=models.chat.name)


def store(run: Run, answered: Answered, trace: Trace, **fields: Any) -> None:
    """Keep the answer with the run, which is over with it."""
    answer = answered.answer
    steps = list(run.steps.all())
    finish(
        run,
        status=Run.Status.DONE,
        route=answered.route,
        answer=answer.text,
        answered=answer.answered,
        clarification=answer.clarification,
        result=with_places(answer.as_json()),
        iterations=sum(step.kind == RunStep.Kind.SQL for step in steps),
        timings={f"{step.position}. {step.kind}": round(step.seconds or 0, 4) for step in steps},
        usage=vars(trace.usage),
        prompt_versions=trace.prompt_versions,
        partial="",
        **fields,
    )
    forget_if_gone(run.pk)


def stop_run(*, user: Any, run: Run) -> None:
    """Ask a run to stop; one that has not begun stops at once."""
    if run.user_id != user.pk:
        raise Run.DoesNotExist
    waiting = Run.objects.filter(pk=run.pk, status=Run.Status.QUEUED)
    if not waiting.update(status=Run.Status.STOPPED, stop_requested=True, finished_at=timezone.now()):
        Run.objects.filter(pk=run.pk).update(stop_requested=True)
    notify(run.pk)


def claim(run_id: UUID | str) -> Run | None:
    """The run, now running and ours alone; None where another has it or it is over."""
    claimed = Run.objects.filter(pk=run_id, status=Run.Status.QUEUED).update(
        status=Run.Status.RUNNING, started_at=timezone.now()
    )
    return Run.objects.select_related("workspace", "user").get(pk=run_id) if claimed else None


def finish(run: Run, **fields: Any) -> None:
    """Store how the run ended and tell whoever follows it."""
    fields.setdefault("finished_at", timezone.now())
    for name, value in fields.items():
        setattr(run, name, value)
    run.save(update_fields=list(fields))
    notify(run.pk)


async def run_events(run_id: UUID) -> AsyncIterator[RunEvent]:
    """The run's steps so far, then each change as it comes; ends after `over`.

    Holds one database connection. Raises `Run.DoesNotExist`; whether the user may see the run is
    the caller's to check.
    """
    listener = await psycopg.AsyncConnection.connect(**_connection_params(), autocommit=True)
    async with listener:
        await listener.execute(f"LISTEN {CHANNEL}")
        seen: dict[int, bool] = {}
        text = ""
        while True:
            run, steps = await sync_to_async(_state)(run_id)
            for step in steps:
                if seen.get(step.position) != (step.seconds is not None):
                    seen[step.position] = step.seconds is not None
                    yield RunEvent("step", run, step=step)
            if run.partial != text and not run.is_over:
                text = run.partial
                yield RunEvent("text", run, text=text)
            if run.is_over:
                yield RunEvent("over", run)
                return
            if not await _woken(listener, run_id):
                yield RunEvent("heartbeat", run)


async def _woken(listener: psycopg.AsyncConnection, run_id: UUID) -> bool:
    """True once the run has changed, False after a quiet while."""
    deadline = time.monotonic() + HEARTBEAT_SECONDS
    while (left := deadline - time.monotonic()) > 0:
        async for notification in listener.notifies(timeout=left, stop_after=1):
            if notification.payload == run_id.hex:
                return True
    return False


def _state(run_id: UUID) -> tuple[Run, list[RunStep]]:
    run = Run.objects.select_related("workspace").get(pk=run_id)
    return run, list(run.steps.all())


def _connection_params() -> dict[str, Any]:
    params = connection.get_connection_params()
    keep = ("dbname", "user", "password", "host", "port", "sslmode")
    return {key: params[key] for key in keep if params.get(key)}
