"""Deleting a document: all that was read from it and drawn from it goes in one transaction."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from django.apps import apps
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.core.files.storage import default_storage
from django.db import transaction
from django.db.models import (
    CASCADE,
    BigIntegerField,
    Count,
    Exists,
    ManyToOneRel,
    Model,
    OuterRef,
    QuerySet,
    Sum,
)
from django.db.models.functions import Cast

from documents.ingestion.chunks.term_counts import merge_term_counts
from documents.library.stored_files import delete_stored, drop_folder
from documents.models import (
    ApiKey,
    Conflict,
    DeletionReceipt,
    Document,
    TermCount,
    UploadTask,
    Workspace,
)

GONE = "(deleted)"  # what the admin's log says of a row whose words are gone

Forget = Callable[[Document], dict[str, int]]
_forgetters: list[Forget] = []


def register_forgetter(forget: Forget) -> None:
    """Have what another app drew from a document put right whenever one is deleted, in the same transaction.

    `forget` gives plural name → how many rows it changed. Apps above this one register as they start.
    """
    if forget not in _forgetters:
        _forgetters.append(forget)


@dataclass(frozen=True)
class Receipt:
    """What a deletion removed. `rows`: plural name → count, zero counts left out."""

    name: str
    rows: dict[str, int] = field(default_factory=dict)
    files: int = 0
    bytes: int = 0

    @property
    def parts(self) -> list[str]:
        """“2 documents”, “1 metric”, “2 files”."""
        return [_counted(*item) for item in {**self.rows, "files": self.files}.items()]

    def __str__(self) -> str:
        return f"Deleted “{self.name}”: {', '.join(self.parts)}."


def remove_documents(documents: Iterable[Document], *, name: str, user: Any = None) -> Receipt:
    """Remove them with their files, each leaving a stored receipt; what another has removed is passed over.

    The rows are locked first, so that a worker that is writing pages or facts of one of them either has
    committed them, and they go too, or finds no document when it commits.
    """
    rows: Counter[str] = Counter()
    files = size = 0
    workspaces = set()
    with transaction.atomic():
        keys = sorted(document.pk for document in documents)
        locked = Document.objects.select_for_update(of=["self"]).select_related("workspace")
        for document in locked.filter(pk__in=keys).order_by("pk"):
            counts = _remove(document, user)
            rows.update(counts)
            files, size = files + 1, size + document.bytes
            workspaces.add(document.workspace_id)
        if files:
            _forget_in_admin_log()
        for workspace_id in sorted(workspaces):
            merge_term_counts(workspace_id)
    return Receipt(name, dict(rows), files, size)


def _remove(document: Document, user: Any) -> dict[str, int]:
    forgotten: Counter[str] = Counter()
    for forget in _forgetters:
        forgotten.update(forget(document))
    _forget_in_maps(document)
    _forget_in_uploads(document)
    receipt = _receipt_for(document, {}, workspace=document.workspace, user=user)
    path = str(document.file)
    _, deleted = document.delete()
    counts = by_plural_name(deleted) | {name: count for name, count in forgotten.items() if count}
    receipt.rows = counts
    receipt.save()
    transaction.on_commit(partial(delete_stored, document.file.storage, path))
    return counts


def _forget_in_maps(document: Document) -> None:
    """Take it out of the map entries of the others: their relationships name it in its own words."""
    others = Document.objects.filter(
        workspace_id=document.workspace_id,
        map_entry__relationships__contains=[{"document_id": document.pk}],
    ).exclude(pk=document.pk)
    for other in others:
        kept = [link for link in other.map_entry["relationships"] if link["document_id"] != document.pk]
        Document.objects.filter(pk=other.pk).update(map_entry=other.map_entry | {"relationships": kept})


def _forget_in_uploads(document: Document) -> None:
    tasks = UploadTask.objects.filter(duplicates__contains=[{"document": document.pk}])
    for task in tasks:
        for duplicate in task.duplicates:
            if duplicate.get("document") == document.pk:
                duplicate["document"] = None
        task.save(update_fields=["duplicates"])


def _forget_in_admin_log() -> None:
    """Blank the admin's entries on rows of ours that are no more: they repeat a fact's first words."""
    for model in apps.get_app_config("documents").get_models():
        if not isinstance(model._meta.pk, BigIntegerField):
            continue
        entries = LogEntry.objects.filter(
            content_type=ContentType.objects.get_for_model(model), object_id__regex=r"^\d{1,18}$"
        ).exclude(object_repr=GONE)
        number = Cast(OuterRef("object_id"), BigIntegerField())
        entries.filter(~Exists(model._default_manager.filter(pk=number))).update(
            object_repr=GONE, change_message=""
        )


def remove_workspace(workspace: Workspace, *, user: Any = None) -> Receipt:
    """Remove a workspace with its documents, files, conversations and runs. `user`: whose receipts remain.

    What of the workspace names a document goes with it, and so is not put right document by document.
    """
    with transaction.atomic():
        locked = Document.objects.select_for_update().filter(workspace=workspace).order_by("pk")
        documents = list(locked.only("filename", "sha256", "bytes", "file"))
        rows, key = _rows_by_document(workspace), workspace.pk
        _, of_keys = keys_to(workspace).delete()
        _, counts = workspace.delete()
        counts[ApiKey._meta.label] = of_keys.get(ApiKey._meta.label, 0)
        counts.pop(TermCount._meta.label, None)  # a by-product, and as many as the words
        DeletionReceipt.objects.bulk_create(
            (_receipt_for(document, rows[document.pk], user=user) for document in documents), batch_size=1000
        )
        size = sum(document.bytes for document in documents)
        receipt = Receipt(workspace.name, by_plural_name(counts), len(documents), size)
        if not workspace.is_session:
            DeletionReceipt.objects.create(
                filename=receipt.name, rows=receipt.rows, files=receipt.files, bytes=size, deleted_by=user
            )
        if documents:
            _forget_in_admin_log()
        for document in documents:
            transaction.on_commit(partial(delete_stored, document.file.storage, str(document.file)))
        transaction.on_commit(partial(drop_folder, default_storage, key))
    return receipt


def goes_with(workspace: Workspace) -> Receipt:
    """What removing the workspace would remove now, counted over whatever belongs to it in any app."""
    counts: Counter[str] = Counter()
    for relation in Workspace._meta.get_fields(include_hidden=True):
        if not isinstance(relation, ManyToOneRel) or relation.on_delete is not CASCADE:
            continue
        model = relation.related_model
        if model is not TermCount and not model._meta.auto_created:
            counts[model._meta.label] += model._default_manager.filter(
                **{relation.field.name: workspace}
            ).count()
    counts[ApiKey._meta.label] = keys_to(workspace).count()
    size = Document.objects.filter(workspace=workspace).aggregate(size=Sum("bytes"))["size"] or 0
    files = counts[Document._meta.label]
    return Receipt(workspace.name, by_plural_name(counts), files, size)


def keys_to(workspace: Workspace) -> QuerySet[ApiKey]:
    """The keys that open this workspace and no other: they go with it."""
    others = Workspace.objects.exclude(pk=workspace.pk)
    return ApiKey.objects.filter(workspaces=workspace).exclude(workspaces__in=others)


def going_with_document() -> dict[type[Model], str]:
    """What a document takes with it, of any app, and the way from there to the document.

    What hangs on two documents goes by the first.
    """
    ways: dict[type[Model], str] = {}
    for relation in Document._meta.related_objects:
        if relation.on_delete is CASCADE and not relation.related_model._meta.auto_created:
            ways.setdefault(relation.related_model, relation.field.name)
    return {**ways, Conflict: "winner__document"}


def _rows_by_document(workspace: Workspace) -> dict[int, dict[str, int]]:
    """Document → plural name → how many rows go with it. What two documents share counts for the first."""
    counted: dict[int, dict[str, int]] = defaultdict(lambda: {str(Document._meta.verbose_name_plural): 1})
    for model, path in going_with_document().items():
        of_each = model._default_manager.filter(workspace=workspace).order_by().values_list(path)
        for document, count in of_each.annotate(count=Count("pk")):
            counted[document][str(model._meta.verbose_name_plural)] = count
    return counted


def _receipt_for(
    document: Document, rows: dict[str, int], *, workspace: Workspace | None = None, user: Any
) -> DeletionReceipt:
    return DeletionReceipt(
        workspace=workspace,
        document_id=document.pk,
        filename=document.filename,
        sha256=document.sha256,
        rows=rows,
        files=1,
        bytes=document.bytes,
        deleted_by=user,
    )


def by_plural_name(counts: dict[str, int]) -> dict[str, int]:
    """“documents.Chunk” → “chunks”; the link tables of many-to-many fields are not worth naming."""
    names = {model._meta.label: str(model._meta.verbose_name_plural) for model in apps.get_models()}
    return {names[label]: count for label, count in counts.items() if count and label in names}


def _counted(plural: str, count: int) -> str:
    singular = f"{plural[:-3]}y" if plural.endswith("ies") else plural.removesuffix("s")
    return f"{count:,} {singular if count == 1 else plural}"
