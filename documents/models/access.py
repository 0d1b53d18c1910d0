"""Who may see what: workspaces, their members and those who are invited."""

from __future__ import annotations

import hashlib
import secrets
from datetime import datetime
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
        opened = opened_workspaces(user)
        return self.filter(mine, **({} if opened is None else {"pk__in": opened})).distinct()

    def shared(self) -> WorkspaceQuerySet:
        """Without the session workspaces."""
        return self.filter(kind=Workspace.Kind.SHARED)


def opened_workspaces(user: Any) -> frozenset[int] | None:
    """The numbers of the workspaces that the user's key opens; None where no key restricts the user."""
    key = getattr(user, "api_key", None)
    opened: frozenset[int] | None = key.opened if key else None
    return opened


def is_restricted(user: Any) -> bool:
    """Whether the key that let the user in opens chosen workspaces alone."""
    return opened_workspaces(user) is not None


OWN_LIMIT = "Of this workspace. Empty: as the settings say; 0: no limit."


class ChunkUnit(models.TextChoices):
    TOKENS = "tokens"
    WORDS = "words"
    CHARACTERS = "characters"


class OwnEmbedder(models.TextChoices):
    """Embedders that a workspace may have instead of the one that is set up."""

    MINILM = "all-MiniLM-L6-v2", "English"
    MULTILINGUAL = "multilingual-e5-small", "Many languages"


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
    embedder = models.CharField(
        max_length=40,
        blank=True,
        default="",
        choices=OwnEmbedder,
        help_text="Of its passages and questions. Empty: as the settings say.",
    )
    max_documents = models.PositiveIntegerField(null=True, blank=True, help_text=OWN_LIMIT)
    max_megabytes = models.PositiveIntegerField(null=True, blank=True, help_text=OWN_LIMIT)
    max_pages = models.PositiveIntegerField(null=True, blank=True, help_text=OWN_LIMIT)
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


class InvitationQuerySet(models.QuerySet["Invitation"]):
    def open(self) -> InvitationQuerySet:
        """Those that somebody may still accept."""
        return self.filter(accepted_at=None, revoked_at=None, expires_at__gt=timezone.now())


class Invitation(models.Model):
    """A link that makes whoever opens it first a member. Only its token's digest is stored."""

    workspace = models.ForeignKey(Workspace, models.CASCADE, related_name="invitations")
    role = models.CharField(max_length=10, choices=Role, default=Role.VIEWER)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    invited_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    accepted_at = models.DateTimeField(null=True, blank=True)
    accepted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    revoked_at = models.DateTimeField(null=True, blank=True)

    objects = InvitationQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return f"{self.role} of {self.workspace} until {self.expires_at:%Y-%m-%d}"

    @classmethod
    def issue(
        cls, *, workspace: Workspace, role: str, invited_by: Any, expires_at: datetime
    ) -> tuple[Invitation, str]:
        """A new invitation and its token, which cannot be read again."""
        token = secrets.token_urlsafe(32)
        row = cls.objects.create(
            workspace=workspace,
            role=role,
            digest=digest_of(token),
            invited_by=invited_by,
            expires_at=expires_at,
        )
        return row, token

    @property
    def is_open(self) -> bool:
        return not (self.accepted_at or self.revoked_at) and self.expires_at > timezone.now()


def digest_of(secret: str) -> str:
    """What is stored of a key or a token: long random words need no slow hash."""
    return hashlib.sha256(secret.encode()).hexdigest()
