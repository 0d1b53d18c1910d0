"""Issuing, listing and revoking the keys of programs. No key gives more than it has itself."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Prefetch, QuerySet
from django.utils import timezone

from documents.library.services import require_owner
from documents.models import ApiKey, Scope, Workspace
from documents.models.access import opened_workspaces
from documents.refusals import RefusedChange

NAME_CHARS = 100  # the width of ApiKey.name
MAX_DAYS = 3650


def keys_of(user: Any) -> QuerySet[ApiKey]:
    """The user's own keys, newest first. To a key that opens chosen workspaces, none that opens others."""
    keys = ApiKey.objects.filter(user=user)
    opened = opened_workspaces(user)
    if opened is not None:
        others = Workspace.objects.exclude(pk__in=opened)
        keys = keys.filter(opens_all=False).exclude(workspaces__in=others)
    return _as_seen_by(user, keys)


def workspace_keys_of(user: Any, workspace: Workspace) -> QuerySet[ApiKey]:
    """The keys for which this workspace was chosen, whoever's they are. Raises `PermissionDenied`."""
    require_owner(user, workspace)
    return _as_seen_by(user, workspace.api_keys.all())


def _as_seen_by(user: Any, keys: QuerySet[ApiKey]) -> QuerySet[ApiKey]:
    """Of each key's workspaces those alone that the user may see."""
    seen = Prefetch("workspaces", Workspace.objects.visible_to(user))
    return keys.select_related("user").prefetch_related(seen)


def issue_key(
    *,
    user: Any,
    name: str,
    scopes: Sequence[str] = (),
    workspaces: Collection[Workspace] | None = None,
    days: int | None = None,
    expires_at: datetime | None = None,
) -> tuple[ApiKey, str]:
    """A new key for the user's programs, and its words, which are shown only now.

    `scopes`: all if none are given. `workspaces`: those of the user's that it opens; all if not given.
    `days`: how long it holds, else `expires_at`, else for ever. Raises `RefusedChange`, `PermissionDenied`.
    """
    scopes = clean_scopes(scopes)
    expires_at = _end(days, expires_at)
    if by := getattr(user, "api_key", None):
        _require_no_more(by, scopes, workspaces, expires_at)
    return ApiKey.issue(
        user=user, name=_clean_name(name), scopes=scopes, workspaces=workspaces, expires_at=expires_at
    )


def revoke_key(keys: QuerySet[ApiKey], pk: int) -> None:
    """Revoke one of the keys that the user may manage. Raises `ApiKey.DoesNotExist`."""
    if not keys.filter(pk=pk, revoked_at=None).update(revoked_at=timezone.now()):
        raise ApiKey.DoesNotExist(f"There is no key {pk} in use: it may be revoked already.")


def shut_out(user: Any, workspace: Workspace, pk: int) -> None:
    """Let one of the workspace's keys open it no more: one that opens others too goes on there.

    Raises `ApiKey.DoesNotExist`, `PermissionDenied`.
    """
    keys = workspace_keys_of(user, workspace)
    with transaction.atomic():
        row = ApiKey.objects.select_for_update().filter(pk__in=keys, revoked_at=None, pk=pk).first()
        if row is not None and row.workspaces.count() > 1:  # of all, not only of those that the user sees
            row.workspaces.remove(workspace)
        else:
            revoke_key(keys, pk)


def key_json(row: ApiKey) -> dict[str, Any]:
    slugs = [workspace.slug for workspace in row.workspaces.all()]
    return {
        "id": row.pk,
        "name": row.name,
        "prefix": row.prefix,
        "user": row.user.get_username(),
        "scopes": row.scopes,
        "workspaces": None if row.opens_all else slugs,
        "workspace": slugs[0] if len(slugs) == 1 else None,
        "created_at": row.created_at,
        "expires_at": row.expires_at,
        "last_used_at": row.last_used_at,
        "revoked_at": row.revoked_at,
        "is_valid": not row.trouble,
    }


def clean_scopes(scopes: Sequence[str]) -> list[str]:
    """In their usual order; all where none are given. Raises `RefusedChange`."""
    for scope in scopes:
        if scope not in Scope.values:
            raise RefusedChange(f"There is no scope “{scope[:40]}”: choose {', '.join(Scope.values)}.")
    return [scope for scope in Scope.values if not scopes or scope in scopes]


def _clean_name(name: str) -> str:
    name = " ".join(name.replace("\x00", " ").split())
    if not name:
        raise RefusedChange("The key needs a name: say what it is for.")
    if len(name) > NAME_CHARS:
        raise RefusedChange(f"The name is longer than {NAME_CHARS} characters: shorten it.")
    return name


def _end(days: int | None, expires_at: datetime | None) -> datetime | None:
    if days is not None:
        if not 1 <= days <= MAX_DAYS:
            raise RefusedChange(f"A key holds from 1 to {MAX_DAYS:,} days, or for ever: choose between.")
        return timezone.now() + timedelta(days=days)
    if expires_at is None:
        return None
    if timezone.is_naive(expires_at):
        expires_at = timezone.make_aware(expires_at)
    if expires_at <= timezone.now():
        raise RefusedChange("The key would have expired already: choose a later day.")
    return expires_at


def _require_no_more(
    by: ApiKey,
    scopes: Sequence[str],
    workspaces: Collection[Workspace] | None,
    expires_at: datetime | None,
) -> None:
    """Raises `PermissionDenied` where a key would issue one that may do more, elsewhere or for longer."""
    for scope in scopes:
        by.require(scope)
    if by.opened is not None and (
        workspaces is None or not {workspace.pk for workspace in workspaces} <= by.opened
    ):
        names = ", ".join(f"“{workspace}”" for workspace in by.workspaces.all())
        raise PermissionDenied(f"This API key opens {names} alone: choose the new one's workspaces there.")
    if by.expires_at and (expires_at is None or expires_at > by.expires_at):
        raise PermissionDenied(
            f"This API key expires on {by.expires_at:%Y-%m-%d %H:%M} UTC: the new one cannot hold longer."
        )
