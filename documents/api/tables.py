"""Endpoints of tables: those of a workspace, and the rows of one, sorted and narrowed."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from ninja import Field, Query, Router, Schema

from documents.api.auth import user_of
from documents.library.catalogue.tables import Table, TableHead, cell, heads, table_for, tables_of
from documents.library.selectors import document_for, workspace_for
from reading.model import unit_key

router = Router(tags=["Tables"])
MOST_LISTED = 500  # tables or rows in one answer


class TableOut(Schema):
    document_id: int
    document: str = Field(description="Its title, else its file's name.")
    filename: str
    index: int = Field(description="Its place among the document's tables, from 0.")
    title: str
    rows: int
    page: int | None = Field(description="On which it begins.")
    last_page: int | None


class TablesOut(Schema):
    tables: list[TableOut]
    total: int


class TableColumnOut(Schema):
    name: str
    kind: str = Field(description="number, date, category or text.")
    unit: str = Field(description="Of most of its numbers.")
    categories: list[str] = Field(description="What stands in a column of categories, most frequent first.")


class TableRowOut(Schema):
    id: int
    label: str
    cells: list[str | int | float | None] = Field(
        description="One for each column; numbers in base units, per cent as a fraction."
    )
    units: list[str] = Field(description="Of each cell; empty where it has none.")
    page: int | None
    quote: str = Field(description="The row's words on that page.")


class TableRowsOut(TableOut):
    columns: list[TableColumnOut]
    items: list[TableRowOut]
    total: int = Field(description="Rows that fit `matching`.")


@router.get("/tables", response=TablesOut, summary="Tables of a workspace")
def list_tables(
    request: HttpRequest,
    workspace: str = "default",
    search: str = Query("", description="Words that stand in its title, document, labels or cells."),
    document_id: int = Query(0, description="Only of this document."),
    limit: int = Query(100, ge=1, le=MOST_LISTED),
    offset: int = Query(0, ge=0),
) -> Any:
    """Every table and sheet that was read, by document."""
    user = user_of(request)
    place = workspace_for(user, workspace)
    document = document_for(user, document_id) if document_id else None
    found = tables_of(user, place, search=search, document=document)
    page = heads(list(found[offset : offset + limit]))
    return {"tables": [_head_json(head) for head in page], "total": found.count()}


@router.get(
    "/documents/{int:document_id}/tables/{int:number}",
    response=TableRowsOut,
    summary="A table's rows",
)
def get_table(
    request: HttpRequest,
    document_id: int,
    number: int,
    matching: str = Query("", description="Words that each row holds."),
    sort: str = Query("", description="A column's number, from 0; “-2” puts the highest of column 2 first."),
    limit: int = Query(100, ge=1, le=MOST_LISTED),
    offset: int = Query(0, ge=0),
) -> Any:
    """Typed columns and rows, each with its place. `number`: the table's `index`."""
    user = user_of(request)
    table = table_for(user, document_for(user, document_id), number, matching=matching, sort=sort)
    page = table.rows[offset : offset + limit]
    return {
        **_head_json(table.head),
        "columns": [
            {
                "name": column.name,
                "kind": column.kind,
                "unit": column.unit,
                "categories": list(column.categories),
            }
            for column in table.columns
        ],
        "items": [_row_json(table, row) for row in page],
        "total": len(table.rows),
    }


def _head_json(head: TableHead) -> dict[str, Any]:
    names = ("document_id", "document", "filename", "index", "title", "rows", "page", "last_page")
    return {name: getattr(head, name) for name in names}


def _row_json(table: Table, row: Any) -> dict[str, Any]:
    return {
        "id": row.pk,
        "label": row.label,
        "cells": [cell(row, column.name) for column in table.columns],
        "units": [str(row.properties.get(unit_key(column.name), "")) for column in table.columns],
        "page": row.page,
        "quote": row.quote,
    }
