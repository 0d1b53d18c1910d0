"""The two searches over rows. They run behind the same walls as a model's SQL, and are shown as they ran."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from agentic.annotations.aggregates import annotations_count
from agentic.annotations.sources import MOST_ROWS, Filters, documents_for, number_in, rows_for, source_of
from agentic.evidence import ResultTable
from agentic.sql.execution import run_select
from documents.models import Workspace
from retrieval.annotations.conditions import (
    Property,
    is_of_documents,
    resolved,
)
from retrieval.scope.buckets import known_bucket
from retrieval.scope.filters import BadSearch, field_name

FIND = "Find rows by their values"
OF_DOCUMENT = (
    "d.id, d.id AS document_id, d.filename, 1 AS page, 'document' AS table_name, d.title AS label,"
    " '{}'::jsonb AS properties, d.title AS quote"
)
OF_ROW = "r.id, r.document_id, d.filename, r.page, r.table_name, r.label, r.properties, r.quote"


def annotations_search(
    *,
    workspace: Workspace,
    filters: Filters,
    bucket: str = "",
    document_ids: Sequence[int] = (),
    top_k: int = 50,
    offset: int = 0,
    carrier: str = "",
    by_document: bool = False,
    order_by: str = "",
    include_superseded: bool = False,
    some: bool = False,
) -> ResultTable:
    """The rows that meet every condition: id, document_id, filename, page, table, label, properties, quote.

    `filters`: as `read_conditions` takes them. `top_k`: 1 to 500 rows, from the one at `offset` on.
    `carrier`: a field that a row must have itself, not only its document. `by_document`: the first such row
    of
    each document. `order_by`: a number field, least first, or with a “-” before it the greatest. `some`:
    whichever rows are found first, where there are more than `top_k`: not all are looked at. Raises
    `BadSearch`.
    """
    _check_page(top_k, offset)
    if bucket:
        known_bucket(workspace, bucket)  # an unknown one is told before a missing condition
    if not (filters or carrier or by_document):
        raise BadSearch("Name at least one condition: a field, an operator and a value.")
    if by_document and not carrier and is_of_documents(filters):
        source = documents_for(workspace, filters, bucket, document_ids, include_superseded)
        sql = f"SELECT {OF_DOCUMENT}\n{source}\nORDER BY d.filename, d.id\n{_page(top_k, offset)}"
        return run_select(sql, workspace=workspace, explanation="Find documents by their values")
    source = rows_for(workspace, filters, bucket, document_ids, include_superseded, carriers=[carrier])
    order = "d.filename, r.document_id, r.table_index, r.row_index"
    first = "DISTINCT ON (d.filename, r.document_id) " if by_document else ""
    if order_by:
        order, first = f"{' '.join(_ordering(order_by, workspace))} NULLS LAST, {order}", ""
    if some and not first and not order_by:
        sql = f"SELECT {OF_ROW}\n{source}\nLIMIT {top_k}"
        return _in_order(run_select(sql, workspace=workspace, explanation=FIND))
    sql = f"SELECT {first}{OF_ROW}\n{source}\nORDER BY {order}\n{_page(top_k, offset)}"
    return run_select(sql, workspace=workspace, explanation=FIND)


def annotations_found(
    *,
    workspace: Workspace,
    filters: Filters,
    top_k: int = 50,
    offset: int = 0,
    carrier: str = "",
    by_document: bool = False,
    order_by: str = "",
    **held: Any,
) -> tuple[ResultTable, int, int]:
    """What `annotations_search` gives, with how many rows match and of how many documents, found once.

    Raises `BadSearch`.
    """
    given: dict[str, Any] = {"filters": filters, "carrier": carrier, "by_document": by_document, **held}
    is_of_rows = bool(filters or carrier) and not (by_document and not carrier and is_of_documents(filters))
    if is_of_rows:
        _check_page(top_k, offset)
        source = rows_for(workspace, filters, **_held(workspace, **held), carriers=[carrier])
        sql = _counted_rows(source, _page(top_k, offset), by_document, order_by, workspace)
        told = run_select(sql, workspace=workspace, explanation=FIND)
        table = replace(told, columns=told.columns[:-2], rows=tuple(row[:-2] for row in told.rows))
        if told.rows:
            rows, documents = map(int, told.rows[0][-2:])
            return table, rows, documents
    else:
        table = annotations_search(
            workspace=workspace, top_k=top_k, offset=offset, order_by=order_by, **given
        )
    if len(table.rows) < top_k and not offset and not table.truncated:
        documents = len({row[table.columns.index("document_id")] for row in table.rows})
        return table, len(table.rows), documents
    return table, *annotations_count(workspace=workspace, **given)


def _held(
    workspace: Workspace,
    bucket: str = "",
    document_ids: Sequence[int] = (),
    include_superseded: bool = False,
) -> dict[str, Any]:
    """Which documents are looked at; an unknown bucket is told."""
    if bucket:
        known_bucket(workspace, bucket)
    return {"bucket": bucket, "document_ids": document_ids, "include_superseded": include_superseded}


def _counted_rows(source: str, paged: str, by_document: bool, order_by: str, workspace: Workspace) -> str:
    """The rows that match are found once: their numbers, of which a page is shown and all are counted."""
    ordered, order, first = "", "filename, document_id, table_index, row_index", ""
    if order_by:
        number, direction = _ordering(order_by, workspace)
        ordered, order = f", {number} AS ordered", f"ordered {direction} NULLS LAST, {order}"
    elif by_document:
        first = "DISTINCT ON (filename, document_id) "
    shown = f"SELECT {first}*\nFROM met\nORDER BY {order}\n{paged}"
    counted = (
        "(SELECT count(*) FROM met) AS matched, (SELECT count(DISTINCT document_id) FROM met) AS documents"
    )
    place = "r.id AS row_id, r.document_id, d.filename, r.table_index, r.row_index"
    return (
        f"WITH met AS (SELECT {place}{ordered}\n{source})\n"
        f"SELECT {OF_ROW.replace('d.filename', 'm.filename')}, {counted}\n"
        f"FROM ({shown}) AS m\nJOIN table_rows AS r ON r.id = m.row_id\n"
        f"ORDER BY {', '.join(f'm.{part}' for part in order.split(', '))}"
    )


def _check_page(top_k: int, offset: int) -> None:
    if not 1 <= top_k <= MOST_ROWS:
        raise BadSearch(f"Ask for 1 to {MOST_ROWS} rows.")
    if not 0 <= offset <= 1_000_000:
        raise BadSearch("Ask for rows from 0 to 1,000,000 on.")


def _page(top_k: int, offset: int) -> str:
    return f"LIMIT {top_k}" + (f" OFFSET {offset}" if offset else "")


def _in_order(table: ResultTable) -> ResultTable:
    """The rows by their documents' names, as they stand there."""
    at = [table.columns.index(name) for name in ("filename", "document_id", "id")]
    pairs = sorted(zip(table.rows, table.spans, strict=True), key=lambda pair: [pair[0][n] for n in at])
    return replace(table, rows=tuple(row for row, _ in pairs), spans=tuple(span for _, span in pairs))


def _ordering(order_by: str, workspace: Workspace) -> tuple[str, str]:
    """SQL to order by, numbers in one unit as far as units can be converted, and the direction."""
    name = field_name(order_by.removeprefix("-"))
    column = resolved([name], workspace)[name]
    number = column.scaled() if isinstance(column, Property) else number_in(name, "max", workspace)
    return number, "DESC" if order_by.startswith("-") else "ASC"


def select_all(
    workspace: Workspace,
    *,
    filters: Filters,
    bucket: str = "",
    document_ids: Sequence[int] = (),
    carrier: str = "",
    by_document: bool = False,
) -> str:
    """The statement of `annotations_search` without a limit, for who reads its rows one by one."""
    if by_document and not carrier and is_of_documents(filters):
        source = documents_for(workspace, filters, bucket, document_ids, include_superseded=False)
        return f"SELECT {OF_DOCUMENT}\n{source}\nORDER BY d.filename, d.id"
    source = source_of(workspace, filters, bucket=bucket, document_ids=document_ids, carrier=carrier)
    first = "DISTINCT ON (d.filename, r.document_id) " if by_document else ""
    return f"SELECT {first}{OF_ROW}\n{source}\nORDER BY d.filename, r.document_id, r.table_index, r.row_index"
