"""What a crash or a hand in the database may leave behind: files and rows that have lost each other."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass

from django.core.files.storage import Storage, default_storage
from django.db.models import Exists, F, Model, OuterRef, Q

from documents.models import Chunk, Document, Page
from documents.selectors import FACT_MODELS
from documents.staging import incoming_folder

DOCUMENTS_FOLDER = "documents"
ABANDONED_SECONDS = 3600  # no upload takes longer to be hashed
DEPENDENTS: tuple[type[Model], ...] = (Page, Chunk, *FACT_MODELS.values())


@dataclass(frozen=True)
class Orphans:
    """`stray_rows`: pages, chunks and facts without their document, or in another workspace than it."""

    files_without_rows: list[str]
    documents_without_files: list[str]
    stray_rows: dict[str, int]
    abandoned_uploads: list[str]

    def __bool__(self) -> bool:
        return bool(
            self.files_without_rows
            or self.documents_without_files
            or self.stray_rows
            or self.abandoned_uploads
        )


def find_orphans(storage: Storage = default_storage) -> Orphans:
    # Files first: of a document stored meanwhile the row is then seen, if not its file.
    files = set(_files_below(storage, DOCUMENTS_FOLDER))
    rows = dict(Document.objects.order_by("pk").values_list("file", "filename"))
    return Orphans(
        files_without_rows=sorted(files - rows.keys()),
        documents_without_files=[name for path, name in rows.items() if not storage.exists(path)],
        stray_rows=_stray_rows(),
        abandoned_uploads=_abandoned_uploads(),
    )


def _files_below(storage: Storage, folder: str) -> Iterator[str]:
    try:
        folders, files = storage.listdir(folder)
    except FileNotFoundError:
        return
    yield from (f"{folder}/{name}" for name in files)
    for name in folders:
        yield from _files_below(storage, f"{folder}/{name}")


def _stray_rows() -> dict[str, int]:
    elsewhere = ~Q(workspace=F("document__workspace"))
    lost = ~Exists(Document.objects.filter(pk=OuterRef("document_id")))
    counts = {
        str(model._meta.verbose_name_plural): model._default_manager.filter(lost | elsewhere).count()
        for model in DEPENDENTS
    }
    return {name: count for name, count in counts.items() if count}


def _abandoned_uploads() -> list[str]:
    folder = incoming_folder()
    if not folder.is_dir():
        return []
    oldest = time.time() - ABANDONED_SECONDS
    return sorted(path.name for path in folder.iterdir() if path.stat().st_mtime < oldest)
