"""The pages of data sources: the list with forms that add one, a source, what is kept of its questions."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from agentic.models import SavedQuestion
from agentic.runs import BadQuestion
from agentic.sources.answers.files import results_response
from agentic.sources.models import DataSource
from agentic.sources.questions.approved import approve, remove_approved
from agentic.sources.questions.opinions import found_wrong, give_opinion
from agentic.sources.questions.saved_questions import ask_again, save_question, saved_for, saved_of
from agentic.sources.registering.services import (
    add_source,
    change_source,
    may_manage,
    refresh_source,
    remove_source,
    source_for,
    sources_of,
)
from chat.pages.source_forms import FILE_SUFFIXES, documents_with_tables, wanted_source
from chat.presentation.diagram import diagram_of
from chat.selectors import run_for
from documents.library.selectors import workspace_for
from documents.library.services import may_administer, may_edit
from documents.models import Role, Workspace
from documents.refusals import RefusedChange
from documents.views.web import Request, members_only

MOST_WRONG = 20  # shown of answers that somebody found wrong
OPINIONS = {
    "right": "Noted as right.",
    "wrong": "Noted as wrong: it is asked anew the next time, and who looks after the source is told.",
}
Change = Callable[..., str]
MANAGERS = ((Role.OWNER, Role.OWNER.label), (Role.EDITOR, Role.EDITOR.label))


@members_only
@require_http_methods(["GET", "POST"])
def sources(request: Request, slug: str) -> HttpResponse:
    """Those that the user may ask; posted, another is opened, read and added."""
    workspace = workspace_for(request.user, slug)
    if request.method == "GET":
        return _list(request, workspace)
    given = wanted_source(request.POST, request.FILES.getlist("files"))
    try:
        source = add_source(user=request.user, workspace=workspace, **given)
    except RefusedChange as refusal:
        return _list(request, workspace, error=str(refusal), given=given, status=422)
    tables = len(source.schema["tables"])
    messages.success(request, f"“{source}” is added: {tables:,} table{'' if tables == 1 else 's'} read.")
    return redirect("source", slug, source.name)


def _list(
    request: Request, workspace: Workspace, *, error: str = "", given: Any = None, status: int = 200
) -> HttpResponse:
    user = request.user
    context = {
        "workspace": workspace,
        "slug": workspace.slug,
        "listed": list(sources_of(user, workspace)),
        "may_add": may_administer(user, workspace),
        "documents": documents_with_tables(user, workspace) if may_edit(user, workspace) else [],
        "may_add_documents": may_edit(user, workspace),
        "suffixes": ",".join(FILE_SUFFIXES),
        "roles": Role.choices,
        "managers": MANAGERS,
        "error": error,
        "given": given or {},
    }
    return render(request, "sources/list.html", context, status=status)


@members_only
@require_GET
def source(request: Request, slug: str, name: str) -> HttpResponse:
    """One source: its tables as a drawing and a list, approved queries, the user's saved questions."""
    workspace = workspace_for(request.user, slug)
    return _page(request, source_for(request.user, workspace, name))


def _page(request: Request, source: DataSource, *, error: str = "", status: int = 200) -> HttpResponse:
    schema = source.stored_schema
    context = {
        "workspace": source.workspace,
        "slug": source.workspace.slug,
        "source": source,
        "schema": schema,
        "diagram": diagram_of(schema),
        "approved": list(source.approved.select_related("approved_by")),
        "saved": list(saved_of(request.user, source)),
        "wrong": list(found_wrong(request.user, source)[:MOST_WRONG]),
        "periods": SavedQuestion.Every.choices,
        "may_manage": may_manage(request.user, source),
        "roles": Role.choices,
        "managers": MANAGERS,
        "has_server": source.kind in ("postgresql", "mysql"),
        "error": error,
    }
    return render(request, "sources/source.html", context, status=status)


def changing(change: Change) -> Any:
    """A view that changes a source when it is posted: it gives a sentence, for the source's page."""

    @members_only
    @require_POST
    @wraps(change)
    def guarded(request: Request, slug: str, name: str, **of_address: Any) -> HttpResponse:
        source = source_for(request.user, workspace_for(request.user, slug), name)
        try:
            told = change(request, source, **of_address)
        except (RefusedChange, BadQuestion) as refusal:
            source.refresh_from_db()
            return _page(request, source, error=str(refusal), status=422)
        messages.success(request, told)
        return redirect("sources", slug) if source.pk is None else redirect("source", slug, name)

    return guarded


@changing
def change(request: Request, source: DataSource) -> str:
    given = request.POST
    change_source(
        user=request.user,
        source=source,
        description=given.get("description"),
        use_role=given.get("use_role"),
        manage_role=given.get("manage_role"),
        dsn=given.get("dsn", "").strip() or None,
        insist=given.get("insist") == "on",
    )
    return "It is changed."


@changing
def refresh(request: Request, source: DataSource) -> str:
    told = refresh_source(user=request.user, source=source)
    return " ".join(told[:6]) or "It was read anew: nothing has changed."


@changing
def remove(request: Request, source: DataSource) -> str:
    return remove_source(user=request.user, source=source)


@changing
def keep_approved(request: Request, source: DataSource) -> str:
    given = request.POST
    approve(user=request.user, source=source, question=given.get("question", ""), sql=given.get("sql", ""))
    return "The query is an example now for questions like it."


@changing
def forget_approved(request: Request, source: DataSource, query_id: int) -> str:
    return remove_approved(user=request.user, source=source, pk=query_id)


@changing
def keep_saved(request: Request, source: DataSource) -> str:
    given = request.POST
    save_question(
        user=request.user, source=source, question=given.get("question", ""), every=given.get("every", "")
    )
    return "The question is saved."


@changing
def ask_saved(request: Request, source: DataSource, saved_id: UUID) -> str:
    ask_again(saved_for(request.user, source, saved_id))
    return "It is being asked; its answer stands here in a moment."


@changing
def forget_saved(request: Request, source: DataSource, saved_id: UUID) -> str:
    saved = saved_for(request.user, source, saved_id)
    saved.delete()
    return f"“{saved}” is not asked any more."


@members_only
@require_POST
def run_keep(request: Request, run_id: UUID) -> HttpResponse:
    """Beside an answer: its statement is approved, its question saved, or it is called right or wrong."""
    run = run_for(request.user, run_id)
    source = source_for(request.user, run.workspace, run.source.name if run.source else "")
    given = request.POST
    try:
        if given.get("what") == "query":
            approve(user=request.user, source=source, question=run.question, sql=given.get("sql", ""))
            told = "Saved as an example for questions like this one."
        elif given.get("what") in ("right", "wrong"):
            give_opinion(user=request.user, run=run, is_right=given["what"] == "right")
            told = OPINIONS[given["what"]]
        else:
            every = given.get("every", "")
            save_question(user=request.user, source=source, question=run.question, every=every, run=run)
            told = f"Saved; it is asked again every {every}." if every else "Saved; ask it again on its page."
    except (RefusedChange, PermissionDenied) as refusal:
        return render(request, "chat/conversation/_refused.html", {"sentence": str(refusal)}, status=422)
    address = reverse("source", args=[run.workspace.slug, source.name])
    return render(request, "chat/source/_kept.html", {"told": told, "address": address})


@members_only
@require_GET
def run_results(request: Request, run_id: UUID, form: str) -> HttpResponse:
    """The rows as CSV, XLSX or JSON."""
    run = run_for(request.user, run_id)
    try:
        return results_response(run, form)
    except RefusedChange as refusal:
        raise Http404(str(refusal)) from refusal
