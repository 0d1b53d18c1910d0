"""The admin of runs: what was asked, how it was answered, and every step of it."""

from __future__ import annotations

from django.contrib import admin
from django.http import HttpRequest

from agentic.models import (
    ApprovedQuery,
    CachedResult,
    DataSource,
    Run,
    RunStep,
    SavedQuestion,
    SchemaElement,
)
from documents.admin.base import BY_WORKSPACE, ReadOnly, ReadOnlyInline, WorkspaceScoped


class StepInline(ReadOnlyInline):
    model = RunStep
    fields = ["position", "kind", "title", "rows", "seconds", "error"]


@admin.register(Run)
class RunAdmin(ReadOnly, WorkspaceScoped):
    list_display = [
        "question",
        "workspace",
        "user",
        "mode",
        "route",
        "tier",
        "status",
        "answered",
        "created_at",
    ]
    list_filter = ["status", "answered", "route", "tier", "mode", BY_WORKSPACE]
    list_select_related = ["workspace", "user"]
    list_per_page = 50
    search_fields = ["question", "answer", "user__username"]
    date_hierarchy = "created_at"
    inlines = [StepInline]


@admin.register(RunStep)
class RunStepAdmin(ReadOnly, WorkspaceScoped):
    workspace_path = "run__workspace"
    list_display = ["title", "run", "position", "kind", "rows", "seconds", "created_at"]
    list_filter = ["kind"]
    list_select_related = ["run"]
    list_per_page = 50
    search_fields = ["title", "sql", "run__question"]
    date_hierarchy = "created_at"


class ApprovedInline(ReadOnlyInline):
    model = ApprovedQuery
    fields = ["question", "sql", "approved_by", "created_at"]
    readonly_fields = ["question", "sql", "approved_by", "created_at"]


@admin.register(DataSource)
class DataSourceAdmin(WorkspaceScoped):
    """Sources are added on their page, by API or by command, which open them; here roles are changed."""

    list_display = ["name", "workspace", "kind", "place", "use_role", "manage_role", "may_write", "read_at"]
    list_filter = ["kind", "may_write", BY_WORKSPACE]
    list_select_related = ["workspace"]
    list_per_page = 50
    search_fields = ["name", "description", "place"]
    date_hierarchy = "created_at"
    fields = [
        "workspace",
        "name",
        "kind",
        "place",
        "description",
        "use_role",
        "manage_role",
        "trouble",
        "read_at",
    ]
    readonly_fields = ["workspace", "name", "kind", "place", "trouble", "read_at"]
    inlines = [ApprovedInline]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False


class OfSource(ReadOnly, WorkspaceScoped):
    workspace_path = "source__workspace"
    list_select_related = ["source"]
    list_per_page = 50


@admin.register(SchemaElement)
class SchemaElementAdmin(OfSource):
    list_display = ["element", "source", "embedder"]
    search_fields = ["element", "text"]
    fields = ["source", "element", "text", "metadata", "embedder"]


@admin.register(ApprovedQuery)
class ApprovedQueryAdmin(OfSource):
    list_display = ["question", "source", "approved_by", "created_at"]
    list_select_related = ["source", "approved_by"]
    search_fields = ["question", "sql"]
    date_hierarchy = "created_at"


@admin.register(CachedResult)
class CachedResultAdmin(OfSource):
    list_display = ["key", "source", "created_at"]
    search_fields = ["key"]
    date_hierarchy = "created_at"


@admin.register(SavedQuestion)
class SavedQuestionAdmin(OfSource):
    list_display = ["question", "source", "user", "every", "due_at"]
    list_filter = ["every"]
    list_select_related = ["source", "user"]
    search_fields = ["question"]
    date_hierarchy = "created_at"
