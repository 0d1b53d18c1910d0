"""The ways to an answer, in the order in which they are tried."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from agentic.abroad.translated import put_into, spoken_there
from agentic.facts.route import answer_from_facts, case_of
from agentic.inquiry import Inquiry
from agentic.models import Run
from agentic.outcome import Outcome
from agentic.plans.by_model.planner import answer_by_model_plan
from agentic.routes.map import answer_from_map
from agentic.routes.one_sided import answer_beside, answer_without
from agentic.routes.sql import run_sql_agent
from agentic.running.widening import tell_widened
from agentic.search.chains.answer import answer_by_chains
from agentic.search.joins.answer import answer_by_joins
from agentic.search.lists.answer import answer_by_lists
from agentic.search.orchestrator import answer_by_rows, answer_by_search, answer_how, next_step
from agentic.search.state import begin
from agentic.tables.planned.written import answer_written, database_of_likeliest
from agentic.trace import Trace
from llm.providers.none import NoModel
from retrieval.question.model import QueryAnalysis
from retrieval.question.ratios.named import find_ratios
from retrieval.question.statements import asks_for_statements
from retrieval.scope.model import Scope
from retrieval.scope.unknown_subjects import absent_subjects, merely_mentioned
from retrieval.scope.widening import wider

# Kinds of questions that SQL answers over all documents.
WHOLE_SET = ("count", "list", "sum", "average", "highest", "lowest")


@dataclass(frozen=True)
class Route:
    """A way to an answer. `name`: what the answer says of it, one of `Run.Mode`. `take`: None to pass on."""

    name: str
    take: Callable[[Inquiry], Outcome | None]


def facts(inquiry: Inquiry) -> Outcome | None:
    """What is stored. That the facts hold no answer is one only where nothing else can look further."""
    if inquiry.mode not in (Run.Mode.AUTO, Run.Mode.FACTS):
        return None
    insist, is_last = inquiry.mode == Run.Mode.FACTS, inquiry.tier == "none"
    analysis, scope, trace = inquiry.analysis, inquiry.scope, inquiry.trace
    if absent := absent_subjects(analysis, inquiry.question.workspace):
        # A model may know whom the name stands for, and is asked before this is said.
        return answer_without(absent, analysis, scope=scope, trace=trace) if insist or is_last else None
    outcome = answer_from_facts(analysis, scope=scope, trace=trace, insist=insist)
    if outcome is None or not outcome[0].answered:
        outcome = _facts_further_off(analysis, scope, trace) or outcome
    if outcome is None and (mentioned := merely_mentioned(analysis, inquiry.question.workspace)):
        outcome = answer_beside(mentioned, analysis, scope=scope, trace=trace)
    is_told = outcome is not None and not outcome[0].tentative and (outcome[0].answered or is_last)
    if outcome is None or insist or is_told:
        return outcome
    inquiry.refusals.append(outcome)
    return None


def facts_as_reread(inquiry: Inquiry) -> Outcome | None:
    return facts(inquiry) if inquiry.is_reread else None


def unknown_subjects(inquiry: Inquiry) -> Outcome | None:
    """That no document mentions whom the question is about, beside what is said of those it compares."""
    absent = absent_subjects(inquiry.analysis, inquiry.question.workspace)
    if not absent:
        return None
    return answer_without(absent, inquiry.analysis, scope=inquiry.scope, trace=inquiry.trace)


def text_as_asked(inquiry: Inquiry) -> Outcome | None:
    """What rules find in a text of another language, before the question is translated."""
    return _text_by_rules(inquiry) if _is_abroad(inquiry) else None


def facts_translated(inquiry: Inquiry) -> Outcome | None:
    """What is stored, for the question in the language of the likeliest document."""
    if not _is_abroad(inquiry):
        return None
    read_as = put_into(inquiry)
    return None if read_as is None else _read_as(read_as, facts(read_as))


def text_translated(inquiry: Inquiry) -> Outcome | None:
    """What rules and a small model find in the text in its language: a large model reads any."""
    read_as = next(iter(inquiry.translations), None)
    if read_as is None or inquiry.tier != "local":
        return None
    return _read_as(read_as, passages(read_as))


def _is_abroad(inquiry: Inquiry) -> bool:
    """Whether a model may put the question into the language of the likeliest document, which is another."""
    if inquiry.mode != Run.Mode.AUTO or inquiry.tier == "none" or _was_planned(inquiry):
        return False
    return bool(spoken_there(inquiry))


def _read_as(inquiry: Inquiry, outcome: Outcome | None) -> Outcome | None:
    """An answer to the question as it was read, which says so."""
    if outcome is None or not outcome[0].answered:
        return None
    warnings = (*outcome[0].warnings, f"The question was read as “{inquiry.question.text}”.")
    return replace(outcome[0], read_as=inquiry.analysis, warnings=warnings), outcome[1]


def planned(inquiry: Inquiry) -> Outcome | None:
    """What is stored, by a plan that a model makes where rules have no place for a word of the question."""
    if inquiry.mode != Run.Mode.AUTO or inquiry.tier == "none" or _was_planned(inquiry):
        return None
    case = case_of(inquiry.analysis, scope=inquiry.scope, trace=inquiry.trace)
    outcome = answer_by_model_plan(case, chat=inquiry.require_models().chat)
    if outcome is None or not outcome[0].tentative:
        return outcome
    inquiry.refusals.append(outcome)
    return None


def tables_written(inquiry: Inquiry) -> Outcome | None:
    """What a model's statement finds in the likeliest file, where that is a table and rules found nothing."""
    if inquiry.mode != Run.Mode.AUTO or inquiry.tier == "none" or _was_planned(inquiry):
        return None
    case = case_of(inquiry.analysis, scope=inquiry.scope, trace=inquiry.trace)
    database = database_of_likeliest(case)
    if database is None:
        return None
    return _text_by_rules(inquiry) or answer_written(case, database, chat=inquiry.require_models().chat)


def _text_by_rules(inquiry: Inquiry) -> Outcome | None:
    """What rules find in the text, before a small model writes, over which it takes a quarter of a minute."""
    if inquiry.tier != "local":
        return None
    models = replace(inquiry.require_models(), chat=NoModel())
    outcome = answer_from_map(inquiry.analysis, scope=inquiry.scope, models=models, trace=inquiry.trace)
    return outcome if outcome[0].answered and not outcome[0].is_nearest else None


def statements(inquiry: Inquiry) -> Outcome | None:
    """SQL over the views that a model writes; in mode *auto* where neither a plan nor the text is the way.

    A small model is asked only where the user chose SQL: it makes up measures and names.

    None where its rows hold no answer: others are tried before that is said.
    """
    analysis = inquiry.analysis
    is_chosen = inquiry.mode == Run.Mode.SQL
    if inquiry.tier == "none" or not (is_chosen or _is_for_statements(inquiry)):
        return None
    outcome = run_sql_agent(
        analysis.transformed_query,
        scope=inquiry.scope,
        chat=inquiry.require_models().chat,
        trace=inquiry.trace,
        history=inquiry.question.history,
    )
    if outcome[0].answered:
        return outcome
    if is_chosen:
        inquiry.refusals.append(outcome)
    return None


def _is_for_statements(inquiry: Inquiry) -> bool:
    """Whether SQL over all documents can answer what no plan did: one that lacks a figure says which."""
    analysis = inquiry.analysis
    if inquiry.mode != Run.Mode.AUTO or inquiry.tier == "local" or analysis.kind not in WHOLE_SET:
        return False
    is_text = analysis.is_analytical or asks_for_statements(analysis.question) is not None
    return not is_text and not _was_planned(inquiry)


def _was_planned(inquiry: Inquiry) -> bool:
    """Whether rules made a plan, for which a figure is not stored."""
    return any(draft.plan and not draft.tentative for draft, _ in inquiry.refusals)


def templates(inquiry: Inquiry) -> Outcome | None:
    """Template SQL where the user chose SQL: in place of a model, or where a model's found no answer."""
    if inquiry.mode != Run.Mode.SQL:
        return None
    analysis, scope, trace = inquiry.analysis, inquiry.scope, inquiry.trace
    has_model = inquiry.tier != "none"
    why = "The agent found no answer" if has_model else "No model is set up"
    with trace.step("route", f"{why}, so template SQL answers in place of the agent"):
        pass
    outcome = answer_from_facts(analysis, scope=scope, trace=trace, insist=not has_model)
    if outcome is None or outcome[0].answered:
        return outcome
    inquiry.refusals.append(outcome)
    return None


def searched(inquiry: Inquiry) -> Outcome | None:
    """The search agent's answer, or its question back, where the user chose it."""
    return answer_by_search(inquiry) if inquiry.mode == Run.Mode.SEARCH else None


def joined(inquiry: Inquiry) -> Outcome | None:
    """Rows of many documents, or a value of a document that is linked with what the question names."""
    if inquiry.mode != Run.Mode.AUTO:
        return None
    if outcome := answer_by_rows(begin(inquiry)):
        return outcome
    search = begin(inquiry)
    ways = (answer_by_lists, answer_by_joins, answer_by_chains)
    outcome = next((outcome for way in ways if (outcome := way(search, next_step))), None)
    return outcome or (answer_how(begin(inquiry)) if inquiry.tier == "none" else None)


def passages(inquiry: Inquiry) -> Outcome | None:
    """By the document map and text search, in the words of the passages or of a model.

    Where these hold no answer either, rows may answer in part; else the first route that found something
    missing says what.
    """
    models = inquiry.require_models()
    if inquiry.translations and inquiry.tier == "local":  # which was asked in the language of the text
        models = replace(models, chat=NoModel())
    draft, evidence = answer_from_map(
        inquiry.analysis,
        scope=inquiry.scope,
        models=models,
        trace=inquiry.trace,
        candidates=inquiry.question.options.get("max_candidates"),
        documents=inquiry.question.options.get("max_documents"),
        top_k=inquiry.question.options.get("top_k"),
    )
    if in_part(inquiry) and (draft.is_nearest or not draft.answered):
        return None
    if draft.answered or not inquiry.refusals:
        return draft, evidence
    refused, looked = inquiry.refusals[0]
    warnings = (*refused.warnings, *draft.warnings)
    tried = (*(each for _, other in inquiry.refusals for each in other.tried), *evidence.tried)
    nearest = looked.nearest or evidence.nearest
    return replace(refused, warnings=warnings), replace(evidence, tried=tried, nearest=nearest)


def in_part(inquiry: Inquiry) -> Outcome | None:
    """What rows have for all but a word or two of the question, where nothing else answers."""
    return next((outcome for outcome in inquiry.refusals if outcome[0].answered), None)


AT_ONCE = (Route(Run.Mode.FACTS, facts),)
# Of the question as a model reads it, where one does.
ROUTES = (
    Route(Run.Mode.SEARCH, searched),
    Route(Run.Mode.FACTS, facts_as_reread),
    Route(Run.Mode.SEARCH, joined),
    Route(Run.Mode.FACTS, unknown_subjects),
    Route(Run.Mode.MAP, text_as_asked),
    Route(Run.Mode.FACTS, facts_translated),
    Route(Run.Mode.MAP, text_translated),
    Route(Run.Mode.FACTS, planned),
    Route(Run.Mode.FACTS, tables_written),
    Route(Run.Mode.SQL, statements),
    Route(Run.Mode.SQL, templates),
    Route(Run.Mode.MAP, passages),
    Route(Run.Mode.FACTS, in_part),
)


def _facts_further_off(analysis: QueryAnalysis, scope: Scope, trace: Trace) -> Outcome | None:
    """The answer from documents that the pre-filter left out; None where they hold none either."""
    asks_for_figures = analysis.measures or find_ratios(analysis.question)
    further = wider(analysis, scope) if asks_for_figures else None
    if further is None:
        return None
    tell_widened(trace, scope, further)
    outcome = answer_from_facts(analysis, scope=further, trace=trace)
    return outcome if outcome and outcome[0].answered else None
