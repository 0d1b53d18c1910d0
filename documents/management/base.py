"""What the commands that work on a workspace share."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from typing import Any

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError
from django.core.serializers.json import DjangoJSONEncoder

from documents.library.selectors import workspace_for, workspaces_of
from documents.library.services import DEFAULT_WORKSPACE, ensure_default_workspace
from documents.models import Workspace
from documents.refusals import RefusedChange
from documents.workspaces.services import workspace_made_for

TIERS = ("none", "local", "gemini", "openai")


class QuickCommand(BaseCommand):
    """A command without Django's checks of the code: they import all pages, which takes longer than most
    commands, and `make check` runs them."""

    requires_system_checks = []


class JsonCommand(QuickCommand):
    """A command whose result can be had as JSON on standard output; words to people go to standard error."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help="Write the result as JSON.")

    def write_json(self, value: Any) -> None:
        self.stdout.write(json.dumps(value, cls=DjangoJSONEncoder, ensure_ascii=False, indent=2))


class WorkspaceCommand(JsonCommand):
    """A command on one workspace, on behalf of the local user or of the one that is named."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--workspace", default=DEFAULT_WORKSPACE, help="Its slug; “default” if not given."
        )
        parser.add_argument("--user", default="", help="On behalf of this user instead of the local one.")

    def who_and_where(self, options: dict[str, Any], *, may_make: bool = False) -> tuple[Any, Workspace]:
        """The user and the workspace. Raises `CommandError` where the user has no such workspace.

        `may_make`: it is made where there is none.
        """
        user, _ = ensure_default_workspace()
        if options["user"]:
            user = user_named(options["user"])
        try:
            if may_make:
                return user, workspace_made_for(user=user, name=options["workspace"])
            return user, workspace_for(user, options["workspace"])
        except RefusedChange as refusal:
            raise CommandError(str(refusal)) from None
        except Workspace.DoesNotExist as error:
            known = ", ".join(workspaces_of(user).values_list("slug", flat=True)[:20])
            raise CommandError(f"{str(error).rstrip('.')}: choose one of {known or 'none'}.") from None


def add_llm_argument(parser: ArgumentParser) -> None:
    parser.add_argument("--llm", choices=TIERS, help="The model tier; the one that is set up if not given.")


def user_named(username: str) -> Any:
    try:
        return get_user_model().objects.get_by_natural_key(username)
    except get_user_model().DoesNotExist:
        raise CommandError(
            f"There is no user “{username}”: make one in the admin, or invite by a link."
        ) from None
