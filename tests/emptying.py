"""Makes the database of the tests as it was when its migrations had run."""

from __future__ import annotations

from functools import cache

from django.db import connection
from django.db.transaction import atomic
from psycopg import sql

MIGRATED = {"django_migrations", "django_content_type", "auth_permission"}  # what migrations alone fill


def empty_tables() -> None:
    """What tests committed goes, of the few tables written to: all would take longer than most tests.

    Permissions stay, which take longer to make anew than all else. Nothing fires at what goes.
    """
    with atomic(), connection.cursor() as cursor:
        written = cursor.connection.execute(_which_have_rows(), prepare=True).fetchall()
        if written:
            names = [sql.Identifier(name) for (name,) in written]
            deleted = sql.SQL(";").join(sql.SQL("DELETE FROM {}").format(name) for name in names)
            cursor.execute(sql.SQL("SET LOCAL session_replication_role = replica;") + deleted)


@cache
def _which_have_rows() -> sql.Composed:
    """Asked after each test: planned once on each connection."""
    tables = [name for name in connection.introspection.table_names() if name not in MIGRATED]
    any_row = "SELECT {} WHERE EXISTS (SELECT FROM {})"
    return sql.SQL(" UNION ALL ").join(
        sql.SQL(any_row).format(sql.Literal(name), sql.Identifier(name)) for name in tables
    )
