"""Endpoints that find rows by their values and count them."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from ninja import Field, Router, Schema

from agentic.annotations.queries import annotations_aggregate, annotations_search
from agentic.evidence import ResultTable
from documents.api.auth import needs, user_of
from documents.api.bodies import Body
from documents.api.errors import ERRORS
from documents.library.selectors import workspace_for
from documents.models import Scope

router = Router(tags=["Rows"])
FILTERS = {"Amount": {"op": ">", "value": 1000}, "Customer": "Acme"}


class RowsIn(Body):
    workspace: str = Field("default", description="The workspace's slug.", examples=["default"])
    filters: dict[str, Any] = Field(
        {},
        description="Field → {op, value}, or a value for equality. Fields: a table's column, a property of "
        "the document, or table, label, page, and of the document: document, title, document_type, bucket, "
        "document_date, period_start, period_end, dates, organizations, people, topics, document_id. "
        "Operators: =, ≠, <, ≤, >, ≥, ~ (contains), between, in.",
        examples=[FILTERS],
    )
    bucket: str = ""
    document_ids: list[int] = Field([], description="Only these documents; empty for all.")
    include_superseded: bool = Field(False, description="Documents of which there is a newer edition, too.")


class RowSearchIn(RowsIn):
    top_k: int = Field(50, description="Rows at most, 1 to 500.")


class RowAggregateIn(RowsIn):
    function: str = Field(description="count, sum, avg, min or max.", examples=["sum"])
    field: str = Field("", description="Of which field; may be empty for count.", examples=["Amount"])
    group_by: str = Field("", description="A field: one value for each of its values.", examples=["Customer"])


class RowsOut(Schema):
    columns: list[str]
    rows: list[list[Any]] = Field(description="Numbers in base units.")
    truncated: bool = Field(description="Whether there are more rows than these.")
    sql: str = Field(description="The query as it ran.")
    seconds: float


@router.post(
    "/annotations/search",
    auth=needs(Scope.READ),
    response={200: RowsOut, **ERRORS},
    summary="Find rows by their values",
)
def search_rows(request: HttpRequest, asked: RowSearchIn) -> Any:
    """Rows of tables and properties that meet every condition, each with its document, page and words."""
    return _rows_json(annotations_search(**_arguments(request, asked)))


@router.post(
    "/annotations/aggregate",
    auth=needs(Scope.READ),
    response={200: RowsOut, **ERRORS},
    summary="Count or add up rows",
)
def aggregate_rows(request: HttpRequest, asked: RowAggregateIn) -> Any:
    """The count, sum, average, least or greatest value over the rows that meet every condition."""
    return _rows_json(annotations_aggregate(**_arguments(request, asked)))


def _arguments(request: HttpRequest, asked: RowsIn) -> dict[str, Any]:
    return {**asked.dict(), "workspace": workspace_for(user_of(request), asked.workspace)}


def _rows_json(table: ResultTable) -> dict[str, Any]:
    names = ("columns", "rows", "truncated", "sql", "seconds")
    return {name: getattr(table, name) for name in names}
