"""What the frame round every page shows. Nothing is read until a template asks for it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from functools import cached_property
from typing import Any

from django.http import HttpRequest
from django.utils import timezone

from chat.models import ChatSession
from chat.pages.tiers import TierLine, tier_line
from chat.selectors import sessions_of
from documents.library.selectors import workspaces_of
from documents.models import Workspace
from ragsite.storage.disk import disk_trouble

LAST_WORKSPACE = "last_workspace"  # key in the browser's session
MAX_SESSIONS = 200  # in the sidebar; the search finds older ones


def frame(request: HttpRequest) -> dict[str, Any]:
    return {"frame": Frame(request)}


class Frame:
    """The sidebar: workspaces, the one that is open, its conversations, and which tier answers."""

    def __init__(self, request: HttpRequest) -> None:
        self._request = request

    @cached_property
    def workspaces(self) -> list[Workspace]:
        return list(workspaces_of(self._request.user))

    @cached_property
    def workspace(self) -> Workspace | None:
        """The one that the address names, else the last one opened, else the first."""
        match = self._request.resolver_match
        named = match.kwargs.get("slug") if match else None
        slug = named or self._request.session.get(LAST_WORKSPACE, "")
        by_slug = {workspace.slug: workspace for workspace in self.workspaces}
        return by_slug.get(slug) or next(iter(self.workspaces), None)

    @cached_property
    def session_groups(self) -> list[tuple[str, list[ChatSession]]]:
        if self.workspace is None:
            return []
        return by_age(sessions_of(self._request.user, self.workspace)[:MAX_SESSIONS])

    @cached_property
    def trouble(self) -> str:
        """Why nothing is read or answered just now, for all to see; else empty."""
        return disk_trouble()

    @cached_property
    def tier(self) -> TierLine:
        return tier_line()


def by_age(sessions: Sequence[ChatSession] | Any) -> list[tuple[str, list[ChatSession]]]:
    """Conversations under “Today”, “Last 7 days” and “Older”; groups without any are left out."""
    today = timezone.localtime().replace(hour=0, minute=0, second=0, microsecond=0)
    groups: dict[str, list[ChatSession]] = {"Today": [], "Last 7 days": [], "Older": []}
    for session in sessions:
        if session.updated_at >= today:
            groups["Today"].append(session)
        elif session.updated_at >= today - timedelta(days=7):
            groups["Last 7 days"].append(session)
        else:
            groups["Older"].append(session)
    return [(name, members) for name, members in groups.items() if members]
