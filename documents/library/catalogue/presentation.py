"""Documents and facts as the JSON of the contract: the same for the API, the commands and exports."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from datetime import date
from decimal import Decimal
from typing import Any

from documents.ingestion.priority.queues import Queues
from documents.library.catalogue.statistics import statistics_of
from documents.models import DeletionReceipt, Document, Fact

PLACE_COLUMNS = ("page", "quote", "anchored", "reader")
COLUMNS: dict[str, tuple[str, ...]] = {
    "metric": (
        "metric_name",
        "canonical_name",
        "value",
        "numeric_value",
        "unit",
        "scale",
        "period",
        "period_start",
        "period_end",
        "fiscal_year",
        "fiscal_quarter",
        "context",
        "comparison_base",
        "entity_name",
        "category",
    ),
    "claim": (
        "claim_text",
        "claim_type",
        "topic",
        "confidence",
        "source_section",
        "is_quantitative",
        "can_be_verified",
    ),
    "entity": ("entity_name", "entity_type", "role", "title", "context"),
    "topic": ("topic_name", "is_primary"),
    "row": ("table", "table_index", "row", "label", "properties"),
}


def document_json(document: Document, queues: Queues | None = None) -> dict[str, Any]:
    """What lists of documents show. `queues`: looked at once for a whole list."""
    queues = queues or Queues()
    return {
        "id": document.pk,
        "filename": document.filename,
        "workspace": document.workspace.slug,
        "status": document.status,
        "progress": document.progress,
        "stage": document.stage,
        "waiting": queues.words(document),
        "waits_behind": queues.behind(document),
        "error": document.error,
        "title": document.title,
        "summary": document.summary,
        "media_type": document.media_type,
        "bytes": document.bytes,
        "pages": document.page_count,
        "tokens": document.token_count,
        "bucket": document.bucket,
        "document_type": document.document_type,
        "document_date": document.document_date,
        "period_start": document.period_start,
        "period_end": document.period_end,
        "topics": document.topics,
        "organizations": document.organizations,
        "people": document.people,
        "extraction_mode": document.extraction_mode,
        "tier": document.tier,
        "sha256": document.sha256,
        "created_at": document.created_at,
    }


def document_detail_json(
    document: Document, counts: dict[str, int], same_text: Iterable[Document] = ()
) -> dict[str, Any]:
    """The document with what was read from it. `counts`: see `selectors.reading_counts`.

    `same_text`: documents with the same words in other bytes.
    """
    facts = dict(counts)
    return {
        **document_json(document),
        "purpose": document.purpose,
        "key_conclusion": document.key_conclusion,
        "confidence_level": document.confidence_level,
        "chunks": facts.pop("chunk"),
        "facts": facts,
        "statistics": asdict(statistics_of(document, counts)),
        "skipped_pages": document.skipped_pages,
        "left_out": document.left_out,
        "model_note": document.model_note,
        "rerun_notes": document.rerun_notes,
        "supersedes": document.supersedes_id,
        "near_duplicates": [{"id": other.pk, "filename": other.filename} for other in same_text],
        "timings": document.timings,
        "map_entry": document.map_entry,
    }


def receipt_json(receipt: DeletionReceipt) -> dict[str, Any]:
    """That a document was deleted, and how much went with it."""
    return {
        "document_id": receipt.document_id,
        "filename": receipt.filename,
        "sha256": receipt.sha256,
        "workspace": receipt.workspace.slug if receipt.workspace else None,
        "rows": receipt.rows,
        "files": receipt.files,
        "bytes": receipt.bytes,
        "deleted_by": receipt.deleted_by.get_username() if receipt.deleted_by else None,
        "deleted_at": receipt.created_at,
    }


def fact_json(kind: str, fact: Fact) -> dict[str, Any]:
    """A fact with its place. Decimals become numbers, dates ISO text."""
    columns = {name: plain(getattr(fact, name)) for name in (*PLACE_COLUMNS, *COLUMNS[kind])}
    return {"document": fact.document.filename, "kind": kind, **columns}


def plain(value: Any) -> Any:
    """The value as JSON knows it: whole numbers stay whole, of any size."""
    if isinstance(value, Decimal):
        return int(value) if value == value.to_integral_value() else float(value)
    if isinstance(value, date):
        return value.isoformat()
    return value
