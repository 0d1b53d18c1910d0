"""How much a workspace may hold: documents, bytes and pages, and what of it is used."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.db.models import Count, Sum

from documents.library.staging import MEGABYTE, RefusedUpload
from documents.models import Document, Workspace
from documents.models.access import is_restricted
from reading.model import UnreadableDocument

MOST = 2**31 - 1  # what the columns hold
FIELDS = {"documents": "max_documents", "megabytes": "max_megabytes", "pages": "max_pages"}


@dataclass(frozen=True)
class Limit:
    """How much of one thing a workspace holds. `allowed`: None where there is no limit."""

    what: str  # documents | megabytes | pages
    used: float
    allowed: int | None
    is_own: bool  # set for this workspace, not by the settings

    @property
    def is_reached(self) -> bool:
        return self.allowed is not None and self.used >= self.allowed

    @property
    def share(self) -> int:
        """Per cent that is used; 0 where there is no limit."""
        return min(100, round(100 * self.used / self.allowed)) if self.allowed else 0

    def __str__(self) -> str:
        used = f"{self.used:,.1f}" if self.what == "megabytes" else f"{self.used:,.0f}"
        return f"{used} of {self.allowed:,} {self.what}" if self.allowed else f"{used} {self.what}"


def limits_of(workspace: Workspace) -> dict[str, Limit]:
    """What the workspace holds and may hold, by name."""
    held = Document.objects.filter(workspace=workspace).aggregate(
        documents=Count("pk"), bytes=Sum("bytes"), pages=Sum("page_count")
    )
    used = {
        "documents": held["documents"],
        "megabytes": (held["bytes"] or 0) / MEGABYTE,
        "pages": held["pages"] or 0,
    }
    return {what: _limit(workspace, what, used[what]) for what in FIELDS}


def _limit(workspace: Workspace, what: str, used: float) -> Limit:
    own, usual = getattr(workspace, FIELDS[what]), _usual(what)
    return Limit(what, used, (usual if own is None else own) or None, is_own=own is not None)


def _usual(what: str) -> int:
    by_setting = {
        "documents": settings.RAGSITE_WORKSPACE_DOCUMENTS,
        "megabytes": settings.RAGSITE_WORKSPACE_MB,
        "pages": settings.RAGSITE_WORKSPACE_PAGES,
    }
    return int(by_setting[what])


def require_room(workspace: Workspace, *, filename: str, size: int) -> None:
    """Raises `RefusedUpload` where a file of `size` bytes more is too much.

    To be called in the transaction that stores it: uploads at the same time wait for one another.
    """
    if not _is_limited(workspace):
        return
    _wait_for_others(workspace)
    limits = limits_of(workspace)
    if limits["documents"].is_reached or limits["pages"].is_reached:
        full = limits["documents"] if limits["documents"].is_reached else limits["pages"]
        raise RefusedUpload(_no_room(filename, workspace, f"it holds {full}"), reason="quota")
    megabytes = limits["megabytes"]
    if megabytes.allowed is not None and megabytes.used + size / MEGABYTE > megabytes.allowed:
        held = f"with {size / MEGABYTE:,.1f} MB more than now, {megabytes}, it would hold too much"
        raise RefusedUpload(_no_room(filename, workspace, held), reason="quota")


def require_pages(document: Document, count: int) -> None:
    """Raises `UnreadableDocument` where the document's pages are too many for its workspace.

    To be called in the transaction that stores them.
    """
    workspace = document.workspace
    if not _is_limited(workspace):
        return
    _wait_for_others(workspace)
    others = Document.objects.filter(workspace=workspace).exclude(pk=document.pk)
    held = others.aggregate(pages=Sum("page_count"))["pages"] or 0
    allowed = _limit(workspace, "pages", held).allowed
    if allowed is not None and held + count > allowed:
        told = f"its {count:,} pages and the {held:,} there are more than the {allowed:,} allowed"
        raise UnreadableDocument(_no_room(document.filename, workspace, told), reason="quota")


def set_limits(*, user: Any, workspace: Workspace, **limits: int | None) -> None:
    """Set limits of its own: documents, megabytes, pages. None: as the settings say; 0: no limit.

    Raises `PermissionDenied` for all but administrators, `ValueError` for what is no limit.
    """
    if not user.is_superuser or is_restricted(user):
        raise PermissionDenied("Only administrators of this server change how much a workspace may hold.")
    for what, limit in limits.items():
        if limit is not None and not 0 <= limit <= MOST:
            raise ValueError(f"The limit of {what} is no whole number from 0 to {MOST:,}: choose another.")
        setattr(workspace, FIELDS[what], limit)
    workspace.save(update_fields=[FIELDS[what] for what in limits])


def _is_limited(workspace: Workspace) -> bool:
    return any(_limit(workspace, what, 0).allowed for what in FIELDS)


def _wait_for_others(workspace: Workspace) -> None:
    """A lock that ends with the transaction."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended('quota', %s))", [workspace.pk])


def _no_room(filename: str, workspace: Workspace, why: str) -> str:
    return (
        f"“{filename}” does not fit into “{workspace}”: {why}. "
        "Delete documents, or ask an administrator for more room."
    )
