from documents.models.access import ChunkUnit, Invitation, Membership, OwnEmbedder, Role, Workspace
from documents.models.buckets import BucketRule, SummaryVector
from documents.models.configuration import SiteValue
from documents.models.curation import DeletionReceipt, Edit, net_changes
from documents.models.document import BUSY, DOCUMENTS_FOLDER, Chunk, Document, Page, Status, TermCount
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
from documents.models.keys import ApiKey, KeyRefused, Scope
from documents.models.uploads import UploadTask

__all__ = [
    "BUSY",
    "DOCUMENTS_FOLDER",
    "FACT_MODELS",
    "ApiKey",
    "BucketRule",
    "Chunk",
    "ChunkUnit",
    "Claim",
    "Conflict",
    "DeletionReceipt",
    "Document",
    "Edit",
    "Entity",
    "Fact",
    "Invitation",
    "KeyRefused",
    "Membership",
    "Metric",
    "OwnEmbedder",
    "Page",
    "Reader",
    "Relationship",
    "Role",
    "Scope",
    "SiteValue",
    "Status",
    "SummaryVector",
    "TableRow",
    "TermCount",
    "Topic",
    "UploadTask",
    "Workspace",
    "net_changes",
]
