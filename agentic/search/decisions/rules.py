"""What rules decide where no model is needed: the route, the first queries, and whether they were enough."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from agentic.annotations import annotations_count
from agentic.search.decisions.steps import (
    Decomposition,
    Review,
    RouteChoice,
    RouteName,
    SearchPlan,
    ToolCall,
)
from agentic.search.toolbox import FACTS, Toolbox
from documents.models import Workspace
from retrieval.annotations.conditions import COLUMNS
from retrieval.annotations.fields import Fields
from retrieval.scope.filters import DOCUMENT_FIELDS

ROWS = 300
ROUTES: tuple[RouteName, ...] = ("structured", "hybrid", "long-text")


def route_of(asked: Decomposition, best: RouteName | None = None) -> RouteChoice:
    """By the sheet: explicit fields, annotations first; partly fields, both; none, summaries and chunks.

    `best`: the route that answered most questions of this kind, taken where the rules are not sure.
    """
    wants_rows = asked.intent in ("list", "compute")
    if wants_rows and asked.is_structured:
        return RouteChoice(
            route="structured",
            reason=f"A {asked.intent} by fields that rows and documents have",
            fallback=["hybrid", "long-text"],
        )
    if asked.intent in ("summarize", "qa") and not asked.is_structured:
        route, others = _tie("long-text", best, asked)
        return RouteChoice(
            route=route,
            reason="No field is named: by meaning over summaries, then over passages",
            fallback=others,
        )
    route, others = _tie("hybrid", best, asked)
    return RouteChoice(route=route, reason="Only a part of it is said by fields", fallback=others)


def _tie(usual: RouteName, best: RouteName | None, asked: Decomposition) -> tuple[RouteName, list[RouteName]]:
    """The route that did best before, where it can be taken; and the others in order."""
    has_rows = bool(asked.constraints or asked.measure)
    first = best if best and (best != "structured" or has_rows) else usual
    order: list[RouteName] = [first, usual, "hybrid", "long-text"]
    return first, list(dict.fromkeys(order))[1:]


def plan_of(route: RouteName, asked: Decomposition, question: str, known: Fields, most: int) -> SearchPlan:
    """The first queries of a route."""
    if route == "structured":
        return SearchPlan(
            strategy="Rows by their values, in SQL over all documents",
            queries=structured_calls(asked, known),
            max_tool_calls=most,
        )
    filters, bucket = passage_filters(asked), asked.buckets[0] if len(asked.buckets) == 1 else ""
    words = " ".join(asked.terms) or question
    common = {"filters": filters, "bucket": bucket}
    text = ToolCall(tool="search_text", arguments={"query": words, **common}, why="Search passages by words")
    near = ToolCall(
        tool="search_semantic", arguments={"query": question, **common}, why="Search passages by meaning"
    )
    if route == "hybrid":
        return SearchPlan(strategy="By words, then by meaning", queries=[text, near], max_tool_calls=most)
    near.arguments["summaries_first"] = True
    near.why = "Search summaries by meaning, then passages"
    strategy = "Summaries and passages by meaning, then by words"
    return SearchPlan(strategy=strategy, queries=[near, text], max_tool_calls=most)


def structured_calls(asked: Decomposition, known: Fields) -> list[ToolCall]:
    """What rows are asked for: the sum or the extreme first, then the rows that it is of."""
    carrier = carrier_of(asked, known)
    held: dict[str, Any] = {"filters": asked.constraints}
    if len(asked.buckets) == 1:
        held["bucket"] = asked.buckets[0]
    elif asked.buckets:
        held["filters"] = {**asked.constraints, "bucket": {"op": "in", "value": asked.buckets}}
    if asked.in_all:
        return _in_all(asked, held)
    rows = {**held, "top_k": ROWS, "carrier": carrier}
    if asked.function in ("min", "max"):
        sign = "-" if asked.function == "max" else ""
        return [
            _rows(
                {**rows, "order_by": f"{sign}{asked.measure}"},
                f"Find the {asked.function} of {asked.measure}",
            )
        ]
    if asked.function:
        total = {**held, "function": asked.function, "field": asked.measure, "group_by": asked.group_by}
        if asked.by_document:
            total["by_document"] = True
        why = f"Work out the {asked.function}" + (f" of {asked.measure}" if asked.measure else "")
        why += f" by {asked.group_by}" if asked.group_by else ""
        counted = asked.by_document and bool(asked.group_by)  # else the number is the count
        return [
            ToolCall(tool="annotations_aggregate", arguments=total, why=why),
            _rows(
                {**rows, "by_document": asked.by_document, "counted": counted},
                "Find the rows that it is of",
            ),
        ]
    return [_rows({**rows, "by_document": asked.by_document}, "Find what meets the conditions")]


def _rows(arguments: Mapping[str, Any], why: str) -> ToolCall:
    return ToolCall(tool="annotations_search", arguments=dict(arguments), why=why)


def _in_all(asked: Decomposition, held: Mapping[str, Any]) -> list[ToolCall]:
    """One count for each kind of document, by the thing that they may share."""
    return [
        ToolCall(
            tool="annotations_aggregate",
            arguments={
                **held,
                "filters": {**held["filters"], "kind": {"op": "=", "value": kind}},
                "function": "count",
                "group_by": asked.group_by or "title",
                "by_document": True,
            },
            why=f"Count the {kind}s by {asked.group_by or 'title'}",
        )
        for kind in asked.in_all[:3]
    ]


def carrier_of(asked: Decomposition, known: Fields) -> str:
    """The field that a row must have itself: what is computed, compared or shown, in this order."""
    compared = [
        name
        for name, condition in asked.constraints.items()
        if name not in COLUMNS and condition.get("op") not in ("in", "=", "~")
    ]
    if asked.constraints.get("text") and not asked.measure:
        return ""
    return next(iter([*([asked.measure] if asked.measure else []), *compared, *asked.shown]), "")


def passage_filters(asked: Decomposition) -> dict[str, Any]:
    """The conditions that passages' documents can meet; the others are left to rows."""
    return {
        name: condition
        for name, condition in asked.constraints.items()
        if name in DOCUMENT_FIELDS or name == "kind"
    }


def review_of(asked: Decomposition, route: RouteChoice, current: RouteName, box: Toolbox) -> Review:
    """Whether the last call was enough; `more` without a next call goes on with the plan, or the next
    route.
    """
    if not box.called:
        return Review(status="more", reason="Nothing was searched yet")
    last = box.called[-1]
    if last.result.error:
        return Review(status="more", reason=last.result.error)
    if current == "structured" and asked.intent == "list" and last.total > route.max_hits:
        return Review(status="clarify", reason=f"{last.total:,} match, more than {route.max_hits:,}")
    if last.hits >= route.min_hits:
        return Review(status="enough", reason=f"{last.hits:,} hits")
    return Review(
        status="more", reason=f"{last.hits:,} hit{'' if last.hits == 1 else 's'}, fewer than {route.min_hits}"
    )


def first_facts(asked: Decomposition) -> list[ToolCall]:
    """The plan over figures goes first where something is computed or compared."""
    wanted = asked.intent in ("compute", "compare", "qa", "list")
    return [ToolCall(tool=FACTS, why="A plan over the stored figures")] if wanted else []


def counted(call: ToolCall, workspace: Workspace, document_ids: Sequence[int]) -> tuple[int, int]:
    """How many rows, and of how many documents, a search for rows would find."""
    names = ("filters", "bucket", "carrier")
    held = {name: call.arguments[name] for name in names if name in call.arguments}
    return annotations_count(workspace=workspace, document_ids=document_ids, **{"filters": {}, **held})
