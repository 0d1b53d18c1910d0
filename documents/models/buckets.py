"""Which documents go into which bucket by rule, and the vectors of what documents are about."""

from __future__ import annotations

from fnmatch import fnmatch

from django.core.exceptions import ValidationError
from django.db import models
from pgvector.django import HalfVectorField

from documents.models.access import Workspace
from documents.models.document import Document


class BucketRule(models.Model):
    """Documents in no bucket of their own that meet it go into its bucket once they are read."""

    workspace = models.ForeignKey(Workspace, models.CASCADE, related_name="bucket_rules")
    position = models.PositiveSmallIntegerField(default=1, help_text="The first rule that fits is taken.")
    pattern = models.CharField(
        max_length=200, blank=True, help_text="Of file names, such as *invoice*.pdf; empty for any."
    )
    document_type = models.CharField(
        max_length=30, choices=Document.Type, blank=True, help_text="Empty for any."
    )
    bucket = models.SlugField(max_length=50, allow_unicode=True)

    class Meta:
        ordering = ["workspace", "position", "pk"]

    def __str__(self) -> str:
        return f"{self.pattern or '*'} → {self.bucket}"

    def clean(self) -> None:
        self.bucket = self.bucket.strip().lower()
        if not self.pattern and not self.document_type:
            raise ValidationError("Give a pattern of file names or a type of document.")

    def fits(self, document: Document) -> bool:
        named = not self.pattern or fnmatch(document.filename.lower(), self.pattern.lower())
        return named and self.document_type in ("", document.document_type)


class SummaryVector(models.Model):
    """What a document's summary means. `digest`: of the words that it was made from."""

    workspace = models.ForeignKey(Workspace, models.CASCADE, related_name="+")
    document = models.OneToOneField(Document, models.CASCADE, related_name="summary_vector")
    embedding = HalfVectorField()
    embedding_model = models.CharField(max_length=100)
    digest = models.CharField(max_length=64)

    class Meta:
        ordering = ["document"]

    def __str__(self) -> str:
        return f"Summary of {self.document}"
