"""The second wall round SQL that a model wrote: the database role that can read one workspace and no more."""

from __future__ import annotations

import hashlib
import hmac
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from typing import Any
from weakref import WeakKeyDictionary

import psycopg
from django.conf import settings
from django.db import connection as application
from psycopg import sql
from psycopg_pool import ConnectionPool, PoolTimeout

from agentic.sql.guard import VIEWS
from agentic.sql.limits.watch import Watched, limit_memory, watched
from documents.models import Workspace
from ragsite.storage.database import database_settings

READER = "ragsite_reader"
CONNECT_SECONDS = 10
IDLE_SECONDS = 60.0  # after which a connection that nobody needed is closed
LIFE_SECONDS = 600.0  # a backend's caches grow with what it was asked
Reader = psycopg.Connection[tuple[Any, ...]]

_pools: dict[tuple[object, ...], ConnectionPool[Reader]] = {}
_passes: WeakKeyDictionary[Reader, dict[int, str]] = WeakKeyDictionary()
_making = Lock()
_GAPS = Path(__file__).with_name("wall_gaps.sql")


@contextmanager
def reader_session(workspace: Workspace, *, seconds: float) -> Iterator[tuple[Reader, Watched]]:
    """A read-only transaction of the reader that sees `workspace`, and its watch; rolled back at the end.

    `seconds`: for all its statements, after which they are ended. Its connection is one of a few, and waited
    for. Raises Django's `OperationalError` if the database is away, or all are busy for too long.
    """
    with application.wrap_database_errors:
        pool = _pool()
        connection = _taken_from(pool)
    try:
        with watched(
            connection, owner=_owner_params(), seconds=seconds, megabytes=settings.RAGSITE_SQL_MB
        ) as statement:
            connection.execute(_begin(_pass_for(workspace, connection), seconds))
            yield connection, statement
    finally:
        _give_back(connection, pool)


def _taken_from(pool: ConnectionPool[Reader]) -> Reader:
    """One that is free, or will be soon. Raises `PoolTimeout`, or why nobody can sign in."""
    try:
        return pool.getconn(settings.RAGSITE_BUSY_SECONDS)
    except PoolTimeout:
        _sign_in(_connection_params())
        raise


def _give_back(connection: Reader, pool: ConnectionPool[Reader]) -> None:
    """With nothing left of what it was used for: all was set for its transaction only."""
    try:
        if not connection.closed:
            connection.execute("ROLLBACK")
    except psycopg.Error:
        connection.close()
    finally:
        pool.putconn(connection)


def _begin(granted: str, seconds: float) -> sql.Composed:
    """One message for all settings: each of its own would cost a way there and back."""
    return sql.SQL(
        "BEGIN READ ONLY; SET LOCAL statement_timeout = {}; SET LOCAL standard_conforming_strings = on;"
        "SET LOCAL ragsite.pass = {}"
    ).format(sql.Literal(f"{int(seconds * 1000)}ms"), sql.Literal(granted))


def _pass_for(workspace: Workspace, connection: Reader) -> str:
    """Asked for once on each connection, which ends with the database that gave the pass."""
    passes = _passes.setdefault(connection, {})
    if workspace.pk not in passes:
        with application.cursor() as cursor:
            cursor.execute("SELECT ragsite_walls.pass_for(%s)", [str(workspace.pk)])
            passes[workspace.pk] = cursor.fetchone()[0]
    return passes[workspace.pk]


def _pool() -> ConnectionPool[Reader]:
    """This process's connections to where the reader reads."""
    params = _connection_params()
    key = (os.getpid(), *sorted(params.items()), settings.RAGSITE_SQL_CONNECTIONS)
    with _making:
        if key not in _pools:
            _sign_in(params)
            _pools[key] = ConnectionPool(
                kwargs={**params, "autocommit": True},
                min_size=0,
                max_size=settings.RAGSITE_SQL_CONNECTIONS,
                max_idle=IDLE_SECONDS,
                max_lifetime=LIFE_SECONDS,
                reconnect_timeout=settings.RAGSITE_BUSY_SECONDS,
                configure=_configure,
                check=ConnectionPool.check_connection,
                num_workers=1,
                name="reader",
                open=True,
            )
        return _pools[key]


def _sign_in(params: dict[str, Any]) -> None:
    """Whether the reader may, at first: a pool would try for long, and not say why."""
    try:
        psycopg.connect(**params).close()
    except psycopg.OperationalError:
        if not _password():
            raise
        ensure_reader_login()
        psycopg.connect(**params).close()


def _configure(connection: Reader) -> None:
    """Workers of a parallel query would have memory that nobody watches."""
    connection.execute("SET max_parallel_workers_per_gather = 0")
    limit_memory(connection.info.backend_pid, settings.RAGSITE_SQL_MB)


def close_pools() -> None:
    """Give all connections of this process back; what is asked next opens new ones."""
    with _making:
        for pool in _pools.values():
            pool.close()
        _pools.clear()


def _connection_params() -> dict[str, Any]:
    """The application's own database, or the replica of READER_DATABASE_URL, as the reader."""
    return _owner_params() | {"user": READER, "password": _password(), "connect_timeout": CONNECT_SECONDS}


def _owner_params() -> dict[str, Any]:
    """The same as the application, which may end the reader's statements."""
    params = application.get_connection_params()
    params = {
        name: value
        for name, value in params.items()
        if isinstance(value, str | int) and name != "client_encoding"
    }
    if settings.READER_DATABASE_URL:
        url = database_settings(settings.READER_DATABASE_URL, settings.RAGSITE_HOME)
        params |= {"host": url["HOST"], "port": url.get("PORT") or 5432, **url.get("OPTIONS", {})}
    return params


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
