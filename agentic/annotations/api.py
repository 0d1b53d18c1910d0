"""Endpoints that find rows by their values and count them."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from ninja import Field, Router, Schema

from agentic.annotations.aggregates import annotations_aggregate
from agentic.annotations.queries import annotations_found
from agentic.evidence import ResultTable
from documents.api.auth import needs, user_of
from documents.api.bodies import Body
from documents.library.selectors import workspace_for
from documents.models import Scope

router = Router(tags=["Rows"])
FILTERS = {"Amount": {"op": ">", "value": 1000}, "Customer": "Acme"}


class RowsIn(Body):
    workspace: str = Field("default", description="The workspace's slug.", examples=["default"])
    filters: dict[str, Any] | list[dict[str, Any]] = Field(
        {},
        description="Field → {op, value, unit}, or a value for equality; or a list of "
        "{field, op, value, unit}. "
        "Fields: a table's column, a property of the document (also as properties.x), the name of a row "
        "in a table "
        "of ratings, or table, label, page, text (words of the row), about (words of the row or its "
        "document), and "
        "of the document: kind (what it is called), document, title, document_type, bucket, year, "
        "quarter, month, "
        "document_date, period_start, period_end, dates, organizations, people, topics, document_id. "
        "Operators: =, ≠, <, ≤, >, ≥, ~ (contains), between, in. With a unit, other units of it are "
        "converted.",
        examples=[FILTERS],
    )
    predicates: dict[str, Any] | list[dict[str, Any]] = Field({}, description="Another name of `filters`.")
    bucket: str = ""
    document_ids: list[int] = Field([], description="Only these documents; empty for all.")
    doc_id: int | None = Field(None, description="Only this document; `document_id` is the same.")
    document_id: int | None = None
    include_superseded: bool = Field(False, description="Documents of which there is a newer edition, too.")


class RowSearchIn(RowsIn):
    top_k: int = Field(50, description="Rows at most, 1 to 500.")
    offset: int = Field(0, description="From which row on, for the next page of them.")
    carrier: str = Field("", description="A field that a row must have itself, not only its document.")
    by_document: bool = Field(False, description="One row of each document.")
    order_by: str = Field("", description="A number field, least first; -field for the greatest first.")


class RowAggregateIn(RowsIn):
    aggregate: str = Field(
        "", description="A function of a field; or the two apart.", examples=["sum(quantity)"]
    )
    function: str = Field("", description="count, sum, avg, min or max.", examples=["sum"])
    field: str = Field("", description="Of which field; may be empty for count.", examples=["Amount"])
    group_by: str = Field("", description="A field: one value for each of its values.", examples=["Customer"])
    by_document: bool = Field(False, description="Counts documents, not rows.")


class RowsOut(Schema):
    columns: list[str]
    rows: list[list[Any]] = Field(description="Numbers in base units.")
    total: int | None = Field(None, description="How many there are in all.")
    total_documents: int | None = Field(None, description="Of how many documents these are.")
    truncated: bool = Field(description="Whether there are more rows than these.")
    sql: str = Field(description="The query as it ran.")
    seconds: float


@router.post(
    "/annotations/search",
    auth=needs(Scope.READ),
    response=RowsOut,
    summary="Find rows by their values",
)
def search_rows(request: HttpRequest, asked: RowSearchIn) -> Any:
    """Rows of tables and properties that meet every condition, each with its document, page and words."""
    given = _arguments(request, asked)
    table, rows, documents = annotations_found(**given)
    total = documents if asked.by_document else rows
    return {**_rows_json(table), "total": total, "total_documents": documents}


@router.post(
    "/annotations/aggregate",
    auth=needs(Scope.READ),
    response=RowsOut,
    summary="Count or add up rows",
)
def aggregate_rows(request: HttpRequest, asked: RowAggregateIn) -> Any:
    """The count, sum, average, least or greatest value over the rows that meet every condition."""
    return _rows_json(annotations_aggregate(**_arguments(request, asked)))


def _arguments(request: HttpRequest, asked: RowsIn) -> dict[str, Any]:
    given = asked.dict(exclude={"predicates", "doc_id", "document_id"})
    one = asked.doc_id if asked.doc_id is not None else asked.document_id
    return {
        **given,
        "filters": asked.filters or asked.predicates,
        "document_ids": [*asked.document_ids, *([] if one is None else [one])],
        "workspace": workspace_for(user_of(request), asked.workspace),
    }


def _rows_json(table: ResultTable) -> dict[str, Any]:
    names = ("columns", "rows", "truncated", "sql", "seconds")
    return {name: getattr(table, name) for name in names}
