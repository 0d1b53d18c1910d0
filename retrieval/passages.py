"""The chunks that lie in scope, and about how many they are."""

from __future__ import annotations

from django.db.models import BooleanField, QuerySet, Sum
from django.db.models.expressions import RawSQL

from documents.models import Chunk, Document, Status, TermCount
from retrieval.prefilter import Scope

COUNTED = 50_000  # chunks of chosen documents; whether there are more decides nothing


def chunks_in(scope: Scope) -> QuerySet[Chunk]:
    """Those that may answer. Documents that are not ready are looked up, being fewer than those that are."""
    unready = Document.objects.filter(workspace=scope.workspace).exclude(status=Status.READY)
    chunks = Chunk.objects.filter(workspace=scope.workspace, excluded=False).exclude(
        document__in=unready.order_by().values("pk")
    )
    for test in scope.passages:
        chunks = chunks.filter(RawSQL(test.replace("%", "%%"), [], output_field=BooleanField()))
    return chunks if scope.document_ids is None else chunks.filter(document__in=scope.document_ids)


def chunk_count(scope: Scope) -> int:
    """How many chunks are in scope, of chosen ones `COUNTED` at most; a few may be out of use."""
    if scope.passages:
        return chunks_in(scope).order_by()[:COUNTED].count()
    if scope.document_ids is None:
        counts = TermCount.objects.filter(workspace=scope.workspace, term=0)
        return counts.aggregate(all=Sum("chunks"))["all"] or 0
    held = Chunk.objects.filter(workspace=scope.workspace, document__in=scope.document_ids)
    return held.order_by()[:COUNTED].count()
