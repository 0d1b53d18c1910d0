"""What the endpoints for documents give, as OpenAPI describes it."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any
from uuid import UUID

from ninja import Field, Schema


class DocumentOut(Schema):
    id: int
    filename: str = Field(examples=["q4-report.pdf"])
    workspace: str = Field(description="The workspace's slug.", examples=["default"])
    status: str = Field(description="queued, parsing, reading, ready or failed.", examples=["ready"])
    progress: int = Field(description="Per cent.")
    stage: str = Field(description="What is being done now.")
    waiting: str = Field(
        description="What it waits for, to be read by rules or then by the model, and behind what, or what "
        "the model reads of it now; empty where there is nothing more to come.",
        examples=["Waiting behind 3 files"],
    )
    waits_behind: int | None = Field(
        description="How many documents go before it; empty where it waits in no queue."
    )
    error: str = Field(description="Why reading failed; empty otherwise.")
    title: str
    summary: str
    media_type: str
    bytes: int
    pages: int
    tokens: int
    bucket: str = Field(examples=["generic"])
    document_type: str
    document_date: date | None
    period_start: date | None
    period_end: date | None
    topics: list[str]
    organizations: list[str]
    people: list[str]
    extraction_mode: str = Field(description="both, map_only or sql_only.")
    tier: str = Field(description="The model tier that read it.")
    sha256: str
    created_at: datetime


class SameTextOut(Schema):
    id: int
    filename: str


class MapCountsOut(Schema):
    metrics: int
    entities: int
    topics: int


class ModeStatisticsOut(Schema):
    documents: int
    claims: int
    metrics: int
    entities: int
    topics: int
    map_entry: MapCountsOut | None = Field(description="What the map entries name; only for map_only.")


class StatisticsOut(Schema):
    mode: str = Field(description="both, map_only or sql_only.")
    claims: int
    metrics: int
    entities: int
    topics: int
    map_entry: MapCountsOut | None = Field(
        description="What the document's map entry names; none for sql_only."
    )


class DocumentDetailOut(DocumentOut):
    purpose: str
    key_conclusion: str
    confidence_level: str
    chunks: int
    facts: dict[str, int] = Field(description="How many of each kind.", examples=[{"metric": 120}])
    statistics: StatisticsOut = Field(description="What was read in the document's extraction mode.")
    skipped_pages: list[dict[str, Any]] = Field(description="Pages that could not be read, and why.")
    left_out: list[dict[str, Any]] = Field(
        description="Facts that were found and cannot be stored: page, reader and a sentence that says why."
    )
    model_note: str = Field(description="What a model did not read of it, and why; empty where all was read.")
    rerun_notes: dict[str, str] = Field(
        description="Stage that was to be done again (facts, map or passages) → why all stayed as it was."
    )
    supersedes: int | None = Field(description="The document that this one replaces.")
    near_duplicates: list[SameTextOut] = Field(description="Those with the same words in other bytes.")
    timings: dict[str, float] = Field(description="Step → seconds.")
    map_entry: dict[str, Any]


class DocumentsOut(Schema):
    documents: list[DocumentOut]
    total: int = Field(description="How many match, on all pages of the list.")


class UploadOut(Schema):
    document: DocumentOut
    is_duplicate: bool = Field(description="Whether the same bytes were here already.")
    message: str


class ReceiptOut(Schema):
    message: str
    rows: dict[str, int] = Field(description="What was removed: name → rows.")
    files: int
    bytes: int


class StoredReceiptOut(Schema):
    document_id: int | None = Field(
        description="The number that the document had; empty for a whole workspace."
    )
    filename: str
    sha256: str
    workspace: str | None = Field(description="The workspace's slug; empty where it is deleted too.")
    rows: dict[str, int]
    files: int
    bytes: int
    deleted_by: str | None
    deleted_at: datetime


class ReceiptsOut(Schema):
    receipts: list[StoredReceiptOut]
    total: int


class UploadTaskOut(Schema):
    task_id: UUID
    message: str = Field(examples=["2 files are being read; 1 file was here already."])
    total_files: int
    workspace: str = Field(description="Where they went: the slug to ask with.")


class UploadStatusOut(Schema):
    status: str = Field(description="processing, completed or error.")
    progress: int = Field(description="Per cent over all files.")
    message: str
    files_processed: int
    total_files: int


class CollectionOut(Schema):
    workspace: str = Field(description="Its slug.")
    name: str
    kind: str = Field(description="shared, or session: private files that their owner alone sees.")
    documents: int
    pages: int
    bytes: int
    chunks: int
    facts: int = Field(description="Of all kinds.")


class KnowledgeBaseOut(Schema):
    workspace: str
    documents: int
    by_status: dict[str, int]
    by_type: dict[str, int]
    by_bucket: dict[str, int]
    by_mode: dict[str, ModeStatisticsOut] = Field(description="Extraction mode → what was read in it.")
    pages: int
    chunks: int
    tokens: int
    bytes: int
    facts: dict[str, int]
    unanchored: int = Field(description="Facts whose words were not found on their page.")
    near_duplicates: int = Field(description="Documents that share their words with another.")
    collections: list[CollectionOut] = Field(
        description="What each workspace that you see holds, the shared ones before the private."
    )
