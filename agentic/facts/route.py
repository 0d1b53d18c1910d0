"""The facts route: which handler answers a question, if any is sure."""

from __future__ import annotations

from agentic.evidence import Draft, Evidence
from agentic.facts.documents import answer_conflicts, answer_documents, answer_versions
from agentic.facts.figures import answer_figures
from agentic.facts.mentions import answer_mentions
from agentic.facts.offices import answer_office
from agentic.facts.phrases import answer_phrase
from agentic.facts.properties import answer_property
from agentic.facts.result import Outcome, Workings, coverage
from agentic.trace import Trace
from retrieval.analysis import QueryAnalysis
from retrieval.prefilter import Scope

HANDLERS = (answer_office, answer_property, answer_figures, answer_mentions, answer_phrase, answer_documents)


def answer_from_facts(
    analysis: QueryAnalysis, *, scope: Scope, trace: Trace, insist: bool = False
) -> Outcome | None:
    """The answer by template SQL; None where the rules do not understand every word of the question.

    `insist`: answer with what was understood, or say what was tried, rather than None.
    """
    workings = Workings(scope.workspace, trace)
    handlers = {"conflict": (answer_conflicts,), "version": (answer_versions,)}.get(analysis.kind, ())
    if not analysis.is_analytical or insist:
        for handler in (*handlers, *HANDLERS):
            outcome = handler(analysis, scope, workings, insist=insist)
            if outcome is not None:
                return outcome
    return _nothing(analysis, scope, workings) if insist else None


def _nothing(analysis: QueryAnalysis, scope: Scope, workings: Workings) -> Outcome:
    tried = [f"{len(table.rows)} rows: {table.explanation}" for table in workings.tables]
    if not tried:
        tried = ["No label, property or kind of document in this workspace goes by the question's words"]
    text = "These documents hold no figure or property that answers this."
    evidence = Evidence(tables=(), coverage=coverage(scope), tried=tuple(tried))
    return Draft(text=text, answered=False), evidence
