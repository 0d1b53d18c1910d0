"""Who and what may enter a workspace, changed on its page: members, invitations, keys; and their arrival."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth import login
from django.core.exceptions import ObjectDoesNotExist
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from documents.library.services import require_owner
from documents.models import Invitation, Membership, Workspace
from documents.refusals import RefusedChange
from documents.views.web import Request
from documents.views.workspace.workspaces import changing, workspace_page
from documents.workspaces import api_keys, members

ACCOUNT_BACKEND = "django.contrib.auth.backends.ModelBackend"


@changing
def add(request: Request, workspace: Workspace) -> str:
    member = members.add_member(
        user=request.user,
        workspace=workspace,
        username=request.POST.get("username", ""),
        role=request.POST.get("role", ""),
    )
    return f"“{member.user}” is {_with_article(member.role)} of “{workspace}” now."


@changing
def change(request: Request, workspace: Workspace) -> str:
    member = _member(request, workspace)
    members.change_role(user=request.user, member=member, role=request.POST.get("role", ""))
    return f"“{member.user}” is {_with_article(member.role)} now."


@changing
def remove(request: Request, workspace: Workspace) -> str | HttpResponse:
    member = _member(request, workspace)
    members.remove_member(user=request.user, member=member)
    if member.user_id == request.user.pk and not request.user.is_superuser:
        messages.success(request, f"You have left “{workspace}”.")
        return redirect("workspaces")
    return f"“{member.user}” is no member of “{workspace}” any more."


def _member(request: Request, workspace: Workspace) -> Membership:
    return members.member_for(request.user, workspace, request.POST.get("username", ""))


def _with_article(role: str) -> str:
    return f"a {role}" if role[0] not in "aeiou" else f"an {role}"


@changing
def invite(request: Request, workspace: Workspace) -> HttpResponse:
    invitation, token = members.invite(
        user=request.user,
        workspace=workspace,
        role=request.POST.get("role", ""),
        days=number(request.POST.get("days", "")),
    )
    link = request.build_absolute_uri(reverse("invitation", args=[token]))
    return workspace_page(request, workspace, new_link=link, new_invitation=invitation)


@changing
def withdraw(request: Request, workspace: Workspace, pk: int) -> str:
    members.revoke_invitation(user=request.user, workspace=workspace, pk=pk)
    return "The invitation is withdrawn: its link opens nothing any more."


@changing
def make_key(request: Request, workspace: Workspace) -> HttpResponse:
    require_owner(request.user, workspace)
    row, key = key_from(request, [workspace])
    return workspace_page(request, workspace, new_key=key, new_key_name=row.name)


@changing
def revoke_key(request: Request, workspace: Workspace, pk: int) -> str:
    api_keys.shut_out(request.user, workspace, pk)
    return f"The key opens “{workspace}” no more."


def key_from(request: Request, workspaces: list[Workspace] | None) -> tuple[api_keys.ApiKey, str]:
    """The key that a form asks for. Raises `RefusedChange`."""
    scopes = request.POST.getlist("scopes")
    if not scopes:
        raise RefusedChange("The key may do nothing: choose at least one thing that it may do.")
    return api_keys.issue_key(
        user=request.user,
        name=request.POST.get("name", ""),
        scopes=scopes,
        workspaces=workspaces,
        days=number(request.POST.get("days", "")) or None,
    )


def number(words: str) -> int:
    """The number, 0 for what is none."""
    return int(words) if words.isascii() and words.isdecimal() and len(words) < 9 else 0


@never_cache
@require_http_methods(["GET", "POST"])
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """What a link invites to. Posted, it is accepted: by the user who is signed in, or by a new account."""
    try:
        found = members.open_invitation(token)
        if request.method == "POST":
            return _accepted(request, found)
    except ObjectDoesNotExist as error:
        return render(
            request, "documents/workspaces/no_invitation.html", {"sentence": str(error)}, status=410
        )
    except RefusedChange as refusal:
        return _invited(request, found, error=str(refusal), status=422)
    return _invited(request, found)


def _accepted(request: HttpRequest, found: Invitation) -> HttpResponse:
    if request.POST.get("as") == "me" and request.user.is_authenticated:
        member = members.accept_invitation(user=request.user, invitation=found)
    else:
        member = members.accept_as_new_user(
            invitation=found,
            username=request.POST.get("username", ""),
            password=request.POST.get("password", ""),
        )
        login(request, member.user, backend=ACCOUNT_BACKEND)
    messages.success(request, f"Welcome to “{member.workspace}”: you are {_with_article(member.role)}.")
    return redirect("chat", member.workspace.slug)


def _invited(request: HttpRequest, found: Invitation, *, error: str = "", status: int = 200) -> HttpResponse:
    context = {"invitation": found, "error": error, "username": request.POST.get("username", "")}
    return render(request, "documents/workspaces/invitation.html", context, status=status)
