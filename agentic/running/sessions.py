"""Session workspaces: which of them nobody uses any more."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from documents.library.deletion import remove_workspace
from documents.models import Role, Workspace


def unused_sessions(*, days: int) -> QuerySet[Workspace]:
    """Session workspaces made, filled and asked before that many days."""
    since = timezone.now() - timedelta(days=days)
    sessions = Workspace.objects.filter(kind=Workspace.Kind.SESSION, created_at__lt=since)
    return sessions.exclude(documents__created_at__gte=since).exclude(runs__created_at__gte=since)


def remove_unused_sessions(*, days: int) -> int:
    """Remove them with their files; how many they were."""
    stale = list(unused_sessions(days=days))
    for workspace in stale:
        remove_workspace(workspace, user=owner_of(workspace))
    return len(stale)


def owner_of(workspace: Workspace) -> Any:
    """Whose receipts those of its documents become; None where nobody owns it."""
    membership = workspace.memberships.filter(role=Role.OWNER).select_related("user").first()
    return membership.user if membership else None
