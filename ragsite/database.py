"""Which database: the embedded one under the home folder, or the one that a URL names."""

from __future__ import annotations

import hashlib
import os
import tempfile
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

SOCKET_PATH_LIMIT = 100  # bytes; Linux allows 107, and the socket's own name follows the folder's
NAME = "ragsite"
OWNER = "postgres"  # the embedded server's own superuser


def socket_folder(home: Path) -> Path:
    """Where the embedded server's socket lies: under `home`, or beside it where that path is too long."""
    folder = home / "run"
    if len(os.fsencode(folder / ".s.PGSQL.5432")) <= SOCKET_PATH_LIMIT:
        return folder
    digest = hashlib.sha256(os.fsencode(home)).hexdigest()[:12]
    return Path(tempfile.gettempdir()) / f"ragsite-{os.getuid()}-{digest}"


def database_settings(url: str, home: Path) -> dict[str, Any]:
    """Django's settings for the database at `url` (postgresql://…); empty for the embedded one."""
    if not url:
        return _postgres(NAME=NAME, USER=OWNER, HOST=str(socket_folder(home)))
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
        OPTIONS=query,
    )


def _postgres(**parts: Any) -> dict[str, Any]:
    return {
        "ENGINE": "django.db.backends.postgresql",
        "CONN_HEALTH_CHECKS": True,
        "CONN_MAX_AGE": 60,
        **parts,
    }
