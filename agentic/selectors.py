"""What may be read of runs, and what SQL may read."""

from __future__ import annotations

from itertools import groupby
from operator import itemgetter
from typing import Any
from uuid import UUID

from django.db import connection

from agentic.models import Run
from agentic.sql.guard import VIEWS


def run_for(user: Any, pk: UUID) -> Run:
    """The run with its steps. Raises `Run.DoesNotExist`, the same for a missing one and one of others."""
    runs = Run.objects.visible_to(user).select_related("workspace", "user", "source").defer("source__schema")
    try:
        return runs.prefetch_related("steps").get(pk=pk)
    except Run.DoesNotExist:
        raise Run.DoesNotExist(f"There is no run {pk}.") from None


def readable_relations() -> list[dict[str, Any]]:
    """[{name, columns: [{name, type}]}] of the views that a model's SQL may read."""
    with connection.cursor() as cursor:
        cursor.execute(
            """
            SELECT relation.relname, attribute.attname, format_type(attribute.atttypid, attribute.atttypmod)
            FROM pg_class AS relation
            JOIN pg_attribute AS attribute ON attribute.attrelid = relation.oid
            WHERE relation.relkind = 'v' AND relation.relname = ANY(%s)
              AND attribute.attnum > 0 AND NOT attribute.attisdropped
            ORDER BY array_position(%s::name[], relation.relname), attribute.attnum
            """,
            [list(VIEWS), list(VIEWS)],
        )
        rows = cursor.fetchall()
    return [
        {"name": name, "columns": [{"name": column, "type": kind} for _, column, kind in columns]}
        for name, columns in groupby(rows, key=itemgetter(0))
    ]
