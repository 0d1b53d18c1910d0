"""`manage.py kb_info`: what a workspace holds, in numbers."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from documents.management.base import WorkspaceCommand
from documents.selectors import kb_info


class Command(WorkspaceCommand):
    help = "What a workspace holds, in numbers."

    def handle(self, **options: Any) -> None:
        numbers = asdict(kb_info(*self.who_and_where(options)))
        if options["json"]:
            self.write_json(numbers)
            return
        for name, value in numbers.items():
            self.stdout.write(f"{name.replace('_', ' ')}: {_words(value)}")


def _words(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{count:,} {name}" for name, count in value.items()) or "none"
    return f"{value:,}" if isinstance(value, int) else str(value)
