"""The admin of workspaces and their members."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest

from documents.admin.base import BY_WORKSPACE, ReadOnly, WorkspaceScoped
from documents.ingestion.chunks.chunk_changes import change_chunking, cutting_sentence
from documents.ingestion.chunks.chunk_settings import BadChunking, ChunkSettings
from documents.ingestion.chunks.rebuilding import change_embedder
from documents.library import services
from documents.models import Invitation, Membership, Workspace
from documents.providers import embedder_named
from documents.workspaces.quotas import FIELDS
from documents.workspaces.services import delete_workspace
from llm.errors import Unavailable

LIMITS = tuple(FIELDS.values())
CHUNKING = ("chunk_unit", "chunk_size", "chunk_overlap", "chunk_minimum")


class WorkspaceForm(forms.ModelForm):
    """Takes only sizes by which documents can be cut."""

    class Meta:
        model = Workspace
        fields = ["name", "slug", "kind", "embedder", *CHUNKING, *LIMITS]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if name := cleaned.get("embedder"):
            try:
                embedder_named(name)
            except Unavailable as error:
                raise forms.ValidationError(str(error)) from None
        if all(cleaned.get(name) is not None for name in CHUNKING):
            try:
                chunking_of(cleaned).check()
            except BadChunking as error:
                raise forms.ValidationError(str(error)) from None
        return cleaned


def chunking_of(fields: dict[str, Any]) -> ChunkSettings:
    return ChunkSettings(**{name.removeprefix("chunk_"): fields[name] for name in CHUNKING})


class MembershipInline(admin.TabularInline):
    model = Membership
    extra = 1
    autocomplete_fields = ["user"]


@admin.register(Workspace)
class WorkspaceAdmin(admin.ModelAdmin):
    list_display = ["name", "slug", "kind", "created_at"]
    list_filter = ["kind"]
    search_fields = ["name", "slug"]
    date_hierarchy = "created_at"
    form = WorkspaceForm
    prepopulated_fields = {"slug": ["name"]}
    inlines = [MembershipInline]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Workspace]:
        visible = Workspace.objects.visible_to(request.user)
        return super().get_queryset(request).filter(pk__in=visible.values("pk"))

    def get_readonly_fields(self, request: HttpRequest, obj: Workspace | None = None) -> list[str]:
        fixed = [] if request.user.is_superuser else [*LIMITS]
        may_cut = obj is None or services.may_administer(request.user, obj)
        return fixed if may_cut else ["embedder", *CHUNKING, *fixed]

    def save_model(self, request: HttpRequest, obj: Workspace, form: forms.ModelForm, change: bool) -> None:
        """Sizes are changed by the same service as elsewhere, which has the documents cut anew."""
        wanted = ChunkSettings.of(obj)
        if change and "embedder" in form.changed_data:
            change_embedder(user=request.user, workspace=obj, name=obj.embedder)
            messages.info(request, "Its passages are embedded anew in the background and found until then.")
        if not change or not set(form.changed_data) & {*CHUNKING}:
            super().save_model(request, obj, form, change)
            return
        obj.save(update_fields=["name", "slug", "kind", *LIMITS])
        queued = change_chunking(user=request.user, workspace=obj, chunking=wanted)
        messages.info(request, cutting_sentence(queued))

    def delete_model(self, request: HttpRequest, obj: Workspace) -> None:
        delete_workspace(user=request.user, workspace=obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Workspace]) -> None:
        for workspace in queryset:
            delete_workspace(user=request.user, workspace=workspace)


@admin.register(Membership)
class MembershipAdmin(WorkspaceScoped):
    list_display = ["user", "workspace", "role"]
    list_filter = ["role", BY_WORKSPACE]
    list_select_related = ["user", "workspace"]
    search_fields = ["user__username", "workspace__name"]
    autocomplete_fields = ["user", "workspace"]


@admin.register(Invitation)
class InvitationAdmin(ReadOnly, WorkspaceScoped):
    """They are made, and withdrawn, on the workspace's page."""

    list_display = [
        "created_at",
        "workspace",
        "role",
        "invited_by",
        "expires_at",
        "accepted_by",
        "revoked_at",
    ]
    list_filter = ["role", BY_WORKSPACE]
    list_select_related = ["workspace", "invited_by", "accepted_by"]
    search_fields = ["invited_by__username", "accepted_by__username", "workspace__name"]
    date_hierarchy = "created_at"
