"""Workspaces for a few files of a user's own, seen by nobody else: opening, naming and closing them."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import transaction

from documents.library.deletion import Receipt, remove_workspace
from documents.library.services import require_editor
from documents.library.staging import RefusedUpload, clean_filename
from documents.models import Membership, Role, Workspace
from documents.models.access import is_restricted

SESSION = "session"  # sent as the workspace of an upload, it makes a new session workspace


def open_session(user: Any, *, name: str = "") -> Workspace:
    """A new workspace for a few files of the user's own, seen by nobody else; it is removed when old."""
    if not user.is_authenticated:
        raise PermissionDenied("Sign in to ask files of your own.")
    if is_restricted(user):
        raise PermissionDenied("This API key opens chosen workspaces only: send the files to one of them.")
    with transaction.atomic():
        workspace = Workspace.objects.create(
            slug=f"{SESSION}-{secrets.token_hex(8)}",
            name=(name or "Files of a conversation")[:200],
            kind=Workspace.Kind.SESSION,
        )
        Membership.objects.create(workspace=workspace, user=user, role=Role.OWNER)
    return workspace


@contextmanager
def filled(session: Workspace) -> Iterator[None]:
    """Remove the session workspace, just made for files, where an error keeps them out of it."""
    try:
        yield
    except Exception:
        if not session.documents.exists():
            session.delete()
        raise


def session_name(filenames: Sequence[str]) -> str:
    """“report.pdf and 2 more”."""
    if not filenames:
        return ""
    more = f" and {len(filenames) - 1} more" if len(filenames) > 1 else ""
    return f"{clean_filename(filenames[0])[:80]}{more}"


def close_session(*, user: Any, workspace: Workspace) -> Receipt:
    """Remove a session workspace of the user's own with its files, answers and conversations.

    Raises `RefusedUpload` for a shared one, which many may rely on.
    """
    require_editor(user, workspace)
    if workspace.kind != Workspace.Kind.SESSION:
        raise RefusedUpload(
            f"“{workspace}” is shared: delete it on its own page if that is meant.", reason="bad_option"
        )
    return remove_workspace(workspace, user=user)
