"""Endpoints that search for passages without asking a question."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpRequest
from ninja import Field, Router, Schema, Status

from agentic.api.runs import pending_json, wait_until_over
from agentic.api.schemas import PendingOut, StepOut, Waiting
from agentic.models import Run
from agentic.routes.search import search_json
from agentic.running.search_runs import start_search
from agentic.selectors import run_for
from documents.api.auth import needs, user_of
from documents.api.errors import ErrorOut
from documents.library.selectors import workspace_for
from documents.models import Scope
from ragsite.storage.database import in_passing

router = Router(tags=["Search"])
FILTERS = {
    "document_type": "financial_report",
    "dates": {"op": "between", "value": ["2024-01-01", "2024-12-31"]},
}


class SearchIn(Waiting):
    query: str = Field(description="Words or a question.", examples=["termination notice of the lease"])
    workspace: str = Field("default", description="The workspace's slug.", examples=["default"])
    method: str = Field("hybrid", description="text (BM25), semantic (cosine) or hybrid, which ranks pages.")
    bucket: str = Field("", description="Only documents of this bucket.")
    top_k: int = Field(10, description="Passages at most, 1 to 100.")
    context_chars: int = Field(
        400, description="Characters of each passage, round the words found: 40 to 4,000."
    )
    doc_id: int | None = Field(None, description="Only this document.")
    filters: dict[str, Any] | list[dict[str, Any]] = Field(
        {},
        description="Field → {op, value, unit}, or a value for equality; or a list of "
        "{field, op, value, unit}. "
        "Fields of documents: filename, title, "
        "document_type, bucket, document_date, period_start, period_end, dates (first to last), period (by "
        "name, as “Q3 2024”), year, quarter, month, kind (what it is called), organizations, people, "
        "topics, document_id; of passages: page, section, "
        "chunk_id; and what documents give: a property (also as properties.x), a column of a table, the name "
        "of a row in a table of ratings. Operators: =, ≠, <, ≤, >, ≥, ~ (contains; overlaps for period), "
        "between, in.",
        examples=[FILTERS],
    )
    predicates: dict[str, Any] | list[dict[str, Any]] = Field({}, description="Another name of `filters`.")
    document_id: int | None = Field(None, description="Another name of `doc_id`.")


class HitOut(Schema):
    document: int = Field(description="The document's number.")
    filename: str
    page_start: int
    page_end: int
    place: str = Field("", description="What its first page is called.", examples=["page 3", "Slide 3"])
    section: str
    snippet: str = Field(description="The part of the passage round the words found.")
    score: float = Field(description="BM25 for text, cosine for semantic; comparable within one search.")
    chunk_id: int
    superseded: bool = Field(description="Whether there is a newer edition of the document.")


class SearchOut(Schema):
    hits: list[HitOut]
    method: str
    filters: dict[str, Any] = Field(description="What the query's own words asked of documents (hybrid).")
    candidates: int = Field(description="How many documents were searched.")
    note: str = Field(description="Why nothing was found, or all documents were searched.")
    queries_executed: list[str] = Field(description="Every SQL statement, in order, as it ran.")
    reasoning_steps: list[StepOut]
    seconds: float | None
    waiting_seconds: float | None = Field(description="How many of them it waited for its turn.")
    run_id: UUID
    query: str
    workspace: str
    status: str = Field(description="queued, running, done, stopped or failed.")
    error: str


ANSWERS: dict[Any, Any] = {200: SearchOut, 202: PendingOut, 502: ErrorOut}


@router.post("/agentic/passages", auth=needs(Scope.READ), response=ANSWERS, summary="Search for passages")
@router.post(
    "/agentic/search", auth=needs(Scope.READ), response=ANSWERS, deprecated=True, include_in_schema=False
)
async def search(request: HttpRequest, asked: SearchIn) -> Any:
    """The passages found, with every query that was run; 202 with the run's id where it takes longer than
    `wait`. Searches by words alone are answered at once."""
    user = user_of(request)
    run = await in_passing(_start)(user, asked)
    over = run.is_over or await wait_until_over(run.pk, asked.wait)
    return await in_passing(_answer)(user, run.pk, over)


@router.get("/agentic/passages/{uuid:run_id}", response=SearchOut, summary="A search so far")
@router.get("/agentic/search/{uuid:run_id}", response=SearchOut, include_in_schema=False)
def get_search(request: HttpRequest, run_id: UUID) -> Any:
    """The search's `status` and, once it is done, its passages."""
    return search_json(_search_for(user_of(request), run_id))


def _start(user: Any, asked: SearchIn) -> Run:
    given = asked.dict(exclude={"workspace", "wait", "predicates", "document_id"})
    given["filters"] = asked.filters or asked.predicates
    given["doc_id"] = asked.doc_id if asked.doc_id is not None else asked.document_id
    return start_search(user=user, workspace=workspace_for(user, asked.workspace), **given)


def _answer(user: Any, run_id: UUID, over: bool) -> Any:
    run = _search_for(user, run_id)
    if not over:
        message = f"The search is not over yet: ask for /api/agentic/passages/{run.pk}."
        return Status(202, {**pending_json(run), "message": message})
    if run.status == Run.Status.FAILED:
        return Status(502, {"error": run.error or "The search failed: try again."})
    return Status(200, search_json(run))


def _search_for(user: Any, run_id: UUID) -> Run:
    """Raises `Run.DoesNotExist` for a question's run too."""
    run = run_for(user, run_id)
    if run.search is None:
        raise Run.DoesNotExist(f"There is no search {run_id}.")
    return run
