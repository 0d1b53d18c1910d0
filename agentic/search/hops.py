"""Questions that need two documents: the first step's results fill the next.

“Who signed the contract that the invoice of May refers to?”: the invoice, then the contract that it shares a
number or a name with, then what is asked of that.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from agentic.annotations import annotations_search
from agentic.evidence import Draft, Evidence, Span
from agentic.outcome import Outcome, coverage
from agentic.search.decisions.question import decompose
from agentic.trace import Trace
from agentic.verification.sentences.statements import own_mark
from documents.models import Document, TableRow, Workspace
from retrieval.annotations.fields import Fields
from retrieval.question.analyse import analyse
from retrieval.question.kinds import DOCUMENT_NOUNS
from retrieval.scope.conditions import documents_called
from retrieval.scope.model import Scope
from retrieval.stems import stems

_NOUNS = "|".join(sorted(DOCUMENT_NOUNS, key=len, reverse=True))
HOP = re.compile(
    rf"^(?P<ask>.+?)\b(?:the|a|this)\s+(?P<kind>{_NOUNS})\s+(?:that|which|to which)\s+"
    r"(?P<other>(?:the|an?)\s+.+?)\s+"
    r"(?:refers?(?: to)?|mentions?|names?|cites?|belongs? to|relates? to|is based on)\s*\W*$",
    re.IGNORECASE,
)
MOST = 20  # documents of one step


@dataclass(frozen=True)
class Link:
    """A value that a document of each kind gives. `row`, `other`: where they say so."""

    row: TableRow
    other: TableRow


def answer_in_steps(question: str, known: Fields, *, scope: Scope, trace: Trace) -> Outcome | None:
    """The answer over two documents; None where the question needs one, or a step finds nothing."""
    found = HOP.match(question)
    if found is None:
        return None
    kind, workspace = found["kind"].lower(), scope.workspace
    with trace.step("decompose", "Take the question apart into steps") as step:
        first = f"List {found['other']}"
        step.output = {"subqueries": [first, f"The {kind} that shares a value with it", found["ask"].strip()]}
    starts = _documents_of(first, known, workspace, scope, trace)
    with trace.step("search", f"Find the {kind} that shares a number or a name", of=len(starts)) as step:
        links = _links(starts, kind, workspace, scope)
        step.rows = len(links)
        step.output = {
            "by": [f"{link.row.label}: {link.row.properties.get(link.row.label)}" for link in links]
        }
    told = [(link, row) for link in links for row in _asked_of(link.other.document_id, found["ask"])]
    return _told(told, scope) if told else None


def _documents_of(
    words: str, known: Fields, workspace: Workspace, scope: Scope, trace: Trace
) -> Sequence[int]:
    asked = decompose(analyse(words, workspace=workspace), known)
    if not asked.constraints:
        return []
    with trace.step("sql", words) as step:
        table = annotations_search(
            workspace=workspace,
            filters=asked.constraints,
            document_ids=scope.chosen or (),
            by_document=True,
            top_k=MOST,
        )
        step.sql, step.rows = table.sql, len(table.rows)
    return [row[table.columns.index("document_id")] for row in table.rows]


def _links(starts: Sequence[int], kind: str, workspace: Workspace, scope: Scope) -> list[Link]:
    """Values of the first documents that documents of the kind give under the same label, numbers first."""
    rows = TableRow.objects.answering().filter(anchored=True, table="properties").select_related("document")
    own = [row for row in rows.filter(document__in=starts) if isinstance(row.properties.get(row.label), str)]
    targets = Document.objects.filter(documents_called([kind]), workspace=workspace, status="ready")
    targets = targets.exclude(pk__in=starts)
    if scope.chosen is not None:
        targets = targets.filter(pk__in=scope.chosen)
    links = []
    for row in own:
        value = row.properties[row.label]
        if not re.search(r"\d", value) or len(value) < 4 or "date" in row.label.casefold():
            continue
        same = rows.filter(document__in=targets, label=row.label)
        links += [Link(row, other) for other in same if other.properties.get(other.label) == value]
    return links[:MOST]


def _asked_of(document: int, ask: str) -> list[TableRow]:
    """The properties of the document whose label says what is asked: “Signed by” of “who signed”."""
    wanted = stems(ask)
    rows = TableRow.objects.answering().filter(document=document, anchored=True, table="properties")
    return [row for row in rows.select_related("document").order_by("pk") if wanted & stems(row.label)]


def _told(told: Sequence[tuple[Link, TableRow]], scope: Scope) -> Outcome:
    spans: list[Span] = []
    lines = []
    for link, row in told:
        marks = "".join(own_mark(_number(spans, each)) for each in (row, link.other, link.row))
        lines.append(
            f"{row.label}: {row.properties.get(row.label)}, of {row.document.filename}, which gives the same "
            f"{link.row.label.lower()} as {link.row.document.filename} {marks}."
        )
    text = "\n".join(f"- {line}" for line in dict.fromkeys(lines)) if len(set(lines)) > 1 else lines[0]
    return Draft(text=text), Evidence(spans=tuple(spans), coverage=coverage(scope))


def _number(spans: list[Span], row: TableRow) -> int:
    span = Span(
        document_id=row.document_id,
        filename=row.document.filename,
        page=row.page,
        quote=row.quote,
        kind="row",
        fact_id=row.pk,
    )
    if span not in spans:
        spans.append(span)
    return spans.index(span) + 1
