"""A statement held to the documents that the user chose."""

from __future__ import annotations

import re
from collections.abc import Collection

import sqlglot
from sqlglot import exp

from agentic.sql.guard import VIEWS

OF_DOCUMENTS = {  # view → its columns that name documents; where two do, both must be among those chosen
    "documents": ("id",),
    "relationships": ("source_document_id", "target_document_id"),
    "conflicts": ("document_id", "other_document_id"),
}


def within(sql: str, documents: Collection[int]) -> str:
    """`sql`, which passed the guard, over views that show nothing but the facts of these documents.

    A CTE of a view's name stands before the view itself, in sub-queries and other CTEs too.
    """
    query = sqlglot.parse_one(sql, read="postgres")
    for table in query.find_all(exp.Table):
        table.set("db", None)  # a schema's name would reach past the CTE
    bare = query.sql(dialect="postgres", comments=False, normalize_functions=False)
    views = [view for view in VIEWS if re.search(rf"\b{view}\b", bare, re.IGNORECASE)]
    ctes = ",\n".join(
        f"{view} AS NOT MATERIALIZED (SELECT * FROM public.{view} WHERE {_condition(view, documents)})"
        for view in views
    )
    return f"WITH {ctes}\nSELECT * FROM (\n{bare}\n) AS asked" if views else sql


def _condition(view: str, documents: Collection[int]) -> str:
    if not documents:
        return "FALSE"
    numbers = ", ".join(str(int(number)) for number in sorted(documents))
    return " AND ".join(f"{column} IN ({numbers})" for column in OF_DOCUMENTS.get(view, ("document_id",)))
