"""Endpoints for what is kept of questions to a source: approved queries, saved ones, results as files."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from ninja import Field, Router, Schema, Status

from agentic.models import SavedQuestion
from agentic.selectors import run_for
from agentic.sources.answers.files import results_response
from agentic.sources.models import DataSource
from agentic.sources.questions.approved import approve, remove_approved
from agentic.sources.questions.opinions import give_opinion
from agentic.sources.questions.saved_questions import ask_again, save_question, saved_for, saved_of
from agentic.sources.registering.services import source_for
from documents.api.auth import needs, user_of
from documents.api.bodies import Body
from documents.library.selectors import workspace_for
from documents.models import Scope

router = Router(tags=["Data sources"])


class ApprovedOut(Schema):
    id: int
    question: str
    sql: str
    approved_by: str
    created_at: datetime

    @staticmethod
    def resolve_approved_by(query: Any) -> str:
        return query.approved_by.get_username() if query.approved_by else ""


class ApprovedListOut(Schema):
    queries: list[ApprovedOut]
    total: int


class ApprovedIn(Body):
    question: str = Field(examples=["How many orders are open?"])
    sql: str = Field(examples=["SELECT count(*) FROM orders WHERE status = 'open'"])


class SavedOut(Schema):
    id: UUID
    question: str
    every: str = Field(description="hour, day, week; empty for by hand.")
    due_at: datetime | None
    last_run: UUID | None = Field(description="What it gave last: /api/queries/{id}.")
    last_answer: str = ""
    last_at: datetime | None = None


class SavedListOut(Schema):
    saved: list[SavedOut]
    total: int


class SavedIn(Body):
    question: str
    every: str = Field("", description="hour, day, week; empty for by hand.")


class OpinionIn(Body):
    right: bool = Field(description="false: it is asked anew the next time, and told to who may change it.")


class DoneOut(Schema):
    message: str


class AskedOut(Schema):
    query_id: UUID
    status: str


def saved_json(saved: SavedQuestion) -> dict[str, Any]:
    run = saved.last_run
    return {
        "id": saved.pk,
        "question": saved.question,
        "every": saved.every,
        "due_at": saved.due_at,
        "last_run": run.pk if run else None,
        "last_answer": (run.answer or run.error) if run else "",
        "last_at": run.finished_at if run else None,
    }


def _source(request: HttpRequest, name: str, workspace: str) -> tuple[Any, DataSource]:
    user = user_of(request)
    return user, source_for(user, workspace_for(user, workspace), name)


@router.get("/sources/{name}/queries", response=ApprovedListOut, summary="Its approved queries")
def list_approved(request: HttpRequest, name: str, workspace: str = "default") -> Any:
    """Questions with the statements that people found right; examples for those that are like them."""
    _, source = _source(request, name, workspace)
    found = list(source.approved.select_related("approved_by"))
    return {"queries": found, "total": len(found)}


@router.post(
    "/sources/{name}/queries",
    auth=needs(Scope.WRITE),
    response={201: ApprovedOut},
    summary="Approve a query",
)
def make_approved(request: HttpRequest, name: str, wanted: ApprovedIn, workspace: str = "default") -> Any:
    """For who may change the source; checked as any statement is."""
    user, source = _source(request, name, workspace)
    return Status(201, approve(user=user, source=source, question=wanted.question, sql=wanted.sql))


@router.delete(
    "/sources/{name}/queries/{int:query_id}",
    auth=needs(Scope.WRITE),
    response=DoneOut,
    summary="Take an approval back",
)
def delete_approved(request: HttpRequest, name: str, query_id: int, workspace: str = "default") -> Any:
    """It is no example any more; for who may change the source."""
    user, source = _source(request, name, workspace)
    return {"message": remove_approved(user=user, source=source, pk=query_id)}


@router.get("/sources/{name}/saved", response=SavedListOut, summary="Your saved questions")
def list_saved(request: HttpRequest, name: str, workspace: str = "default") -> Any:
    """With what they gave last."""
    user, source = _source(request, name, workspace)
    found = [saved_json(saved) for saved in saved_of(user, source)]
    return {"saved": found, "total": len(found)}


@router.post(
    "/sources/{name}/saved",
    auth=needs(Scope.READ),
    response={201: SavedOut},
    summary="Save a question",
)
def make_saved(request: HttpRequest, name: str, wanted: SavedIn, workspace: str = "default") -> Any:
    """`every`: it is asked again by itself, and its last result is kept."""
    user, source = _source(request, name, workspace)
    saved = save_question(user=user, source=source, question=wanted.question, every=wanted.every)
    return Status(201, saved_json(saved))


@router.post(
    "/sources/{name}/saved/{uuid:saved_id}/ask",
    auth=needs(Scope.READ),
    response={202: AskedOut},
    summary="Ask a saved question now",
)
def ask_saved(request: HttpRequest, name: str, saved_id: UUID, workspace: str = "default") -> Any:
    """Past what is kept of it; follow it at /queries/{id}."""
    user, source = _source(request, name, workspace)
    run = ask_again(saved_for(user, source, saved_id))
    return Status(202, {"query_id": run.pk, "status": run.status})


@router.delete(
    "/sources/{name}/saved/{uuid:saved_id}",
    auth=needs(Scope.READ),
    response=DoneOut,
    summary="Forget a saved question",
)
def delete_saved(request: HttpRequest, name: str, saved_id: UUID, workspace: str = "default") -> Any:
    """It is not asked again; what it gave before stays among your questions."""
    user, source = _source(request, name, workspace)
    saved = saved_for(user, source, saved_id)
    saved.delete()
    return {"message": f"“{saved}” is not asked any more."}


@router.post(
    "/queries/{uuid:run_id}/opinion",
    auth=needs(Scope.READ),
    response=DoneOut,
    summary="Call an answer right or wrong",
)
def make_opinion(request: HttpRequest, run_id: UUID, wanted: OpinionIn) -> Any:
    """Yours of an answer of a data source; the last one counts."""
    user = user_of(request)
    opinion = give_opinion(user=user, run=run_for(user, run_id), is_right=wanted.right)
    return {"message": f"Noted as {'right' if opinion.is_right else 'wrong'}."}


@router.get("/queries/{uuid:run_id}/results.{form}", summary="A result as a file")
def get_results(request: HttpRequest, run_id: UUID, form: str) -> HttpResponse:
    """The rows that a data source gave, as csv, xlsx or json."""
    return results_response(run_for(user_of(request), run_id), form)
