"""What people did to documents and to what was read from them: edits, rejections, deletions."""

from __future__ import annotations

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
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-created_at", "-pk"]
        indexes = [models.Index(fields=["document", "kind", "origin"], name="edit_of_fact")]

    def __str__(self) -> str:
        return f"{self.kind}: {', '.join(self.changes) or 'rejected'}"


class DeletionReceipt(models.Model):
    """That a document was deleted, and how much went with it; none of its words."""

    workspace = models.ForeignKey(
        Workspace, models.SET_NULL, null=True, related_name="receipts", help_text="Empty once it is gone too."
    )
    document_id = models.BigIntegerField(help_text="The number that the document had.")
    filename = models.CharField(max_length=255)
    sha256 = models.CharField(max_length=64)
    rows = models.JSONField(default=dict, help_text="Plural name → how many rows were removed.")
    files = models.PositiveIntegerField(default=0)
    bytes = models.BigIntegerField(default=0)
    deleted_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-created_at", "-pk"]

    def __str__(self) -> str:
        return self.filename
