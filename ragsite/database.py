"""Which database: the embedded one under the home folder, or the one that a URL names."""

from __future__ import annotations

import hashlib
import os
import tempfile
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

import psycopg
from django.core.exceptions import ImproperlyConfigured

SOCKET_PATH_LIMIT = 100  # bytes; Linux allows 107, and the socket's own name follows the folder's
AWAY_STATES = (
    "08",
    "57P01",
    "57P02",
    "57P03",
    "53300",
)  # SQLSTATEs, or their classes, of a server that is away
DISK_FULL = "53100"
NAME = "ragsite"
OWNER = "postgres"  # the embedded server's own superuser


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
    """A sentence for a user where `error` says that the database is away or full, else empty."""
    cause = error.__cause__ if isinstance(error.__cause__, psycopg.Error) else error
    if isinstance(cause, psycopg.OperationalError):
        state = cause.sqlstate or ""
        if state == DISK_FULL:
            return "The database's disk is full: free some space, then try again."
        if not state or state.startswith(AWAY_STATES):
            return "The database is away: try again in a moment. Nothing that was stored is lost."
    return ""


def _postgres(**parts: Any) -> dict[str, Any]:
    return {
        "ENGINE": "django.db.backends.postgresql",
        "CONN_HEALTH_CHECKS": True,
        "CONN_MAX_AGE": 60,
        **parts,
    }
