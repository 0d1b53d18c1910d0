from documents.models.access import ApiKey, Membership, Role, Workspace
from documents.models.document import Chunk, Document, Page, Status
from documents.models.facts import (
    Claim,
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
    "ApiKey",
    "Chunk",
    "Claim",
    "Document",
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
    "Topic",
    "UploadTask",
    "Workspace",
]
