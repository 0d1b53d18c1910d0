"""`manage.py rebuild_index`: give every passage a vector of the embedder that is set up now."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django_q.tasks import async_task

from documents.ingestion.chunks.rebuilding import REBUILD_TASK, rebuild_index
from documents.management.base import WorkspaceCommand
from documents.providers import get_embedder


class Command(WorkspaceCommand):
    help = "Give every passage of a workspace a vector of the embedder that is set up now."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--background", action="store_true", help="Have a worker do it, and do not wait for it."
        )

    def handle(self, **options: Any) -> None:
        _, workspace = self.who_and_where(options)
        embedder = get_embedder()
        if options["background"]:
            async_task(REBUILD_TASK, workspace.pk, cluster="ingestion")
            self._tell(options, {"queued": True, "embedder": embedder.name}, "A worker rebuilds the index.")
            return
        done = rebuild_index(workspace, embedder, self._progress)
        told = {"rebuilt": done, "embedder": embedder.name}
        self._tell(options, told, f"{done} passages now carry vectors of {embedder.name}.")

    def _progress(self, done: int, total: int) -> None:
        self.stderr.write(f"{done} of {total} passages")

    def _tell(self, options: dict[str, Any], told: dict[str, Any], sentence: str) -> None:
        if options["json"]:
            self.write_json(told)
        else:
            self.stdout.write(sentence)
