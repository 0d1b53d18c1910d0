"""Databases that questions may be asked of, what was read of them, and what was asked."""

from __future__ import annotations

import uuid
from typing import Any

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from pgvector.django import HalfVectorField

from documents.models import Document, Role, Workspace
from documents.models.access import opened_workspaces
from retrieval.tables.schema import Schema


class SourceQuerySet(models.QuerySet["DataSource"]):
    def usable_in(self, workspace: Workspace, user: Any) -> SourceQuerySet:
        """Those of one workspace that the user may ask; asked for with each question."""
        own = self.filter(workspace=workspace)
        if _opens_shared(user) and workspace.kind == Workspace.Kind.SHARED:
            return own
        return own.usable_by(user)

    def usable_by(self, user: Any) -> SourceQuerySet:
        """Those of the user's workspaces that the user's role there may ask."""
        return self._open_to(user, "use_role")

    def managed_by(self, user: Any) -> SourceQuerySet:
        return self._open_to(user, "manage_role")

    def _open_to(self, user: Any, field: str) -> SourceQuerySet:
        if not user.is_authenticated:
            return self.none()
        opened = opened_workspaces(user)
        sources = self if opened is None else self.filter(workspace__in=opened)
        role = "workspace__memberships__role"
        may = (
            models.Q(**{role: Role.OWNER})
            | models.Q(**{role: models.F(field)})
            | models.Q(**{field: Role.VIEWER})
        )
        as_member = models.Q(workspace__memberships__user=user) & may  # a user is a member once
        if not _opens_shared(user):
            return sources.filter(as_member)
        of_member = DataSource.objects.filter(as_member)
        return sources.filter(
            models.Q(workspace__kind=Workspace.Kind.SHARED) | models.Q(pk__in=of_member.values("pk"))
        )


def _opens_shared(user: Any) -> bool:
    """Whether all shared workspaces are open: to superusers whose key does not name workspaces."""
    return bool(user.is_superuser) and opened_workspaces(user) is None


class DataSource(models.Model):
    """A registered database. `connection`: encrypted; `place`: where it leads, without secrets."""

    class Kind(models.TextChoices):
        POSTGRESQL = "postgresql", "PostgreSQL"
        MYSQL = "mysql", "MySQL"
        SQLITE = "sqlite", "SQLite file"
        DUCKDB = "duckdb", "DuckDB, CSV, Parquet or Excel files"
        DOCUMENT = "document", "Table or sheet of a document"

    workspace = models.ForeignKey(Workspace, models.CASCADE, related_name="sources")
    name = models.SlugField(max_length=60, help_text="By which questions name it.")
    description = models.CharField(max_length=500, blank=True)
    kind = models.CharField(max_length=12, choices=Kind)
    connection = models.TextField(editable=False)
    place = models.CharField(max_length=500, blank=True, editable=False)
    document = models.ForeignKey(
        Document, models.CASCADE, null=True, blank=True, related_name="sources", editable=False
    )
    use_role = models.CharField(max_length=10, choices=Role, default=Role.VIEWER, help_text="Who may ask it.")
    manage_role = models.CharField(max_length=10, choices=Role, default=Role.OWNER)
    may_write = models.BooleanField(
        default=False, help_text="Its credentials could write, and its owner insists on them.", editable=False
    )
    schema = models.JSONField(default=dict, blank=True, encoder=DjangoJSONEncoder, editable=False)
    schema_version = models.CharField(max_length=16, blank=True, editable=False)
    changes = models.JSONField(default=list, blank=True, editable=False, help_text="At the last refresh.")
    trouble = models.TextField(blank=True, editable=False, help_text="Why the last refresh failed.")
    read_at = models.DateTimeField(null=True, blank=True, editable=False)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", editable=False
    )
    created_at = models.DateTimeField(auto_now_add=True)

    objects = SourceQuerySet.as_manager()

    class Meta:
        ordering = ["name"]
        constraints = [models.UniqueConstraint(fields=["workspace", "name"], name="one_source_per_name")]

    def __str__(self) -> str:
        return self.name

    @property
    def stored_schema(self) -> Schema:
        return Schema.of(self.schema)

    @property
    def dialect(self) -> str:
        """As sqlglot calls it."""
        return {"postgresql": "postgres", "document": "duckdb"}.get(self.kind, self.kind)


class SchemaElement(models.Model):
    """A table, column or relation in words, and its vector: what a question is about is found by it."""

    source = models.ForeignKey(DataSource, models.CASCADE, related_name="elements")
    element = models.CharField(max_length=300, help_text="table:…, column:… or rel:…")
    text = models.TextField()
    metadata = models.JSONField(default=dict)
    embedder = models.CharField(max_length=200)
    embedding = HalfVectorField()

    class Meta:
        db_table = "vector_schema_embeddings"
        constraints = [models.UniqueConstraint(fields=["source", "element"], name="one_vector_per_element")]

    def __str__(self) -> str:
        return self.element


class ApprovedQuery(models.Model):
    """A question with the statement that a person found right: an example for those that are like it."""

    source = models.ForeignKey(DataSource, models.CASCADE, related_name="approved")
    question = models.TextField()
    sql = models.TextField()
    embedding = HalfVectorField(null=True, editable=False)
    approved_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name_plural = "approved queries"
        ordering = ["-created_at"]
        constraints = [models.UniqueConstraint(fields=["source", "question"], name="one_query_per_question")]

    def __str__(self) -> str:
        return self.question[:80]


class CachedResult(models.Model):
    """What a question gave, for an hour. `key`: a digest of question, source, schema and rights."""

    source = models.ForeignKey(DataSource, models.CASCADE, related_name="cached")
    key = models.CharField(max_length=64, unique=True)
    found = models.JSONField(encoder=DjangoJSONEncoder)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = [models.Index(fields=["created_at"], name="cached_result_age")]

    def __str__(self) -> str:
        return self.key


class SavedQuestion(models.Model):
    """A question that is asked again, by hand or on a schedule, with what it gave last."""

    class Every(models.TextChoices):
        NEVER = "", "by hand"
        HOUR = "hour"
        DAY = "day"
        WEEK = "week"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    source = models.ForeignKey(DataSource, models.CASCADE, related_name="saved")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    question = models.TextField()
    every = models.CharField(max_length=5, choices=Every, blank=True, default=Every.NEVER)
    last_run = models.ForeignKey("agentic.Run", models.SET_NULL, null=True, blank=True, related_name="+")
    due_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return self.question[:80]


class Opinion(models.Model):
    """Whether a person found an answer of a source right: thumbs up or down, one of each for each answer."""

    source = models.ForeignKey(DataSource, models.CASCADE, related_name="opinions")
    run = models.ForeignKey("agentic.Run", models.CASCADE, related_name="opinions")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    is_right = models.BooleanField()
    created_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["-created_at"]
        constraints = [models.UniqueConstraint(fields=["run", "user"], name="one_opinion_of_each")]

    def __str__(self) -> str:
        return f"{'right' if self.is_right else 'wrong'}: {self.run_id}"
