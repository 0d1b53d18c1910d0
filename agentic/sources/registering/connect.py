"""From a registered source to the driver that reads it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from cryptography.fernet import InvalidToken
from django.conf import settings

from agentic.sources.drivers.mysql import MySQLDriver
from agentic.sources.drivers.postgres import PostgresDriver
from agentic.sources.drivers.sqlite import SQLiteDriver
from agentic.sources.drivers.types import Driver, SourceFailed
from agentic.sources.models import DataSource
from agentic.sources.registering.sheets import build_from_document, duckdb_files
from documents.configuration import cipher_for

PURPOSE = "sources"
Kind = DataSource.Kind


def encrypted(connection: dict[str, Any]) -> str:
    return cipher_for(PURPOSE).encrypt(json.dumps(connection).encode()).decode()


def connection_of(source: DataSource) -> dict[str, Any]:
    """{dsn}, or {paths} and whether an operator gave them (`is_trusted`). Raises `SourceFailed`."""
    try:
        told: dict[str, Any] = json.loads(cipher_for(PURPOSE).decrypt(source.connection.encode()))
    except InvalidToken:
        raise SourceFailed(
            f"The connection of “{source.name}” cannot be read any more, since the secret key is another: "
            "give it anew."
        ) from None
    return told


def driver_of(source: DataSource, *, anew: bool = False) -> Driver:
    """`anew`: files are read again, where the source is made of them. Raises `SourceFailed`."""
    told = connection_of(source)
    if source.kind == Kind.POSTGRESQL:
        return PostgresDriver(told["dsn"], may_be_own=settings.RAGSITE_SOURCE_OWN_DATABASE)
    if source.kind == Kind.MYSQL:
        return MySQLDriver(told["dsn"])
    if source.kind == Kind.DOCUMENT:
        return _opened(_built(source, anew, lambda path: build_from_document(path, source.document)))
    paths = [allowed_path(path, is_trusted=bool(told.get("is_trusted"))) for path in told["paths"]]
    if source.kind == Kind.SQLITE:
        return SQLiteDriver(paths[0])
    if paths[0].suffix in (".duckdb", ".db"):
        return _opened(paths[0])
    return _opened(_built(source, anew, lambda path: duckdb_files().build(path, paths)))


def _opened(path: Path) -> Driver:
    driver: Driver = duckdb_files().DuckDBDriver(path)
    return driver


def _built(source: DataSource, anew: bool, make: Any) -> Path:
    path = built_path(source)
    if anew or not path.exists():
        make(path)
    return path


def built_path(source: DataSource) -> Path:
    """Where the files of a source were read into."""
    return own_folder(source.workspace_id) / f"{source.name}.built.duckdb"


def own_folder(workspace_id: int) -> Path:
    """Of files that were sent for sources of the workspace."""
    return Path(settings.RAGSITE_HOME) / "sources" / str(workspace_id)


def allowed_path(path: str, *, is_trusted: bool) -> Path:
    """The file, links followed. Raises `SourceFailed` where it lies outside the allowed folders."""
    whole = Path(path).expanduser().resolve()
    folders = [Path(folder).resolve() for folder in settings.RAGSITE_SOURCE_FOLDERS]
    if not is_trusted and not any(whole.is_relative_to(folder) for folder in folders):
        raise SourceFailed(
            f"Files at “{path[:120]}” may not be a source: send the file, or have an administrator name its "
            "folder in RAGSITE_SOURCE_FOLDERS."
        )
    if not whole.is_file():
        raise SourceFailed(f"There is no file “{whole.name[:120]}”: check its path.")  # who asks sees it too
    return whole
