"""What one document is, without its text: for who decides whether to read it."""

from __future__ import annotations

from typing import Any

from documents.library.selectors import reading_counts
from documents.models import Document, Workspace

FIELDS = (
    "filename", "title", "status", "document_type", "bucket", "document_date", "period_start", "period_end",
    "organizations", "people", "topics", "summary", "purpose", "key_conclusion", "confidence_level",
)  # fmt: skip


def document_metadata(workspace: Workspace, doc_id: int) -> dict[str, Any]:
    """Raises `Document.DoesNotExist`, the same for a missing document and one of another workspace."""
    document = workspace.documents.filter(pk=doc_id).first()
    if document is None:
        raise Document.DoesNotExist(f"There is no document {doc_id} in “{workspace.slug}”.")
    structure = (document.map_entry or {}).get("structure", {})
    return {
        "document_id": document.pk,
        **{name: getattr(document, name) for name in FIELDS},
        "pages": document.page_count,
        "sections": structure.get("sections", []),
        "facts": reading_counts(document),
        "supersedes": document.supersedes_id,
        "superseded_by": list(document.superseded_by.order_by("pk").values_list("pk", flat=True)),
    }
