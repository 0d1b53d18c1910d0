"""What the admin of every app shares: the walls of workspaces, and provenance that nobody edits."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html

from documents.library.services import may_edit
from documents.models import Document, Workspace
from documents.views.web import document_url


class WorkspaceScoped(admin.ModelAdmin):
    """Shows and changes only what lies in workspaces the user may see and edit: the admin is no way round."""

    workspace_path = "workspace"  # lookup from the row to its workspace

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        visible = Workspace.objects.visible_to(request.user)
        return super().get_queryset(request).filter(**{f"{self.workspace_path}__in": visible})

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return super().has_change_permission(request, obj) and self._may_edit(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return super().has_delete_permission(request, obj) and self._may_edit(request, obj)

    def formfield_for_foreignkey(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        """No form takes a workspace or document that the user may not see: not even a made-up one."""
        if db_field.related_model in (Workspace, Document):
            kwargs.setdefault("queryset", db_field.related_model.objects.visible_to(request.user))
        return super().formfield_for_foreignkey(db_field, request, **kwargs)

    def _may_edit(self, request: HttpRequest, obj: Any) -> bool:
        if obj is None:
            return True
        for name in self.workspace_path.split("__"):
            obj = getattr(obj, name)
        return may_edit(request.user, obj)


class VisibleWorkspaces(admin.RelatedFieldListFilter):
    """Offers only workspaces that the user may see: the names of others' are theirs too."""

    def field_choices(self, field: Any, request: HttpRequest, model_admin: Any) -> Any:
        return [(workspace.pk, workspace.name) for workspace in Workspace.objects.visible_to(request.user)]


BY_WORKSPACE = ("workspace", VisibleWorkspaces)


class ReadOnly(admin.ModelAdmin):
    """Rows that only programs write."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class ReadOnlyInline(admin.TabularInline):
    """A few rows that only programs write, each with a link to its own page."""

    extra = 0
    can_delete = False
    show_change_link = True

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


def words_link(fact: Any) -> str:
    """A link to the page of the document with the fact's words highlighted."""
    address = document_url(fact.workspace.slug, fact.document_id, page=fact.page, quote=fact.quote)
    return format_html('<a href="{}">page {}</a>', address, fact.page) if fact.page else "–"


def row_link(row: Model, text: str) -> str:
    """A link to the row's page in the admin."""
    address = reverse(f"admin:{row._meta.app_label}_{row._meta.model_name}_change", args=[row.pk])
    return format_html('<a href="{}">{}</a>', address, text)
