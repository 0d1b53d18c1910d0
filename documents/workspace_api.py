"""Endpoints for a workspace's own settings."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from ninja import Field, Router, Schema, Status

from documents.chunk_changes import change_chunking, cut_otherwise
from documents.chunk_settings import BadChunking, ChunkSettings, preset_named
from documents.models import Workspace
from documents.selectors import workspace_for
from ragsite.api_auth import user_of
from ragsite.api_bodies import Body
from ragsite.api_errors import ERRORS

router = Router(tags=["Workspaces"])


class WorkspaceOut(Schema):
    slug: str = Field(examples=["default"])
    name: str
    chunk_unit: str = Field(description="tokens, words or characters.")
    chunk_size: int = Field(description="Of a passage, at most.")
    chunk_overlap: int = Field(description="Repeated from the passage before.")
    chunk_minimum: int = Field(description="Shorter passages join a neighbour.")
    waiting: int = Field(description="Ready documents that are still to be cut by these settings.")


class WorkspaceIn(Body):
    preset: str = Field("", description="default, small, words or characters; the other fields change it.")
    chunk_unit: str | None = None
    chunk_size: int | None = None
    chunk_overlap: int | None = None
    chunk_minimum: int | None = None


@router.get("/workspaces/{slug}", response={200: WorkspaceOut, **ERRORS}, summary="A workspace")
def get_workspace(request: HttpRequest, slug: str) -> Any:
    """How the workspace's documents are cut into passages."""
    return _workspace_json(workspace_for(user_of(request), slug))


@router.patch(
    "/workspaces/{slug}",
    response={200: WorkspaceOut, **ERRORS},
    summary="Change how documents are cut",
)
def change_workspace(request: HttpRequest, slug: str, changes: WorkspaceIn) -> Any:
    """Cut documents otherwise from now on; those that are there are cut anew in the background."""
    user = user_of(request)
    workspace = workspace_for(user, slug)
    try:
        change_chunking(user=user, workspace=workspace, chunking=_chosen(workspace, changes))
    except BadChunking as error:
        return Status(422, {"error": str(error)})
    return _workspace_json(workspace)


def _chosen(workspace: Workspace, changes: WorkspaceIn) -> ChunkSettings:
    base = preset_named(changes.preset) if changes.preset else ChunkSettings.of(workspace)
    given = changes.model_dump(exclude={"preset"}, exclude_none=True)
    return ChunkSettings(**{**vars(base), **{key.removeprefix("chunk_"): v for key, v in given.items()}})


def _workspace_json(workspace: Workspace) -> dict[str, Any]:
    chunking = {f"chunk_{name}": value for name, value in vars(ChunkSettings.of(workspace)).items()}
    waiting = cut_otherwise(workspace).count()
    return {"slug": workspace.slug, "name": workspace.name, "waiting": waiting, **chunking}
