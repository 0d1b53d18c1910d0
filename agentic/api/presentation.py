"""A run as the JSON of the contract: the same for the API, `ask --json` and exports."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from typing import Any

from agentic.api.contract import answered_for, is_proven, kind_of, not_considered
from agentic.models import Run, RunStep
from documents.library.catalogue.presentation import plain


def run_json(run: Run) -> dict[str, Any]:
    """The answer with its queries, sources and checked numbers; empty parts while it is being made."""
    steps = list(run.steps.all())
    result = run.result
    return {
        "answer": run.answer or result.get("text", ""),
        "kind": kind_of(result, answered=run.answered, clarification=run.clarification),
        "mode": run.mode,
        "route": run.route,
        "tier": run.tier,
        "citations": result.get("citations", []),
        "queries_executed": [step.sql for step in steps if step.sql],
        "reasoning_steps": [step_json(step) for step in steps],
        "sources": _sources(result.get("citations", [])),
        "iterations": run.iterations,
        "numbers": [_number(number) for number in result.get("numbers", [])],
        "answered": run.answered,
        "proven": not run.is_by_hand and is_proven(result, answered=run.answered),
        "coverage": result.get("coverage"),
        "plan": result.get("plan"),
        "answered_for": answered_for(result),
        "not_considered": not_considered(result),
        "fit": result.get("fit"),
        "clarification": clarification_json(run),
        "matches": matches_json(run),
        "choices": [choice["label"] for choice in run.choices],
        "seconds": run.seconds,
        "waiting_seconds": run.waiting_seconds,
        "waits_behind": run.waits_behind,
        "quick": run.quick,
        "run_id": str(run.pk),
        "question": run.question,
        "workspace": run.workspace.slug,
        "status": run.status,
        "error": run.error,
        "tables": result.get("tables", []),
        "tried": result.get("tried", []),
        "nearest": result.get("nearest", []),
        "warnings": result.get("warnings", []),
        "usage": run.usage,
        "outcome": run.outcome,
        "way": run.way,
        "fallbacks": run.fallbacks,
        "tool_calls": run.tool_calls,
        **_of_source(run, result),
    }


def _of_source(run: Run, result: dict[str, Any]) -> dict[str, Any]:
    """What a question to a data source gave; of any other only its own words."""
    state = run.source_state or {}
    tables: list[dict[str, Any]] = result.get("tables", []) if run.source else []
    table = tables[0] if tables else {"columns": [], "rows": []}
    seconds = run.seconds
    return {
        "query_id": str(run.pk),
        "source": run.source.name if run.source else "",
        "natural_language_query": run.question,
        "generated_sql": state.get("sql", ""),
        "columns": list(table["columns"]),
        "results": [dict(zip(table["columns"], row, strict=False)) for row in table["rows"]],
        "error": run.error or state.get("error", ""),
        "execution_time_ms": None if seconds is None else round(seconds * 1000, 1),
        "edited_by_hand": run.is_by_hand,
        "cached": bool(state.get("cached")),
        "cached_at": state.get("cached_at", ""),
        "chart": state.get("chart"),
    }


def clarification_json(run: Run) -> dict[str, Any] | None:
    """What the run asks back, with the options that the next call may name; None where it asks nothing."""
    if not run.clarification:
        return None
    asked = run.result.get("clarify") or {"type": "ambiguous", "reason": run.clarification}
    empty: dict[str, Any] = {"attempts": [], "hints": [], "options": []}
    return {**empty, **asked, "run_id": str(run.pk)}


def matches_json(run: Run) -> dict[str, Any] | None:
    """Where all that the search agent found can be had as a file; None where it found no rows."""
    matches = run.result.get("matches")
    if not matches:
        return None
    files = {form: f"/api/runs/{run.pk}/matches.{form}" for form in ("csv", "xlsx")}
    return {"total": matches.get("total"), **files}


def place_in_words(waits_behind: int) -> str:
    """“2 questions before yours”."""
    if not waits_behind:
        return "Yours is the next question"
    return f"{waits_behind:,} question{'' if waits_behind == 1 else 's'} before yours"


def waiting_json(run: Run, waits_behind: int | None) -> dict[str, Any]:
    """How long a run's turn is off."""
    return {
        "waits_behind": waits_behind,
        "message": place_in_words(waits_behind or 0),
        "waiting_seconds": run.waiting_seconds,
    }


def question_in_full(run: Run) -> str:
    """A follow-up as it was understood, with what it took from the questions before; "" for others."""
    readings = [step.output for step in run.steps.all() if step.kind == RunStep.Kind.ANALYSE]
    inherits = bool(readings) and bool(readings[-1].get("inherited"))
    return str(readings[-1].get("transformed_query", "")) if inherits else ""


def step_json(step: RunStep) -> dict[str, Any]:
    """A step for a reader of the trace; its whole input and output are in `trace_json`."""
    return {
        "position": step.position,
        "kind": step.kind,
        "title": step.title,
        "doing": step.doing,
        "started_at": step.created_at.isoformat(),
        "sql": step.sql,
        "rows": step.rows,
        "note": step.note,
        "error": step.error,
        "seconds": step.seconds,
    }


def trace_json(run: Run) -> dict[str, Any]:
    """The run with all that its steps took in and gave out."""
    steps = [{**step_json(step), "input": step.input, "output": step.output} for step in run.steps.all()]
    return {
        **run_json(run),
        "model": run.model,
        "history": run.history,
        "timings": run.timings,
        "prompt_versions": run.prompt_versions,
        "created_at": run.created_at.isoformat(),
        "state": run.source_state,
        "steps": steps,
    }


def _sources(citations: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The cited documents in the order of their first citation, each with its cited pages."""
    pages: dict[tuple[int, str], set[int]] = {}
    for citation in citations:
        cited = pages.setdefault((citation["document_id"], citation["document"]), set())
        if citation["page"] is not None:
            cited.add(citation["page"])
    return [
        {"document": name, "document_id": pk, "pages": sorted(cited)} for (pk, name), cited in pages.items()
    ]


def _number(number: dict[str, Any]) -> dict[str, Any]:
    """Stored values are exact decimals written as text; readers of the JSON expect numbers."""
    try:
        return {**number, "value": plain(Decimal(str(number["value"])))}
    except InvalidOperation:
        return number
