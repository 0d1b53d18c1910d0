"""The two searches over rows. They run behind the same walls as a model's SQL, and are shown as they ran."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from agentic.annotations.conditions import COLUMNS, number_of, row_tests, written
from agentic.evidence import ResultTable
from agentic.sql.execution import run_select
from documents.models import Workspace
from retrieval.scope.filters import BadSearch, Day, Number, field_name, literal

FUNCTIONS = ("count", "sum", "avg", "min", "max")
MOST_ROWS = 500
MOST_GROUPS = 200


def annotations_search(
    *,
    workspace: Workspace,
    filters: Mapping[str, Any],
    bucket: str = "",
    document_ids: Sequence[int] = (),
    top_k: int = 50,
    include_superseded: bool = False,
) -> ResultTable:
    """The rows that meet every condition: id, document_id, filename, page, table, label, properties, quote.

    `filters`: as `read_conditions` takes them. `top_k`: 1 to 500 rows. Raises `BadSearch`.
    """
    if not 1 <= top_k <= MOST_ROWS:
        raise BadSearch(f"Ask for 1 to {MOST_ROWS} rows.")
    if not filters:
        raise BadSearch("Name at least one condition: a field, an operator and a value.")
    sql = (
        "SELECT r.id, r.document_id, d.filename, r.page, r.table_name, r.label, r.properties, r.quote\n"
        f"{_source(filters, bucket, document_ids, include_superseded)}\n"
        f"ORDER BY d.filename, r.document_id, r.table_index, r.row_index\nLIMIT {top_k}"
    )
    return run_select(sql, workspace=workspace, explanation="Find rows by their values")


def annotations_aggregate(
    *,
    workspace: Workspace,
    function: str,
    field: str = "",
    filters: Mapping[str, Any] | None = None,
    group_by: str = "",
    bucket: str = "",
    document_ids: Sequence[int] = (),
    include_superseded: bool = False,
) -> ResultTable:
    """One row for each group: its name where there is `group_by`, the value, and how many rows it is of.

    A group's name is written as in most of its rows; differences of case make no group.

    `function`: count, sum, avg, min or max. Only rows in which `field` is a number count, but for
    “count” without a field, which counts all. Raises `BadSearch`.
    """
    function = function.strip().lower()
    if function not in FUNCTIONS:
        raise BadSearch(f"There is no function “{function[:20]}”: use {', '.join(FUNCTIONS)}.")
    if not field and function != "count":
        raise BadSearch(f"Name the field whose {function} is asked for.")
    conditions = dict(filters or {})
    source = _source(conditions, bucket, document_ids, include_superseded, numbers=field)
    number = _number(field, function) if field else ""
    value = f"{function}({number})" if number else "count(*)"
    group = written(field_name(group_by)) if group_by else ""
    head = f"mode() WITHIN GROUP (ORDER BY {group}) AS group_name, " if group else ""
    tail = f"\nGROUP BY lower({group})\nORDER BY 2 DESC NULLS LAST, 1\nLIMIT {MOST_GROUPS}" if group else ""
    sql = f"SELECT {head}{value} AS value, count(*) AS row_count\n{source}{tail}"
    return run_select(sql, workspace=workspace, explanation=f"Work out the {function} over rows")


def _number(field: str, function: str) -> str:
    name = field_name(field)
    column = COLUMNS.get(name)
    if column is None:
        return number_of(name)
    if isinstance(column, Number) or (isinstance(column, Day) and function in ("min", "max")):
        return column.column
    raise BadSearch(f"The {function} of “{field}” cannot be worked out: it is not a number.")


def _source(
    filters: Mapping[str, Any],
    bucket: str,
    document_ids: Sequence[int],
    include_superseded: bool,
    *,
    numbers: str = "",
) -> str:
    """FROM and WHERE. `numbers`: a field in which only rows with a number of their own are of interest."""
    conditions = ["r.anchored", "d.status = 'ready'"]
    if not include_superseded:
        conditions.append("NOT d.superseded")
    if bucket:
        conditions.append(f"lower(d.bucket) = {literal(bucket.strip().lower())}")
    if document_ids:
        conditions.append(f"r.document_id IN ({', '.join(str(int(pk)) for pk in document_ids)})")
    conditions += row_tests(filters)
    if numbers and field_name(numbers) not in COLUMNS:
        conditions.append(_has_own(field_name(numbers)))
    where = "\n  AND ".join(conditions)
    return f"FROM table_rows AS r\nJOIN documents AS d ON d.id = r.document_id\nWHERE {where}"


def _has_own(field: str) -> str:
    """The row itself has the field: a document's property would count once for each of its rows."""
    return (
        "EXISTS (SELECT 1 FROM jsonb_each(r.properties) AS p(key, value)"
        f" WHERE lower(p.key) = {literal(field)} AND jsonb_typeof(p.value) = 'number')"
    )
