"""Runs: the durable trace of a question, from the asking to the answer.

The state of a run is in its rows. A notification on one channel only says that it is worth
looking at them again, so a reader who comes late or comes back misses nothing.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from threading import Thread
from typing import Any
from uuid import UUID

from django.core.exceptions import ObjectDoesNotExist
from django.db import transaction
from django.utils import timezone
from django_q.tasks import async_task

from agentic.answering import answer_question, answer_quickly, answer_without_model
from agentic.citations.places import with_places
from agentic.inquiry import Models, Question
from agentic.models import Run, RunStep
from agentic.observation.observed import observed
from agentic.observation.telemetry import run_span
from agentic.outcome import Answered
from agentic.routes.search import answer_search
from agentic.running.asking import BadQuestion, new_run
from agentic.running.forgetting import forget_if_gone
from agentic.running.interruption import InterruptibleChatModel
from agentic.running.noted import NotedChatModel
from agentic.sources.drivers.types import SourceFailed
from agentic.sources.models import DataSource
from agentic.sources.questions.comparison import source_compared
from agentic.sources.questions.source_runs import answer_asked, answered_before
from agentic.sources.registering.services import require_manager
from agentic.sql.execution import SQLFailed
from agentic.trace import Hurried, Stopped, Trace, notify
from documents.ingestion.priority.cpu_priority import going_first
from documents.models import Workspace
from documents.providers import current_tier, embedder_of, get_chat_model, get_embedder, get_reranker
from llm.budget import BudgetedChatModel
from llm.errors import LLMError
from llm.providers.none import NoModel
from llm.tracing import TracedChatModel
from llm.types import Budget, Embedder
from ragsite.storage.database import soon_on_disk
from retrieval.search.search import EmbeddingModelMismatch

logger = logging.getLogger(__name__)
ANSWER_TASK = "agentic.tasks.answer_task"


def create_run(
    *,
    user: Any,
    workspace: Workspace,
    question: str,
    mode: str = Run.Mode.AUTO,
    history: Sequence[dict[str, Any]] = (),
    document_ids: Sequence[int] = (),
    search: dict[str, Any] | None = None,
    options: Mapping[str, Any] | None = None,
    session: UUID | None = None,
    source: DataSource | None = None,
) -> Run:
    """A queued run. `search`: what a search for passages alone asks for. `source`: a database to ask.

    Raises `BadQuestion`.
    """
    run = new_run(
        user=user,
        workspace=workspace,
        question=question,
        mode=mode,
        history=history,
        document_ids=document_ids,
        search=search,
        options=options,
        session=session,
        source=source,
    )
    run.save(force_insert=True)
    return run


def start_run(
    *,
    user: Any,
    workspace: Workspace,
    question: str,
    mode: str = Run.Mode.AUTO,
    history: Sequence[dict[str, Any]] = (),
    document_ids: Sequence[int] = (),
    options: Mapping[str, Any] | None = None,
    session: UUID | None = None,
    source: DataSource | None = None,
) -> Run:
    """A run that is answered already, where rules can do it in milliseconds, or waits in the queue.

    One to a data source is, where its result is kept from before.

    Raises `BadQuestion`, and `PermissionDenied` for an own statement by who may not change the source.
    """
    mode, source = _asked_of(user, workspace, question, mode, source)
    if source is not None and (options or {}).get("sql"):
        require_manager(user, source)
    run = new_run(
        user=user,
        workspace=workspace,
        question=question,
        mode=mode,
        history=history,
        document_ids=document_ids,
        options=options,
        session=session,
        source=source,
    )
    if source is not None and answered_before(run, source):
        with soon_on_disk():
            run.save(force_insert=True)
        return run
    run.save(force_insert=True)
    if mode not in RULES_FIRST or not _answered_by_rules(run):
        transaction.on_commit(partial(async_task, ANSWER_TASK, str(run.pk), cluster="questions"))
    return run


def _asked_of(
    user: Any, workspace: Workspace, question: str, mode: str, source: DataSource | None
) -> tuple[str, DataSource | None]:
    """The mode and the source: of a question that sets one beside documents, that one, and both are asked."""
    if source is None and mode == Run.Mode.AUTO and (compared := source_compared(user, workspace, question)):
        return Run.Mode.SOURCE, compared
    return mode, source


RULES_FIRST = (Run.Mode.AUTO, Run.Mode.FACTS)


def _answered_by_rules(run: Run) -> bool:
    """Try the facts route at once; where it is not sure, the run is as if it had not been tried."""
    with run_span(run):
        return _was_answered_by_rules(run)


def _was_answered_by_rules(run: Run) -> bool:
    started = timezone.now()
    trace = Trace(run, at_once=False)
    tier = current_tier()
    try:
        answered = answer_without_model(Question.of(run), tier=tier, trace=trace)
    except SQLFailed as error:  # past its time or memory: another process would only try the same
        trace.keep()
        finish(run, status=Run.Status.FAILED, error=str(error), started_at=started)
        return True
    if answered is None:
        return False
    with transaction.atomic():
        store(run, answered, trace, tier=tier, started_at=started)
    return True


def continue_run(*, user: Any, run: Run, option: str, queued: bool = True) -> Run:
    """The same run again with one of the options of its clarification. Raises `BadQuestion`.

    `queued`: a worker answers it; else the caller does.
    """
    if run.user_id != user.pk:
        raise Run.DoesNotExist
    options = (run.result.get("clarify") or {}).get("options", [])
    chosen = next((each for each in options if each["id"] == option), None)
    if chosen is None:
        known = ", ".join(each["id"] for each in options)
        raise BadQuestion(
            f"There is no option “{option[:40]}”: choose {known}."
            if known
            else "This run asked nothing back."
        )
    if chosen.get("is_export"):
        raise BadQuestion(f"Take the matches at /api/runs/{run.pk}/matches.csv or matches.xlsx.")
    again = Run.objects.filter(pk=run.pk, status=Run.Status.DONE).update(
        choices=[*run.choices, chosen],
        status=Run.Status.QUEUED,
        created_at=timezone.now(),
        started_at=None,
        finished_at=None,
        answer="",
        answered=False,
        clarification="",
        outcome="",
        partial="",
        result={},
        quick=False,
        quick_requested=False,
        stop_requested=False,
    )
    if not again:
        raise BadQuestion("This run is being answered already: wait for it.")
    if queued:
        transaction.on_commit(partial(async_task, ANSWER_TASK, str(run.pk), cluster="questions"))
    notify(run.pk)
    run.refresh_from_db()
    return run


def continue_now(*, user: Any, run: Run, option: str, tier: str | None = None) -> Run:
    """As `continue_run`, answered in this process. Raises as `answer_now` does, too."""
    continue_run(user=user, run=run, option=option, queued=False)
    execute(run.pk, models=Models(get_chat_model(tier), get_embedder(), get_reranker()))
    run.refresh_from_db()
    return run


def answer_now(
    *,
    user: Any,
    workspace: Workspace,
    question: str,
    mode: str = Run.Mode.AUTO,
    tier: str | None = None,
    source: DataSource | None = None,
) -> Run:
    """Answer in this process, without the queue. `tier` None: the one that is set up.

    Raises `BadQuestion`, and `LLMError` where the tier is not to be had.
    """
    mode, source = _asked_of(user, workspace, question, mode, source)
    run = new_run(user=user, workspace=workspace, question=question, mode=mode, source=source)
    if source is not None and answered_before(run, source):
        with soon_on_disk():
            run.save(force_insert=True)
        return run
    run.save(force_insert=True)
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
    with run_span(run):
        _answer(run, models)


def _answer(run: Run, models: Models) -> None:
    trace = Trace(run)
    try:
        models = replace(models, embedder=embedder_of(run.workspace, models.embedder))
        answered = _answered(run, models, trace)
    except Stopped:
        finish(run, status=Run.Status.STOPPED, answer=trace.text_so_far, **_spent(models, trace))
    except (LLMError, SQLFailed, SourceFailed, EmbeddingModelMismatch, ObjectDoesNotExist) as error:
        finish(run, status=Run.Status.FAILED, error=str(error), **_spent(models, trace))
    except (ArithmeticError, AttributeError, LookupError, OSError, RuntimeError, TypeError, ValueError):
        logger.exception("Answering run %s failed.", run.pk)
        finish(
            run,
            status=Run.Status.FAILED,
            error="Answering failed inside ragsite. Ask again; the log has the cause.",
            **_spent(models, trace),
        )
    else:
        chat = NoModel() if answered.quick else models.chat
        store(run, answered, trace, tier=chat.tier, model=chat.name)


def _spent(models: Models, trace: Trace) -> dict[str, Any]:
    """What a run that gives no answer has cost by then."""
    return {"usage": vars(trace.usage), "tier": models.chat.tier, "model": models.chat.name}


def _answered(run: Run, models: Models, trace: Trace) -> Answered:
    """Raises `Stopped` where the user asks for that, also while a model is at it."""
    if run.search is not None:  # no model is asked: it is as quick as it can be
        trace.hurry()
        return answer_search(run, embedder=models.embedder, reranker=models.reranker, trace=trace)
    if run.source is not None:
        return answer_asked(run, run.source, models=_watched(models, trace), trace=trace)
    question = Question.of(run)
    try:
        return answer_question(question, models=_watched(models, trace), trace=trace)
    except Hurried:
        return answer_quickly(question, models=models, trace=trace)


def _watched(models: Models, trace: Trace) -> Models:
    """The models within a question's budget, whose calls end when the user asks for that."""

    def look() -> None:
        trace.check()
        _answer_hurried(models)

    if models.chat.tier == "none":
        return models
    # A quick answer needs it, and it takes seconds to load: there is time while the model is at work.
    Thread(target=_load, args=(models.embedder,), daemon=True, name="embedder").start()
    chat = BudgetedChatModel(InterruptibleChatModel(models.chat, look), Budget())
    return replace(models, chat=NotedChatModel(TracedChatModel(chat), trace))


def _load(embedder: Embedder) -> None:
    with suppress(
        LLMError, RuntimeError
    ):  # who searches with it is told; a command may end before it is there
        embedder.embed([""])


def _answer_hurried(models: Models) -> None:
    """Answer, beside a call that a model is at, those that wait behind it and want a quick answer."""
    hurried = Run.objects.filter(status=Run.Status.QUEUED, quick_requested=True)
    for pk in hurried.values_list("pk", flat=True):
        _execute(pk, models)


def store(run: Run, answered: Answered, trace: Trace, **fields: Any) -> None:
    """Keep the answer with the run, which is over with it."""
    answer = answered.answer
    steps = trace.keep()
    finish(
        run,
        status=Run.Status.DONE,
        route=answered.route,
        answer=answer.text,
        answered=answer.answered,
        clarification=answer.clarification,
        quick=answered.quick,
        result=with_places(answer.as_json()),
        iterations=sum(step.kind == RunStep.Kind.SQL for step in steps),
        timings={f"{step.position}. {step.kind}": round(step.seconds or 0, 4) for step in steps},
        usage=vars(trace.usage),
        prompt_versions=trace.prompt_versions,
        source_state=answered.state,
        partial="",
        **observed(answered, trace, steps),
        **fields,
    )
    forget_if_gone(run, steps)


def stop_run(*, user: Any, run: Run) -> None:
    """Ask a run to stop; one that has not begun stops at once."""
    if run.user_id != user.pk:
        raise Run.DoesNotExist
    waiting = Run.objects.filter(pk=run.pk, status=Run.Status.QUEUED)
    stopped = {"status": Run.Status.STOPPED, "outcome": Run.Outcome.STOPPED, "stop_requested": True}
    if not waiting.update(**stopped, finished_at=timezone.now()):
        Run.objects.filter(pk=run.pk).update(stop_requested=True)
    notify(run.pk)


def hurry_run(*, user: Any, run: Run) -> None:
    """Ask for what rules, facts and text search have, at once: the model's work is ended.

    A run that waits is answered beside the one before it. One that is over stays as it is.
    """
    if run.user_id != user.pk:
        raise Run.DoesNotExist
    unfinished = Run.objects.filter(pk=run.pk, status__in=(Run.Status.QUEUED, Run.Status.RUNNING))
    unfinished.update(quick_requested=True)
    notify(run.pk)


def claim(run_id: UUID | str) -> Run | None:
    """The run, now running and ours alone; None where another has it or it is over."""
    claimed = Run.objects.filter(pk=run_id, status=Run.Status.QUEUED).update(
        status=Run.Status.RUNNING, started_at=timezone.now()
    )
    return Run.objects.select_related("workspace", "user", "source").get(pk=run_id) if claimed else None


def finish(run: Run, **fields: Any) -> None:
    """Store how the run ended and tell whoever follows it."""
    fields.setdefault("finished_at", timezone.now())
    if fields["status"] in (Run.Status.STOPPED, Run.Status.FAILED):
        fields["outcome"] = Run.Outcome(fields["status"])
    for name, value in fields.items():
        setattr(run, name, value)
    run.save(update_fields=list(fields))
    notify(run.pk)
