"""The keys by which programs act for a user, and what each of them may do."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.core.exceptions import PermissionDenied
from django.db import models, transaction
from django.db.models import Q
from django.utils import timezone

from documents.models.access import Workspace, digest_of

USE_NOTED_EVERY = timedelta(minutes=1)  # a key in constant use need not write a row with each request


class Scope(models.TextChoices):
    READ = "read", "Ask and read"
    WRITE = "write", "Upload, change and delete documents"
    MANAGE = "manage", "Workspaces, members, keys and settings"


def all_scopes() -> list[str]:
    return list(Scope.values)


class KeyRefused(Exception):
    """The key opens nothing. The message is a sentence for whoever sent it."""


class ApiKey(models.Model):
    """A program's key. Only its digest is stored; the key itself is shown once."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="api_keys")
    name = models.CharField(max_length=100)
    prefix = models.CharField(max_length=12, editable=False)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    scopes = ArrayField(models.CharField(max_length=10, choices=Scope), default=all_scopes)
    opens_all = models.BooleanField(
        default=True, editable=False, help_text="All workspaces of its user, not only the chosen ones."
    )
    workspaces = models.ManyToManyField(
        Workspace,
        blank=True,
        related_name="api_keys",
        help_text="Those that it opens. Where none is chosen: all of its user's.",
    )
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(null=True, blank=True)
    last_used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = "API key"
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return f"{self.name} ({self.prefix}…)"

    @classmethod
    def issue(
        cls,
        *,
        user: Any,
        name: str,
        scopes: Sequence[str] | None = None,
        workspaces: Collection[Workspace] | None = None,
        expires_at: datetime | None = None,
    ) -> tuple[ApiKey, str]:
        """A new key's row and the key itself, which cannot be read again.

        `scopes`, `workspaces`: all if not given.
        """
        row = cls(user=user, name=name, opens_all=workspaces is None, expires_at=expires_at)
        if scopes is not None:
            row.scopes = list(scopes)
        key = row.new_key()
        with transaction.atomic():
            row.save()
            row.workspaces.set(workspaces or [])
        return row, key

    def new_key(self) -> str:
        """Give the unsaved row a key: the key itself, which cannot be read again."""
        key = f"rs_{secrets.token_urlsafe(32)}"
        self.prefix, self.digest = key[:8], digest_of(key)
        return key

    @classmethod
    def user_of(cls, key: str) -> Any:
        """The user for whom the key acts, with the key as its `api_key`. Raises `KeyRefused`."""
        row = cls.objects.select_related("user").filter(digest=digest_of(key)).first()
        if row is None:
            raise KeyRefused(
                "This API key is not valid: send “Authorization: Bearer <key>” with a key in use."
            )
        if row.trouble:
            raise KeyRefused(row.trouble)
        row.note_use()
        user: Any = row.user
        user.api_key = row
        return user

    @cached_property
    def opened(self) -> frozenset[int] | None:
        """The numbers of the workspaces that it opens; None for all of its user's.

        A chosen one that is deleted leaves the others: a key never comes to open more than was chosen.
        """
        if self.opens_all:
            return None
        return frozenset(workspace.pk for workspace in self.workspaces.all())

    @property
    def trouble(self) -> str:
        """Why the key opens nothing, in a sentence; empty where it does."""
        if self.revoked_at:
            return f"This API key was revoked on {self.revoked_at:%Y-%m-%d}: ask for another."
        if self.expires_at and self.expires_at <= timezone.now():
            return f"This API key expired on {self.expires_at:%Y-%m-%d %H:%M} UTC: ask for another."
        if not self.user.is_active:
            return "This API key is not valid: the account that it acts for is switched off."
        if self.opened is not None and not self.opened:
            return "This API key opens no workspace any more: ask for another."
        return ""

    def note_use(self) -> None:
        unnoted = Q(last_used_at=None) | Q(last_used_at__lt=timezone.now() - USE_NOTED_EVERY)
        ApiKey.objects.filter(unnoted, pk=self.pk).update(last_used_at=timezone.now())

    def require(self, scope: str) -> None:
        """Raises `PermissionDenied` with a sentence that names the scope that is missing."""
        if scope not in self.scopes:
            has = ", ".join(self.scopes) or "none"
            raise PermissionDenied(
                f"This API key lacks the scope “{scope}” (it has: {has}): use a key that has it."
            )
