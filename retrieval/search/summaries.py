"""Documents by what their summaries mean."""

from __future__ import annotations

from collections.abc import Sequence

from pgvector.django import CosineDistance

from documents.models import Status, SummaryVector
from retrieval.scope.model import Scope
from retrieval.sql import among

NEAREST = 8  # documents whose passages go ahead
AHEAD = 0.1  # added to the cosine of their passages, for a document as near as can be


def nearest_by_summary(
    scope: Scope, vector: Sequence[float], *, embedder: str, limit: int = NEAREST
) -> dict[int, float]:
    """Document → cosine of its summary, of the nearest in scope; compared one by one."""
    ready = SummaryVector.objects.filter(workspace=scope.workspace, embedding_model=embedder)
    ready = ready.filter(document__status=Status.READY)
    if scope.document_ids is not None:
        ready = ready.filter(among("document_id", scope.document_ids))
    ranked = ready.annotate(distance=CosineDistance("embedding", list(vector))).order_by("distance")
    return {pk: 1 - distance for pk, distance in ranked.values_list("document_id", "distance")[:limit]}
