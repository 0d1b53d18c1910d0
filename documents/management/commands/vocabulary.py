"""`manage.py vocabulary`: the page docs/vocabulary.md."""

from __future__ import annotations

from typing import Any

from documents.management.base import QuickCommand
from reading.measures.page import vocabulary_page


class Command(QuickCommand):
    help = "Print the canonical names of figures, as in docs/vocabulary.md."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(vocabulary_page(), ending="")
