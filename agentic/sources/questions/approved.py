"""Queries that people found right: kept as examples for questions that are like them."""

from __future__ import annotations

from typing import Any

from pgvector.django import CosineDistance

from agentic.sources.models import ApprovedQuery, CachedResult, DataSource
from agentic.sources.registering.services import require_manager
from agentic.sources.statements.generating import MOST_EXAMPLES, Example
from agentic.sources.walls.validate import validate
from agentic.sql.refusal import UnsafeSQL
from documents.refusals import RefusedChange
from llm.types import Embedder

NO_LIMIT = 10**9


def approve(*, user: Any, source: DataSource, question: str, sql: str) -> ApprovedQuery:
    """Keep the statement for the question; another that was kept for it goes. Raises `RefusedChange`,
    `PermissionDenied`."""
    require_manager(user, source)
    question = " ".join(question.split())[:2000]
    if not question:
        raise RefusedChange("Say which question the query answers.")
    try:
        checked = validate(sql, schema=source.stored_schema, dialect=source.dialect, rows=NO_LIMIT)
    except UnsafeSQL as error:
        raise RefusedChange(error.reason) from None
    kept_sql = checked.shown.removesuffix(f" LIMIT {NO_LIMIT}")
    kept, _ = ApprovedQuery.objects.update_or_create(
        source=source,
        question=question,
        defaults={
            "sql": kept_sql,
            "approved_by": user,
            "embedding": None,
        },
    )
    CachedResult.objects.filter(source=source).delete()
    return kept


def nearest_examples(source: DataSource, question: str, *, embedder: Embedder) -> list[Example]:
    """The approved queries whose questions are nearest, best first."""
    waiting = list(source.approved.filter(embedding=None))
    if not source.approved.exists():
        return []
    if waiting:
        for query, vector in zip(waiting, embedder.embed([q.question for q in waiting]), strict=True):
            ApprovedQuery.objects.filter(pk=query.pk).update(embedding=vector)
    (vector,) = embedder.embed([question])
    nearest = source.approved.exclude(embedding=None).order_by(CosineDistance("embedding", vector))
    return [Example(each.question, each.sql) for each in nearest[:MOST_EXAMPLES]]


def remove_approved(*, user: Any, source: DataSource, pk: int) -> str:
    """Raises `ApprovedQuery.DoesNotExist`, `PermissionDenied`."""
    require_manager(user, source)
    query = source.approved.get(pk=pk)
    query.delete()
    return f"“{query}” is no example any more."
