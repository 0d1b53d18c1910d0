"""`manage.py kb_info`: what a workspace holds, in numbers."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from documents.library.catalogue.statistics import statistics_by_mode
from documents.library.selectors import collections_of, kb_info
from documents.management.base import WorkspaceCommand


class Command(WorkspaceCommand):
    help = "What a workspace holds, in numbers."

    def handle(self, **options: Any) -> None:
        user, workspace = self.who_and_where(options)
        numbers = asdict(kb_info(user, workspace))
        by_mode = {mode: asdict(each) for mode, each in statistics_by_mode(user, workspace).items()}
        if options["json"]:
            numbers["by_mode"] = by_mode
            numbers["collections"] = [asdict(each) for each in collections_of(user)]
            self.write_json(numbers)
            return
        for name, value in numbers.items():
            self.stdout.write(f"{name.replace('_', ' ')}: {_words(value)}")
        for mode, counts in by_mode.items():
            named = counts.pop("map_entry")
            in_map = f"; in the map {_words(named)}" if named else ""
            self.stdout.write(f"{mode}: {_words(counts)}{in_map}")
        for each in collections_of(user):
            self.stdout.write(
                f"{each.kind} “{each.workspace}”: {each.documents:,} documents, {each.pages:,} pages, "
                f"{each.chunks:,} passages, {each.facts:,} facts"
            )


def _words(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{count:,} {name}" for name, count in value.items()) or "none"
    return f"{value:,}" if isinstance(value, int) else str(value)
