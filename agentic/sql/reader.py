"""The second wall round SQL that a model wrote: the database role that can read one workspace and no more."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
from django.conf import settings
from django.db import connection as application
from psycopg import sql

from agentic.sql.guard import VIEWS
from documents.models import Workspace
from ragsite.database import database_settings

READER = "ragsite_reader"
CONNECT_SECONDS = 10
_GAPS = Path(__file__).with_name("wall_gaps.sql")


@contextmanager
def reader_session(workspace: Workspace, *, seconds: float) -> Iterator[psycopg.Connection[tuple[Any, ...]]]:
    """A read-only transaction of the reader that sees `workspace`; rolled back, and its connection closed.

    `seconds`: after which a statement is ended. Raises Django's `OperationalError` if the database is away.
    """
    connection = _connect()
    try:
        connection.read_only = True
        for name, value in _session_settings(workspace, seconds).items():
            connection.execute(sql.SQL("SET LOCAL {} = {}").format(sql.Identifier(*name.split(".")), value))
        yield connection
    finally:
        connection.close()


def _session_settings(workspace: Workspace, seconds: float) -> dict[str, sql.Literal]:
    return {
        "statement_timeout": sql.Literal(f"{int(seconds * 1000)}ms"),
        "standard_conforming_strings": sql.Literal("on"),
        "ragsite.pass": sql.Literal(_pass_for(workspace)),
    }


def _pass_for(workspace: Workspace) -> str:
    with application.cursor() as cursor:
        cursor.execute("SELECT ragsite_walls.pass_for(%s)", [str(workspace.pk)])
        return cursor.fetchone()[0]


def _connect() -> psycopg.Connection[tuple[Any, ...]]:
    with application.wrap_database_errors:
        try:
            return psycopg.connect(**_connection_params())
        except psycopg.OperationalError:
            if not _password():
                raise
            ensure_reader_login()
            return psycopg.connect(**_connection_params())


def _connection_params() -> dict[str, Any]:
    """The application's own database, or the replica of READER_DATABASE_URL, as the reader."""
    params = application.get_connection_params()
    params = {
        name: value
        for name, value in params.items()
        if isinstance(value, str | int) and name != "client_encoding"
    }
    if settings.READER_DATABASE_URL:
        url = database_settings(settings.READER_DATABASE_URL, settings.RAGSITE_HOME)
        params |= {"host": url["HOST"], "port": url.get("PORT") or 5432, **url.get("OPTIONS", {})}
    return params | {"user": READER, "password": _password(), "connect_timeout": CONNECT_SECONDS}


def _password() -> str:
    """The reader's password; none where the embedded server trusts whoever reaches its socket."""
    if not settings.READER_DATABASE_URL and str(application.settings_dict["HOST"]).startswith("/"):
        return ""
    return hmac.new(settings.SECRET_KEY.encode(), READER.encode(), hashlib.sha256).hexdigest()


def ensure_reader_login() -> None:
    """Give the reader the password that the secret key makes, where it needs one. Only its digest is sent."""
    if not _password():
        return
    application.ensure_connection()
    server = application.connection
    assert server is not None
    digest = server.pgconn.encrypt_password(_password().encode(), READER.encode(), b"scram-sha-256")
    with application.cursor() as cursor:
        cursor.execute(sql.SQL("ALTER ROLE {} PASSWORD {}").format(sql.Identifier(READER), digest.decode()))


def wall_gaps() -> list[str]:
    """What the reader could do beyond reading its views, a sentence each; empty where the wall is closed."""
    with application.cursor() as cursor:
        cursor.execute("SELECT FROM pg_roles WHERE rolname = %s", [READER])
        if cursor.fetchone() is None:
            return [f"The role {READER} is missing: run `python manage.py migrate`."]
        cursor.execute(_GAPS.read_text(encoding="utf-8"), {"views": list(VIEWS)})
        return [sentence for (sentence,) in cursor.fetchall()]
