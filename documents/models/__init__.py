from documents.models.access import ApiKey, ChunkUnit, Membership, Role, Workspace
from documents.models.curation import DeletionReceipt, Edit
from documents.models.document import DOCUMENTS_FOLDER, Chunk, Document, Page, Status, TermCount
from documents.models.facts import (
    FACT_MODELS,
    Claim,
    Conflict,
    Entity,
    Fact,
    Metric,
    Reader,
    Relationship,
    TableRow,
    Topic,
)
from documents.models.uploads import UploadTask

__all__ = [
    "DOCUMENTS_FOLDER",
    "FACT_MODELS",
    "ApiKey",
    "Chunk",
    "ChunkUnit",
    "Claim",
    "Conflict",
    "DeletionReceipt",
    "Document",
    "Edit",
    "Entity",
    "Fact",
    "Membership",
    "Metric",
    "Page",
    "Reader",
    "Relationship",
    "Role",
    "Status",
    "TableRow",
    "TermCount",
    "Topic",
    "UploadTask",
    "Workspace",
]
