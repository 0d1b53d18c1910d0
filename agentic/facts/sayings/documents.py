"""Questions about the documents themselves: lists, counts, editions, disagreements."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from decimal import Decimal

from agentic.evidence import Draft, Evidence, Figure, ResultTable, Span
from agentic.facts.case import Case
from agentic.facts.figures.target import ASKING
from agentic.facts.queries import of_documents
from agentic.facts.workings import shown
from agentic.outcome import Outcome, coverage
from agentic.properties.questions.guard import unbound
from documents.models import Document
from retrieval.question.model import QueryAnalysis
from retrieval.question.naming.mentions import Mention
from retrieval.scope.conditions import documents_called
from retrieval.scope.filters import literal
from retrieval.scope.model import Scope
from retrieval.stems import stems

LISTED = 100  # documents shown at most
ABOUT_DOCUMENTS = "document file upload exist available there workspace have in"


def answer_documents(case: Case) -> Outcome | None:
    """A list or count of documents by kind and organization; None where the question asks for more."""
    if not case.analysis.document_nouns or case.analysis.kind not in ("list", "count"):
        return None
    unsaid = unbound(case.analysis)
    if (unsaid or unexplained(case.analysis)) and not case.insist:
        return None
    table = case.select(
        _documents_sql(case.analysis, case.scope), f"Find the {_kinds(case.analysis.document_nouns)}"
    )
    count = len(table.rows)
    spans = [_span(row) for row in table.rows]
    listing = "; ".join(
        f"{row[1]} {case.cite(span)}" for row, span in zip(table.rows[:LISTED], spans, strict=False)
    )
    noun = _kinds(case.analysis.document_nouns, plural=count != 1)
    text = f"There {'is' if count == 1 else 'are'} {count} {noun}" + (f": {listing}." if listing else ".")
    if unsaid:
        text += f" Not taken into account: {', '.join(f'“{words}”' for words in unsaid)}."
    figure = Figure(value=Decimal(count), text=str(count), label=f"number of {noun}")
    rows = [(row[1:], span) for row, span in zip(table.rows, spans, strict=True)]
    return Draft(text=text), Evidence(
        spans=tuple(case.workings.spans),
        figures=(figure,),
        tables=(shown(("Document", "Title", "Type", "Date", "Pages"), rows, table.sql),) if rows else (),
        coverage=coverage(case.scope),
        tried=(f"{table.explanation}: {count}",),
    )


def unexplained(analysis: QueryAnalysis, named: Sequence[Mention] = ()) -> set[str]:
    """The stems of words that neither ask nor name a document, an organization, a time or those `named`."""
    text = analysis.question
    mentions: tuple[Mention, ...] = (*analysis.document_nouns, *analysis.organizations, *named)
    for start, end in [*((m.start, m.end) for m in mentions), *analysis.time_spans]:
        text = text[:start] + " " * (end - start) + text[end:]
    return stems(text) - stems(ASKING) - stems(ABOUT_DOCUMENTS)


def _kinds(nouns: tuple[Mention, ...], *, plural: bool = True) -> str:
    names = dict.fromkeys(m.name for m in nouns)
    return " and ".join(_plural(name) if plural else name for name in names)


def _plural(noun: str) -> str:
    return noun[:-1] + "ies" if noun.endswith("y") else noun + "s"


def _documents_sql(analysis: QueryAnalysis, scope: Scope) -> str:
    documents = scope.documents()
    nouns = [m.name for m in analysis.document_nouns if m.name not in ("document", "file")]
    if nouns:
        documents = documents.filter(documents_called(nouns))
    conditions = ["d.status = 'ready'"]
    if nouns or scope.document_ids is not None:
        conditions.append(
            of_documents(list(documents.values_list("pk", flat=True))).replace("m.document_id", "d.id")
        )
    if analysis.organizations:
        names = ", ".join(literal(name) for m in analysis.organizations for name in m.names)
        conditions.append(f"d.organizations && ARRAY[{names}]::text[]")
    if analysis.date_from or analysis.date_to:
        low, high = literal(analysis.date_from or date.min), literal(analysis.date_to or date.max)
        conditions.append(
            f"(d.document_date BETWEEN {low} AND {high}"
            f" OR (d.period_start <= {high} AND d.period_end >= {low}))"
        )
    return (
        "SELECT d.id, d.filename, d.title, d.document_type, d.document_date, d.page_count\n"
        "FROM documents d\n"
        f"WHERE {' AND '.join(conditions)}\nORDER BY d.document_date, d.filename\nLIMIT 500"
    )


def _span(row: tuple) -> Span:
    return Span(
        document_id=row[0], filename=row[1], page=1, quote=row[2] or "", kind="document", fact_id=row[0]
    )


RELATIONSHIPS = """
SELECT s.id, s.filename, s.title, t.id AS target_id, t.filename AS target,
       t.title AS target_title, r.description
FROM relationships r
JOIN documents s ON s.id = r.source_document_id
JOIN documents t ON t.id = r.target_document_id
WHERE r.relationship_type = {kind}{more}
ORDER BY s.filename, t.filename
LIMIT 200""".strip()


def _related(kind: str, case: Case, why: str) -> ResultTable:
    nouns = [m.name for m in case.analysis.document_nouns if m.name not in ("document", "file")]
    more = ""
    if nouns:
        ids = Document.objects.filter(documents_called(nouns), pk__in=case.scope.documents()).values_list(
            "pk", flat=True
        )
        more = f"\n  AND {of_documents(list(ids)).replace('m.document_id', 's.id')}"
    return case.select(RELATIONSHIPS.format(kind=literal(kind), more=more), why)


def _both(row: tuple) -> tuple[Span, Span]:
    return _span((row[0], row[1], row[2])), _span((row[3], row[4], row[5]))


def answer_conflicts(case: Case) -> Outcome | None:
    """Which documents disagree, and on what."""
    table = _related("contradicts", case, "Find documents that give different values for one figure")
    pairs: dict[frozenset[int], tuple] = {}
    for row in table.rows:
        pairs.setdefault(frozenset((row[0], row[3])), row)
    lines = []
    for row in pairs.values():
        one, other = _both(row)
        lines.append(f"{row[1]} {case.cite(one)} and {row[4]} {case.cite(other)} disagree – {row[6]}.")
    text = "\n".join(f"- {line}" for line in lines) if len(lines) > 1 else "".join(lines)
    return _outcome(
        text or "No two documents give different values for the same figure and period.", table, lines, case
    )


def answer_versions(case: Case) -> Outcome | None:
    """Which editions are in force and which are superseded."""
    table = _related("supersedes", case, "Find documents that supersede others")
    if not table.rows and not case.insist:
        return None
    lines = []
    for row in table.rows:
        new, old = _both(row)
        lines.append(f"{row[1]} {case.cite(new)} is in force; it supersedes {row[4]} {case.cite(old)}.")
    text = "\n".join(f"- {line}" for line in lines) if len(lines) > 1 else "".join(lines)
    return _outcome(text or "No document says that it supersedes another.", table, lines, case)


def _outcome(text: str, table: ResultTable, lines: list[str], case: Case) -> Outcome:
    rows = [((row[1], row[4], row[6]), _both(row)[0]) for row in table.rows]
    return Draft(text=text), Evidence(
        spans=tuple(case.workings.spans),
        tables=(shown(("Document", "Other document", "What"), rows, table.sql),) if rows else (),
        coverage=coverage(case.scope),
        tried=(f"{table.explanation}: {len(lines)}",),
    )
