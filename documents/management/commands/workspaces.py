"""`manage.py workspaces`: list, make, name, share and delete workspaces."""

from __future__ import annotations

from argparse import SUPPRESS, ArgumentParser
from typing import Any

from django.core.exceptions import ObjectDoesNotExist, PermissionDenied
from django.core.management.base import CommandError
from django.urls import reverse

from documents.api.workspaces import workspace_json
from documents.library.deletion import goes_with
from documents.library.services import ensure_default_workspace
from documents.management.base import JsonCommand, user_named
from documents.models import Role, Workspace
from documents.refusals import RefusedChange
from documents.workspaces import members
from documents.workspaces.quotas import FIELDS, limits_of, set_limits
from documents.workspaces.services import (
    create_workspace,
    delete_workspace,
    listed_workspaces,
    rename_workspace,
    shared_workspace_for,
)

USUAL = "usual"  # a limit that is given back to the settings


class Command(JsonCommand):
    help = "List, make, name, share and delete workspaces, on behalf of the local user or of another."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--user", default="", help="On behalf of this user instead of the local one.")
        actions = parser.add_subparsers(dest="action", metavar="ACTION")
        actions.add_parser("list", help="The shared workspaces that the user sees; also without ACTION.")
        self._create_arguments(actions.add_parser("create", help="Make an empty one."))
        for name, (words, arguments) in ACTIONS.items():
            action = actions.add_parser(name, help=words)
            action.add_argument("slug", help="The workspace's address.")
            for argument, options in arguments.items():
                action.add_argument(argument, **options)
        for action in actions.choices.values():
            _take_common(action)

    def _create_arguments(self, action: ArgumentParser) -> None:
        action.add_argument("name")
        action.add_argument("--slug", dest="new_slug", default="", help="Made of the name if not given.")

    def handle(self, **options: Any) -> None:
        user, _ = ensure_default_workspace()
        if options["user"]:
            user = user_named(options["user"])
        action = options["action"] or "list"
        try:
            if action in ("list", "create"):
                result, words = getattr(self, f"_{action}")(user, options)
            else:
                workspace = shared_workspace_for(user, options["slug"])
                result, words = getattr(self, f"_{action}")(user, workspace, options)
        except (RefusedChange, PermissionDenied, ObjectDoesNotExist, ValueError) as error:
            raise CommandError(str(error)) from None
        if options["json"]:
            self.write_json(result)
        else:
            self.stdout.write(words)

    def _list(self, user: Any, options: dict[str, Any]) -> tuple[Any, str]:
        listed = listed_workspaces(user)
        lines = [
            f"{one.slug}: {one.name}, {one.role}, {one.documents:,} documents, {one.members} members"
            for one in listed
        ]
        return {"workspaces": [vars(one) for one in listed], "total": len(listed)}, "\n".join(lines)

    def _create(self, user: Any, options: dict[str, Any]) -> tuple[Any, str]:
        made = create_workspace(user=user, name=options["name"], slug=options["new_slug"])
        return workspace_json(user, made), f"“{made}” is made: its address is {made.slug}."

    def _show(self, user: Any, workspace: Workspace, options: dict[str, Any]) -> tuple[Any, str]:
        everybody = members.members_of(user, workspace)
        belonging = {member.user.get_username(): member.role for member in everybody}
        limits = ", ".join(map(str, limits_of(workspace).values()))
        told = ", ".join(f"{name} ({role})" for name, role in belonging.items())
        result = workspace_json(user, workspace)
        result["members_by_role"] = belonging
        return result, f"{workspace.slug}: {workspace}; {limits}; members: {told or 'none'}"

    def _rename(self, user: Any, workspace: Workspace, options: dict[str, Any]) -> tuple[Any, str]:
        rename_workspace(user=user, workspace=workspace, name=options["name"])
        return workspace_json(user, workspace), f"{workspace.slug} is called “{workspace}” now."

    def _delete(self, user: Any, workspace: Workspace, options: dict[str, Any]) -> tuple[Any, str]:
        if not options["yes"]:
            goes = str(goes_with(workspace)).replace("Deleted", "This would delete", 1)
            raise CommandError(f"{goes} Repeat the command with --yes if that is meant.")
        removal = delete_workspace(user=user, workspace=workspace)
        receipt = removal.receipt
        result = {
            "message": str(removal),
            "rows": receipt.rows,
            "files": receipt.files,
            "bytes": receipt.bytes,
        }
        return result, str(removal)

    def _share(self, user: Any, workspace: Workspace, options: dict[str, Any]) -> tuple[Any, str]:
        """A member who is there already gets the role."""
        try:
            member = members.member_for(user, workspace, options["username"])
            members.change_role(user=user, member=member, role=options["role"])
        except ObjectDoesNotExist:
            member = members.add_member(
                user=user, workspace=workspace, username=options["username"], role=options["role"]
            )
        result = {"username": member.user.get_username(), "role": member.role}
        return result, f"{member.user} is {member.role} of “{workspace}”."

    def _unshare(self, user: Any, workspace: Workspace, options: dict[str, Any]) -> tuple[Any, str]:
        member = members.member_for(user, workspace, options["username"])
        members.remove_member(user=user, member=member)
        message = f"{member.user} is no member of “{workspace}” any more."
        return {"message": message}, message

    def _invite(self, user: Any, workspace: Workspace, options: dict[str, Any]) -> tuple[Any, str]:
        invitation, token = members.invite(
            user=user, workspace=workspace, role=options["role"], days=options["days"]
        )
        path = reverse("invitation", args=[token])
        result = {
            "id": invitation.pk,
            "role": invitation.role,
            "expires_at": invitation.expires_at,
            "path": path,
        }
        words = f"Behind your site's address, once, until {invitation.expires_at:%Y-%m-%d}: {path}"
        return result, words

    def _limit(self, user: Any, workspace: Workspace, options: dict[str, Any]) -> tuple[Any, str]:
        given = {what: _limit_of(what, options[what]) for what in FIELDS if options[what] is not None}
        set_limits(user=user, workspace=workspace, **given)
        return workspace_json(user, workspace), ", ".join(map(str, limits_of(workspace).values()))


def _limit_of(what: str, words: str) -> int | None:
    if words == USUAL:
        return None
    if not (words.isascii() and words.isdecimal()):
        raise CommandError(f"--{what} is “{words}”: write a whole number, 0 for no limit, or {USUAL}.")
    return int(words)


def _take_common(action: ArgumentParser) -> None:
    """--json and --user behind the action too, without undoing those before it."""
    action.add_argument("--json", action="store_true", default=SUPPRESS, help="Write the result as JSON.")
    action.add_argument("--user", default=SUPPRESS, help="On behalf of this user instead of the local one.")


USERNAME: dict[str, Any] = {"help": "The name of an account."}
ROLE: dict[str, Any] = {"choices": Role.values, "default": Role.VIEWER, "help": "viewer if not given."}
LIMIT: dict[str, Any] = {"metavar": "N", "help": f"0: no limit; {USUAL}: as the settings say."}
ACTIONS: dict[str, tuple[str, dict[str, dict[str, Any]]]] = {
    "show": ("What it holds and may hold, and who belongs to it.", {}),
    "rename": ("Give it another name; its address stays.", {"name": {}}),
    "share": (
        "Make an account a member, or give a member another role.",
        {"username": USERNAME, "--role": ROLE},
    ),
    "unshare": ("Take a member out.", {"username": USERNAME}),
    "invite": (
        "Make a link by which somebody becomes a member, once.",
        {"--role": ROLE, "--days": {"type": int, "default": None, "help": "How long it holds."}},
    ),
    "limit": ("Set how much it may hold.", {f"--{what}": LIMIT for what in FIELDS}),
    "delete": (
        "Remove it with all that is in it.",
        {"--yes": {"action": "store_true", "help": "Do it; without, it is only said what would be gone."}},
    ),
}
