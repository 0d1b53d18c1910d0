"""Stored files as files on this machine, wherever they are stored."""

from __future__ import annotations

import hashlib
import os
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from django.conf import settings
from django.core.files.storage import Storage

from documents.library.staging import BLOCK_BYTES, temporary_path
from documents.models import DOCUMENTS_FOLDER, Document
from reading.model import UnreadableDocument

KEPT_BYTES = 500_000_000  # of the copies that pictures of pages are drawn from, together
KEPT_SECONDS = 3600  # without use
MISSING = "Its stored file is missing: upload the file again."


@contextmanager
def local_file(document: Document, *, keep: bool = False) -> Iterator[Path]:
    """The document's file: the stored one, or a copy that is gone afterwards where that is on no disk.

    `keep`: a copy stays on this machine for whoever asks next, as one does who turns the pages.
    Raises `UnreadableDocument` where it is missing.
    """
    storage, name = document.file.storage, str(document.file)
    path = _path(storage, name)
    if path is None:
        with temporary_path() as copy:
            if not (keep and _take_kept(name, copy)):
                _fetch(storage, name, copy)
                if keep:
                    _keep(name, copy)
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


def delete_stored(storage: Storage, name: str) -> None:
    """Remove a stored file and what is kept of it here."""
    storage.delete(name)
    _kept_path(name).unlink(missing_ok=True)


def kept_folder() -> Path:
    """Where copies of files that are stored elsewhere stay for a while."""
    return Path(settings.MEDIA_ROOT) / "fetched"


def _kept_path(name: str) -> Path:
    return kept_folder() / hashlib.sha256(name.encode()).hexdigest()


def _take_kept(name: str, target: Path) -> bool:
    """Make `target` a second name of the kept copy, so that it stays while that is forgotten."""
    kept = _kept_path(name)
    try:
        os.utime(kept)
        target.unlink()
        target.hardlink_to(kept)
    except OSError:
        return False
    return True


def _keep(name: str, copy: Path) -> None:
    """Keep the copy, and forget what was not used for long or is too much. A disk that is full keeps none."""
    with suppress(OSError):
        kept_folder().mkdir(parents=True, exist_ok=True)
        _kept_path(name).hardlink_to(copy)
    left, oldest = KEPT_BYTES, time.time() - KEPT_SECONDS
    for used, size, path in sorted(_kept_files(), reverse=True):
        left -= size
        if left < 0 or used < oldest:
            path.unlink(missing_ok=True)


def _kept_files() -> Iterator[tuple[float, int, Path]]:
    """(when it was last used, bytes, where) of each."""
    for path in kept_folder().iterdir() if kept_folder().is_dir() else ():
        with suppress(FileNotFoundError):  # forgotten meanwhile
            known = path.stat()
            yield known.st_mtime, known.st_size, path


def drop_folder(storage: Storage, workspace_id: int) -> None:
    """Remove the empty folders of a workspace that is gone; a file that is left in one of them stays."""
    path = _path(storage, f"{DOCUMENTS_FOLDER}/{workspace_id}")
    for folder, _, _ in os.walk(path, topdown=False) if path else ():
        with suppress(OSError):
            Path(folder).rmdir()
