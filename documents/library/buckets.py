"""Documents in buckets by the rules of their workspace."""

from __future__ import annotations

from collections.abc import Sequence

from documents.models import BucketRule, Document, Workspace

NO_BUCKET = "generic"  # of documents that nobody put into one


def sort_into_bucket(document: Document) -> None:
    """Put a document that is in no bucket into that of the first rule that fits."""
    _sort([document], list(BucketRule.objects.filter(workspace=document.workspace_id)))


def sort_all(workspace: Workspace) -> int:
    """The same of all documents that are in none; how many went into one."""
    return _sort(list(workspace.documents.filter(bucket=NO_BUCKET)), list(workspace.bucket_rules.all()))


def _sort(documents: Sequence[Document], rules: Sequence[BucketRule]) -> int:
    moved = 0
    for document in documents:
        rule = next((rule for rule in rules if rule.fits(document)), None)
        if rule is not None and "bucket" not in document.curated_fields:
            unsorted = Document.objects.filter(pk=document.pk, bucket=NO_BUCKET)
            moved += unsorted.update(bucket=rule.bucket)
    return moved
