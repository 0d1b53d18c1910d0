"""`manage.py check_orphans`: files without rows, rows without files, facts without documents."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from typing import Any

from documents.library.orphans import Orphans, find_orphans, repair_orphans
from documents.management.base import JsonCommand


class Command(JsonCommand):
    help = (
        "Files without rows, rows without files, facts without documents, answers that cite deleted ones. "
        "Exit status 1 where there are any."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--repair", action="store_true", help="Remove what nobody needs and list it, then what is left."
        )

    def handle(self, **options: Any) -> None:
        orphans = find_orphans()
        if options["repair"]:
            found, orphans = orphans, repair_orphans()
            if not options["json"]:
                self._list_mended(found, orphans)
        if options["json"]:
            self.write_json(_as_json(orphans))
        elif not orphans:
            self.stdout.write(
                "No orphans: every file has its document, every row its file, every reference its aim."
            )
        else:
            for name, what in vars(orphans).items():
                self._list(name, _lines(what))
        if orphans:
            sys.exit(1)

    def _list_mended(self, found: Orphans, left: Orphans) -> None:
        for name, what in vars(found).items():
            still = _lines(getattr(left, name))
            self._list(f"mended {name}", [line for line in _lines(what) if line not in still])

    def _list(self, name: str, lines: list[str]) -> None:
        for line in lines:
            self.stdout.write(f"{name.replace('_', ' ')}: {line}")


def _lines(found: Sequence[object] | dict[str, int]) -> list[str]:
    if isinstance(found, dict):
        return [f"{count} {kind}" for kind, count in found.items()]
    return [str(each) for each in found]


def _as_json(orphans: Orphans) -> dict[str, Any]:
    lost = [each._asdict() for each in orphans.documents_without_files]
    return {**vars(orphans), "documents_without_files": lost}
