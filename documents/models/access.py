"""Who may see what: workspaces, their members and the keys of programs."""

from __future__ import annotations

import hashlib
import secrets
from typing import Any

from django.conf import settings
from django.db import models
from django.utils import timezone


class Role(models.TextChoices):
    VIEWER = "viewer"
    EDITOR = "editor"
    OWNER = "owner"


class WorkspaceQuerySet(models.QuerySet["Workspace"]):
    def visible_to(self, user: Any) -> WorkspaceQuerySet:
        """The workspaces of which `user` is a member. Superusers see the shared ones too."""
        if not user.is_authenticated:
            return self.none()
        mine = models.Q(members=user)
        if user.is_superuser:
            mine |= models.Q(kind=Workspace.Kind.SHARED)
        return self.filter(mine).distinct()


class ChunkUnit(models.TextChoices):
    TOKENS = "tokens"
    WORDS = "words"
    CHARACTERS = "characters"


class Workspace(models.Model):
    """A wall round documents: facts, answers and SQL never cross it."""

    class Kind(models.TextChoices):
        SHARED = "shared"
        SESSION = "session"

    slug = models.SlugField(max_length=80, unique=True)
    name = models.CharField(max_length=200)
    kind = models.CharField(max_length=10, choices=Kind, default=Kind.SHARED)
    members = models.ManyToManyField(
        settings.AUTH_USER_MODEL, through="Membership", related_name="workspaces"
    )
    chunk_unit = models.CharField(max_length=10, choices=ChunkUnit, default=ChunkUnit.TOKENS)
    chunk_size = models.PositiveIntegerField(default=256, help_text="At most, in chunk_unit.")
    chunk_overlap = models.PositiveIntegerField(default=0, help_text="Repeated from the chunk before.")
    chunk_minimum = models.PositiveIntegerField(default=40, help_text="Shorter chunks join a neighbour.")
    created_at = models.DateTimeField(auto_now_add=True)

    objects = WorkspaceQuerySet.as_manager()

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name

    @property
    def is_session(self) -> bool:
        return self.kind == Workspace.Kind.SESSION


class Membership(models.Model):
    workspace = models.ForeignKey(Workspace, models.CASCADE, related_name="memberships")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=10, choices=Role, default=Role.VIEWER)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["workspace", "user"], name="one_role_per_member")]

    def __str__(self) -> str:
        return f"{self.user} is {self.role} of {self.workspace}"


class ApiKey(models.Model):
    """A program's key. Only its digest is stored; the key itself is shown once."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="api_keys")
    name = models.CharField(max_length=100)
    prefix = models.CharField(max_length=12, editable=False)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    last_used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = "API key"
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return f"{self.name} ({self.prefix}…)"

    @staticmethod
    def digest_of(key: str) -> str:
        return hashlib.sha256(key.encode()).hexdigest()

    @classmethod
    def issue(cls, *, user: Any, name: str) -> tuple[ApiKey, str]:
        """A new key's row and the key itself, which cannot be read again."""
        row = cls(user=user, name=name)
        key = row.new_key()
        row.save()
        return row, key

    def new_key(self) -> str:
        """Give the unsaved row a key: the key itself, which cannot be read again."""
        key = f"rs_{secrets.token_urlsafe(32)}"
        self.prefix, self.digest = key[:8], self.digest_of(key)
        return key

    @classmethod
    def user_of(cls, key: str) -> Any:
        """The active user whose unrevoked key this is, or None."""
        row = cls.objects.select_related("user").filter(digest=cls.digest_of(key), revoked_at=None).first()
        if row is None or not row.user.is_active:
            return None
        cls.objects.filter(pk=row.pk).update(last_used_at=timezone.now())
        return row.user
