"""Endpoints for workspaces: listing, making, changing and deleting them."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.http import HttpRequest
from ninja import Field, Router, Schema, Status
from ninja.errors import HttpError

from documents.api.auth import needs, user_of
from documents.api.bodies import Body
from documents.ingestion.chunks.chunk_changes import change_chunking, cut_otherwise
from documents.ingestion.chunks.chunk_settings import BadChunking, ChunkSettings, preset_named
from documents.ingestion.chunks.rebuilding import change_embedder
from documents.library.catalogue.schemas import ReceiptOut
from documents.library.selectors import workspace_for
from documents.models import Scope, Workspace
from documents.workspaces.quotas import FIELDS, limits_of, set_limits
from documents.workspaces.services import (
    ListedWorkspace,
    create_workspace,
    delete_workspace,
    listed_workspace,
    listed_workspaces,
    rename_workspace,
    shared_workspace_for,
)

router = Router(tags=["Workspaces"])


class LimitOut(Schema):
    used: float
    allowed: int | None = Field(description="Empty where there is no limit.")
    is_own: bool = Field(description="Whether it was set for this workspace alone.")


class ListedWorkspaceOut(Schema):
    slug: str = Field(examples=["default"])
    name: str
    role: str = Field(description="Yours: viewer, editor, owner, or superuser where you are no member.")
    documents: int
    members: int


class WorkspacesOut(Schema):
    workspaces: list[ListedWorkspaceOut]
    total: int


class WorkspaceOut(ListedWorkspaceOut):
    kind: str = Field(description="shared, or session for files of one conversation.")
    limits: dict[str, LimitOut] = Field(description="documents, megabytes and pages.")
    chunk_unit: str = Field(description="tokens, words or characters.")
    chunk_size: int = Field(description="Of a passage, at most.")
    chunk_overlap: int = Field(description="Repeated from the passage before.")
    chunk_minimum: int = Field(description="Shorter passages join a neighbour.")
    embedder: str = Field(description="Of its passages and questions; empty where the settings say which.")
    waiting: int = Field(description="Ready documents that are still to be cut by these settings.")


class NewWorkspaceIn(Body):
    name: str
    slug: str = Field("", description="Its address; made of the name if not given.")


class WorkspaceIn(Body):
    name: str | None = Field(None, description="Another name; the address stays.")
    preset: str = Field("", description="default, small, words or characters; the other fields change it.")
    chunk_unit: str | None = None
    chunk_size: int | None = None
    chunk_overlap: int | None = None
    chunk_minimum: int | None = None
    embedder: str | None = Field(
        None, description="all-MiniLM-L6-v2, multilingual-e5-small, or empty: as the settings say."
    )
    max_documents: int | None = Field(
        None, description="Administrators only, like the next two. Null: as the settings say; 0: no limit."
    )
    max_megabytes: int | None = None
    max_pages: int | None = None


@router.get("/workspaces", response=WorkspacesOut, summary="List workspaces")
def list_workspaces(request: HttpRequest) -> Any:
    """The shared workspaces that you may see, by name."""
    user = user_of(request)
    listed = [listed_json(workspace) for workspace in listed_workspaces(user)]
    return {"workspaces": listed, "total": len(listed)}


@router.post(
    "/workspaces",
    auth=needs(Scope.MANAGE),
    response={201: WorkspaceOut},
    summary="Make a workspace",
)
def make_workspace(request: HttpRequest, wanted: NewWorkspaceIn) -> Any:
    """A new, empty workspace that you own."""
    user = user_of(request)
    return Status(201, workspace_json(user, create_workspace(user=user, name=wanted.name, slug=wanted.slug)))


@router.get("/workspaces/{slug}", response=WorkspaceOut, summary="A workspace")
def get_workspace(request: HttpRequest, slug: str) -> Any:
    """What the workspace holds and may hold, and how its documents are cut into passages."""
    return workspace_json(user_of(request), workspace_for(user_of(request), slug))


@router.patch(
    "/workspaces/{slug}",
    auth=needs(Scope.MANAGE),
    response=WorkspaceOut,
    summary="Change a workspace",
)
def change_workspace(request: HttpRequest, slug: str, changes: WorkspaceIn) -> Any:
    """Rename it, cut its documents otherwise from now on (those that are there are cut anew in the
    background), or change how much it may hold."""
    user = user_of(request)
    workspace = workspace_for(user, slug)
    given = changes.model_fields_set
    limits = {what: getattr(changes, field) for what, field in FIELDS.items() if field in given}
    try:
        with transaction.atomic():  # all of the changes or none
            if limits:
                set_limits(user=user, workspace=workspace, **limits)
            if changes.name is not None:
                rename_workspace(user=user, workspace=shared_workspace_for(user, slug), name=changes.name)
            if changes.embedder is not None:
                change_embedder(user=user, workspace=workspace, name=changes.embedder)
            if any(field == "preset" or field.startswith("chunk_") for field in given):
                change_chunking(user=user, workspace=workspace, chunking=_chosen(workspace, changes))
    except (BadChunking, ValueError) as error:
        raise HttpError(422, str(error)) from error
    return workspace_json(user, workspace_for(user, slug))


@router.delete(
    "/workspaces/{slug}",
    auth=needs(Scope.MANAGE),
    response=ReceiptOut,
    summary="Delete a workspace",
)
def remove_workspace(request: HttpRequest, slug: str) -> Any:
    """Remove the workspace with all documents, answers, conversations, keys and members; the receipt counts
    what is gone. An empty one takes the place of the default one."""
    user = user_of(request)
    removal = delete_workspace(user=user, workspace=shared_workspace_for(user, slug))
    receipt = removal.receipt
    return {"message": str(removal), "rows": receipt.rows, "files": receipt.files, "bytes": receipt.bytes}


def _chosen(workspace: Workspace, changes: WorkspaceIn) -> ChunkSettings:
    base = preset_named(changes.preset) if changes.preset else ChunkSettings.of(workspace)
    given = {
        name.removeprefix("chunk_"): value
        for name, value in changes.model_dump(exclude_none=True).items()
        if name.startswith("chunk_")
    }
    return ChunkSettings(**{**vars(base), **given})


def listed_json(listed: ListedWorkspace) -> dict[str, Any]:
    names = ("slug", "name", "role", "documents", "members")
    return {name: getattr(listed, name) for name in names}


def workspace_json(user: Any, workspace: Workspace) -> dict[str, Any]:
    limits = {
        what: {"used": round(limit.used, 3), "allowed": limit.allowed, "is_own": limit.is_own}
        for what, limit in limits_of(workspace).items()
    }
    return {
        **listed_json(listed_workspace(user, workspace)),
        "kind": workspace.kind,
        "embedder": workspace.embedder,
        "limits": limits,
        "waiting": cut_otherwise(workspace).count(),
        **{f"chunk_{name}": value for name, value in vars(ChunkSettings.of(workspace)).items()},
    }
