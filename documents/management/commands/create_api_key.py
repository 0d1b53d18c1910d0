"""`manage.py create_api_key`: a key for a program, shown once."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from documents.management.base import JsonCommand, user_named
from documents.models import ApiKey
from documents.services import LOCAL_USER, ensure_default_workspace


class Command(JsonCommand):
    help = "Make an API key and print it once: only its digest is stored."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("name", help="What the key is for, to recognise it in the admin.")
        parser.add_argument("--user", default=LOCAL_USER, help="Whose documents the key opens.")

    def handle(self, **options: Any) -> None:
        ensure_default_workspace()
        row, key = ApiKey.issue(user=user_named(options["user"]), name=options["name"])
        if options["json"]:
            self.write_json({"name": row.name, "user": options["user"], "key": key})
            return
        self.stdout.write(key)
        self.stderr.write("Keep it: it cannot be shown again. Send it as “Authorization: Bearer <key>”.")
