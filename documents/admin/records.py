"""The admin of what programs and curators leave behind: conflicts, edits, receipts, uploads."""

from __future__ import annotations

from itertools import islice
from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.template.defaultfilters import filesizeformat
from django.utils.html import format_html

from documents.admin.base import BY_WORKSPACE, ReadOnly, ReadOnlyInline, WorkspaceScoped
from documents.library import services
from documents.library.selectors import receipts_of
from documents.models import Conflict, DeletionReceipt, Edit, Metric, UploadTask
from documents.views.web import document_url

PER_PAGE = 50  # rows of a list
FIELDS_SHOWN = 4  # of an edit, in the list of edits
BRIEF = 60  # characters of a value, there


@admin.register(Conflict)
class ConflictAdmin(ReadOnly, WorkspaceScoped):
    list_display = ["measure", "entity_name", "period_end", "preferred", "set_aside", "reason", "workspace"]
    list_filter = ["reason", BY_WORKSPACE]
    list_select_related = ["winner__document", "loser__document", "winner__workspace", "workspace"]
    list_per_page = PER_PAGE
    search_fields = [
        "measure",
        "entity_name",
        "explanation",
        "winner__document__filename",
        "loser__document__filename",
    ]
    date_hierarchy = "period_end"

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Conflicts come and go with their documents, never by hand."""
        match = request.resolver_match
        by_hand = match is not None and str(match.url_name).startswith("documents_conflict_")
        return not by_hand and super().has_delete_permission(request, obj)

    @admin.display(description="preferred", ordering="winner__numeric_value")
    def preferred(self, obj: Conflict) -> str:
        return _side(obj, obj.winner)

    @admin.display(description="set aside", ordering="loser__numeric_value")
    def set_aside(self, obj: Conflict) -> str:
        return _side(obj, obj.loser)


def _side(conflict: Conflict, metric: Metric) -> str:
    """The value and its document, with a link to the words on the page."""
    address = document_url(conflict.workspace.slug, metric.document_id, page=metric.page, quote=metric.quote)
    return format_html('{} in <a href="{}">{}</a>', metric.value, address, metric.document.filename)


def _brief(value: Any) -> str:
    return "–" if value is None else str(value)[:BRIEF]


@admin.register(Edit)
class EditAdmin(ReadOnly, WorkspaceScoped):
    list_display = ["created_at", "user", "document", "kind", "is_rejection", "before_and_after"]
    list_filter = ["kind", "is_rejection", BY_WORKSPACE]
    list_select_related = ["document", "user"]
    list_per_page = PER_PAGE
    search_fields = ["document__filename", "user__username"]
    date_hierarchy = "created_at"
    actions = ["let_in"]

    @admin.display(description="before → after")
    def before_and_after(self, obj: Edit) -> str:
        said = (f"{name}: {_brief(old)} → {_brief(new)}" for name, (old, new) in obj.changes.items())
        return "; ".join(islice(said, FIELDS_SHOWN))

    @admin.action(description="Let the rejected facts be read again", permissions=["delete"])
    def let_in(self, request: HttpRequest, queryset: QuerySet[Edit]) -> None:
        """Forget the rejection, so that the document's next reading stores the fact again."""
        rejections = queryset.filter(is_rejection=True)
        allowed = [edit.pk for edit in rejections if services.may_edit(request.user, edit.workspace)]
        Edit.objects.filter(pk__in=allowed).delete()
        what = "fact" if len(allowed) == 1 else "facts"
        messages.success(request, f"{len(allowed)} {what} will come back when the document is read again.")


@admin.register(DeletionReceipt)
class DeletionReceiptAdmin(ReadOnly, WorkspaceScoped):
    list_display = ["created_at", "filename", "workspace", "deleted_by", "removed", "files", "size"]
    list_filter = ["created_at", ("deleted_by", admin.RelatedOnlyFieldListFilter), BY_WORKSPACE]
    list_select_related = ["workspace", "deleted_by"]
    list_per_page = PER_PAGE
    search_fields = ["filename", "sha256", "deleted_by__username", "workspace__name"]
    date_hierarchy = "created_at"

    def get_queryset(self, request: HttpRequest) -> QuerySet[DeletionReceipt]:
        """Those of deleted workspaces too, to whoever deleted them."""
        return receipts_of(request.user).order_by("-created_at")

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False  # a proof that could be removed would be none

    @admin.display(description="removed")
    def removed(self, obj: DeletionReceipt) -> str:
        told = (f"{count:,} {name}" for name, count in obj.rows.items() if count)
        return ", ".join(islice(told, FIELDS_SHOWN)) or "–"

    @admin.display(description="size", ordering="bytes")
    def size(self, obj: DeletionReceipt) -> str:
        return filesizeformat(obj.bytes)


class UploadedInline(ReadOnlyInline):
    model = UploadTask.documents.through
    verbose_name_plural = "documents"
    show_change_link = False


@admin.register(UploadTask)
class UploadTaskAdmin(ReadOnly, WorkspaceScoped):
    list_display = ["id", "workspace", "user", "total_files", "created_at"]
    list_filter = [BY_WORKSPACE]
    list_select_related = ["workspace", "user"]
    date_hierarchy = "created_at"
    search_fields = ["user__username", "documents__filename"]
    exclude = ["documents"]
    inlines = [UploadedInline]
