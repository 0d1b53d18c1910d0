"""The chunks that lie in scope, and about how many they are."""

from __future__ import annotations

from django.db import connection
from django.db.models import BooleanField, QuerySet
from django.db.models.expressions import RawSQL

from documents.models import Chunk, Document, Status
from retrieval.scope.model import Scope
from retrieval.search.results import Size
from retrieval.sql import among

ALL = "SELECT coalesce(sum(chunks), 0)::bigint FROM documents_termcount WHERE workspace_id = %s AND term = 0"
CHOSEN = "SELECT FROM documents_chunk WHERE workspace_id = %s AND document_id = ANY(%s::bigint[]) LIMIT %s"
INDEXED = "SELECT greatest(reltuples, 0)::bigint FROM pg_class WHERE oid = 'documents_chunk'::regclass"
COUNTED = 50_000  # chunks of chosen documents; whether there are more decides nothing


def chunks_in(scope: Scope) -> QuerySet[Chunk]:
    """Those that may answer. Documents that are not ready are looked up, being fewer than those that are."""
    unready = Document.objects.filter(workspace=scope.workspace).exclude(status=Status.READY)
    chunks = Chunk.objects.filter(workspace=scope.workspace, excluded=False).exclude(
        document__in=unready.order_by().values("pk")
    )
    for test in scope.passages:
        chunks = chunks.filter(RawSQL(test.replace("%", "%%"), [], output_field=BooleanField()))
    if scope.document_ids is None:
        return chunks
    return chunks.filter(among("document_id", scope.document_ids))


def size_of(scope: Scope) -> Size:
    """Of chosen chunks `COUNTED` at most; a few may be out of use."""
    if scope.passages:
        counted, values = chunks_in(scope).order_by().values("pk")[:COUNTED].query.sql_with_params()
    elif scope.document_ids is not None:
        counted, values = CHOSEN, (scope.workspace.pk, list(scope.document_ids), COUNTED)
    else:
        counted, values = "", (scope.workspace.pk,)
    chunks = f"SELECT count(*) FROM ({counted}) AS counted" if counted else ALL
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT ({chunks}), ({INDEXED})", values)
        return Size(*cursor.fetchone())
