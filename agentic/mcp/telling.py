"""What each tool for other agents tells, as JSON: rows with fact, page and boxes, and their coverage."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet

from agentic.api.drafts import check_json
from agentic.api.presentation import run_json
from agentic.evidence import Span
from agentic.mcp.caller import Caller, Tell
from agentic.mcp.places import places_of
from agentic.models import Run
from agentic.routes.tools import TOOLS, Bench, ToolResult, tool_result
from agentic.selectors import run_for
from agentic.sql.execution import SQLFailed, run_select
from agentic.sql.schema import present, schema_guide
from agentic.verification.drafts import check_draft
from documents.library.catalogue.presentation import fact_json
from documents.library.selectors import document_for, facts_of
from documents.models import Document, Status, Workspace
from documents.providers import get_embedder
from ragsite.storage.database import in_passing
from retrieval.scope.filters import BadSearch
from retrieval.scope.model import Scope

Json = dict[str, Any]
LISTED = 25  # measures in a refusal
NO_COLUMN = re.compile(r"column .* does not exist")
WORDS_OF = {  # kind of fact → columns that a search looks through
    "metric": ("metric_name", "canonical_name", "entity_name", "context"),
    "claim": ("claim_text", "topic"),
    "entity": ("entity_name", "title"),
    "topic": ("topic_name",),
    "row": ("table", "label", "quote"),
}
TOLD = (
    "run_id", "status", "answer", "kind", "answered", "proven", "mode", "route", "tier", "answered_for",
    "not_considered", "warnings", "tried", "coverage", "clarification", "matches", "queries_executed",
    "seconds", "error",
)  # fmt: skip


class ToolFailed(Exception):
    """The call was understood and gives nothing; the message is a sentence for the agent."""


@dataclass(frozen=True)
class Call:
    """One call in one workspace. `asked`: the tool's arguments."""

    caller: Caller
    workspace: Workspace
    asked: Any
    tell: Tell


# --- searches ---


def _bare(call: Call) -> Json:
    """The arguments that the tool of the search agent takes: those that were given."""
    return call.asked.model_dump(exclude={"workspace", "boxes"}, exclude_unset=True)


async def passages_by_words(call: Call) -> Json:
    return await in_passing(_told_passages)(call, await _from_toolbox("search_text", call))


async def passages_by_meaning(call: Call) -> Json:
    asked = call.asked.model_dump(exclude={"workspace", "boxes"})
    found = await call.caller.desk.search_semantic(call.caller.user, call.workspace, asked)
    return await in_passing(_told_passages)(call, found)


async def rows(call: Call) -> Json:
    return await in_passing(_told_rows)(call, await _from_toolbox("annotations_search", call))


async def aggregate(call: Call) -> Json:
    return await in_passing(_told_rows)(call, await _from_toolbox("annotations_aggregate", call))


async def metadata(call: Call) -> Json:
    found = _succeeded(await _from_toolbox("get_document_metadata", call))
    coverage = await in_passing(_coverage)(call, considered=1, matched=1)
    return {**found.output, "coverage": coverage, "queries_executed": list(found.statements)}


async def _from_toolbox(name: str, call: Call) -> ToolResult:
    bench = Bench(call.workspace, get_embedder())  # made, not loaded: these tools embed nothing
    return await in_passing(tool_result)(TOOLS[name], _bare(call), bench)


def _told_passages(call: Call, found: ToolResult) -> Json:
    output = _succeeded(found).output
    places = places_of(found.spans, call.workspace, boxes=call.asked.boxes)
    hits = [{**hit, "source": place} for hit, place in zip(output["hits"], places, strict=True)]
    return {
        "hits": hits,
        "note": output["note"],
        "coverage": _coverage(call, considered=output["documents"], spans=found.spans),
        "queries_executed": list(found.statements),
    }


def _told_rows(call: Call, found: ToolResult) -> Json:
    output = _succeeded(found).output
    known = any(span is not None for span in found.spans)
    matched = output.get("total_documents")
    return {
        **output,
        "sources": places_of(found.spans, call.workspace, boxes=call.asked.boxes) if known else [],
        "coverage": _coverage(call, matched=matched, spans=found.spans if known else None),
        "queries_executed": list(found.statements),
    }


def _succeeded(found: ToolResult) -> ToolResult:
    if found.error:
        raise ToolFailed(found.error)
    return found


def _coverage(
    call: Call,
    *,
    considered: int | None = None,
    matched: int | None = None,
    spans: Any = None,
) -> Json:
    """Documents that could be asked, that were looked through, and in which something was found."""
    total = call.workspace.documents.filter(status=Status.READY).count()
    if matched is None and spans is not None:
        matched = len({span.document_id for span in spans if span is not None})
    return {"total": total, "considered": total if considered is None else considered, "matched": matched}


# --- questions ---


async def ask(call: Call) -> Json:
    asked, desk, user = call.asked, call.caller.desk, call.caller.user
    if asked.run_id:
        run = await in_passing(_own_run)(call)
        if asked.option:
            run = await desk.go_on(user, run, asked.option)
    else:
        await in_passing(_check_documents)(call)
        given = {
            "workspace": call.workspace,
            "question": asked.question,
            "mode": asked.mode,
            "document_ids": asked.document_ids,
        }
        run = await desk.ask(user, given)
    run = await desk.wait(user, run, asked.wait, call.tell)
    return await in_passing(_told_run)(call, run)


def _check_documents(call: Call) -> None:
    """Raises `Document.DoesNotExist` for a document that is not of the workspace."""
    asked = call.asked.document_ids
    known = set(call.workspace.documents.filter(pk__in=asked).values_list("pk", flat=True))
    for pk in asked:
        if pk not in known:
            raise Document.DoesNotExist(f"There is no document {pk} in “{call.workspace.slug}”.")


def _own_run(call: Call) -> Run:
    try:
        run = run_for(call.caller.user, UUID(call.asked.run_id))
    except ValueError:
        raise Run.DoesNotExist(f"There is no run “{call.asked.run_id[:40]}”.") from None
    if run.workspace_id != call.workspace.pk:
        raise Run.DoesNotExist(f"There is no run {run.pk} in “{call.workspace.slug}”.")
    return run


def _told_run(call: Call, run: Run) -> Json:
    told = run_json(run)
    if not run.is_over:
        message = "It is not answered yet: call `ask` with this run_id to wait on."
        return {"run_id": str(run.pk), "status": run.status, "message": message}
    boxes = call.asked.boxes
    cited = [_span_of(citation) for citation in told["citations"]]
    numbers = [_span_of(number) for number in told["numbers"]]
    places = places_of([*cited, *numbers], call.workspace, boxes=boxes)
    return {
        **{name: told[name] for name in TOLD},
        "citations": [
            {"number": citation["number"], "source": place}
            for citation, place in zip(told["citations"], places, strict=False)
        ],
        "numbers": [
            {**{k: number.get(k) for k in ("text", "value", "status", "formula", "note")}, "source": place}
            for number, place in zip(told["numbers"], places[len(cited) :], strict=True)
        ],
        "tables": [
            {name: table[name] for name in ("columns", "rows", "truncated")} for table in told["tables"]
        ],
    }


def _span_of(finding: Mapping[str, Any]) -> Span | None:
    """The place that a citation or a number of a stored answer names."""
    if not finding.get("document_id"):
        return None
    return Span(
        document_id=finding["document_id"],
        filename=finding["document"],
        page=finding.get("page"),
        quote=finding.get("quote") or "",
        kind=finding.get("kind") or "",
        fact_id=finding.get("fact_id"),
    )


# --- facts, SQL, drafts ---


async def facts(call: Call) -> Json:
    return await in_passing(_told_facts)(call)


def _told_facts(call: Call) -> Json:
    asked = call.asked
    rows = _facts_asked_for(call)
    total = rows.count()
    shown = list(rows[asked.offset : asked.offset + asked.limit])
    spans = [_span_of_fact(asked.kind, fact) for fact in shown]
    places = places_of(spans, call.workspace, boxes=asked.boxes)
    facts = [
        {"id": fact.pk, **fact_json(asked.kind, fact), "source": place}
        for fact, place in zip(shown, places, strict=True)
    ]
    matched = rows.order_by().values("document_id").distinct().count()
    return {
        "facts": facts,
        "total": total,
        "truncated": total > asked.offset + len(facts),
        "coverage": _coverage(call, matched=matched),
    }


def _facts_asked_for(call: Call) -> QuerySet[Any]:
    asked, user = call.asked, call.caller.user
    document = None
    if asked.document_id is not None:
        document = document_for(user, asked.document_id)
        if document.workspace_id != call.workspace.pk:
            raise Document.DoesNotExist(f"There is no document {document.pk} in “{call.workspace.slug}”.")
    rows = facts_of(user, call.workspace, asked.kind, document=document).filter(kept_out=False)
    for word in asked.search.split():
        holds = Q()
        for column in WORDS_OF[asked.kind]:
            holds |= Q(**{f"{column}__icontains": word})
        rows = rows.filter(holds)
    if asked.kind != "metric" and (asked.measure or asked.fiscal_year is not None):
        raise BadSearch("“measure” and “fiscal_year” are of metrics: leave them out for other kinds.")
    if asked.measure:
        known = list(
            rows.exclude(canonical_name="").order_by().values_list("canonical_name", flat=True).distinct()
        )
        if asked.measure not in known:
            told = f": use {', '.join(sorted(known)[:LISTED])}" if known else ", nor any other"
            raise BadSearch(f"There is no measure “{asked.measure[:40]}” here{told}.")
        rows = rows.filter(canonical_name=asked.measure)
    return rows if asked.fiscal_year is None else rows.filter(fiscal_year=asked.fiscal_year)


def _span_of_fact(kind: str, fact: Any) -> Span:
    return Span(
        document_id=fact.document_id,
        filename=fact.document.filename,
        page=fact.page,
        quote=fact.quote,
        kind=kind,
        fact_id=fact.pk,
    )


async def sql(call: Call) -> Json:
    return await in_passing(_told_statement)(call)


def _told_statement(call: Call) -> Json:
    try:
        table = run_select(call.asked.statement, workspace=call.workspace)
    except SQLFailed as error:
        if NO_COLUMN.search(str(error)):
            raise SQLFailed(
                f"{str(error).rstrip('.')}: describe_schema tells those that there are."
            ) from None
        raise
    known = any(span is not None for span in table.spans)
    return {
        "columns": list(table.columns),
        "rows": [list(row) for row in table.rows],
        "truncated": table.truncated,
        "sources": places_of(table.spans, call.workspace, boxes=call.asked.boxes) if known else [],
        "coverage": _coverage(call, spans=table.spans if known else None),
        "queries_executed": [table.sql],
    }


async def schema(call: Call) -> Json:
    return await in_passing(_told_schema)(call)


def _told_schema(call: Call) -> Json:
    return {"text": f"{schema_guide()}\n\n{present(Scope.of(call.workspace))}"}


async def check_numbers(call: Call) -> Json:
    return await in_passing(_told_check)(call)


def _told_check(call: Call) -> Json:
    check = check_draft(call.asked.draft, workspace=call.workspace)
    return {
        **check_json(check, call.workspace, boxes=call.asked.boxes),
        "coverage": _coverage(call, considered=check.considered, matched=check.read),
    }


async def workspace_told(call: Call) -> Json:
    return await in_passing(_told_workspace)(call)


def _told_workspace(call: Call) -> Json:
    workspace = call.workspace
    return {"name": workspace.name, "kind": workspace.kind, "coverage": _coverage(call)}
