"""Which documents name somebody or something that was read from them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from agentic.evidence import Draft, Evidence, Figure, Span
from agentic.facts import wording
from agentic.facts.case import Case
from agentic.facts.queries import of_documents
from agentic.facts.sayings.documents import LISTED, unexplained
from agentic.facts.workings import shown
from agentic.outcome import Outcome, coverage
from agentic.trace import Trace
from retrieval.question.model import QueryAnalysis
from retrieval.question.naming.mentions import Mention
from retrieval.scope.model import Scope
from retrieval.sql import literal
from retrieval.stems import stems

MENTIONING = re.compile(
    r"\b(?:mention|name|refer(?:s|red)? to|speak(?:s)? of|talk(?:s)? about)", re.IGNORECASE
)
SPEAKING = re.compile(  # of what stands in a text, whatever else documents give under the word
    r"\b(?:mention|refer(?:s|red)? to|speak(?:s)? of|talk(?:s)? about)", re.IGNORECASE
)
SAYING = (
    "mention mentions mentioned name names named naming refer refers referring speak speaks talk talks about"
)
NAMED = """
SELECT DISTINCT ON (d.filename, d.id) e.id, d.id AS document_id, d.filename, e.entity_name, e.role,
       e.page, e.quote
FROM entities e
JOIN documents d ON d.id = e.document_id
WHERE e.anchored AND d.status = 'ready' AND e.entity_name IN ({names}){documents}
ORDER BY d.filename, d.id, e.page, e.id
LIMIT 500""".strip()


def answer_mentions(case: Case) -> Outcome | None:
    """The documents that name those of the question, each with the place; None where it asks for more."""
    names = [name for mention in _mentions(case.analysis) for name in mention.names]
    nouns = {mention.name for mention in case.analysis.document_nouns}
    if not names or nouns - {"document", "file"} or not nouns or case.analysis.kind not in ("list", "count"):
        return None
    if not MENTIONING.search(case.question):
        return None
    if unexplained(case.analysis, _mentions(case.analysis)) - stems(SAYING) and not case.insist:
        return None
    if case.scope.filters:  # documents about others name them too: only a user's own choice narrows this
        case = case.looking_everywhere()
    statement = NAMED.format(names=", ".join(literal(name) for name in names), documents=_within(case.scope))
    table = case.select(statement, f"Find documents that name {names[0]}")
    spans = [entity_span(row) for row in table.rows]
    count, plural = len(table.rows), "" if len(table.rows) == 1 else "s"
    listing = "; ".join(
        f"{row[2]} {case.cite(span)}" for row, span in zip(table.rows[:LISTED], spans, strict=False)
    )
    verb = "name" if plural else "names"
    text = f"{count} document{plural} {verb} {names[0]}" + (f": {listing}." if listing else ".")
    rows = [((row[2], row[3], row[4], row[5]), span) for row, span in zip(table.rows, spans, strict=True)]
    return Draft(text=text), Evidence(
        spans=tuple(case.workings.spans),
        figures=(Figure(value=Decimal(count), text=str(count), label="number of documents"),),
        tables=(shown(("Document", "Name", "Role", "Page"), rows, table.sql),) if rows else (),
        coverage=coverage(case.scope),
        tried=(f"{table.explanation}: {count}",),
    )


def _mentions(analysis: QueryAnalysis) -> Sequence[Mention]:
    return (
        *analysis.organizations,
        *analysis.people,
        *analysis.products,
        *analysis.locations,
        *analysis.events,
    )


def _within(scope: Scope) -> str:
    ids = None if scope.document_ids is None else list(scope.document_ids)
    return f"\n  AND {of_documents(ids).replace('m.document_id', 'd.id')}" if ids is not None else ""


def entity_span(row: tuple) -> Span:
    return Span(document_id=row[1], filename=row[2], page=row[5], quote=row[6], kind="entity", fact_id=row[0])


def not_mentioned(names: Sequence[str], scope: Scope, trace: Trace) -> Outcome:
    """That no document mentions them, in place of what the documents say of others."""
    said = wording.joined(list(names))
    with trace.step("search", f"Look for {said} in all texts, titles and file names") as step:
        step.rows = 0
    text = f"No document mentions {said}: check the name, or upload a document about it."
    everything = scope if scope.is_chosen else replace(scope, document_ids=None)
    tried = (f"Looked for {said} in all texts, titles and file names of {everything.candidates} documents",)
    return Draft(text=text, answered=False), Evidence(coverage=coverage(everything), tried=tried)
