"""The admin of workspaces, keys, documents and what was read from them."""

from __future__ import annotations

from functools import partial
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils import timezone

import documents.admin.buckets  # registers itself
import documents.admin.workspaces  # noqa: F401  # registers itself
from documents.admin import records
from documents.admin.base import BY_WORKSPACE, ReadOnly, WorkspaceScoped, words_link
from documents.admin.edits import SeenForm
from documents.curation.edits import KINDS, add_fact, edit_document, edit_fact, reject_fact
from documents.ingestion.rerun_requests import Stage, rerun_stage
from documents.library import services
from documents.library.staging import RefusedUpload
from documents.models import (
    ApiKey,
    Chunk,
    Claim,
    Document,
    Edit,
    Entity,
    Fact,
    Metric,
    Page,
    Reader,
    Relationship,
    Scope,
    TableRow,
    Topic,
    Workspace,
)
from documents.views.web import document_url

admin.site.site_header = admin.site.site_title = "ragsite"
admin.site.index_title = "Administration"

PER_PAGE = records.PER_PAGE
SENT_ON = ("action", "select_across", "index", ACTION_CHECKBOX_NAME)  # by the page that asks once more

KEY_FACTS = (
    *("prefix", "user", "scopes", "opens"),
    *("created_at", "expires_at", "last_used_at", "revoked_at"),
)


class ApiKeyForm(forms.ModelForm):
    scopes = forms.MultipleChoiceField(
        choices=Scope.choices,
        widget=forms.CheckboxSelectMultiple,
        required=False,
        help_text="All where none is chosen.",
    )

    def clean_scopes(self) -> list[str]:
        return self.cleaned_data["scopes"] or [*Scope.values]

    class Meta:
        model = ApiKey
        fields = ["name", "user", "scopes", "workspaces", "expires_at"]
        widgets = {"workspaces": forms.CheckboxSelectMultiple}


@admin.register(ApiKey)
class ApiKeyAdmin(admin.ModelAdmin):
    """Issues keys, shown once after saving, and revokes them."""

    form = ApiKeyForm
    list_display = ["name", *(fact for fact in KEY_FACTS if fact != "scopes")]
    list_filter = ["revoked_at", "user"]
    list_select_related = ["user"]
    search_fields = ["name", "prefix", "user__username"]
    date_hierarchy = "created_at"
    autocomplete_fields = ["user"]
    actions = ["revoke"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[ApiKey]:
        """Those of session workspaces, which nobody else sees, left out."""
        of_sessions = Workspace.objects.filter(kind=Workspace.Kind.SESSION)
        keys = super().get_queryset(request).exclude(workspaces__in=of_sessions)
        return keys.prefetch_related("workspaces")

    def formfield_for_manytomany(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        if db_field.name == "workspaces":
            kwargs["queryset"] = Workspace.objects.visible_to(request.user).shared()
        return super().formfield_for_manytomany(db_field, request, **kwargs)

    @admin.display(description="workspaces")
    def opens(self, key: ApiKey) -> str:
        return "all" if key.opens_all else ", ".join(map(str, key.workspaces.all())) or "none"

    def get_readonly_fields(self, request: HttpRequest, obj: ApiKey | None = None) -> list[str]:
        return [*KEY_FACTS] if obj else []

    def get_fields(self, request: HttpRequest, obj: ApiKey | None = None) -> list[Any]:
        return ["name", *self.get_readonly_fields(request, obj)] if obj else [*ApiKeyForm.Meta.fields]

    def save_model(self, request: HttpRequest, obj: ApiKey, form: forms.ModelForm, change: bool) -> None:
        key = "" if change else obj.new_key()
        if key:
            obj.opens_all = not form.cleaned_data["workspaces"]
        super().save_model(request, obj, form, change)
        if key:
            messages.warning(request, f"The key, shown only now: {key}")

    @admin.action(description="Revoke selected keys", permissions=["change"])
    def revoke(self, request: HttpRequest, queryset: QuerySet[ApiKey]) -> None:
        revoked = queryset.filter(revoked_at=None).update(revoked_at=timezone.now())
        messages.success(request, f"Revoked {revoked} {'key' if revoked == 1 else 'keys'}.")


@admin.register(Document)
class DocumentAdmin(WorkspaceScoped):
    """Documents come in by upload. Here their description is put right; they are read again or deleted."""

    form = SeenForm
    list_display = ["filename", "workspace", "status", "document_type", "page_count", "tier", "created_at"]
    list_filter = ["status", "document_type", "bucket", "tier", BY_WORKSPACE]
    list_select_related = ["workspace"]
    list_per_page = PER_PAGE
    search_fields = ["filename", "title", "sha256"]
    date_hierarchy = "created_at"
    autocomplete_fields = ["supersedes"]
    view_on_site = True
    actions = ["retry", "read_again", "read_facts", "cut_again", "let_model_read", "write_map"]
    curated: list[Any] = [
        "title",
        "summary",
        "purpose",
        "key_conclusion",
        "document_type",
        "document_date",
        "period_start",
        "period_end",
        "confidence_level",
        "topics",
        "organizations",
        "people",
        "fiscal_year_end_month",
        "fiscal_year_offset",
        "supersedes",
    ]
    provenance: list[Any] = [
        "filename",
        "workspace",
        "sha256",
        "file",
        "media_type",
        "bytes",
        "page_count",
        "token_count",
        "size_class",
        "uploaded_by",
        "curated_fields",
        "fiscal_year_borrowed",
        "tier",
        "created_at",
        "updated_at",
    ]
    reading: list[Any] = [
        "status",
        "progress",
        "stage",
        "error",
        "skipped_pages",
        "left_out",
        "model_note",
        "rerun_notes",
        "timings",
        "steps_done",
        "claimed_by",
    ]
    fieldsets = [
        (None, {"fields": [*curated, "bucket", "extraction_mode", "seen"]}),
        ("Provenance", {"fields": provenance}),
        ("Reading", {"fields": [*reading, "map_entry"], "classes": ["collapse"]}),
    ]
    readonly_fields = [*provenance, *reading, "map_entry"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def get_view_on_site_url(self, obj: Document | None = None) -> str | None:
        return document_url(obj.workspace.slug, obj.pk) if obj else None

    def save_model(self, request: HttpRequest, obj: Document, form: forms.ModelForm, change: bool) -> None:
        changes = {name: getattr(obj, name) for name in form.changed_data if name in self.curated}
        edit_document(obj, user=request.user, changes=changes)
        plain = [name for name in form.changed_data if name not in (*self.curated, "seen")]
        if plain:
            obj.save(update_fields=[*plain, "updated_at"])

    def delete_model(self, request: HttpRequest, obj: Document) -> None:
        messages.info(request, str(services.delete_document(user=request.user, document=obj)))

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Document]) -> None:
        for document in queryset.select_related("workspace"):
            services.delete_document(user=request.user, document=document)

    @admin.action(description="Retry selected failed documents", permissions=["change"])
    def retry(self, request: HttpRequest, queryset: QuerySet[Document]) -> None:
        self._each(request, queryset, services.retry_document)

    @admin.action(description="Read selected documents again from the start", permissions=["change"])
    def read_again(self, request: HttpRequest, queryset: QuerySet[Document]) -> HttpResponse | None:
        return self._once_sure(
            request, queryset, services.reprocess_document, "All that a model read and wrote of them goes."
        )

    @admin.action(description="Read facts by rules again", permissions=["change"])
    def read_facts(self, request: HttpRequest, queryset: QuerySet[Document]) -> None:
        self._each(request, queryset, partial(rerun_stage, stage=Stage.FACTS))

    @admin.action(description="Cut into passages and embed again", permissions=["change"])
    def cut_again(self, request: HttpRequest, queryset: QuerySet[Document]) -> HttpResponse | None:
        service = partial(rerun_stage, stage=Stage.PASSAGES)
        return self._once_sure(
            request, queryset, service, "What a model wrote on passages goes where their words change."
        )

    @admin.action(description="Let the model read again", permissions=["change"])
    def let_model_read(self, request: HttpRequest, queryset: QuerySet[Document]) -> HttpResponse | None:
        service = partial(rerun_stage, stage=Stage.MODEL)
        return self._once_sure(
            request, queryset, service, "What a model read of them before is replaced, which may take hours."
        )

    @admin.action(description="Write the entry in the document map again", permissions=["change"])
    def write_map(self, request: HttpRequest, queryset: QuerySet[Document]) -> None:
        self._each(request, queryset, partial(rerun_stage, stage=Stage.MAP))

    def _once_sure(
        self, request: HttpRequest, queryset: QuerySet[Document], service: Any, loses: str
    ) -> HttpResponse | None:
        """Asks before a model's work is thrown away; documents without any are not asked about."""
        deep = queryset.exclude(tier__in=("", "none"))
        if "confirmed" in request.POST or not deep.exists():
            self._each(request, queryset, service)
            return None
        context = {
            **self.admin_site.each_context(request),
            "title": "Are you sure?",
            "opts": self.model._meta,
            "loses": loses,
            "documents": deep.order_by("filename")[:PER_PAGE],
            "count": deep.count(),
            "sent": [(name, value) for name in SENT_ON for value in request.POST.getlist(name)],
        }
        return TemplateResponse(request, "admin/confirm_rerun.html", context)

    def _each(self, request: HttpRequest, queryset: QuerySet[Document], service: Any) -> None:
        queued = 0
        for document in queryset.select_related("workspace"):
            try:
                service(user=request.user, document=document)
                queued += 1
            except (RefusedUpload, PermissionDenied) as error:
                messages.error(request, str(error))
        if queued:
            messages.success(request, f"Queued {queued} {'document' if queued == 1 else 'documents'}.")


@admin.register(Page)
class PageAdmin(ReadOnly, WorkspaceScoped):
    list_display = ["document", "number", "width", "height"]
    list_select_related = ["document"]
    list_per_page = PER_PAGE
    search_fields = ["document__filename", "text"]


@admin.register(Chunk)
class ChunkAdmin(ReadOnly, WorkspaceScoped):
    list_display = ["document", "index", "section", "page_start", "page_end", "token_count"]
    list_filter = ["embedding_model"]
    list_select_related = ["document"]
    list_per_page = PER_PAGE
    search_fields = ["document__filename", "section", "text"]
    exclude = ["embedding", "search"]  # numbers and stems that tell a reader nothing


class FactAdmin(WorkspaceScoped):
    """A fact's place is given once, when it is added by hand; its content may be put right by a curator."""

    form = SeenForm
    list_filter = ["reader", "anchored", "kept_out", "document__document_type", BY_WORKSPACE]
    list_select_related = ["document", "workspace"]
    list_per_page = PER_PAGE
    show_full_result_count = False  # there may be millions
    date_hierarchy = "document__created_at"
    object_history_template = "admin/fact_history.html"
    place = ["document", "page", "quote"]
    autocomplete_fields = ["document"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).defer("document__map_entry")  # 200 kB a row

    def get_readonly_fields(self, request: HttpRequest, obj: Fact | None = None) -> list[str]:
        own = ["workspace", "reader", "anchored", "kept_out", "words"]
        return [*self.place, *own] if obj else own

    def get_search_fields(self, request: HttpRequest) -> list[str]:
        return [*self.search_fields, "quote", "document__filename"]

    @admin.display(description="words")
    def words(self, obj: Fact) -> str:
        return words_link(obj)

    def save_model(self, request: HttpRequest, obj: Any, form: forms.ModelForm, change: bool) -> None:
        if change:
            edit_fact(obj, user=request.user)
        else:
            add_fact(obj, user=request.user)

    def delete_model(self, request: HttpRequest, obj: Any) -> None:
        """Later readings leave a deleted fact out; the list of edits can let it in again."""
        reject_fact(obj, user=request.user)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        for fact in queryset.select_related("document__workspace"):
            reject_fact(fact, user=request.user)

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """The page's own history, with what each edit found and left."""
        kind = KINDS[self.model]
        edits = (
            Edit.objects.filter(kind=kind, fact_id=object_id).select_related("user")
            if object_id.isdecimal()
            else []
        )
        context = {"edits": edits, **(extra_context or {})}
        return super().history_view(request, object_id, context)


@admin.register(Claim)
class ClaimAdmin(FactAdmin):
    list_display = ["claim_text", "claim_type", "topic", "document", "words", "reader", "anchored"]
    list_filter = ["claim_type", "is_quantitative", *FactAdmin.list_filter]
    search_fields = ["claim_text", "topic"]


@admin.register(Metric)
class MetricAdmin(FactAdmin):
    list_display = [
        "metric_name",
        "canonical_name",
        "value",
        "unit",
        "period",
        "entity_name",
        "document",
        "words",
    ]
    list_filter = ["fiscal_year", "unit", *FactAdmin.list_filter]
    search_fields = ["metric_name", "canonical_name", "entity_name", "value"]
    raw_id_fields = ["table_row"]


@admin.register(Entity)
class EntityAdmin(FactAdmin):
    list_display = ["entity_name", "entity_type", "role", "title", "document", "words", "reader"]
    list_filter = ["entity_type", "role", *FactAdmin.list_filter]
    search_fields = ["entity_name", "title"]


@admin.register(Topic)
class TopicAdmin(FactAdmin):
    list_display = ["topic_name", "is_primary", "document", "words", "reader"]
    list_filter = ["is_primary", *FactAdmin.list_filter]
    search_fields = ["topic_name"]


@admin.register(TableRow)
class TableRowAdmin(FactAdmin):
    list_display = ["table", "row", "label", "document", "words", "reader", "anchored"]
    search_fields = ["table", "label"]


@admin.register(Relationship)
class RelationshipAdmin(WorkspaceScoped):
    list_display = ["source", "relationship_type", "target", "reader"]
    list_filter = ["relationship_type", "reader", BY_WORKSPACE]
    list_select_related = ["source", "target"]
    search_fields = ["source__filename", "target__filename", "description"]
    autocomplete_fields = ["source", "target"]
    readonly_fields = ["workspace", "reader"]

    def save_model(
        self, request: HttpRequest, obj: Relationship, form: forms.ModelForm, change: bool
    ) -> None:
        obj.workspace, obj.reader = obj.source.workspace, Reader.CURATOR
        if not services.may_edit(request.user, obj.workspace):
            raise PermissionDenied
        super().save_model(request, obj, form, change)
