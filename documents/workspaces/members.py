"""Who belongs to a workspace: members, their roles, and invitations by a link."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Case, QuerySet, Value, When
from django.utils import timezone

from documents.library.selectors import workspaces_of
from documents.library.services import may_administer, require_owner
from documents.models import Invitation, Membership, Role, Workspace
from documents.models.access import digest_of
from documents.refusals import RefusedChange
from documents.workspaces.services import user_called

MAX_INVITATION_DAYS = 90


def members_of(user: Any, workspace: Workspace) -> QuerySet[Membership]:
    """The members of a workspace that the user may see, owners first."""
    members = Membership.objects.filter(workspace=workspace, workspace__in=workspaces_of(user))
    order = {role: place for place, role in enumerate(reversed(Role.values))}
    rank = Case(*(When(role=role, then=Value(place)) for role, place in order.items()))
    return members.select_related("user").alias(rank=rank).order_by("rank", "user__username")


def member_for(user: Any, workspace: Workspace, username: str) -> Membership:
    """Raises `Membership.DoesNotExist`."""
    try:
        return members_of(user, workspace).get(user__username=username)
    except Membership.DoesNotExist:
        raise Membership.DoesNotExist(
            f"“{username[:80]}” is no member of “{workspace}”: look at its members."
        ) from None


def add_member(*, user: Any, workspace: Workspace, username: str, role: str) -> Membership:
    """Make an account that exists a member. Raises `RefusedChange`, `PermissionDenied`."""
    require_owner(user, workspace)
    role, account = clean_role(role), user_called(username)
    try:
        with transaction.atomic():
            return Membership.objects.create(workspace=workspace, user=account, role=role)
    except IntegrityError:
        raise RefusedChange(
            f"“{account}” is a member of “{workspace}” already: change the role instead.", reason="taken"
        ) from None


def change_role(*, user: Any, member: Membership, role: str) -> None:
    """Raises `RefusedChange` where no owner would be left, `PermissionDenied`."""
    require_owner(user, member.workspace)
    role = clean_role(role)
    with _an_owner_left(member.workspace, "demoted"):
        Membership.objects.filter(pk=member.pk).update(role=role)
    member.role = role


def remove_member(*, user: Any, member: Membership) -> None:
    """Take a member out, or leave oneself. Raises `RefusedChange` where no owner would be left."""
    if member.user_id != user.pk:
        require_owner(user, member.workspace)
    with _an_owner_left(member.workspace, "removed"):
        Membership.objects.filter(pk=member.pk).delete()


@contextmanager
def _an_owner_left(workspace: Workspace, what: str) -> Iterator[None]:
    """Undo the change where it leaves no owner. Two owners who leave at once wait for each other."""
    with transaction.atomic():
        Workspace.objects.select_for_update().get(pk=workspace.pk)
        yield
        if not workspace.memberships.filter(role=Role.OWNER).exists():
            raise RefusedChange(
                f"The last owner of “{workspace}” cannot be {what}: make somebody else an owner first.",
                reason="last_owner",
            )


def clean_role(role: str) -> Role:
    if role not in Role.values:
        raise RefusedChange(f"There is no role “{role[:40]}”: choose {', '.join(Role.values)}.")
    return Role(role)


def invitations_of(user: Any, workspace: Workspace) -> QuerySet[Invitation]:
    """The workspace's invitations that may still be accepted. Raises `PermissionDenied`."""
    require_owner(user, workspace)
    return workspace.invitations.select_related("invited_by").filter(
        pk__in=Invitation.objects.open().values("pk")
    )


def invite(*, user: Any, workspace: Workspace, role: str, days: int | None = None) -> tuple[Invitation, str]:
    """An invitation and the token of its link, which is shown only now.

    `days`: how long it holds, as the settings say if not given. Raises `RefusedChange`, `PermissionDenied`.
    """
    require_owner(user, workspace)
    days = settings.RAGSITE_INVITATION_DAYS if days is None else days
    if not 1 <= days <= MAX_INVITATION_DAYS:
        raise RefusedChange(f"An invitation holds from 1 to {MAX_INVITATION_DAYS} days: choose between.")
    return Invitation.issue(
        workspace=workspace,
        role=clean_role(role),
        invited_by=user,
        expires_at=timezone.now() + timedelta(days=days),
    )


def revoke_invitation(*, user: Any, workspace: Workspace, pk: int) -> None:
    """Raises `Invitation.DoesNotExist`, `PermissionDenied`."""
    if not invitations_of(user, workspace).filter(pk=pk).update(revoked_at=timezone.now()):
        raise Invitation.DoesNotExist(f"There is no open invitation {pk}: it may have been used.")


def open_invitation(token: str) -> Invitation:
    """The invitation of a link. Raises `Invitation.DoesNotExist` with why it opens nothing."""
    invitations = Invitation.objects.select_related("workspace", "invited_by")
    found = invitations.filter(digest=digest_of(token)).first()
    if found is None or found.revoked_at or not _may_invite(found):
        raise Invitation.DoesNotExist("This invitation is not valid: ask for a new link.")
    if found.accepted_at:
        raise Invitation.DoesNotExist("This invitation was used already: ask for a new link.")
    if not found.is_open:
        raise Invitation.DoesNotExist(
            f"This invitation expired on {found.expires_at:%-d %B %Y}: ask for a new link."
        )
    return found


def _may_invite(invitation: Invitation) -> bool:
    """Whether who made the link still owns the workspace: nobody comes back by a link of their own."""
    host = invitation.invited_by
    return host.is_active and may_administer(host, invitation.workspace)


def accept_invitation(*, user: Any, invitation: Invitation) -> Membership:
    """Make the user a member by the invitation, once. A member whose role is lower gets the higher one.

    Raises `Invitation.DoesNotExist` where somebody else was quicker.
    """
    with transaction.atomic():
        mine = Invitation.objects.open().filter(pk=invitation.pk)
        if not mine.update(accepted_at=timezone.now(), accepted_by=user):
            raise Invitation.DoesNotExist("This invitation was used already: ask for a new link.")
        member, is_new = Membership.objects.get_or_create(
            workspace=invitation.workspace, user=user, defaults={"role": invitation.role}
        )
        ranks = Role.values  # from the least to the most
        if not is_new and ranks.index(member.role) < ranks.index(invitation.role):
            member.role = invitation.role
            member.save(update_fields=["role"])
    return member


def accept_as_new_user(*, invitation: Invitation, username: str, password: str) -> Membership:
    """Make an account and let it in by the invitation. Raises `RefusedChange`, `Invitation.DoesNotExist`."""
    model = get_user_model()
    account = model(username=model.normalize_username(username.strip()))
    try:
        account.clean_fields(exclude=["password"])
        validate_password(password, account)
    except ValidationError as error:
        raise RefusedChange(_sentence(error)) from None
    account.set_password(password)
    try:
        with transaction.atomic():
            account.save()
            return accept_invitation(user=account, invitation=invitation)
    except IntegrityError:
        raise RefusedChange(
            f"The name “{username[:80]}” is taken: choose another, or sign in first if it is yours.",
            reason="taken",
        ) from None


def _sentence(error: ValidationError) -> str:
    """The first thing that is wrong with a name or a password."""
    if hasattr(error, "error_dict"):
        field, problems = next(iter(error.message_dict.items()))
        return f"The name cannot be used: {problems[0]}" if field == "username" else problems[0]
    return str(error.messages[0])
