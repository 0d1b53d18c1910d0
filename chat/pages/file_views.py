"""Files of a user's own in the chat: a session workspace that nobody else sees and that is asked alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from documents.library.selectors import documents_of, session_workspace_for, upload_message, workspace_for
from documents.library.services import upload_many
from documents.library.staging import RefusedUpload
from documents.models import Workspace
from documents.views.web import Request, members_only, with_notice
from documents.workspaces.sessions import close_session, open_session, session_name


@members_only
@require_POST
def attach(request: Request, slug: str) -> HttpResponse:
    """Takes the files sent, into the session workspace that is open or a new one; leads to its chat."""
    workspace = workspace_for(request.user, slug)
    files = request.FILES.getlist("files")
    target = workspace if workspace.is_session else _new_session(request, files)
    try:
        task = upload_many(user=request.user, workspace=target, files=files)
        message = upload_message(task)
    except RefusedUpload as refusal:
        task, message = None, str(refusal)
    if task is None or len(task.refused) == task.total_files:
        if target != workspace:
            close_session(user=request.user, workspace=target)
        return _refused(request, slug, message)
    if task.refused or task.duplicates:
        messages.warning(request, message)
    return _lead_to(request, reverse("chat", args=[target.slug]))


@members_only
@require_POST
def detach(request: Request, slug: str) -> HttpResponse:
    """Removes the session workspace with its files; back to what is shared."""
    workspace = session_workspace_for(request.user, slug)
    messages.success(request, str(close_session(user=request.user, workspace=workspace)))
    return _lead_to(request, reverse("home"))


def asked_files(user: Any, workspace: Workspace) -> list[str]:
    """The names of a session workspace's files, first sent first; empty for a shared one."""
    if not workspace.is_session:
        return []
    return list(documents_of(user, workspace).order_by("pk").values_list("filename", flat=True))


def _new_session(request: Request, files: Sequence[UploadedFile]) -> Workspace:
    return open_session(request.user, name=session_name([file.name or "" for file in files]))


def _refused(request: Request, slug: str, sentence: str) -> HttpResponse:
    if request.htmx:
        return with_notice(HttpResponse(), sentence, "bad")
    messages.error(request, sentence)
    return redirect("chat", slug)


def _lead_to(request: Request, address: str) -> HttpResponse:
    if not request.htmx:
        return redirect(address)
    response = HttpResponse(status=204)
    response["HX-Redirect"] = address
    return response
