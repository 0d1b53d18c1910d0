"""The admin of buckets: rules with the documents that are in their buckets, and the vectors of summaries."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest, HttpResponse

from documents.admin.base import BY_WORKSPACE, ReadOnly, WorkspaceScoped
from documents.library.buckets import sort_all
from documents.models import BucketRule, Document, SummaryVector, Workspace

PER_PAGE = 50


@admin.register(BucketRule)
class BucketRuleAdmin(WorkspaceScoped):
    list_display = ["bucket", "pattern", "document_type", "position", "documents", "workspace"]
    list_filter = [BY_WORKSPACE, "bucket"]
    list_select_related = ["workspace"]
    list_per_page = PER_PAGE
    search_fields = ["bucket", "pattern"]
    actions = ["apply"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[BucketRule]:
        """With how many documents are in the bucket of each."""
        same = Document.objects.filter(workspace=OuterRef("workspace"), bucket=OuterRef("bucket"))
        counted = same.order_by().values("bucket").annotate(number=Count("pk")).values("number")
        return super().get_queryset(request).annotate(documents=Coalesce(Subquery(counted), 0))

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """With how many documents are in each bucket, also in those that no rule fills."""
        visible = Workspace.objects.visible_to(request.user)
        counted = Document.objects.filter(workspace__in=visible).order_by().values("bucket")
        most = counted.annotate(number=Count("pk")).order_by("-number", "bucket")[:PER_PAGE]
        told = ", ".join(f"{each['bucket'] or 'none'} {each['number']:,}" for each in most)
        return super().changelist_view(
            request, {"subtitle": f"Documents in buckets: {told or 'none yet'}", **(extra_context or {})}
        )

    @admin.display(description="documents", ordering="documents")
    def documents(self, rule: Any) -> int:
        return int(rule.documents)

    @admin.action(description="Sort documents that are in no bucket", permissions=["change"])
    def apply(self, request: HttpRequest, queryset: QuerySet[BucketRule]) -> None:
        """By all rules of the workspaces of those selected."""
        workspaces = Workspace.objects.filter(pk__in=queryset.values("workspace"))
        moved = sum(map(sort_all, workspaces))
        messages.success(request, f"{moved:,} document{'' if moved == 1 else 's'} put into buckets.")


@admin.register(SummaryVector)
class SummaryVectorAdmin(ReadOnly, WorkspaceScoped):
    list_display = ["document", "embedding_model", "workspace"]
    list_filter = ["embedding_model", BY_WORKSPACE]
    list_select_related = ["document", "workspace"]
    list_per_page = PER_PAGE
    search_fields = ["document__filename", "document__title"]
    fields = ["document", "embedding_model", "workspace"]
