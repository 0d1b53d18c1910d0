"""`manage.py load_samples`: queue the sample documents where no document and no samples were before."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from documents.models import Document
from documents.services import ensure_default_workspace
from samples.load import load_samples, samples_were_loaded


class Command(BaseCommand):
    help = "Queue the sample documents, unless there are documents or there were samples before."

    def handle(self, *args: Any, **options: Any) -> None:
        if samples_were_loaded() or Document.objects.exists():
            self.stdout.write("Nothing to load: there are documents, or the samples were loaded before.")
            return
        documents = load_samples(*ensure_default_workspace())
        self.stdout.write(f"{len(documents)} sample documents are queued; `manage.py start` reads them.")
