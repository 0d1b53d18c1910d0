"""A search for passages alone: no answer is written, what was found is shown with all that was asked."""

from __future__ import annotations

from dataclasses import astuple, fields
from typing import Any

from agentic.evidence import Answer, Coverage, ResultTable, Span
from agentic.models import Run
from agentic.outcome import Answered
from agentic.trace import Trace
from documents.models import Status
from llm.types import Embedder, Reranker
from retrieval.scope.filters import BadSearch
from retrieval.search.passage_search import (
    Found,
    Passage,
    PassageQuery,
    search_both,
    search_semantic,
    search_text,
)

TITLES = {
    "hybrid": "Search passages by words and by meaning",
    "text": "Search passages by words",
    "semantic": "Search passages by meaning",
}
COLUMNS = tuple(field.name for field in fields(Passage))


def read_search(run: Run) -> PassageQuery:
    """What the run searches for. Raises `BadSearch` and `Document.DoesNotExist`."""
    asked: dict[str, Any] = dict(run.search or {})
    if asked.pop("method") not in TITLES:
        raise BadSearch(f"There is no such method: choose {', '.join(TITLES)}.")
    return PassageQuery(workspace=run.workspace, query=run.question, **asked)


def answer_search(
    run: Run, *, embedder: Embedder | None, reranker: Reranker | None = None, trace: Trace
) -> Answered:
    """The passages as a table whose rows lead to their pages. `embedder`: none is needed by words alone."""
    asked, method = read_search(run), str((run.search or {})["method"])
    with trace.step("search", TITLES[method], query=asked.query, **(run.search or {})) as step:
        found = _search(asked, method, embedder, reranker)
        step.rows, step.sql = len(found.passages), ";\n\n".join(found.statements)
        step.output = {
            "statements": list(found.statements),
            "documents": found.documents,
            "filters": found.filters,
            "note": found.note,
        }
    return Answered(_answer(found, run), Run.Mode.PASSAGES)


def _search(asked: PassageQuery, method: str, embedder: Embedder | None, reranker: Reranker | None) -> Found:
    if method == "text":
        return search_text(asked)
    assert embedder is not None, "only a search by words needs no embedder"
    if method == "semantic":
        return search_semantic(asked, embedder=embedder)
    return search_both(asked, embedder=embedder, reranker=reranker)


def _answer(found: Found, run: Run) -> Answer:
    count = len(found.passages)
    total = run.workspace.documents.filter(status=Status.READY).count()
    matched = len({passage.document_id for passage in found.passages})
    text = f"{count or 'No'} passage{'' if count == 1 else 's'} found."
    return Answer(
        text=text if count or not found.note else found.note,
        answered=bool(count),
        tables=(_table(found),) if count else (),
        coverage=Coverage(total=total, considered=found.documents, matched=matched, read=matched),
    )


def _table(found: Found) -> ResultTable:
    return ResultTable(
        columns=COLUMNS,
        rows=tuple(astuple(passage) for passage in found.passages),
        spans=tuple(span_of_passage(passage) for passage in found.passages),
        seconds=found.seconds,
    )


def span_of_passage(passage: Passage) -> Span:
    return Span(
        document_id=passage.document_id,
        filename=passage.filename,
        page=passage.page_start,
        quote=passage.snippet.strip("…"),
        kind="chunk",
        fact_id=passage.chunk_id,
        section=passage.section,
    )


def search_json(run: Run) -> dict[str, Any]:
    """A search's run as JSON: its passages under `hits`, and every statement that was run."""
    steps = list(run.steps.all())
    outputs = [step.output for step in steps]
    last = outputs[-1] if outputs else {}
    return {
        "hits": [hit for table in run.result.get("tables", []) for hit in _hits(table)],
        "method": (run.search or {}).get("method", ""),
        "filters": last.get("filters", {}),
        "candidates": last.get("documents", 0),
        "note": last.get("note", ""),
        "queries_executed": [sql for output in outputs for sql in output.get("statements", [])],
        "reasoning_steps": steps,
        "seconds": run.seconds,
        "waiting_seconds": run.waiting_seconds,
        "run_id": run.pk,
        "query": run.question,
        "workspace": run.workspace.slug,
        "status": run.status,
        "error": run.error,
    }


def _hits(table: dict[str, Any]) -> list[dict[str, Any]]:
    rows = [dict(zip(table["columns"], row, strict=True)) for row in table["rows"]]
    places = [(span or {}).get("place", "") for span in table["spans"]]
    return [{"document": row["document_id"], **row, "place": p} for row, p in zip(rows, places, strict=True)]
