"""`manage.py rebuild_index`: give every passage a vector of the embedder that is set up now."""

from __future__ import annotations

from typing import Any

from documents.ingestion.chunks.chunking import embedded_text
from documents.ingestion.chunks.vector_index import ensure_vector_index
from documents.management.base import WorkspaceCommand
from documents.models import Chunk
from documents.providers import get_embedder

BATCH = 64  # passages between two writes: a killed run loses one batch at most


class Command(WorkspaceCommand):
    help = "Give every passage of a workspace a vector of the embedder that is set up now."

    def handle(self, **options: Any) -> None:
        _, workspace = self.who_and_where(options)
        embedder = get_embedder()
        stale = Chunk.objects.filter(workspace=workspace).exclude(embedding_model=embedder.name)
        total, done = stale.count(), 0
        while batch := list(stale.order_by("token_count")[:BATCH]):
            for chunk, vector in zip(batch, embedder.embed([embedded_text(c) for c in batch]), strict=True):
                chunk.embedding, chunk.embedding_model = vector, embedder.name
            done += Chunk.objects.bulk_update(batch, ["embedding", "embedding_model"])
            self.stderr.write(f"{done} of {total} passages")
        ensure_vector_index(embedder.dimensions)
        if options["json"]:
            self.write_json({"rebuilt": done, "embedder": embedder.name})
        else:
            self.stdout.write(f"{done} passages now carry vectors of {embedder.name}.")
