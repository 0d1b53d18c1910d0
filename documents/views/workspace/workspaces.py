"""The pages of workspaces: the list, and of each its name, members, keys, limits and end."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from documents.library.deletion import Receipt, goes_with
from documents.library.services import may_administer, require_owner
from documents.models import Role, Scope, Workspace
from documents.refusals import RefusedChange
from documents.views.web import Request, members_only
from documents.workspaces.api_keys import workspace_keys_of
from documents.workspaces.members import invitations_of, members_of
from documents.workspaces.quotas import FIELDS, limits_of, set_limits
from documents.workspaces.services import (
    create_workspace,
    delete_workspace,
    listed_workspace,
    listed_workspaces,
    rename_workspace,
    shared_workspace_for,
    workspace_receipts_of,
)

RECEIPTS_SHOWN = 5  # of deleted workspaces
KEY_DAYS = {30: "30 days", 90: "90 days", 365: "a year", 0: "for ever"}
INVITATION_DAYS = {1: "a day", 7: "a week", 30: "30 days"}

Change = Callable[..., str | HttpResponse]


@members_only
@require_http_methods(["GET", "POST"])
def workspaces(request: Request) -> HttpResponse:
    """The shared workspaces that the user may see; posted, a new one is made and opened."""
    name, error = request.POST.get("name", ""), ""
    if request.method == "POST":
        try:
            made = create_workspace(user=request.user, name=name)
            messages.success(request, f"“{made}” is made. Add documents, or members.")
            return redirect("workspace", made.slug)
        except RefusedChange as refusal:
            error = str(refusal)
    context = {
        "workspaces": listed_workspaces(request.user),
        "receipts": [
            (row, Receipt(row.filename, row.rows, row.files, row.bytes).parts)
            for row in workspace_receipts_of(request.user)[:RECEIPTS_SHOWN]
        ],
        "name": name,
        "error": error,
    }
    return render(request, "documents/workspaces/workspaces.html", context, status=422 if error else 200)


@members_only
@require_http_methods(["GET"])
def workspace(request: Request, slug: str) -> HttpResponse:
    """One workspace: to its members who else is in it, to its owners all that can be changed."""
    return workspace_page(request, shared_workspace_for(request.user, slug))


def workspace_page(
    request: Request, workspace: Workspace, *, error: str = "", status: int = 200, **shown_once: Any
) -> HttpResponse:
    """The page. `shown_once`: a new invitation's link or a new key, which no later page shows."""
    user, slug = request.user, workspace.slug
    is_owner = may_administer(user, workspace)
    context: dict[str, Any] = {
        "workspace": workspace,
        "slug": slug,
        "listed": listed_workspace(user, workspace),
        "is_owner": is_owner,
        "members": members_of(user, workspace),
        "limits": limits_of(workspace).values(),
        "limit_values": {what: getattr(workspace, field) for what, field in FIELDS.items()},
        "roles": Role.choices,
        "scopes": Scope.choices,
        "key_days": KEY_DAYS,
        "invitation_days": INVITATION_DAYS,
        "error": error,
        **shown_once,
    }
    if is_owner:
        context |= {
            "keys": workspace_keys_of(user, workspace).filter(revoked_at=None),
            "invitations": invitations_of(user, workspace),
            "keys_url": reverse("make_workspace_key", args=[slug]),
        }
    response = render(request, "documents/workspaces/workspace.html", context, status=status)
    if shown_once:
        response["Cache-Control"] = "no-store"
    return response


def changing(change: Change) -> Any:
    """A view that changes a workspace when it is posted: it gives a sentence, for the page, or a response."""

    @members_only
    @require_POST
    @wraps(change)
    def guarded(request: Request, slug: str, **of_address: Any) -> HttpResponse:
        workspace = shared_workspace_for(request.user, slug)
        try:
            done = change(request, workspace, **of_address)
        except RefusedChange as refusal:
            workspace.refresh_from_db()
            return workspace_page(request, workspace, error=str(refusal), status=422)
        if isinstance(done, HttpResponse):
            return done
        messages.success(request, done)
        return redirect("workspace", slug)

    return guarded


@changing
def rename(request: Request, workspace: Workspace) -> str:
    rename_workspace(user=request.user, workspace=workspace, name=request.POST.get("name", ""))
    return f"It is called “{workspace.name}” now. Its address stays, so that links hold."


@changing
def limits(request: Request, workspace: Workspace) -> str:
    given = {what: _limit(what, request.POST.get(what, "").strip()) for what in FIELDS}
    try:
        set_limits(user=request.user, workspace=workspace, **given)
    except ValueError as error:
        raise RefusedChange(str(error)) from None
    return f"What “{workspace}” may hold is changed."


def _limit(what: str, words: str) -> int | None:
    """Raises `RefusedChange`."""
    if words and not (words.isascii() and words.isdecimal() and len(words) < 12):
        raise RefusedChange(f"The limit of {what} is no whole number: write one, 0 for none, or nothing.")
    return int(words) if words else None


@members_only
@require_http_methods(["GET", "POST"])
def delete(request: Request, slug: str) -> HttpResponse:
    """Says what would be gone; posted with the workspace's name, removes it and shows the receipt."""
    workspace = shared_workspace_for(request.user, slug)
    require_owner(request.user, workspace)
    typed = " ".join(request.POST.get("name", "").split())
    if request.method == "POST" and typed == workspace.name:
        messages.success(request, str(delete_workspace(user=request.user, workspace=workspace)))
        return redirect("workspaces")
    is_wrong = request.method == "POST"
    context = {"workspace": workspace, "slug": slug, "goes": goes_with(workspace), "is_wrong": is_wrong}
    return render(
        request, "documents/workspaces/delete_workspace.html", context, status=422 if is_wrong else 200
    )
