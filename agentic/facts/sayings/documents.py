"""Questions about the documents themselves: lists, counts, editions, disagreements."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from decimal import Decimal

from django.conf import settings

from agentic.evidence import Draft, Evidence, Figure, ResultTable, Span
from agentic.facts.case import Case
from agentic.facts.figures.target import ASKING
from agentic.facts.queries import of_documents
from agentic.facts.workings import shown
from agentic.outcome import Outcome, coverage
from agentic.properties import telling
from documents.models import Document
from retrieval.properties.guard import unbound
from retrieval.question.model import QueryAnalysis
from retrieval.question.naming.mentions import Mention
from retrieval.scope.conditions import documents_called
from retrieval.scope.document_kinds import kind_sql
from retrieval.scope.model import Scope
from retrieval.sql import literal
from retrieval.stems import stems

LISTED = 100  # documents said one by one
MOST_ROWS = 500  # documents shown in a table
ANY_KIND = ("document", "file")
ABOUT_DOCUMENTS = "document file upload exist available there workspace have in"


def answer_documents(case: Case) -> Outcome | None:
    """A list or count of documents by kind and organization; None where the question asks for more."""
    if not case.analysis.document_nouns or case.analysis.kind not in ("list", "count"):
        return None
    unsaid = unbound(case.analysis)
    if (unsaid or unexplained(case.analysis)) and not case.insist:
        return None
    scope, kinds = _whole(case.scope), _kinds(case.analysis.document_nouns)
    source = _documents_sql(case.analysis, scope)
    table = case.select(
        "SELECT d.id, d.filename, d.title, d.document_type, d.document_date, d.page_count\n"
        f"{source}\nORDER BY d.document_date, d.filename\nLIMIT {MOST_ROWS}",
        f"Find the {kinds}",
    )
    count = len(table.rows)
    if count == MOST_ROWS:
        count = int(case.select(f"SELECT count(*) AS documents\n{source}", f"Count the {kinds}").rows[0][0])
    spans = [_span(row) for row in table.rows]
    listing = "; ".join(
        f"{row[1]} {case.cite(span)}" for row, span in zip(table.rows[:LISTED], spans, strict=False)
    )
    rest = count - LISTED
    if rest > 0:
        listing += f"; and {rest} more"
    noun = _kinds(case.analysis.document_nouns, many=count != 1)
    text = f"There {'is' if count == 1 else 'are'} {count} {noun}" + (f": {listing}." if listing else ".")
    if unsaid:
        text += f" Not taken into account: {', '.join(f'“{words}”' for words in unsaid)}."
    figures = [Figure(value=Decimal(count), text=str(count), label=f"number of {noun}")]
    if rest > 0:
        figures.append(Figure(value=Decimal(rest), text=str(rest), label=f"number of {noun} not named"))
    rows = [(row[1:], span) for row, span in zip(table.rows, spans, strict=True)]
    return Draft(text=text), Evidence(
        spans=tuple(case.workings.spans),
        figures=tuple(figures),
        tables=(shown(("Document", "Title", "Type", "Date", "Pages"), rows, table.sql),) if rows else (),
        coverage=coverage(scope),
        tried=(f"{table.explanation}: {count}",),
    )


def _whole(scope: Scope) -> Scope:
    """The scope; where it keeps no more than the likeliest of many documents, all of them."""
    is_cut = scope.is_likely and scope.candidates >= settings.RAGSITE_MAX_CANDIDATES
    return scope.opened if is_cut else scope


def unexplained(analysis: QueryAnalysis, named: Sequence[Mention] = ()) -> set[str]:
    """The stems of words that neither ask nor name a document, an organization, a time or those `named`."""
    text = analysis.question
    mentions: tuple[Mention, ...] = (*analysis.document_nouns, *analysis.organizations, *named)
    for start, end in [*((m.start, m.end) for m in mentions), *analysis.time_spans]:
        text = text[:start] + " " * (end - start) + text[end:]
    return stems(text) - stems(ASKING) - stems(ABOUT_DOCUMENTS)


def _kinds(nouns: tuple[Mention, ...], *, many: bool = True) -> str:
    """“contracts and reports”; a document in general beside them says no more."""
    names = list(dict.fromkeys(m.name for m in nouns))
    kinds = [name for name in names if name not in ANY_KIND] or names[:1]
    return " and ".join(telling.plural(kind) if many else kind for kind in kinds)


def _documents_sql(analysis: QueryAnalysis, scope: Scope) -> str:
    """FROM and WHERE of the documents asked for."""
    nouns = [m.name for m in analysis.document_nouns if m.name not in ANY_KIND]
    conditions = ["d.status = 'ready'"]
    if scope.document_ids is not None:
        documents = scope.documents()
        if nouns:
            documents = documents.filter(documents_called(nouns))
        ids = list(documents.values_list("pk", flat=True))
        conditions.append(of_documents(ids).replace("m.document_id", "d.id"))
    elif nouns:
        conditions.append(f"({' OR '.join(map(kind_sql, nouns))})")
    if analysis.organizations:
        names = ", ".join(literal(name) for m in analysis.organizations for name in m.names)
        conditions.append(f"d.organizations && ARRAY[{names}]::text[]")
    if analysis.date_from or analysis.date_to:
        low, high = literal(analysis.date_from or date.min), literal(analysis.date_to or date.max)
        conditions.append(
            f"(d.document_date BETWEEN {low} AND {high}"
            f" OR (d.period_start <= {high} AND d.period_end >= {low}))"
        )
    return f"FROM documents d\nWHERE {' AND '.join(conditions)}"


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
    nouns = [m.name for m in case.analysis.document_nouns if m.name not in ANY_KIND]
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
