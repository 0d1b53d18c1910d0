"""Which database: the embedded one under the home folder, or the one that a URL names."""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import Any, ParamSpec, TypeVar
from urllib.parse import parse_qsl, unquote, urlsplit

import psycopg
from asgiref.sync import sync_to_async
from django.core.exceptions import ImproperlyConfigured
from django.db import connection
from psycopg_pool import PoolTimeout, TooManyRequests

from ragsite.storage.disk import disk_trouble

SOCKET_PATH_LIMIT = 100  # bytes; Linux allows 107, and the socket's own name follows the folder's
AWAY_STATES = ("08", "57P01", "57P02", "57P03")  # SQLSTATEs, or their classes, of a server that is away
# What a server answers whose administrator has not prepared it: pgvector, the right to make roles.
MISSING_ON_SERVER = (
    psycopg.errors.FeatureNotSupported,
    psycopg.errors.InsufficientPrivilege,
    psycopg.errors.UndefinedFile,
    psycopg.errors.RaiseException,
)
DISK_FULL = "53100"
TOO_MANY_CONNECTIONS = "53300"
NAME = "ragsite"
P = ParamSpec("P")
T = TypeVar("T")
OWNER = "postgres"  # the embedded server's own superuser


class UnusableDatabase(Exception):
    """The database is not one for this ragsite; the message is one sentence that says what to do."""


def socket_folder(home: Path) -> Path:
    """Where the embedded server's socket lies: under `home`, or beside it where that path is too long."""
    folder = home / "run"
    if len(os.fsencode(folder / ".s.PGSQL.5432")) <= SOCKET_PATH_LIMIT:
        return folder
    digest = hashlib.sha256(os.fsencode(home)).hexdigest()[:12]
    return Path(tempfile.gettempdir()) / f"ragsite-{os.getuid()}-{digest}"


def database_settings(url: str, home: Path, *, application_name: str = "ragsite") -> dict[str, Any]:
    """Django's settings for the database at `url` (postgresql://…); empty for the embedded one."""
    options = {"application_name": application_name}
    if not url:
        return _postgres(NAME=NAME, USER=OWNER, HOST=str(socket_folder(home)), OPTIONS=options)
    parts = urlsplit(url)
    if parts.scheme not in ("postgresql", "postgres"):
        raise ImproperlyConfigured("DATABASE_URL must begin with postgresql://")
    query = dict(parse_qsl(parts.query))
    return _postgres(
        NAME=unquote(parts.path.lstrip("/")) or NAME,
        USER=unquote(parts.username or query.pop("user", "")),
        PASSWORD=unquote(parts.password or query.pop("password", "")),
        HOST=unquote(parts.hostname or query.pop("host", "")),
        PORT=str(parts.port or query.pop("port", "")),
        OPTIONS={**options, **query},
    )


def database_trouble(error: Exception) -> str:
    """A sentence for a user where `error` says that the database is busy, away or full, else empty."""
    cause = error.__cause__ if isinstance(error.__cause__, psycopg.Error) else error
    if isinstance(cause, psycopg.OperationalError):
        state = cause.sqlstate or ""
        if isinstance(cause, PoolTimeout | TooManyRequests) or state == TOO_MANY_CONNECTIONS:
            return "Too much is asked at once: try again in a few seconds. Nothing that was stored is lost."
        if state == DISK_FULL:
            return disk_trouble() or "The database's disk is full: free some space, then try again."
        if not state or state.startswith(AWAY_STATES):
            return (
                disk_trouble()
                or "The database is away: try again in a moment. Nothing that was stored is lost."
            )
    return ""


def why_unusable(error: Exception, url: str) -> str:
    """A sentence for who runs a command, and has set `url`; empty where `error` is a mistake of ours."""
    cause = error.__cause__ if isinstance(error.__cause__, psycopg.Error) else error
    reason = str(cause).strip().split("\n")[0].removeprefix("connection failed: ").rstrip(".")
    if url and isinstance(cause, psycopg.OperationalError) and not cause.sqlstate:
        return f"DATABASE_URL gives no database ({reason}): check it, and that its server runs."
    if isinstance(cause, MISSING_ON_SERVER):
        return (
            f"The database is not prepared ({reason}): docs/settings.md says at DATABASE_URL what it needs."
        )
    return database_trouble(error)


def in_passing(look: Callable[P, T]) -> Callable[P, Awaitable[T]]:
    """`look` for a caller that waits afterwards: its connection is given back at once."""

    @wraps(look)
    def looked(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return look(*args, **kwargs)
        finally:
            if not connection.in_atomic_block:
                connection.close()

    return sync_to_async(looked)


@contextmanager
def soon_on_disk() -> Iterator[None]:
    """Single statements within it do not wait for the disk: a machine that fails may lose half a second.

    For what repeats something that is kept: waiting took 3 of 6 ms on a busy machine.
    """
    with connection.execute_wrapper(_unhurried):
        yield


def _unhurried(execute: Callable[..., Any], sql: str, *given: Any) -> Any:
    """The statement sent with the setting before it, which reaches to its own end."""
    return execute(f"SET LOCAL synchronous_commit TO off; {sql}", *given)


def _postgres(**parts: Any) -> dict[str, Any]:
    return {
        "ENGINE": "django.db.backends.postgresql",
        "CONN_HEALTH_CHECKS": True,
        "CONN_MAX_AGE": 60,
        **parts,
    }
