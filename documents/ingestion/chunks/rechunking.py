"""The story of a document that is cut anew: the new chunks are embedded before they replace the old ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db import InterfaceError, OperationalError, transaction

from documents.curation.exclusion import excluded_spans, is_excluded, keep_facts_out
from documents.ingestion.chunks.chunk_context import set_context
from documents.ingestion.chunks.chunk_settings import ChunkSettings
from documents.ingestion.chunks.chunking import embedded_text
from documents.ingestion.chunks.term_counts import merge_term_counts
from documents.ingestion.errors import trouble
from documents.ingestion.file_reading import read_file
from documents.ingestion.progress import MOST_ATTEMPTS, TOO_OFTEN, is_held
from documents.ingestion.rerun_requests import Stage, with_notes
from documents.ingestion.rows.bulk_insert import copy_rows
from documents.models import Chunk, Document, Status, Workspace
from documents.providers import embedder_of
from llm.errors import Transient
from llm.types import Embedder

CUTTING = "cutting"  # in `Document.steps_done`: by which settings, and how many workers have begun with it
CONTEXT = ("section_topic", "key_information", "retrieval_hint", "contextual_note")


def rechunk_document(document_id: int, *, embedder: Embedder) -> bool:
    """Whether the document's chunks were replaced. Facts stay; what a curator excluded stays excluded.
    Where the file cannot be read or cut the old chunks stay, and the document says why.

    Does nothing where they are cut by the workspace's settings already, or while the document is read: that
    cuts it by them too. Nor while a model reads it, which writes to the chunks that it has read: it is cut
    afterwards. Where the settings change meanwhile, it is cut by the newer ones. A worker that dies over it
    is followed by another, a few times.
    """
    while True:
        document = Document.objects.select_related("workspace").filter(pk=document_id).first()
        if document is None or document.status != Status.READY or is_held(document):
            return False
        chunking = ChunkSettings.of(document.workspace)
        if document.chunked_as == chunking.mark:
            return False
        if _count_worker(document, chunking) > MOST_ATTEMPTS:
            _keep(document, chunking, TOO_OFTEN)
            return False
        try:
            rows = _cut(document, chunking, embedder_of(document.workspace, embedder))
        except Transient:  # it is still to be done: the sweep asks again
            _forget_workers(document)
            raise
        except (OperationalError, InterfaceError):  # so it is; who began cannot be taken back without it
            raise
        except Exception as error:
            _keep(document, chunking, trouble(error, document_id=document.pk, stage="Cutting into passages"))
            return False
        if _replace(document, rows, chunking):
            return True


def _count_worker(document: Document, chunking: ChunkSettings) -> int:
    """How many workers have begun to cut the document by these settings, with this one."""
    with transaction.atomic():
        ours = Document.objects.select_for_update().filter(pk=document.pk)
        steps = ours.values_list("steps_done", flat=True).first() or {}
        mark, begun = steps.get(CUTTING, ("", 0))
        begun = begun + 1 if mark == chunking.mark else 1
        ours.update(steps_done={**steps, CUTTING: [chunking.mark, begun]})
    return begun


def _forget_workers(document: Document) -> None:
    """What stopped this one is no fault of the file."""
    with transaction.atomic():
        for ours in Document.objects.select_for_update().filter(pk=document.pk):
            ours.steps_done = _without_workers(ours)
            ours.save(update_fields=["steps_done"])


def _without_workers(document: Document) -> dict[str, Any]:
    return {name: value for name, value in document.steps_done.items() if name != CUTTING}


def _cut(document: Document, chunking: ChunkSettings, embedder: Embedder) -> list[Chunk]:
    """Unsaved chunks with their vectors; those of unchanged texts are taken over."""
    with read_file(document, cut=(chunking, embedder)) as parts:
        drafts, reading = parts.wait_for_chunks(), parts.wait_for_reading()
    rows = [Chunk(workspace_id=document.workspace_id, document=document, **vars(draft)) for draft in drafts]
    same = document.chunks.filter(embedding_model=embedder.name).exclude(embedding=None)
    known = {embedded_text(chunk): chunk.embedding for chunk in same}
    missing = [row for row in rows if embedded_text(row) not in known]
    vectors = embedder.embed([embedded_text(row) for row in missing])
    known |= {embedded_text(row): vector for row, vector in zip(missing, vectors, strict=True)}
    for row in rows:
        row.embedding, row.embedding_model = known[embedded_text(row)], embedder.name
    set_context(document, rows, reading)
    return rows


def _keep(document: Document, chunking: ChunkSettings, reason: str) -> None:
    """Note why the chunks stay. Marked as cut nevertheless: each sweep would try again in vain."""
    with transaction.atomic():
        for ready in Document.objects.select_for_update().filter(pk=document.pk, status=Status.READY):
            ready.chunked_as, ready.steps_done = chunking.mark, _without_workers(ready)
            ready.rerun_notes = with_notes(ready, [Stage.PASSAGES], reason)
            ready.save(update_fields=["chunked_as", "steps_done", "rerun_notes"])


def _replace(document: Document, rows: Sequence[Chunk], chunking: ChunkSettings) -> bool:
    """False where the settings have changed since, or a worker has the document: the old chunks stay."""
    with transaction.atomic():
        ours = Document.objects.select_for_update().filter(pk=document.pk, status=Status.READY)
        workspace = Workspace.objects.get(pk=document.workspace_id)
        if not ours or is_held(ours[0]) or ChunkSettings.of(workspace) != chunking:
            return False
        stored = list(document.chunks.all())
        kept_out = excluded_spans(stored)
        for row in rows:
            row.pk = None
            row.excluded = is_excluded((row.char_start, row.char_end), kept_out)
            _take_context(row, stored)
        document.chunks.all().delete()
        copy_rows(rows)
        if kept_out:
            keep_facts_out(document.pk)
        tokens = sum(row.token_count for row in rows)
        notes = with_notes(ours[0], [Stage.PASSAGES], "")
        steps = _without_workers(ours[0])
        ours.update(chunked_as=chunking.mark, token_count=tokens, rerun_notes=notes, steps_done=steps)
    merge_term_counts(document.workspace_id)
    return True


def _take_context(row: Chunk, stored: Sequence[Chunk]) -> None:
    """Give the chunk what was written on the old one of the same words; on others it might not hold."""
    same = next((old for old in stored if old.char_start == row.char_start and old.text == row.text), None)
    if same is not None:
        for name in CONTEXT:
            setattr(row, name, getattr(same, name))
