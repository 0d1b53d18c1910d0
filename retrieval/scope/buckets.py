"""The buckets of a workspace by name."""

from __future__ import annotations

from documents.models import Status, Workspace
from retrieval.scope.filters import BadSearch

LISTED = 30


def buckets_of(workspace: Workspace) -> list[str]:
    """The buckets that have documents which are ready, by name."""
    ready = workspace.documents.filter(status=Status.READY).order_by("bucket")
    return list(ready.values_list("bucket", flat=True).distinct())


def known_bucket(workspace: Workspace, name: str) -> str:
    """The bucket in small letters. Raises `BadSearch` for one that no document is in, naming those there
    are.
    """
    plain = name.strip().lower()
    known = buckets_of(workspace)
    if plain not in {bucket.lower() for bucket in known}:
        listed = ", ".join(known[:LISTED]) or "none, for no document is ready"
        raise BadSearch(f"There is no bucket “{plain[:50]}”: use {listed}.")
    return plain
