"""Deleting a document: all that was read from it and drawn from it goes in one transaction."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from django.apps import apps
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.db.models import BigIntegerField, Exists, OuterRef
from django.db.models.functions import Cast

from documents.models import DeletionReceipt, Document, UploadTask, Workspace
from documents.term_counts import merge_term_counts

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

    def __str__(self) -> str:
        counts = {**self.rows, "files": self.files}
        return f"Deleted “{self.name}”: {', '.join(_counted(*item) for item in counts.items())}."


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
    pk, path = document.pk, str(document.file)
    _, deleted = document.delete()
    counts = by_plural_name(deleted) | {name: count for name, count in forgotten.items() if count}
    DeletionReceipt.objects.create(
        workspace=document.workspace,
        document_id=pk,
        filename=document.filename,
        sha256=document.sha256,
        rows=counts,
        files=1,
        bytes=document.bytes,
        deleted_by=user,
    )
    transaction.on_commit(partial(document.file.storage.delete, path))
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
    """Remove a workspace with its documents, files, conversations and runs. `user`: whose receipts remain."""
    with transaction.atomic():
        receipt = remove_documents(workspace.documents.all(), name=workspace.slug, user=user)
        _, counts = workspace.delete()
    rows = Counter(receipt.rows) + Counter(by_plural_name(counts))
    return Receipt(receipt.name, dict(rows), receipt.files, receipt.bytes)


def by_plural_name(counts: dict[str, int]) -> dict[str, int]:
    """“documents.Chunk” → “chunks”; the link tables of many-to-many fields are not worth naming."""
    names = {model._meta.label: str(model._meta.verbose_name_plural) for model in apps.get_models()}
    return {names[label]: count for label, count in counts.items() if count and label in names}


def _counted(plural: str, count: int) -> str:
    singular = f"{plural[:-3]}y" if plural.endswith("ies") else plural.removesuffix("s")
    return f"{count:,} {singular if count == 1 else plural}"
