"""`manage.py create_api_key`: a key for a program, shown once."""

from __future__ import annotations

from argparse import ArgumentParser
from datetime import datetime
from typing import Any

from django.core.exceptions import ObjectDoesNotExist, PermissionDenied
from django.core.management.base import CommandError

from documents.library.services import LOCAL_USER, ensure_default_workspace
from documents.management.base import JsonCommand, user_named
from documents.models import Scope
from documents.refusals import RefusedChange
from documents.workspaces.api_keys import issue_key, key_json
from documents.workspaces.services import shared_workspace_for


class Command(JsonCommand):
    help = "Make an API key and print it once: only its digest is stored. `api_keys` lists and revokes them."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("name", help="What the key is for, to recognise it in lists.")
        parser.add_argument("--user", default=LOCAL_USER, help="Whose documents the key opens.")
        parser.add_argument(
            "--scopes",
            default="",
            help=f"Of {', '.join(Scope.values)}, with commas between; else all.",
        )
        parser.add_argument(
            "--workspace",
            action="append",
            default=[],
            metavar="SLUG",
            help="One that the key opens, given once or several times; all of its user's if not given.",
        )
        ending = parser.add_mutually_exclusive_group()
        ending.add_argument("--days", type=int, help="How long it holds; for ever if not given.")
        ending.add_argument("--expires", type=_moment, metavar="DAY", help="When it ends, as 2027-01-31.")

    def handle(self, **options: Any) -> None:
        ensure_default_workspace()
        user, slugs = user_named(options["user"]), dict.fromkeys(options["workspace"])
        try:
            row, key = issue_key(
                user=user,
                name=options["name"],
                scopes=[scope.strip() for scope in options["scopes"].split(",") if scope.strip()],
                workspaces=[shared_workspace_for(user, slug) for slug in slugs] or None,
                days=options["days"],
                expires_at=options["expires"],
            )
        except (RefusedChange, PermissionDenied, ObjectDoesNotExist) as error:
            raise CommandError(str(error)) from None
        if options["json"]:
            self.write_json({**key_json(row), "user": options["user"], "key": key})
            return
        self.stdout.write(key)
        self.stderr.write("Keep it: it cannot be shown again. Send it as “Authorization: Bearer <key>”.")


def _moment(words: str) -> datetime:
    """ValueError, which argparse turns into its own sentence, for what is no day."""
    return datetime.fromisoformat(words)
