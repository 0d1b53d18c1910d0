"""The admin of runs: what was asked, how it was answered, and every step of it."""

from __future__ import annotations

from django.contrib import admin

from agentic.models import Run, RunStep
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
