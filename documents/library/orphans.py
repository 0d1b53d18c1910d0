"""What a crash or a hand in the database may leave behind: files and rows that have lost each other."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import NamedTuple

from django.core.files.storage import Storage, default_storage
from django.db.models import Exists, F, Model, OuterRef, Q
from django.utils import timezone

from documents.library.staging import incoming_folder
from documents.library.stored_files import delete_stored, drop_folder
from documents.models import (
    DOCUMENTS_FOLDER,
    FACT_MODELS,
    Chunk,
    Document,
    Page,
    UploadTask,
    Workspace,
)

ABANDONED_SECONDS = 3600  # no upload takes longer to be hashed
DEPENDENTS: tuple[type[Model], ...] = (Page, Chunk, *FACT_MODELS.values())


class LostFile(NamedTuple):
    """A document whose stored file is missing."""

    id: int
    filename: str
    workspace: str

    def __str__(self) -> str:
        return f"{self.filename} (document {self.id} of “{self.workspace}”): delete it, or send it again"


@dataclass(frozen=True)
class Orphans:
    """`stray_rows`: pages, chunks and facts without their document, or in another workspace than it.

    `lost_references`: where a document that is gone is named still → how many rows name it.
    """

    files_without_rows: list[str]
    documents_without_files: list[LostFile]
    stray_rows: dict[str, int]
    abandoned_uploads: list[str]
    lost_references: dict[str, int]

    def __bool__(self) -> bool:
        return any(vars(self).values())


def find_orphans(storage: Storage = default_storage) -> Orphans:
    # Files first: of a document stored meanwhile the row is then seen, if not its file.
    files = set(_files_below(storage, DOCUMENTS_FOLDER))
    columns = ("file", "pk", "filename", "workspace__slug")
    rows = {path: LostFile(*told) for path, *told in Document.objects.order_by("pk").values_list(*columns)}
    return Orphans(
        files_without_rows=sorted(files - rows.keys()),
        documents_without_files=[
            lost for path, lost in rows.items() if path not in files and not storage.exists(path)
        ],
        stray_rows=_stray_rows(),
        abandoned_uploads=_abandoned_uploads(),
        lost_references=_lost_references(),
    )


def repair_orphans(storage: Storage = default_storage) -> Orphans:
    """Remove what is of no use to anybody; what is left over afterwards is for a person to look at.

    A document without its file stays: what was read from it still answers, and only a user may delete it.
    """
    found = find_orphans(storage)
    settled = timezone.now() - timedelta(seconds=ABANDONED_SECONDS)
    for name in found.files_without_rows:
        # The row of a younger one may be about to be committed.
        if storage.get_modified_time(name) < settled:
            delete_stored(storage, name)
    _drop_folders(storage)
    for name in found.abandoned_uploads:
        (incoming_folder() / name).unlink(missing_ok=True)
    for model in DEPENDENTS:
        model._default_manager.filter(_astray()).delete()
    for check in _reference_checks:
        check(True)
    return find_orphans(storage)


def _drop_folders(storage: Storage) -> None:
    """Those of workspaces that are gone."""
    there = set(Workspace.objects.values_list("pk", flat=True))
    for name in _listed(storage, DOCUMENTS_FOLDER)[0]:
        if name.isdecimal() and int(name) not in there:
            drop_folder(storage, int(name))


def _files_below(storage: Storage, folder: str) -> Iterator[str]:
    folders, files = _listed(storage, folder)
    yield from (f"{folder}/{name}" for name in files)
    for name in folders:
        yield from _files_below(storage, f"{folder}/{name}")


def _listed(storage: Storage, folder: str) -> tuple[list[str], list[str]]:
    """The folders and files in the folder; none where there is no such folder."""
    try:
        return storage.listdir(folder)
    except FileNotFoundError:
        return [], []


def _astray() -> Q:
    elsewhere = ~Q(workspace=F("document__workspace"))
    return Q(~Exists(Document.objects.filter(pk=OuterRef("document_id")))) | elsewhere


def _stray_rows() -> dict[str, int]:
    counts = {
        str(model._meta.verbose_name_plural): model._default_manager.filter(_astray()).count()
        for model in DEPENDENTS
    }
    return {name: count for name, count in counts.items() if count}


def register_reference_check(check: ReferenceCheck) -> None:
    """Have another app look for documents that are gone in rows of its own. Registered as the app starts."""
    if check not in _reference_checks:
        _reference_checks.append(check)


def _in_maps(repair: bool) -> dict[str, int]:
    """Map entries that relate their document to one that is gone."""
    there = set(Document.objects.values_list("pk", flat=True))
    linked = Document.objects.exclude(map_entry__relationships=None).exclude(map_entry__relationships=[])
    count = 0
    for document in linked.only("map_entry"):
        links = document.map_entry["relationships"]
        kept = [link for link in links if link.get("document_id") in there]
        if len(kept) < len(links):
            count += 1
            if repair:
                entry = document.map_entry | {"relationships": kept}
                Document.objects.filter(pk=document.pk).update(map_entry=entry)
    return {"map entries": count}


def _in_uploads(repair: bool) -> dict[str, int]:
    """Uploads whose duplicates name a document that is gone."""
    there = {None, *Document.objects.values_list("pk", flat=True)}
    count = 0
    for task in UploadTask.objects.exclude(duplicates=[]):
        lost = [each for each in task.duplicates if each.get("document") not in there]
        count += bool(lost)
        for duplicate in lost:
            duplicate["document"] = None
        if lost and repair:
            task.save(update_fields=["duplicates"])
    return {"uploads": count}


ReferenceCheck = Callable[[bool], dict[str, int]]  # repair? → plural name and how many rows
_reference_checks: list[ReferenceCheck] = [_in_maps, _in_uploads]


def _lost_references() -> dict[str, int]:
    found: dict[str, int] = {}
    for check in _reference_checks:
        found |= {name: count for name, count in check(False).items() if count}
    return found


def _abandoned_uploads() -> list[str]:
    folder = incoming_folder()
    if not folder.is_dir():
        return []
    oldest = time.time() - ABANDONED_SECONDS
    return sorted(path.name for path in folder.iterdir() if path.stat().st_mtime < oldest)
