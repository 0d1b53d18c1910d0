"""The admin of what programs and curators leave behind: conflicts, edits, receipts, uploads."""

from __future__ import annotations

from itertools import islice
from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest

from documents import services
from documents.admin_tools import BY_WORKSPACE, ReadOnly, ReadOnlyInline, WorkspaceScoped
from documents.models import Conflict, DeletionReceipt, Edit, UploadTask

PER_PAGE = 50  # rows of a list
FIELDS_SHOWN = 4  # of an edit, in the list of edits
BRIEF = 60  # characters of a value, there


@admin.register(Conflict)
class ConflictAdmin(ReadOnly, WorkspaceScoped):
    list_display = ["measure", "entity_name", "period_end", "winner", "loser", "reason"]
    list_filter = ["reason", BY_WORKSPACE]
    list_select_related = ["winner", "loser"]
    list_per_page = PER_PAGE
    search_fields = ["measure", "entity_name", "explanation"]
    date_hierarchy = "period_end"


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
    list_display = ["created_at", "filename", "workspace", "deleted_by", "files", "bytes"]
    list_filter = [BY_WORKSPACE]
    list_select_related = ["workspace", "deleted_by"]
    list_per_page = PER_PAGE
    search_fields = ["filename", "sha256"]
    date_hierarchy = "created_at"


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
