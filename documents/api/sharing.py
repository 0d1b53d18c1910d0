"""Endpoints for who and what may enter: members, invitations and keys."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from ninja import Field, Router, Schema, Status

from documents.api.auth import needs, user_of
from documents.api.bodies import Body
from documents.library.services import require_owner
from documents.models import Invitation, Membership, Role, Scope, Workspace
from documents.workspaces import api_keys, members
from documents.workspaces.services import shared_workspace_for

router = Router(tags=["Sharing"])
MANAGE = needs(Scope.MANAGE)


class MemberOut(Schema):
    username: str
    role: str


class MembersOut(Schema):
    members: list[MemberOut]
    total: int


class MemberIn(Body):
    username: str = Field(description="An account that exists; invite others by a link.")
    role: str = Role.VIEWER


class RoleIn(Body):
    role: str = Field(description="viewer, editor or owner.")


class InvitationIn(Body):
    role: str = Role.VIEWER
    days: int | None = Field(None, description="How long the link holds; as the settings say if not given.")


class InvitationOut(Schema):
    id: int
    role: str
    invited_by: str
    created_at: datetime
    expires_at: datetime


class NewInvitationOut(InvitationOut):
    link: str = Field(description="Send it to whom you invite: it works once, and is shown only now.")


class InvitationsOut(Schema):
    invitations: list[InvitationOut]
    total: int


class KeyIn(Body):
    name: str = Field(description="What the key is for.")
    scopes: list[str] = Field([], description="read, write, manage; all where none are given.")
    days: int | None = Field(None, description="How long it holds.")
    expires_at: datetime | None = Field(None, description="When it ends, in place of `days`.")


class OwnKeyIn(KeyIn):
    workspaces: list[str] = Field(
        [], description="The slugs of those that it opens; all of yours where none are given."
    )


class KeyOut(Schema):
    id: int
    name: str
    prefix: str = Field(description="How the key begins.")
    user: str = Field(description="For whom it acts.")
    scopes: list[str]
    workspaces: list[str] | None = Field(
        description="Those that it opens, as far as you may see them; null: all of its user's."
    )
    workspace: str | None = Field(description="The one of them, where it is a single one.")
    created_at: datetime
    expires_at: datetime | None
    last_used_at: datetime | None
    revoked_at: datetime | None
    is_valid: bool


class NewKeyOut(KeyOut):
    key: str = Field(description="Shown only now.")


class KeysOut(Schema):
    keys: list[KeyOut]
    total: int


class MessageOut(Schema):
    message: str


@router.get("/workspaces/{slug}/members", response=MembersOut, summary="List members")
def list_members(request: HttpRequest, slug: str) -> Any:
    """Who belongs to the workspace, owners first."""
    user = user_of(request)
    listed = [member_json(member) for member in members.members_of(user, _workspace(request, slug))]
    return {"members": listed, "total": len(listed)}


@router.post("/workspaces/{slug}/members", auth=MANAGE, response={201: MemberOut}, summary="Add a member")
def add_member(request: HttpRequest, slug: str, wanted: MemberIn) -> Any:
    """Make an account that exists a member. For whoever has none there are invitations."""
    added = members.add_member(
        user=user_of(request),
        workspace=_workspace(request, slug),
        username=wanted.username,
        role=wanted.role,
    )
    return Status(201, member_json(added))


@router.patch(
    "/workspaces/{slug}/members/{username}",
    auth=MANAGE,
    response=MemberOut,
    summary="Change a role",
)
def change_member(request: HttpRequest, slug: str, username: str, wanted: RoleIn) -> Any:
    """Give a member another role. One owner always stays."""
    member = _member(request, slug, username)
    members.change_role(user=user_of(request), member=member, role=wanted.role)
    return member_json(member)


@router.delete(
    "/workspaces/{slug}/members/{username}",
    auth=MANAGE,
    response=MessageOut,
    summary="Remove a member",
)
def remove_member(request: HttpRequest, slug: str, username: str) -> Any:
    """Take a member out, or leave. One owner always stays."""
    member = _member(request, slug, username)
    members.remove_member(user=user_of(request), member=member)
    return {"message": f"“{username}” is no member of “{member.workspace}” any more."}


@router.get(
    "/workspaces/{slug}/invitations",
    auth=MANAGE,
    response=InvitationsOut,
    summary="List invitations",
)
def list_invitations(request: HttpRequest, slug: str) -> Any:
    """The invitations that may still be accepted."""
    found = members.invitations_of(user_of(request), _workspace(request, slug))
    listed = [invitation_json(invitation) for invitation in found]
    return {"invitations": listed, "total": len(listed)}


@router.post(
    "/workspaces/{slug}/invitations",
    auth=MANAGE,
    response={201: NewInvitationOut},
    summary="Invite by a link",
)
def invite(request: HttpRequest, slug: str, wanted: InvitationIn) -> Any:
    """A link by which somebody without an account sets a name and a password and becomes a member."""
    invitation, token = members.invite(
        user=user_of(request), workspace=_workspace(request, slug), role=wanted.role, days=wanted.days
    )
    link = request.build_absolute_uri(reverse("invitation", args=[token]))
    return Status(201, invitation_json(invitation) | {"link": link})


@router.delete(
    "/workspaces/{slug}/invitations/{int:invitation_id}",
    auth=MANAGE,
    response=MessageOut,
    summary="Withdraw an invitation",
)
def revoke_invitation(request: HttpRequest, slug: str, invitation_id: int) -> Any:
    """Its link opens nothing from now on."""
    members.revoke_invitation(user=user_of(request), workspace=_workspace(request, slug), pk=invitation_id)
    return {"message": "The invitation is withdrawn."}


@router.get(
    "/workspaces/{slug}/keys",
    auth=MANAGE,
    response=KeysOut,
    summary="List a workspace's keys",
)
def list_workspace_keys(request: HttpRequest, slug: str) -> Any:
    """The keys for which this workspace was chosen, alone or beside others, whoever's they are."""
    return _keys_json(api_keys.workspace_keys_of(user_of(request), _workspace(request, slug)))


@router.post(
    "/workspaces/{slug}/keys",
    auth=MANAGE,
    response={201: NewKeyOut},
    summary="Make a key for a workspace",
)
def make_workspace_key(request: HttpRequest, slug: str, wanted: KeyIn) -> Any:
    """A key that acts for you in this workspace and opens no other."""
    workspace = _workspace(request, slug)
    require_owner(user_of(request), workspace)
    return _made(request, wanted, [workspace])


@router.delete(
    "/workspaces/{slug}/keys/{int:key_id}",
    auth=MANAGE,
    response=MessageOut,
    summary="Revoke a workspace's key",
)
def revoke_workspace_key(request: HttpRequest, slug: str, key_id: int) -> Any:
    """The key opens this workspace no more. One that opens others too goes on there; else it is revoked."""
    api_keys.shut_out(user_of(request), _workspace(request, slug), key_id)
    return {"message": "The key opens this workspace no more."}


@router.get("/keys", auth=MANAGE, response=KeysOut, summary="List your keys")
def list_keys(request: HttpRequest) -> Any:
    """All keys that act for you; to a key, those that open no more workspaces than it does itself."""
    return _keys_json(api_keys.keys_of(user_of(request)))


@router.post("/keys", auth=MANAGE, response={201: NewKeyOut}, summary="Make a key")
def make_key(request: HttpRequest, wanted: OwnKeyIn) -> Any:
    """A key that acts for you in all your workspaces, or in those that you choose."""
    chosen = [_workspace(request, slug) for slug in dict.fromkeys(wanted.workspaces)]
    return _made(request, wanted, chosen or None)


@router.delete("/keys/{int:key_id}", auth=MANAGE, response=MessageOut, summary="Revoke a key of yours")
def revoke_key(request: HttpRequest, key_id: int) -> Any:
    """The key opens nothing from now on."""
    api_keys.revoke_key(api_keys.keys_of(user_of(request)), key_id)
    return {"message": "The key is revoked."}


def _workspace(request: HttpRequest, slug: str) -> Workspace:
    return shared_workspace_for(user_of(request), slug)


def _member(request: HttpRequest, slug: str, username: str) -> Membership:
    return members.member_for(user_of(request), _workspace(request, slug), username)


def _made(request: HttpRequest, wanted: KeyIn, workspaces: list[Workspace] | None) -> Any:
    given = wanted.model_dump(exclude={"workspaces"})
    row, key = api_keys.issue_key(user=user_of(request), workspaces=workspaces, **given)
    return Status(201, api_keys.key_json(row) | {"key": key})


def _keys_json(rows: Any) -> dict[str, Any]:
    listed = [api_keys.key_json(row) for row in rows]
    return {"keys": listed, "total": len(listed)}


def member_json(member: Membership) -> dict[str, Any]:
    return {"username": member.user.get_username(), "role": member.role}


def invitation_json(invitation: Invitation) -> dict[str, Any]:
    return {
        "id": invitation.pk,
        "role": invitation.role,
        "invited_by": invitation.invited_by.get_username(),
        "created_at": invitation.created_at,
        "expires_at": invitation.expires_at,
    }
