"""New rows by PostgreSQL's COPY, which takes less time than an INSERT on either side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

from django.db import connection, models
from psycopg import sql

Row = TypeVar("Row", bound=models.Model)


def number_rows(rows: Sequence[Row]) -> Sequence[Row]:
    """Give rows that have none the numbers under which they will be stored."""
    new = [row for row in rows if row.pk is None]
    if new:
        meta = new[0]._meta
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT nextval(pg_get_serial_sequence(%s, %s)) FROM generate_series(1, %s)",
                [meta.db_table, meta.pk.column, len(new)],
            )
            for row, (number,) in zip(new, cursor.fetchall(), strict=True):
                row.pk = number
    return rows


def copy_rows(rows: Sequence[Row]) -> Sequence[Row]:
    """Store new rows of one model, as `bulk_create` does. Each has its number from here on."""
    if not rows:
        return rows
    number_rows(rows)
    meta = rows[0]._meta
    fields: list[Any] = [field for field in meta.concrete_fields if not field.generated]
    columns = sql.SQL(", ").join([sql.Identifier(field.column) for field in fields])
    statement = sql.SQL("COPY {} ({}) FROM STDIN").format(sql.Identifier(meta.db_table), columns)
    with (
        connection.cursor() as cursor,
        connection.wrap_database_errors,
        cursor.copy(statement) as copy,
    ):
        for values in _values(rows, fields):
            copy.write_row(values)
    for row in rows:
        row._state.adding, row._state.db = False, connection.alias
    return rows


def _values(rows: Sequence[models.Model], fields: Sequence[Any]) -> Iterator[list[Any]]:
    for row in rows:
        yield [field.get_db_prep_save(field.pre_save(row, True), connection) for field in fields]
