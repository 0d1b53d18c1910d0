"""The ways to an answer, in the order in which they are tried."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from agentic.facts.mentions import not_mentioned
from agentic.facts.route import answer_from_facts, case_of
from agentic.inquiry import Inquiry
from agentic.models import Run
from agentic.outcome import Outcome
from agentic.plans.model_planner import answer_by_model_plan
from agentic.routes.map import answer_from_map
from agentic.routes.sql import run_sql_agent
from agentic.trace import Trace
from agentic.widening import tell_widened
from retrieval.question.model import QueryAnalysis
from retrieval.scope.model import Scope
from retrieval.scope.unknown_subjects import absent_subjects
from retrieval.scope.widening import wider

# Kinds of questions that SQL answers over all documents.
WHOLE_SET = ("count", "list", "sum", "average", "highest", "lowest")


@dataclass(frozen=True)
class Route:
    """A way to an answer. `name`: what the answer says of it, one of `Run.Mode`. `take`: None to pass on."""

    name: str
    take: Callable[[Inquiry], Outcome | None]


def facts(inquiry: Inquiry) -> Outcome | None:
    """What is stored. That the facts hold no answer is one only where no model can look further."""
    if inquiry.mode not in (Run.Mode.AUTO, Run.Mode.FACTS):
        return None
    insist, is_last = inquiry.mode == Run.Mode.FACTS, inquiry.tier == "none"
    analysis, scope, trace = inquiry.analysis, inquiry.scope, inquiry.trace
    if absent := absent_subjects(analysis, inquiry.question.workspace):
        # A model may know whom the name stands for, and is asked before this is said.
        return not_mentioned(absent, scope, trace) if insist or is_last else None
    outcome = answer_from_facts(analysis, scope=scope, trace=trace, insist=insist)
    if outcome is None or not outcome[0].answered:
        outcome = _facts_further_off(analysis, scope, trace) or outcome
    if outcome is None or outcome[0].answered or insist or is_last:
        return outcome
    return None


def facts_as_reread(inquiry: Inquiry) -> Outcome | None:
    return facts(inquiry) if inquiry.is_reread else None


def unknown_subjects(inquiry: Inquiry) -> Outcome | None:
    """That no document mentions whom the question is about."""
    absent = absent_subjects(inquiry.analysis, inquiry.question.workspace)
    return not_mentioned(absent, inquiry.scope, inquiry.trace) if absent else None


def planned(inquiry: Inquiry) -> Outcome | None:
    """What is stored, by a plan that a model makes where rules have no place for a word of the question."""
    if inquiry.mode != Run.Mode.AUTO or inquiry.tier == "none":
        return None
    case = case_of(inquiry.analysis, scope=inquiry.scope, trace=inquiry.trace)
    return answer_by_model_plan(case, chat=inquiry.require_models().chat)


def statements(inquiry: Inquiry) -> Outcome | None:
    """SQL that a model writes; without one the templates answer in its place, if the user chose SQL."""
    analysis, scope, trace = inquiry.analysis, inquiry.scope, inquiry.trace
    is_chosen = inquiry.mode == Run.Mode.SQL
    if not is_chosen and (inquiry.mode != Run.Mode.AUTO or analysis.kind not in WHOLE_SET):
        return None
    if inquiry.tier != "none":
        chat = inquiry.require_models().chat
        outcome = run_sql_agent(analysis.transformed_query, scope=scope, chat=chat, trace=trace)
        return outcome if is_chosen or outcome[0].answered else None
    if not is_chosen:
        return None
    with trace.step("route", "No model is set up, so template SQL answers in place of the agent"):
        pass
    return answer_from_facts(analysis, scope=scope, trace=trace, insist=True)


def passages(inquiry: Inquiry) -> Outcome:
    """By the document map and text search, in the words of the passages or of a model."""
    return answer_from_map(
        inquiry.analysis, scope=inquiry.scope, models=inquiry.require_models(), trace=inquiry.trace
    )


AT_ONCE = (Route(Run.Mode.FACTS, facts),)
# Of the question as a model reads it, where one does.
ROUTES = (
    Route(Run.Mode.FACTS, facts_as_reread),
    Route(Run.Mode.FACTS, unknown_subjects),
    Route(Run.Mode.FACTS, planned),
    Route(Run.Mode.SQL, statements),
    Route(Run.Mode.MAP, passages),
)


def _facts_further_off(analysis: QueryAnalysis, scope: Scope, trace: Trace) -> Outcome | None:
    """The answer from documents that the pre-filter left out; None where they hold none either."""
    further = wider(analysis, scope) if analysis.measures else None
    if further is None:
        return None
    tell_widened(trace, scope, further)
    outcome = answer_from_facts(analysis, scope=further, trace=trace)
    return outcome if outcome and outcome[0].answered else None
