"""`manage.py check_orphans`: files without rows, rows without files, facts without documents."""

from __future__ import annotations

import sys
from dataclasses import asdict
from typing import Any

from documents.management.base import JsonCommand
from documents.orphans import find_orphans


class Command(JsonCommand):
    help = (
        "Files without rows, rows without files, facts without documents. Exit status 1 where there are any."
    )

    def handle(self, **options: Any) -> None:
        orphans = find_orphans()
        if options["json"]:
            self.write_json(asdict(orphans))
        elif not orphans:
            self.stdout.write("No orphans: every file has its document and every row its file.")
        else:
            for name, found in asdict(orphans).items():
                self._list(name.replace("_", " "), found)
        if orphans:
            sys.exit(1)

    def _list(self, name: str, found: list[str] | dict[str, int]) -> None:
        lines = [f"{count} {kind}" for kind, count in found.items()] if isinstance(found, dict) else found
        for line in lines:
            self.stdout.write(f"{name}: {line}")
