"""`manage.py check_orphans`: files without rows, rows without files, facts without documents."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from dataclasses import asdict
from typing import Any

from documents.management.base import JsonCommand
from documents.orphans import find_orphans, repair_orphans


class Command(JsonCommand):
    help = (
        "Files without rows, rows without files, facts without documents, answers that cite deleted ones. "
        "Exit status 1 where there are any."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--repair", action="store_true", help="Remove what nobody needs; then list what is left."
        )

    def handle(self, **options: Any) -> None:
        orphans = repair_orphans() if options["repair"] else find_orphans()
        if options["json"]:
            self.write_json(asdict(orphans))
        elif not orphans:
            self.stdout.write(
                "No orphans: every file has its document, every row its file, every reference its aim."
            )
        else:
            for name, found in asdict(orphans).items():
                self._list(name.replace("_", " "), found)
        if orphans:
            sys.exit(1)

    def _list(self, name: str, found: list[str] | dict[str, int]) -> None:
        lines = [f"{count} {kind}" for kind, count in found.items()] if isinstance(found, dict) else found
        for line in lines:
            self.stdout.write(f"{name}: {line}")
