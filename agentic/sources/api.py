"""Endpoints for data sources: registering, reading and removing them."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.http import HttpRequest
from ninja import Field, File, Form, Router, Schema, Status
from ninja.files import UploadedFile

from agentic.sources.presentation import schema_json, source_json
from agentic.sources.registering.services import (
    add_source,
    change_source,
    kind_of_files,
    refresh_source,
    remove_source,
    source_for,
    sources_of,
)
from documents.api.auth import needs, user_of
from documents.api.bodies import Body, FormBody
from documents.library.selectors import workspace_for
from documents.models import Role, Scope

router = Router(tags=["Data sources"])
MANAGE = needs(Scope.MANAGE)


class SourceOut(Schema):
    name: str
    workspace: str
    kind: str = Field(description="postgresql, mysql, sqlite, duckdb or document.")
    place: str = Field(description="Where it is, without secrets.", examples=["reader@db.example.org/shop"])
    description: str
    use_role: str = Field(description="Who may ask it: viewer, editor or owner.")
    manage_role: str = Field(description="Who may change it: editor or owner.")
    may_write: bool = Field(description="Whether its credentials could write; sessions never can.")
    may_manage: bool = Field(description="Whether you may change it.")
    tables: int
    schema_version: str
    read_at: datetime | None
    trouble: str = Field(description="Why the last refresh failed; mostly empty.")
    changes: list[str] = Field(description="What the last refresh found otherwise.")


class SourcesOut(Schema):
    sources: list[SourceOut]
    total: int


class SourceSchemaOut(Schema):
    schema_version: str
    tables: list[dict[str, Any]] = Field(description="Columns, keys, counts and sample values of each.")


class NewSourceIn(Body):
    name: str = Field(examples=["shop"])
    kind: str = Field(description="postgresql, mysql, sqlite, duckdb or document.")
    workspace: str = "default"
    dsn: str = Field("", description="Of a server: postgresql://user:password@host:5432/database.")
    paths: list[str] = Field([], description="Of files in a folder that RAGSITE_SOURCE_FOLDERS names.")
    document: int | None = Field(None, description="Of a table or sheet in an uploaded document: its number.")
    description: str = ""
    use_role: str = Role.VIEWER
    manage_role: str = Role.OWNER
    insist: bool = Field(False, description="Take credentials too that could write.")


class NewFilesIn(FormBody):
    name: str
    workspace: str = "default"
    description: str = ""


class SourceIn(Body):
    description: str | None = None
    use_role: str | None = None
    manage_role: str | None = None
    dsn: str | None = Field(None, description="Another connection; it is opened first.")
    insist: bool = False


class RemovedOut(Schema):
    message: str


@router.get("/sources", response=SourcesOut, summary="List data sources")
def list_sources(request: HttpRequest, workspace: str = "default") -> Any:
    """Those of the workspace that you may ask."""
    user = user_of(request)
    listed = [source_json(user, each) for each in sources_of(user, workspace_for(user, workspace))]
    return {"sources": listed, "total": len(listed)}


@router.post("/sources", auth=MANAGE, response={201: SourceOut}, summary="Add a data source")
def make_source(request: HttpRequest, wanted: NewSourceIn) -> Any:
    """It is opened and its tables are read before it is kept; refused with a sentence where that fails."""
    user = user_of(request)
    given = wanted.model_dump(exclude={"workspace"})
    source = add_source(user=user, workspace=workspace_for(user, wanted.workspace), **given)
    return Status(201, source_json(user, source))


@router.post("/sources/files", auth=MANAGE, response={201: SourceOut}, summary="Add files as a data source")
def make_source_of_files(
    request: HttpRequest, wanted: Form[NewFilesIn], files: File[list[UploadedFile]]
) -> Any:
    """One SQLite or DuckDB file, or CSV, Parquet and Excel files, each a table."""
    user = user_of(request)
    source = add_source(
        user=user,
        workspace=workspace_for(user, wanted.workspace),
        name=wanted.name,
        description=wanted.description,
        kind=kind_of_files(files),
        files=files,
    )
    return Status(201, source_json(user, source))


@router.get("/sources/{name}", response=SourceOut, summary="A data source")
def get_source(request: HttpRequest, name: str, workspace: str = "default") -> Any:
    """Where it leads, who may ask and change it, and when it was last read; 404 where you may not ask it."""
    user = user_of(request)
    return source_json(user, source_for(user, workspace_for(user, workspace), name))


@router.get("/sources/{name}/schema", response=SourceSchemaOut, summary="Its tables")
def get_source_schema(request: HttpRequest, name: str, workspace: str = "default") -> Any:
    """Tables, columns, types, keys, counts and the values of columns that have few."""
    user = user_of(request)
    return schema_json(source_for(user, workspace_for(user, workspace), name))


@router.patch("/sources/{name}", auth=MANAGE, response=SourceOut, summary="Change it")
def patch_source(request: HttpRequest, name: str, changes: SourceIn, workspace: str = "default") -> Any:
    """What is left out stays. Another connection is opened first; where that fails, nothing changes."""
    user = user_of(request)
    source = source_for(user, workspace_for(user, workspace), name)
    return source_json(user, change_source(user=user, source=source, **changes.model_dump()))


@router.post("/sources/{name}/refresh", auth=MANAGE, response=SourceOut, summary="Read it anew")
def refresh_one(request: HttpRequest, name: str, workspace: str = "default") -> Any:
    """Read its tables and columns anew; `changes` says what is otherwise."""
    user = user_of(request)
    source = source_for(user, workspace_for(user, workspace), name)
    refresh_source(user=user, source=source)
    return source_json(user, source)


@router.delete("/sources/{name}", auth=MANAGE, response=RemovedOut, summary="Remove it")
def delete_source(request: HttpRequest, name: str, workspace: str = "default") -> Any:
    """The database itself stays as it is."""
    user = user_of(request)
    source = source_for(user, workspace_for(user, workspace), name)
    return {"message": remove_source(user=user, source=source)}
