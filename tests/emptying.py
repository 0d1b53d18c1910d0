"""Makes the database of the tests as it was when its migrations had run."""

from __future__ import annotations

from django.db import connection
from django.db.transaction import atomic
from psycopg import sql

MIGRATED = {"django_migrations", "django_content_type", "auth_permission"}  # what migrations alone fill


def empty_tables() -> None:
    """What tests committed goes, of the few tables written to: all would take longer than most tests.

    Permissions stay, which take longer to make anew than all else. Nothing fires at what goes.
    """
    tables = [name for name in connection.introspection.table_names() if name not in MIGRATED]
    names = [sql.Identifier(name) for name in tables]
    any_row = sql.SQL(" UNION ALL ").join(
        sql.SQL("SELECT {} WHERE EXISTS (SELECT FROM {})").format(sql.Literal(table), name)
        for table, name in zip(tables, names, strict=True)
    )
    with atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute(any_row)
        for (table,) in cursor.fetchall():
            cursor.execute(sql.SQL("DELETE FROM {}").format(sql.Identifier(table)))
