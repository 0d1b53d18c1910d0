"""`manage.py cleanup_sessions`: remove session workspaces that nobody has used for a while."""

from __future__ import annotations

from argparse import ArgumentParser
from datetime import timedelta
from typing import Any

from django.core.management.base import CommandError
from django.db.models import QuerySet
from django.utils import timezone

from documents.management.base import JsonCommand
from documents.models import Workspace
from documents.services import delete_workspace

DEFAULT_DAYS = 30


class Command(JsonCommand):
    help = "Remove session workspaces without a document or a question in the last days, with their files."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--days", type=int, default=DEFAULT_DAYS, help=f"{DEFAULT_DAYS} if not given.")
        parser.add_argument("--dry-run", action="store_true", help="Only say which they are.")

    def handle(self, **options: Any) -> None:
        if options["days"] < 0:
            raise CommandError("--days is below 0: write how many days a session may rest.")
        stale = list(unused_sessions(days=options["days"]))
        receipts = [] if options["dry_run"] else [delete_workspace(workspace) for workspace in stale]
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


def unused_sessions(*, days: int) -> QuerySet[Workspace]:
    """Session workspaces made, filled and asked before that many days."""
    since = timezone.now() - timedelta(days=days)
    sessions = Workspace.objects.filter(kind=Workspace.Kind.SESSION, created_at__lt=since)
    return sessions.exclude(documents__created_at__gte=since).exclude(runs__created_at__gte=since)
