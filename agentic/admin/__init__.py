"""The admin of runs: what was asked, how it was answered, and every step of it."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path

from agentic.admin.new_source import NewSource
from agentic.models import (
    ApprovedQuery,
    CachedResult,
    DataSource,
    Opinion,
    RouteSuccess,
    Run,
    RunStep,
    SavedQuestion,
    SchemaElement,
)
from agentic.observation.rates import rates, slowest
from documents.admin.base import BY_WORKSPACE, ReadOnly, ReadOnlyInline, WorkspaceScoped

CHOICES_OF_DAYS = ("7", "30", "90", "365")


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
        "way",
        "tier",
        "outcome",
        "fallbacks",
        "tool_calls",
        "tokens",
        "created_at",
    ]
    list_filter = ["status", "outcome", "route", "way", "tier", "mode", BY_WORKSPACE]
    list_select_related = ["workspace", "user"]
    list_per_page = 50
    search_fields = ["question", "answer", "user__username"]
    date_hierarchy = "created_at"
    inlines = [StepInline]

    @admin.display(description="tokens")
    def tokens(self, run: Run) -> int:
        return run.usage.get("input_tokens", 0) + run.usage.get("output_tokens", 0)

    def get_urls(self) -> list[Any]:
        page = self.admin_site.admin_view(self.rates_page)
        return [path("rates/", page, name="agentic_run_rates"), *super().get_urls()]

    def rates_page(self, request: HttpRequest) -> HttpResponse:
        """How questions went, by route and over time, and which took longest: of one's own workspaces."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        given = request.GET.get("days", "")
        days = int(given) if given in CHOICES_OF_DAYS else 30
        runs = self.get_queryset(request)
        whole, by_time = rates(runs, days=days)
        context = {
            **self.admin_site.each_context(request),
            "title": f"How questions went in the last {days} days",
            "opts": self.opts,
            "days": days,
            "choices": CHOICES_OF_DAYS,
            "whole": whole,
            "by_time": by_time,
            "slowest": slowest(runs, days=days),
        }
        return render(request, "admin/agentic/run/rates.html", context)


@admin.register(RunStep)
class RunStepAdmin(ReadOnly, WorkspaceScoped):
    workspace_path = "run__workspace"
    list_display = ["title", "run", "position", "kind", "rows", "seconds", "created_at"]
    list_filter = ["kind"]
    list_select_related = ["run"]
    list_per_page = 50
    search_fields = ["title", "sql", "run__question"]
    date_hierarchy = "created_at"


@admin.register(RouteSuccess)
class RouteSuccessAdmin(ReadOnly, WorkspaceScoped):
    list_display = [
        "kind", "route", "is_fallback", "asked", "share_answered", "asked_back", "workspace", "updated_at"
    ]  # fmt: skip
    list_filter = ["kind", "route", "is_fallback", BY_WORKSPACE]
    list_select_related = ["workspace"]
    list_per_page = 50
    search_fields = ["kind", "route"]
    date_hierarchy = "updated_at"

    @admin.display(description="answered", ordering="answered")
    def share_answered(self, row: RouteSuccess) -> str:
        return f"{row.share:.0%}"


class ApprovedInline(ReadOnlyInline):
    model = ApprovedQuery
    fields = ["question", "sql", "approved_by", "created_at"]
    readonly_fields = ["question", "sql", "approved_by", "created_at"]


@admin.register(DataSource)
class DataSourceAdmin(WorkspaceScoped):
    """A source that is added is opened first; of one that is there, roles and description are changed."""

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

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        if change:
            return super().get_form(request, obj, change=change, **kwargs)
        return type("NewSourceOfUser", (NewSource,), {"user": request.user})

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return self.fields if obj else [*NewSource.Meta.fields, *NewSource.declared_fields]

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return self.readonly_fields if obj else ()

    def get_inlines(self, request: HttpRequest, obj: Any) -> Any:
        return self.inlines if obj else []

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        if change:
            super().save_model(request, obj, form, change)


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


@admin.register(Opinion)
class OpinionAdmin(ReadOnly, WorkspaceScoped):
    workspace_path = "source__workspace"
    list_display = ["run", "source", "is_right", "user", "created_at"]
    list_filter = ["is_right"]
    list_select_related = ["run", "source", "user"]
    list_per_page = 50
    search_fields = ["run__question"]
    date_hierarchy = "created_at"
