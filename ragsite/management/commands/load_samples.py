"""`manage.py load_samples`: queue the sample documents where no document and no samples were before."""

from __future__ import annotations

from typing import Any

from documents.library.services import ensure_default_workspace
from documents.management.base import QuickCommand
from samples.load import load_samples, samples_are_due


class Command(QuickCommand):
    help = "Queue the sample documents, where there were no documents and no samples before."

    def handle(self, *args: Any, **options: Any) -> None:
        if not samples_are_due():
            self.stdout.write(
                "Nothing to load: there are or were documents, or the samples were loaded before."
            )
            return
        documents = load_samples(*ensure_default_workspace())
        self.stdout.write(f"{len(documents)} sample documents are queued; `manage.py start` reads them.")
