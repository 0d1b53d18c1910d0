"""Stored files as files on this machine, wherever they are stored."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from django.core.files.storage import Storage

from documents.models import DOCUMENTS_FOLDER, Document
from documents.parsing.types import UnreadableDocument
from documents.staging import BLOCK_BYTES, temporary_path

MISSING = "Its stored file is missing: upload the file again."


@contextmanager
def local_file(document: Document) -> Iterator[Path]:
    """The document's file: the stored one, or a copy that is gone afterwards where that is on no disk.

    Raises `UnreadableDocument` where it is missing.
    """
    storage, name = document.file.storage, str(document.file)
    path = _path(storage, name)
    if path is None:
        with temporary_path() as copy:
            _fetch(storage, name, copy)
            yield copy
        return
    if not path.exists():
        raise UnreadableDocument(MISSING, reason="missing")
    yield path


def _path(storage: Storage, name: str) -> Path | None:
    """None for a storage that is no folder, such as a bucket."""
    try:
        return Path(storage.path(name))
    except NotImplementedError:
        return None


def _fetch(storage: Storage, name: str, target: Path) -> None:
    try:
        with storage.open(name) as source, target.open("wb") as copied:
            shutil.copyfileobj(source, copied, BLOCK_BYTES)
    except FileNotFoundError:
        raise UnreadableDocument(MISSING, reason="missing") from None


def drop_folder(storage: Storage, workspace_id: int) -> None:
    """Remove the empty folders of a workspace that is gone; a file that is left in one of them stays."""
    path = _path(storage, f"{DOCUMENTS_FOLDER}/{workspace_id}")
    for folder, _, _ in os.walk(path, topdown=False) if path else ():
        with suppress(OSError):
            Path(folder).rmdir()
