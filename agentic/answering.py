"""The story of one question: analyse, filter, choose a route, gather, compose, check every number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from agentic.curators import with_curators
from agentic.evidence import Answer, Draft, Evidence
from agentic.facts import answer_from_facts
from agentic.facts.result import Outcome
from agentic.facts.unmentioned import not_mentioned
from agentic.map_route import Models, answer_from_map
from agentic.models import Run
from agentic.question_reading import read_by_model
from agentic.sql_agent import run_sql_agent
from agentic.trace import Trace
from agentic.verify import verify
from agentic.widened import tell_widened
from documents.models import Workspace
from llm.types import ChatModel, Tier
from retrieval.absent import absent_subjects
from retrieval.analysis import QueryAnalysis, analyse
from retrieval.prefilter import Scope, prefilter
from retrieval.widening import wider

WHOLE_SET = (
    "count",
    "list",
    "sum",
    "average",
    "highest",
    "lowest",
)  # kinds that SQL answers over all documents


@dataclass(frozen=True)
class Question:
    user: Any
    workspace: Workspace
    text: str
    mode: str = Run.Mode.AUTO
    history: Sequence[dict[str, str]] = ()
    document_ids: Sequence[int] = field(default=())

    @classmethod
    def of(cls, run: Run) -> Question:
        return cls(run.user, run.workspace, run.question, run.mode, run.history, run.document_ids)


@dataclass(frozen=True)
class Answered:
    """The checked answer and the route that gave it."""

    answer: Answer
    route: str


def answer_question(question: Question, *, models: Models, trace: Trace) -> Answered:
    """The first route's answer that answers; the last route's where none does."""
    analysis, scope = understand(question, trace)
    route, (draft, evidence) = _gather(question, analysis, scope, models, trace)
    return Answered(check(question, draft, evidence, trace), route)


def answer_without_model(question: Question, *, tier: Tier, trace: Trace) -> Answered | None:
    """The facts route alone, in milliseconds; None where its rules do not understand the question."""
    analysis, scope = understand(question, trace)
    outcome = _facts(question, analysis, scope, tier, trace)
    return Answered(check(question, *outcome, trace), Run.Mode.FACTS) if outcome else None


def understand(question: Question, trace: Trace) -> tuple[QueryAnalysis, Scope]:
    """What is asked for, and in which documents it can stand."""
    with trace.step("analyse", "Read the question") as step:
        analysis = analyse(question.text, workspace=question.workspace, history=question.history)
        step.output = analysis.as_json()
    return analysis, choose(question, analysis, trace)


def choose(question: Question, analysis: QueryAnalysis, trace: Trace) -> Scope:
    """The documents that can hold the answer."""
    with trace.step("prefilter", "Choose the documents to look at") as step:
        scope = prefilter(analysis, workspace=question.workspace, document_ids=question.document_ids)
        step.rows = scope.candidates
        step.output = {"of": scope.total, "filters": scope.filters, "note": scope.note}
    return scope


def check(question: Question, draft: Draft, evidence: Evidence, trace: Trace) -> Answer:
    """The answer with each number matched to what it rests on."""
    with trace.step("verify", "Check every number") as step:
        answer = verify(draft, with_curators(evidence), question=question.text)
        step.rows = len(answer.numbers)
        step.output = {"proven": answer.proven, "of": len(answer.numbers)}
    return answer


def _gather(
    question: Question, analysis: QueryAnalysis, scope: Scope, models: Models, trace: Trace
) -> tuple[str, Outcome]:
    if question.mode in (Run.Mode.AUTO, Run.Mode.FACTS):
        outcome = _facts(question, analysis, scope, models.chat.tier, trace)
        if outcome is not None:
            return Run.Mode.FACTS, outcome
    read = read_by_model(
        analysis, workspace=question.workspace, history=question.history, chat=models.chat, trace=trace
    )
    if read is not analysis:
        analysis, scope = read, choose(question, read, trace)
        if question.mode == Run.Mode.AUTO:
            outcome = _facts(question, analysis, scope, models.chat.tier, trace)
            if outcome is not None:
                return Run.Mode.FACTS, outcome
    if absent := absent_subjects(analysis, question.workspace):
        return Run.Mode.FACTS, not_mentioned(absent, scope, trace)
    if question.mode == Run.Mode.SQL or (question.mode == Run.Mode.AUTO and analysis.kind in WHOLE_SET):
        outcome = _sql(question, analysis, scope, models.chat, trace)
        if outcome is not None and (outcome[0].answered or question.mode == Run.Mode.SQL):
            return Run.Mode.SQL, outcome
    return Run.Mode.MAP, answer_from_map(analysis, scope=scope, models=models, trace=trace)


def _facts(
    question: Question, analysis: QueryAnalysis, scope: Scope, tier: Tier, trace: Trace
) -> Outcome | None:
    """The rules' outcome. That the facts hold no answer is one only where no model can look further."""
    insist = question.mode == Run.Mode.FACTS
    if absent := absent_subjects(analysis, question.workspace):
        # A model may know whom the name stands for, and is asked before this is said.
        return not_mentioned(absent, scope, trace) if insist or tier == "none" else None
    outcome = answer_from_facts(analysis, scope=scope, trace=trace, insist=insist)
    if outcome is None or not outcome[0].answered:
        outcome = _facts_further_off(analysis, scope, trace) or outcome
    if outcome is None or outcome[0].answered or insist or tier == "none":
        return outcome
    return None


def _facts_further_off(analysis: QueryAnalysis, scope: Scope, trace: Trace) -> Outcome | None:
    """The answer from documents that the pre-filter left out; None where they hold none either."""
    further = wider(analysis, scope) if analysis.measures else None
    if further is None:
        return None
    tell_widened(trace, scope, further)
    outcome = answer_from_facts(analysis, scope=further, trace=trace)
    return outcome if outcome and outcome[0].answered else None


def _sql(
    question: Question, analysis: QueryAnalysis, scope: Scope, chat: ChatModel, trace: Trace
) -> Outcome | None:
    """The SQL agent's outcome. Without a model the templates answer in its place, if the user chose SQL."""
    if chat.tier != "none":
        return run_sql_agent(analysis.transformed_query, workspace=question.workspace, chat=chat, trace=trace)
    if question.mode != Run.Mode.SQL:
        return None
    with trace.step("route", "No model is set up, so template SQL answers in place of the agent"):
        pass
    return answer_from_facts(analysis, scope=scope, trace=trace, insist=True)
