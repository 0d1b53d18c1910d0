"""The facts route: which handler answers a question, if any is sure."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from agentic.bills.answer import answer_each_bill, answer_named_bills
from agentic.evidence import Draft, Evidence
from agentic.facts.case import NO_MANNER, Case
from agentic.facts.comparisons.sides import asks_for_moved_part
from agentic.facts.figures.aggregates import asks_for_part
from agentic.facts.figures.lookup import answer_figures, looked_up
from agentic.facts.figures.plain import answer_plain
from agentic.facts.figures.second import (
    EARLIER,
    Second,
    asks_of_earlier,
    beside,
    is_taken_up,
    of_part,
    seconds_of,
    with_second,
)
from agentic.facts.of_document.each import answer_each
from agentic.facts.of_document.parts import answer_part
from agentic.facts.of_document.summary import answer_summary
from agentic.facts.parts.ratios import answer_ratio_of_part
from agentic.facts.parts.shares import answer_shares_of_parts
from agentic.facts.sayings.documents import answer_conflicts, answer_documents, answer_versions
from agentic.facts.sayings.mentions import SPEAKING, answer_mentions
from agentic.facts.sayings.people import answer_office
from agentic.facts.sayings.phrases import answer_phrase
from agentic.facts.sayings.properties import answer_property
from agentic.facts.telling.contradicted import is_other_figure
from agentic.facts.telling.taken import tell_taken
from agentic.facts.workings import Workings
from agentic.outcome import Outcome, coverage
from agentic.plans.companies import answer_companies
from agentic.plans.computed import answer_computed
from agentic.plans.definitions import find_definitions, without_definitions
from agentic.plans.figures.statements import answer_from_statements
from agentic.plans.judgements.judged import answer_judged
from agentic.plans.parts import answer_parts
from agentic.plans.ranked import answer_ranked
from agentic.plans.ratio_series import answer_over
from agentic.plans.series import answer_series
from agentic.properties.answer import answer_by_properties
from agentic.tables.answer import answer_by_times, answer_either, answer_from_rows
from agentic.tables.bill_lines import answer_bill_lines
from agentic.tables.cells.answer import answer_cells
from agentic.tables.cells.choosing import is_of_one_document
from agentic.tables.cells.question import largest_asked
from agentic.tables.common.answer import answer_shared
from agentic.tables.common.same import answer_same
from agentic.tables.linking.answer import answer_linked, answer_whether
from agentic.tables.loading import words_of_tables
from agentic.tables.months.answer import answer_months
from agentic.tables.named_cell import answer_named_cell
from agentic.tables.of_list import answer_of_list
from agentic.tables.partial import answer_in_part
from agentic.tables.planned.answer import answer_planned
from agentic.tables.shortened import in_words_of_headings
from agentic.tables.wide import answer_wide
from agentic.trace import Trace
from documents.models import Metric
from reading.values.legal_forms import without_legal_form
from reading.values.quantities import find_quantities
from reading.values.units import MONEY_UNITS
from retrieval.passages.expected import expected_of
from retrieval.question.analyse import analyse
from retrieval.question.measures import measures_in
from retrieval.question.model import QueryAnalysis
from retrieval.question.naming.mentions import Mention
from retrieval.question.periods.document_periods import as_documents_are_called
from retrieval.question.ratios.named import find_ratios
from retrieval.question.wording.manner import apart, manner_of, without_manner
from retrieval.question.wording.translated import in_english
from retrieval.scope.model import Scope
from retrieval.scope.subject_of_passage import whose
from retrieval.sheets.numbered import without_table

# Of things, not of money: “how many employees”, not “how many dollars”.
HOW_MANY = re.compile(
    r"\bhow many\s+(?!(?:us\s+|u\.s\.\s+)?(?:dollars?|euros?|pounds?|francs?|yen|million|billion)\b)",
    re.IGNORECASE,
)
Handlers = Sequence[Callable[[Case], Outcome | None]]
# Which leave alone what has a word more than they compute.
PLANNED = (
    answer_judged,
    answer_parts,
    answer_shares_of_parts,
    answer_ratio_of_part,
    answer_over,
    answer_companies,
    answer_ranked,
    answer_computed,
    answer_series,
)
OF_ONE_DOCUMENT: Handlers = (answer_part, answer_summary, answer_each)
OF_DOCUMENTS = (
    answer_shared,
    answer_same,
    answer_named_bills,
    answer_by_properties,
    answer_each_bill,
    answer_office,
    answer_property,
    answer_documents,
)
OF_SAYINGS = (answer_mentions, answer_phrase)
OF_FIGURES = (answer_figures, answer_from_statements, *OF_SAYINGS)
OF_KIND = {"conflict": (answer_conflicts,), "version": (answer_versions,)}
BY_TIMES = (answer_by_times,)
OF_ROWS = (
    answer_bill_lines,
    answer_months,
    answer_wide,
    answer_from_rows,
    answer_either,
    answer_cells,
    answer_named_cell,
    answer_planned,
    answer_whether,
)


def case_of(analysis: QueryAnalysis, *, scope: Scope, trace: Trace, insist: bool = False) -> Case:
    """The question as handlers are given it: how it is to be answered, and what it defines, apart."""
    manner, plain = manner_of(analysis.question), without_manner(analysis.question)
    definitions = tuple(find_definitions(plain))
    plain = without_definitions(plain, definitions)
    plain, numbered = without_table(plain, scope)
    if plain != " ".join(analysis.question.split()):
        analysis = replace(analyse(plain, workspace=scope.workspace), inherited=analysis.inherited)
    analysis = as_documents_are_called(analysis, scope.workspace)
    workings = Workings(scope.workspace, trace, scope.chosen)
    return Case(analysis, scope, workings, insist, manner, definitions, numbered)


def answer_from_facts(
    analysis: QueryAnalysis, *, scope: Scope, trace: Trace, insist: bool = False
) -> Outcome | None:
    """The answer by template SQL; None where the rules do not understand every word of the question.

    `insist`: answer with what was understood, or say what was tried, rather than None.
    """
    plain = Case(analysis, scope, Workings(scope.workspace, trace, scope.chosen), insist)
    if (outcome := _first(plain, (answer_plain,))) is not None:
        return outcome
    case = case_of(analysis, scope=scope, trace=trace, insist=insist)
    if (outcome := _figures_in_english(case)) is not None:
        return outcome
    first, rest = apart(case.question)
    if rest and is_taken_up(rest) and (outcome := _in_two(case, first, rest)):
        return outcome
    if (whole := _answered(case)) is not None and not whole[0].tentative:
        return whole
    if not rest:
        first, rest = beside(case.question)
    if rest and (outcome := _in_two(case, first, rest)):
        return outcome
    if (outcome := _in_english(case)) is not None:
        return outcome
    headed = in_words_of_headings(case) if whole is None else ""
    if headed and (outcome := _answered_as(case, headed)) is not None:
        return outcome
    return whole or _in_part(case) or (_nothing(case) if insist else None)


def _in_part(case: Case) -> Outcome | None:
    """What rows have of all but a word or two of the question, as long as nothing else answers."""
    if case.analysis.is_analytical:
        return None
    linked = answer_linked(case)
    outcome = linked
    if outcome is None or outcome[0].tentative:
        outcome = answer_in_part(case) or linked or answer_of_list(case)
    return outcome if outcome and _fits_rows(case, outcome) else None


def _figures_in_english(case: Case) -> Outcome | None:
    """The answer to a question of another language for figures, whose names the facts have in English."""
    english = in_english(case.question, _called(case))
    asks_for_figures = english and (measures_in(english) or find_ratios(english))
    outcome = _answered_as(case, english) if asks_for_figures else None
    return outcome if outcome and outcome[0].answered else None


def _in_english(case: Case) -> Outcome | None:
    """The answer to a question of another language each of whose words is known in English."""
    names = _called(case)
    english = in_english(case.question, names) or in_english(case.question, [*names, *words_of_tables(case)])
    return _answered_as(case, english) if english else None


def _called(case: Case) -> list[str]:
    return [case.question[m.start : m.end] for m in case.analysis.organizations]


def _answered_as(case: Case, english: str) -> Outcome | None:
    """The answer to the question in these words, which says that it was read so."""
    plain = without_manner(english)
    manner = manner_of(english) if case.manner == NO_MANNER else case.manner
    with case.workings.trace.step("plan", f"Read the question as “{english}”"):
        analysis = replace(analyse(plain, workspace=case.scope.workspace), inherited=case.analysis.inherited)
    named = as_documents_are_called(analysis, case.scope.workspace)
    outcome = _answered(replace(case, analysis=named, manner=manner))
    return outcome and (replace(outcome[0], read_as=analysis), outcome[1])


def _in_two(case: Case, first: str, rest: str) -> Outcome | None:
    """What the first part asks, and the second as far as it follows; None where the first has no answer."""
    workspace = case.scope.workspace
    part = replace(analyse(first, workspace=workspace), inherited=case.analysis.inherited)
    own = replace(case, analysis=as_documents_are_called(part, workspace))
    outcome = _answered(own)
    if outcome is None or not outcome[0].answered:
        return None
    second = Second(own, rest)
    further, target = seconds_of(second, outcome)
    if further is not None and EARLIER.fullmatch(rest) and (moved := _moved_since(own, further)):
        return replace(moved[0], about=f"{moved[0].about} {rest}"), moved[1]
    also = None
    if question := of_part(first, rest):
        part = replace(analyse(question, workspace=workspace), inherited=case.analysis.inherited)
        also = _answered(replace(case, analysis=as_documents_are_called(part, case.scope.workspace)))
    if further is not None:
        also = looked_up(further, target) if target else _answered(further) if asks_of_earlier(rest) else None
    return with_second(second, outcome, also)


def _moved_since(case: Case, earlier: Case) -> Outcome | None:
    """How the figure moved since the earlier time, which gives both; None where that cannot be told."""
    periods = (*earlier.analysis.periods, *case.analysis.periods)
    outcome = _answered(case.asking(kind="compare", periods=periods))
    is_move = outcome is not None and (outcome[0].looked_up or {}).get("ask") == "change"
    return outcome if is_move else None


def _answered(case: Case) -> Outcome | None:
    """The first handler's answer that is sure of every word."""
    if (outcome := _first(case, OF_ONE_DOCUMENT)) is not None:
        return outcome
    if case.numbered:
        return _first(case, OF_ROWS)
    if expected_of(case.question).kind == "said":  # no figure and no cell tells what somebody said
        return _of_rest(case, (*OF_DOCUMENTS, *OF_SAYINGS))
    largest = largest_asked(case.question)
    of_parts = case.analysis.organizations and asks_for_moved_part(case.analysis)
    by_cells = not of_parts and (largest or is_of_one_document(case))
    if by_cells and (outcome := answer_cells(case)) is not None:
        return outcome
    if largest and (largest.statement or case.analysis.organizations):
        return None  # a company's rows are no figures with a name: nothing below knows the largest of them
    planned = _first(case, PLANNED)
    if planned and not planned[0].tentative:
        return planned
    rest = _of_rest(case, _in_order(case.analysis))
    return rest if rest and (rest[0].answered or planned is None) else planned


def _of_rest(case: Case, handlers: Handlers) -> Outcome | None:
    """What follows the plans; nothing of a question that asks for reasons, or for what it defines itself."""
    if case.definitions and not case.insist:
        return None
    return None if case.analysis.is_analytical and not case.insist else _first(case, handlers)


def _in_order(analysis: QueryAnalysis) -> Handlers:
    """What answers from facts and rows."""
    of_kind: Handlers = {"conflict": (answer_conflicts,), "version": (answer_versions,)}.get(
        analysis.kind, ()
    )
    # A company's parts are those of a table that adds up to the whole.
    of_parts = asks_for_part(analysis) or asks_for_moved_part(analysis)
    rows = () if analysis.organizations and of_parts else OF_ROWS
    by_rows = (*OF_FIGURES, *rows) if analysis.measures else (*rows, *OF_FIGURES)
    said: Handlers = OF_SAYINGS if SPEAKING.search(analysis.question) else ()
    return (*of_kind, *said, *OF_DOCUMENTS, *by_rows, *(BY_TIMES if rows else ()))


def _first(case: Case, handlers: Handlers) -> Outcome | None:
    """The first outcome; a tentative refusal only where no other handler has one."""
    held = None
    for handler in handlers:
        outcome = handler(case)
        if outcome is not None and handler in (*OF_ROWS, *BY_TIMES) and not _fits_rows(case, outcome):
            continue
        if outcome is not None and handler in OF_FIGURES and _tells_money_for_things(case, outcome):
            continue
        if outcome is not None and not outcome[0].tentative:
            _tell_plan(case, outcome)
            return outcome
        held = held or outcome
    return held


def _fits_rows(case: Case, outcome: Outcome) -> bool:
    """Whether rows are of whom is asked about, and give a number where one of things is asked for."""
    if not speaks_of_whom(case.analysis, outcome) or is_other_figure(case, outcome):
        return False
    if case.analysis.organizations and _is_share_of_statement(outcome):
        return False
    return not _tells_money_for_things(case, outcome)


def _tells_money_for_things(case: Case, outcome: Outcome) -> bool:
    """Whether amounts of money alone are told where it is asked how many of something there are."""
    if not HOW_MANY.search(case.question):
        return False
    units = {each.unit for each in find_quantities(outcome[0].text)}
    return bool(units) and units <= MONEY_UNITS


def _is_share_of_statement(outcome: Outcome) -> bool:
    """Whether rows of a company's report are added up for a share: its rows are different measures."""
    if (outcome[0].plan or {}).get("ask") != "share":
        return False
    documents = {span.document_id for span in outcome[1].places}
    return Metric.objects.answering().filter(document__in=documents).exclude(canonical_name="").exists()


def speaks_of_whom(analysis: QueryAnalysis, outcome: Outcome) -> bool:
    """Whether rows are of the organization asked about: they name it, or stand in a document about it.

    Where no document is about it, that counts only where its measure is asked for.
    """
    draft, evidence = outcome
    subjects = analysis.names.subjects
    written = [mention for mention in analysis.organizations if _is_written(mention, analysis)]
    names = [name for mention in written for name in mention.names]
    if not names and analysis.measures and (mentioned := whose(analysis)).is_only_mentioned:
        names = list(mentioned.names)
    about = {document for name in names for document in subjects.get(name, ())}
    strays = {span.document_id for span in evidence.places} - about
    if not names or not (strays if about else analysis.measures):
        return True
    said = f"{draft.text} {(draft.plan or {}).get('text', '')}".casefold()
    return any(without_legal_form(name).removeprefix("The ").casefold() in said for name in names)


def _is_written(mention: Mention, analysis: QueryAnalysis) -> bool:
    """Whether the question has it as a name: “the project”, with no measure asked, is no LF Projects."""
    words = analysis.question[mention.start : mention.end]
    return words != words.lower() or bool(analysis.measures)


def _tell_plan(case: Case, outcome: Outcome) -> None:
    """What a look-up resolved, as a step of the trace that reads as a sentence, and of which figures."""
    if plan := outcome[0].looked_up:
        with case.workings.trace.step("plan", f"Looked up {plan['text']}") as step:
            step.output = {"plan": plan}
    if outcome[0].answered:
        tell_taken(case.workings)


def _nothing(case: Case) -> Outcome:
    tried = [f"{len(table.rows)} rows: {table.explanation}" for table in case.workings.tables]
    if not tried:
        tried = ["No label, property or kind of document in this workspace goes by the question's words"]
    text = "These documents hold no figure or property that answers this."
    evidence = Evidence(tables=(), coverage=coverage(case.scope), tried=tuple(tried))
    return Draft(text=text, answered=False), evidence
