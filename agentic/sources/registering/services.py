"""What is done with sources: registering, changing, refreshing and removing them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from django.core.exceptions import PermissionDenied
from django.core.files.uploadedfile import UploadedFile
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.text import slugify

from agentic.sources.drivers.postgres import masked, parameters_of
from agentic.sources.drivers.types import SUFFIXES, SourceFailed
from agentic.sources.models import CachedResult, DataSource
from agentic.sources.registering.connect import allowed_path, built_path, driver_of, encrypted, own_folder
from documents.library.selectors import workspaces_of
from documents.library.services import require_editor
from documents.library.services import require_owner as require_workspace_owner
from documents.models import Document, Role, Workspace
from documents.refusals import RefusedChange
from retrieval.tables.schema import Schema, changes

Kind = DataSource.Kind
MAX_TABLES = 400
MAX_FILE_BYTES = 500_000_000
DATABASE_SUFFIXES = {Kind.SQLITE: (".sqlite", ".sqlite3", ".db"), Kind.DUCKDB: (*SUFFIXES, ".duckdb", ".db")}
SQLITE_HEAD = b"SQLite format 3\0"  # of the file format, section 1.3
WRITING = (
    "These credentials can change the database. Give a user who may only read, such as one with no more than "
    "GRANT SELECT; or insist on these: every session is read-only in any case."
)


def sources_of(user: Any, workspace: Workspace) -> Any:
    """Those that the user may ask, by name."""
    return DataSource.objects.usable_in(workspace, user).select_related("workspace")


def kind_of_files(files: Sequence[UploadedFile]) -> str:
    """SQLite or DuckDB, by how a file ends; both call theirs .db, so that one's first bytes are read."""
    is_sqlite = any(
        str(file.name).lower().endswith((".sqlite", ".sqlite3"))
        or (str(file.name).lower().endswith(".db") and _begins(file, SQLITE_HEAD))
        for file in files
    )
    return Kind.SQLITE if is_sqlite else Kind.DUCKDB


def _begins(file: UploadedFile, head: bytes) -> bool:
    file.seek(0)
    first = file.read(len(head))
    file.seek(0)
    return first == head


def source_for(user: Any, workspace: Workspace, name: str) -> DataSource:
    """Its schema, which may be long, is read when it is looked at.

    Raises `DataSource.DoesNotExist`, the same for a missing one and one that the user may not ask.
    """
    own = DataSource.objects.usable_in(workspace, user).filter(name=name)
    found = next(iter(own.defer("schema").order_by()), None)  # one source has a name
    if found is None:
        raise DataSource.DoesNotExist(f"There is no data source “{name[:60]}” in “{workspace}”.")
    found.workspace = workspace
    return found


def may_manage(user: Any, source: DataSource) -> bool:
    return DataSource.objects.managed_by(user).filter(pk=source.pk).exists()


def require_manager(user: Any, source: DataSource) -> None:
    if not may_manage(user, source):
        raise PermissionDenied(
            f"You may ask “{source.name}” but not change it: ask {_whom(source.manage_role)}."
        )


def _whom(role: str) -> str:
    return {"owner": "an owner", "editor": "an editor of it"}.get(role, "a member")


def add_source(
    *,
    user: Any,
    workspace: Workspace,
    name: str,
    kind: str,
    dsn: str = "",
    paths: Sequence[str] = (),
    files: Sequence[UploadedFile] = (),
    document: int | None = None,
    description: str = "",
    use_role: str = Role.VIEWER,
    manage_role: str = Role.OWNER,
    insist: bool = False,
    is_trusted: bool = False,
) -> DataSource:
    """A source that was opened and read once. `paths`: of files on this machine; `files`: sent ones.

    `insist`: also on credentials that can write. `is_trusted`: an operator of this machine gives the paths.
    Raises `RefusedChange` with what is wrong, `PermissionDenied`.
    """
    if kind == Kind.DOCUMENT:
        require_editor(user, workspace)
    else:
        require_workspace_owner(user, workspace)
    source = DataSource(
        workspace=workspace,
        name=_named(name, workspace),
        kind=_one_of("kind", kind, Kind.values),
        description=description.strip()[:500],
        use_role=_one_of("use_role", use_role, Role.values),
        manage_role=_one_of("manage_role", manage_role, (Role.OWNER, Role.EDITOR)),
        created_by=user,
    )
    sent = _kept(source, files)
    try:
        _connect(user, source, dsn=dsn, paths=[*paths, *map(str, sent)], document=document,
                 is_trusted=is_trusted or bool(sent and not paths))  # fmt: skip
        _open(source, insist=insist)
        with transaction.atomic():
            source.save()
    except (RefusedChange, IntegrityError) as error:
        for file in (*sent, built_path(source)):
            file.unlink(missing_ok=True)
        if isinstance(error, IntegrityError):
            raise _taken(source.name) from None
        raise
    return source


def change_source(
    *,
    user: Any,
    source: DataSource,
    description: str | None = None,
    use_role: str | None = None,
    manage_role: str | None = None,
    dsn: str | None = None,
    insist: bool = False,
) -> DataSource:
    """Raises `RefusedChange`, `PermissionDenied`. A new connection is opened first; nothing cached stays."""
    require_manager(user, source)
    if description is not None:
        source.description = description.strip()[:500]
    if use_role is not None:
        source.use_role = _one_of("use_role", use_role, Role.values)
    if manage_role is not None:
        source.manage_role = _one_of("manage_role", manage_role, (Role.OWNER, Role.EDITOR))
    if dsn:
        if source.kind not in (Kind.POSTGRESQL, Kind.MYSQL):
            raise RefusedChange("This source is made of files: remove it, and add it anew.")
        _connect(user, source, dsn=dsn)
        _open(source, insist=insist)
    source.save()
    CachedResult.objects.filter(source=source).delete()
    return source


def refresh_source(*, user: Any, source: DataSource) -> list[str]:
    """Read the schema anew; what has changed, in sentences. Raises `RefusedChange`, `PermissionDenied`."""
    require_manager(user, source)
    return refresh(source)


def refresh(source: DataSource) -> list[str]:
    """As a schedule does it, too. Raises `RefusedChange`, which is kept as the source's trouble."""
    before = source.stored_schema
    try:
        schema = _read(source, anew=True)
    except RefusedChange as error:
        DataSource.objects.filter(pk=source.pk).update(trouble=str(error))
        raise
    _note(source, schema)
    source.changes = changes(before, schema)
    source.save()
    CachedResult.objects.filter(source=source).delete()  # values may have changed, and files certainly
    return source.changes


def remove_source(*, user: Any, source: DataSource) -> str:
    """Raises `PermissionDenied`."""
    require_manager(user, source)
    source.delete()
    return f"“{source.name}” is removed. The database itself is as it was."


def forget_files_of_removed(instance: DataSource, **_: Any) -> None:
    """A source goes in many ways: with its document or workspace too. Its files go once that is committed."""
    transaction.on_commit(partial(forget_files, instance))


def forget_files(source: DataSource) -> None:
    """Remove those that were sent for it or read into one here."""
    built_path(source).unlink(missing_ok=True)
    folder = _sent_folder(source)
    if folder.is_dir():
        for file in folder.iterdir():
            file.unlink(missing_ok=True)
        with suppress(OSError):
            folder.rmdir()


def _connect(
    user: Any,
    source: DataSource,
    *,
    dsn: str = "",
    paths: Sequence[str] = (),
    document: int | None = None,
    is_trusted: bool = False,
) -> None:
    """Keep where the source is. Raises `RefusedChange`."""
    try:
        if source.kind in (Kind.POSTGRESQL, Kind.MYSQL):
            source.connection, source.place = encrypted({"dsn": dsn}), _place(source.kind, dsn)
        elif source.kind == Kind.DOCUMENT:
            source.document = _document(user, source.workspace, document)
            source.connection, source.place = encrypted({}), source.document.filename
        else:
            found = _files(source.kind, paths, is_trusted=is_trusted)
            told = {"paths": [str(path) for path in found], "is_trusted": is_trusted}
            source.connection = encrypted(told)
            source.place = ", ".join(path.name for path in found)[:500]
    except SourceFailed as error:
        raise RefusedChange(str(error)) from None


def _place(kind: str, dsn: str) -> str:
    if not dsn.strip():
        raise RefusedChange(f"Give a connection string, such as {kind}://user:password@host/database.")
    if kind == Kind.POSTGRESQL:
        return masked(parameters_of(dsn))[:500]
    return re.sub(r"^\w+://(?:([^:@/]*)(?::[^@]*)?@)?", r"\1@", dsn)[:500]


def _files(kind: str, paths: Sequence[str], *, is_trusted: bool) -> list[Path]:
    suffixes = DATABASE_SUFFIXES[Kind(kind)]
    found = [allowed_path(path, is_trusted=is_trusted) for path in paths]
    if not found:
        raise RefusedChange(f"Give a file: {', '.join(suffixes)}.")
    for path in found:
        if path.suffix.lower() not in suffixes:
            raise RefusedChange(f"{path.name} is none of {', '.join(suffixes)}: save it as one of them.")
    if len(found) > 1 and (kind == Kind.SQLITE or any(path.suffix in (".duckdb", ".db") for path in found)):
        raise RefusedChange("A source has one database file, or several tables as CSV, Parquet or Excel.")
    return found


def _document(user: Any, workspace: Workspace, pk: int | None) -> Document:
    found = Document.objects.filter(workspace=workspace, workspace__in=workspaces_of(user), pk=pk).first()
    if found is None:
        raise RefusedChange(f"There is no document {pk or ''} in “{workspace}”: choose one of its own.")
    return found


def _open(source: DataSource, *, insist: bool) -> None:
    """Read the source once. Raises `RefusedChange`."""
    try:
        driver = driver_of(source, anew=True)
        source.may_write = driver.may_write()
    except SourceFailed as error:
        raise RefusedChange(str(error)) from None
    if source.may_write and not insist:
        raise RefusedChange(WRITING)
    _note(source, _read(source))


def _read(source: DataSource, *, anew: bool = False) -> Schema:
    try:
        schema = driver_of(source, anew=anew).introspect()
    except SourceFailed as error:
        raise RefusedChange(str(error)) from None
    if not schema.tables:
        raise RefusedChange(_without_tables(source.kind))
    if len(schema.tables) > MAX_TABLES:
        raise RefusedChange(
            f"There are {len(schema.tables):,} tables, more than {MAX_TABLES}: give a user who sees fewer."
        )
    return schema


def _without_tables(kind: str) -> str:
    if kind in (Kind.POSTGRESQL, Kind.MYSQL):
        return "No table can be read there: grant SELECT on some, or choose another database."
    if kind == Kind.DOCUMENT:
        return "No table was read in that document: choose another."
    return "There is no table in that file: choose another."


def _note(source: DataSource, schema: Schema) -> None:
    source.schema, source.schema_version = schema.as_json(), schema.version
    source.read_at, source.trouble = timezone.now(), ""


def _named(name: str, workspace: Workspace) -> str:
    slug = slugify(name)[:60]
    if not slug:
        raise RefusedChange("Give the source a name of letters and digits, such as sales.")
    if DataSource.objects.filter(workspace=workspace, name=slug).exists():
        raise _taken(slug)
    return slug


def _taken(name: str) -> RefusedChange:
    return RefusedChange(f"There is a source “{name}” already: choose another name.", reason="taken")


def _one_of(field: str, value: str, known: Sequence[str]) -> str:
    if value not in known:
        raise RefusedChange(f"{field} is “{value[:40]}”: choose {', '.join(known)}.")
    return value


def _sent_folder(source: DataSource) -> Path:
    return own_folder(source.workspace_id) / f"{source.name}.files"


def _kept(source: DataSource, files: Sequence[UploadedFile]) -> list[Path]:
    """The sent files, stored under plain names. Raises `RefusedChange`."""
    kept: list[Path] = []
    folder = _sent_folder(source)
    for file in files:
        if (file.size or 0) > MAX_FILE_BYTES:
            raise RefusedChange(f"{file.name} is larger than {MAX_FILE_BYTES // 10**6} MB: give its path.")
        folder.mkdir(parents=True, exist_ok=True)
        stem, suffix = Path(file.name or "table").stem, Path(file.name or "").suffix.lower()
        path = folder / f"{slugify(stem).replace('-', '_') or 'table'}{suffix}"
        with path.open("wb") as out:
            for part in file.chunks():
                out.write(part)
        kept.append(path)
    return kept
