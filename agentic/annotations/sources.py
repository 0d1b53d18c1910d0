"""Which rows and documents a query of annotations is over, as SQL."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from agentic.sql.execution import run_select
from documents.models import Workspace
from retrieval.annotations.conditions import (
    Property,
    is_number,
    number_of,
    resolved,
    row_tests,
)
from retrieval.annotations.fields import LISTED, fields_of
from retrieval.scope.buckets import known_bucket
from retrieval.scope.filters import BadSearch, Day, Number, field_name
from retrieval.sql import literal

MOST_ROWS = 500
Filters = Mapping[str, Any] | Sequence[Any]


def more_documents_than(
    most: int, *, workspace: Workspace, filters: Filters, bucket: str = "", document_ids: Sequence[int] = ()
) -> bool:
    """Whether more documents meet conditions that documents alone can meet. Raises `BadSearch`."""
    source = documents_for(workspace, filters, bucket, document_ids)
    sql = f"SELECT count(*) AS documents FROM (SELECT d.id\n{source}\nLIMIT {most + 1}) AS found"
    table = run_select(sql, workspace=workspace, explanation="Look whether there are many")
    return int(table.rows[0][0]) > most


def documents_for(
    workspace: Workspace,
    filters: Filters,
    bucket: str,
    document_ids: Sequence[int],
    include_superseded: bool = False,
    joins: str = "",
) -> str:
    """FROM and WHERE of documents alone, also of those without any row."""
    tests = _of_documents(workspace, bucket, document_ids, include_superseded)
    where = "\n  AND ".join([*tests, *row_tests(filters, workspace, in_row=False)])
    return f"FROM documents AS d\n{joins}\nWHERE {where}"


def _of_documents(
    workspace: Workspace, bucket: str, document_ids: Sequence[int], include_superseded: bool
) -> list[str]:
    tests = ["d.status = 'ready'"]
    if not include_superseded:
        # Where the database would guess that a quarter are, it looks up the rows of each document apart.
        tests.append("coalesce(NOT d.superseded, true)")
    if bucket:
        tests.append(f"lower(d.bucket) = {literal(known_bucket(workspace, bucket))}")
    if document_ids:
        tests.append(f"d.id IN ({', '.join(str(int(pk)) for pk in document_ids)})")
    return tests


def number_in(field: str, function: str, workspace: Workspace) -> str:
    name = field_name(field)
    column = resolved([name], workspace)[name]
    if isinstance(column, Property) and (column.info.numbers or function == "count"):
        return number_of(replace(column, of_document=False))
    if isinstance(column, Number) or (isinstance(column, Day) and function in ("min", "max")):
        return column.column
    known = [info.title for info in fields_of(workspace).by_name.values() if info.is_number][:LISTED]
    named = f": use {', '.join(f'“{title}”' for title in known)}" if known else ""
    raise BadSearch(f"The {function} of “{field}” cannot be worked out, since it is no number{named}.")


def source_of(
    workspace: Workspace,
    filters: Filters,
    *,
    bucket: str = "",
    document_ids: Sequence[int] = (),
    include_superseded: bool = False,
    carrier: str = "",
) -> str:
    """FROM and WHERE of the rows that meet every condition, for statements of our own over the views."""
    return rows_for(workspace, filters, bucket, document_ids, include_superseded, carriers=[carrier])


def documents_of(workspace: Workspace, filters: Filters, *, document_ids: Sequence[int] = ()) -> str:
    """FROM and WHERE of the documents that meet every condition, without their rows."""
    return documents_for(workspace, filters, "", document_ids)


def rows_for(
    workspace: Workspace,
    filters: Filters,
    bucket: str,
    document_ids: Sequence[int],
    include_superseded: bool,
    *,
    carriers: Sequence[str] = (),
    numbers: str = "",
    joins: str = "",
) -> str:
    """FROM and WHERE. `carriers`: fields that the row itself must have: its document's would count for
    each row.
    """
    conditions = [
        *_of_documents(workspace, bucket, document_ids, include_superseded),
        *_row_conditions(filters, workspace, carriers=carriers, numbers=bool(numbers)),
    ]
    where = "\n  AND ".join(conditions)
    return f"FROM table_rows AS r\nJOIN documents AS d ON d.id = r.document_id\n{joins}\nWHERE {where}"


def _row_conditions(
    filters: Filters, workspace: Workspace, *, carriers: Sequence[str], numbers: bool = False
) -> list[str]:
    """SQL of each. `numbers`: the carriers must be numbers there."""
    conditions = ["r.anchored"]
    for name in filter(None, carriers):
        field = resolved([field_name(name)], workspace)[field_name(name)]
        if isinstance(field, Property):
            conditions.append(field.own())
            if numbers:
                conditions.append(is_number(replace(field, of_document=False)))
    return [*conditions, *row_tests(filters, workspace)]
