"""A run that goes to a data source: what is kept of it, a person's own statement, or a question."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from django.utils import timezone

from agentic.inquiry import Models
from agentic.models import CachedResult, DataSource, Run
from agentic.outcome import Answered
from agentic.sources.answering import answer_from_source, run_statement
from agentic.sources.answers.cache import cached, keep
from agentic.sources.questions.comparison import answer_both, measure_compared
from agentic.trace import Hurried, Trace
from llm.providers.none import NoModel


def kept_for(run: Run, source: DataSource) -> CachedResult | None:
    """What the same question gave; nothing where it is run again, or with a statement or a choice."""
    if run.options.get("fresh") or run.options.get("sql") or run.choices:
        return None
    return cached(source, run.question, run.history)


def answered_before(run: Run, source: DataSource) -> bool:
    """Give a run that is not stored yet the result that is kept of the same question, marked as such."""
    kept = kept_for(run, source)
    if kept is None:
        return False
    answer, state = kept.found["answer"], kept.found["state"]
    run.status, run.route, run.outcome = Run.Status.DONE, Run.Mode.SOURCE, Run.Outcome.ANSWERED
    run.tier, run.answer, run.answered, run.result = kept.found["tier"], answer["text"], True, answer
    run.source_state = {**state, "cached": True, "cached_at": kept.created_at.isoformat()}
    run.started_at = run.finished_at = timezone.now()
    return True


def answer_asked(run: Run, source: DataSource, *, models: Models, trace: Trace) -> Answered:
    """What the source says; a quick answer is one by rules alone. Kept for those who ask the same."""
    if statement := run.options.get("sql"):
        answered, state = run_statement(statement, source=source, question=run.question, trace=trace)
        return replace(answered, state=state.as_json())
    if measure := measure_compared(run.question, source.name):
        return answer_both(run, source, measure, models=models, trace=trace)
    asking = partial(
        answer_from_source,
        run.question,
        source=source,
        embedder=models.embedder,
        trace=trace,
        history=run.history,
        choices=run.choices,
    )
    try:
        answered, state = asking(chat=models.chat)
    except Hurried:
        trace.hurry()
        answered, state = asking(chat=NoModel())
        answered = replace(answered, quick=True)
    answer = replace(answered, state=state.as_json())
    if state.validation == "passed" and not run.choices and answered.answer.answered and not answered.quick:
        found = {"answer": answer.answer.as_json(), "state": answer.state, "tier": models.chat.tier}
        keep(source, run.question, run.history, found)
    return answer
