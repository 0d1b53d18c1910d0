"""A source's schema in words, for a model: tables with columns, keys, comments and what stands in them."""

from __future__ import annotations

from collections.abc import Iterator

from agentic.sources.drivers.sampling import is_sampled_whole
from agentic.sources.schema import Column, Schema, Table

COMMENT_CHARACTERS = 160
VALUES_CHARACTERS = 120


def described(schema: Schema) -> str:
    """CREATE TABLE statements, of which models have read many, with a comment where a column has one."""
    return "\n\n".join("\n".join(_table(table)) for table in schema.tables)


def _table(table: Table) -> Iterator[str]:
    if table.comment:
        yield f"-- {table.comment[:COMMENT_CHARACTERS]}"
    yield f"CREATE TABLE {table.path} ("
    keys = {key.columns[0].lower(): key for key in table.foreign_keys if len(key.columns) == 1}
    for column in table.columns:
        primary = " PRIMARY KEY" if table.primary_key == (column.name,) else ""
        key = keys.get(column.name.lower())
        refers = f" REFERENCES {key.table}({key.refers[0]})" if key and key.refers else ""
        about = told_of(column)
        yield f"  {column.name} {column.type}{primary}{refers},{f' -- {about}' if about else ''}"
    yield ");"


def told_of(column: Column) -> str:
    """The comment, and the values where they are few."""
    values = ""
    if is_sampled_whole(column) and column.kind == "text":
        listed = ", ".join(repr(value) for value in column.samples)
        values = f"values: {listed}" if len(listed) <= VALUES_CHARACTERS else ""
        values = values or f"such as {', '.join(repr(value) for value in column.samples[:2])}"
    elif column.kind == "date" and column.lowest:
        values = f"from {column.lowest[:10]} to {column.highest[:10]}"
    elif column.kind == "text" and column.samples:
        values = f"such as {column.samples[0]!r}"
    return "; ".join(part for part in (column.comment[:COMMENT_CHARACTERS], values) if part)
