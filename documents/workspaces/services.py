"""What is done with shared workspaces: making, naming, sharing and deleting them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils.text import slugify

from documents.library.deletion import Receipt, remove_workspace
from documents.library.selectors import workspace_for
from documents.library.services import DEFAULT_WORKSPACE, DEFAULT_WORKSPACE_NAME, require_owner
from documents.models import DeletionReceipt, Document, Membership, Role, Workspace
from documents.models.access import is_restricted
from documents.refusals import RefusedChange
from documents.workspaces.sessions import SESSION

NAME_CHARS = 200  # the width of Workspace.name
SLUG_CHARS = 60  # of one that is made of a name; the column has room for a number behind it
SUPERUSER = "superuser"  # the role of one who is no member
FIRST_SLUGS = 50  # tried for one name before the user is asked for one


def shared_workspaces(user: Any) -> QuerySet[Workspace]:
    """The shared workspaces that the user may see, by name."""
    return Workspace.objects.visible_to(user).shared()


def shared_workspace_for(user: Any, slug: str) -> Workspace:
    """Raises `Workspace.DoesNotExist` for a session workspace too: nobody shares one."""
    workspace = workspace_for(user, slug)
    if workspace.is_session:
        raise Workspace.DoesNotExist(f"There is no workspace “{slug[:80]}”.")
    return workspace


@dataclass(frozen=True)
class ListedWorkspace:
    """A workspace in a list. `role`: the user's, “superuser” where one sees it without being a member."""

    slug: str
    name: str
    role: str
    documents: int
    members: int


def listed_workspaces(user: Any) -> list[ListedWorkspace]:
    """The shared workspaces that the user may see, by name, in one query."""
    return _listed(user, shared_workspaces(user))


def listed_workspace(user: Any, workspace: Workspace) -> ListedWorkspace:
    """The same of one that the user may see, a session workspace too."""
    return _listed(user, Workspace.objects.filter(pk=workspace.pk))[0]


def _listed(user: Any, workspaces: QuerySet[Workspace]) -> list[ListedWorkspace]:
    inside = {"workspace": OuterRef("pk")}
    roles = Membership.objects.filter(**inside, user=user).values("role")[:1]
    counted = workspaces.annotate(
        role=Subquery(roles),
        document_count=_count(Document.objects.filter(**inside)),
        member_count=_count(Membership.objects.filter(**inside)),
    )
    names = ("slug", "name", "role", "document_count", "member_count")
    return [
        ListedWorkspace(slug, name, role or SUPERUSER, documents, members)
        for slug, name, role, documents, members in counted.values_list(*names)
    ]


def _count(rows: QuerySet[Any]) -> Coalesce:
    counted = rows.order_by().values("workspace").annotate(count=Count("pk")).values("count")
    return Coalesce(Subquery(counted), 0)


def create_workspace(*, user: Any, name: str, slug: str = "") -> Workspace:
    """A new, empty workspace that the user owns. `slug`: its address; made of the name if not given.

    Raises `RefusedChange`, `PermissionDenied`.
    """
    if is_restricted(user):
        raise PermissionDenied(
            "This API key opens chosen workspaces only: make another with a key without that."
        )
    name = clean_name(name)
    owned = Membership.objects.filter(user=user, role=Role.OWNER, workspace__kind=Workspace.Kind.SHARED)
    if owned.count() >= settings.RAGSITE_MAX_WORKSPACES and not user.is_superuser:
        raise RefusedChange(
            f"You own {settings.RAGSITE_MAX_WORKSPACES} workspaces, and more are not allowed: delete one, "
            "or ask an administrator to raise RAGSITE_MAX_WORKSPACES.",
            reason="too_many",
        )
    with transaction.atomic():
        workspace = _made(name, [clean_slug(slug)]) if slug else _made(name, _slugs_for(name))
        Membership.objects.create(workspace=workspace, user=user, role=Role.OWNER)
    return workspace


def workspace_made_for(*, user: Any, name: str) -> Workspace:
    """The user's workspace at the address that the name gives, made where there is none.

    Raises `RefusedChange` where that address is another's.
    """
    slug = slugify(name)[:SLUG_CHARS]
    try:
        return workspace_for(user, name if Workspace.objects.filter(slug=name).exists() else slug)
    except Workspace.DoesNotExist:
        return create_workspace(user=user, name=name, slug=slug or name)


def rename_workspace(*, user: Any, workspace: Workspace, name: str) -> None:
    """Give it another name; its address stays, so that links hold."""
    require_owner(user, workspace)
    workspace.name = clean_name(name)
    workspace.save(update_fields=["name"])


@dataclass(frozen=True)
class Removal:
    """What a deletion removed. `replaced_by`: the empty workspace that took the place of the default one."""

    receipt: Receipt
    replaced_by: Workspace | None = None

    def __str__(self) -> str:
        if self.replaced_by is None:
            return str(self.receipt)
        return f"{self.receipt} A new, empty workspace “{self.replaced_by}” takes its place."


def delete_workspace(*, user: Any, workspace: Workspace) -> Removal:
    """Remove a shared workspace with all that is in it.

    Commands and programs count on the default one: an empty one with the same members takes its place.
    """
    require_owner(user, workspace)
    with transaction.atomic():
        members = list(workspace.memberships.values_list("user_id", "role"))
        receipt = remove_workspace(workspace, user=user)
        if workspace.slug != DEFAULT_WORKSPACE:
            return Removal(receipt)
        empty = Workspace.objects.create(slug=DEFAULT_WORKSPACE, name=DEFAULT_WORKSPACE_NAME)
        Membership.objects.bulk_create(
            Membership(workspace=empty, user_id=member, role=role) for member, role in members
        )
    rows = {name: count for name, count in receipt.rows.items() if name != "memberships"}
    return Removal(replace(receipt, rows=rows), empty)


def workspace_receipts_of(user: Any) -> QuerySet[DeletionReceipt]:
    """The receipts of whole workspaces that the user deleted, newest first."""
    return DeletionReceipt.objects.filter(document_id=None, deleted_by__pk=user.pk)


def user_called(username: str) -> Any:
    """The active account of that name. Raises `RefusedChange`."""
    model = get_user_model()
    found = model.objects.filter(username=username.strip(), is_active=True).first()
    if found is None:
        raise RefusedChange(
            f"There is no account “{username.strip()[:80]}” here: check the name, or invite by a link.",
            reason="no_account",
        )
    return found


def clean_name(name: str) -> str:
    """Raises `RefusedChange`."""
    name = " ".join(name.replace("\x00", " ").split())
    if not name:
        raise RefusedChange("The workspace needs a name: give one.")
    if len(name) > NAME_CHARS:
        raise RefusedChange(f"The name is longer than {NAME_CHARS} characters: shorten it.")
    return name


def clean_slug(slug: str) -> str:
    """Raises `RefusedChange`."""
    if slug != slugify(slug)[:SLUG_CHARS] or not slug:
        raise RefusedChange(
            f"“{slug[:80]}” is no address: write small letters, digits and hyphens, {SLUG_CHARS} at most."
        )
    if _is_reserved(slug):
        raise RefusedChange(f"The address “{slug}” is kept for files of a conversation: choose another.")
    return slug


def _is_reserved(slug: str) -> bool:
    return slug == SESSION or slug.startswith(f"{SESSION}-")


def _slugs_for(name: str) -> list[str]:
    """Addresses for a workspace of that name, the first one free to be taken."""
    stem = slugify(name)[:SLUG_CHARS].strip("-") or "workspace"
    if _is_reserved(stem):
        stem = f"workspace-{stem}"
    return [stem, *(f"{stem}-{number}" for number in range(2, FIRST_SLUGS))]


def _made(name: str, slugs: list[str]) -> Workspace:
    taken = set(Workspace.objects.filter(slug__in=slugs).values_list("slug", flat=True))
    for slug in slugs:
        if slug in taken:
            continue
        try:
            with transaction.atomic():  # somebody may take it between the look and this
                return Workspace.objects.create(name=name, slug=slug)
        except IntegrityError:
            continue
    raise RefusedChange(f"The address “{slugs[0]}” is taken: choose another.", reason="taken")
