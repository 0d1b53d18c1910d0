"""What people did to documents and to what was read from them: edits, rejections, deletions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.db import models

from documents.models.access import Workspace
from documents.models.document import Document


class Edit(models.Model):
    """One change that a curator made to a document's description or to a fact."""

    workspace = models.ForeignKey(Workspace, models.CASCADE, related_name="+")
    document = models.ForeignKey(Document, models.CASCADE, related_name="edits")
    kind = models.CharField(max_length=20, help_text="document, chunk, metric, claim, entity, topic or row.")
    origin = models.CharField(max_length=64, blank=True, help_text="Of the fact; empty for the document.")
    fact_id = models.BigIntegerField(null=True, blank=True, help_text="The row's number when it was edited.")
    is_rejection = models.BooleanField(
        default=False, help_text="The fact was deleted: readings that find it again leave it out."
    )
    changes = models.JSONField(default=dict, help_text="Field → [value before, value after].")
    reader = models.CharField(max_length=10, blank=True, help_text="Who had read the fact before the edit.")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-created_at", "-pk"]
        indexes = [models.Index(fields=["document", "kind", "origin"], name="edit_of_fact")]

    def __str__(self) -> str:
        return f"{self.kind}: {', '.join(self.changes) or 'rejected'}"


def net_changes(edits: Iterable[Edit]) -> dict[str, list[Any]]:
    """Field → [value read, value now] of one fact's edits, oldest first; without what was put back."""
    net: dict[str, list[Any]] = {}
    for edit in edits:
        for name, (before, after) in edit.changes.items():
            net[name] = [net[name][0] if name in net else before, after]
    return {name: values for name, values in net.items() if values[0] != values[1]}


class DeletionReceipt(models.Model):
    """That a document or a whole workspace was deleted, and how much went with it; none of its words."""

    workspace = models.ForeignKey(
        Workspace, models.SET_NULL, null=True, related_name="receipts", help_text="Empty once it is gone too."
    )
    document_id = models.BigIntegerField(
        null=True, blank=True, help_text="The number that the document had; empty for a whole workspace."
    )
    filename = models.CharField(max_length=255, help_text="Of a whole workspace, its name.")
    sha256 = models.CharField(max_length=64, blank=True)
    rows = models.JSONField(default=dict, help_text="Plural name → how many rows were removed.")
    files = models.PositiveIntegerField(default=0)
    bytes = models.BigIntegerField(default=0)
    deleted_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-created_at", "-pk"]

    def __str__(self) -> str:
        return self.filename
