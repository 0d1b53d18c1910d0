"""Rows of tables and properties of documents, found and counted by conditions on their values."""

from agentic.annotations.aggregates import annotations_aggregate, annotations_count, annotations_facets
from agentic.annotations.queries import annotations_found, annotations_search
from agentic.annotations.sources import more_documents_than

__all__ = [
    "annotations_aggregate",
    "annotations_count",
    "annotations_facets",
    "annotations_found",
    "annotations_search",
    "more_documents_than",
]
