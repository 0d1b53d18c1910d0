"""`manage.py cleanup_sessions`: remove session workspaces that nobody has used for a while."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError

from agentic.running.sessions import owner_of, unused_sessions
from documents.library.deletion import remove_workspace
from documents.management.base import JsonCommand


class Command(JsonCommand):
    help = "Remove session workspaces without a document or a question in the last days, with their files."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        days = settings.RAGSITE_SESSION_DAYS
        parser.add_argument("--days", type=int, default=days, help=f"{days} if not given.")
        parser.add_argument("--dry-run", action="store_true", help="Only say which they are.")

    def handle(self, **options: Any) -> None:
        if options["days"] < 0:
            raise CommandError("--days is below 0: write how many days a session may rest.")
        stale = list(unused_sessions(days=options["days"]))
        receipts = (
            []
            if options["dry_run"]
            else [remove_workspace(workspace, user=owner_of(workspace)) for workspace in stale]
        )
        if options["json"]:
            self.write_json(
                {
                    "workspaces": [workspace.slug for workspace in stale],
                    "deleted": len(receipts),
                    "files": sum(receipt.files for receipt in receipts),
                    "bytes": sum(receipt.bytes for receipt in receipts),
                }
            )
            return
        for receipt in receipts:
            self.stdout.write(str(receipt))
        if options["dry_run"]:
            self.stdout.write("\n".join(f"Would delete “{workspace.slug}”." for workspace in stale))
        if not stale:
            self.stdout.write("No session workspace is old enough.")
