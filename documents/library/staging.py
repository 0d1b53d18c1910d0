"""A sent file on its way in: measured, hashed and recognised before anything is stored."""

from __future__ import annotations

import errno
import hashlib
import os
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from django.conf import settings
from django.core.files import File

from reading.formats.media_types import SUFFIXES, sniff_media_type
from reading.model import UnreadableDocument

BLOCK_BYTES = 1 << 20  # read at a time: a large file never lies in memory
MEGABYTE = 1_000_000  # bytes, as users count them
FILENAME_CHARS = 255  # the width of Document.filename
CONTROL_CHARACTERS = re.compile(r"[\x00-\x1f\x7f]+")


class RefusedUpload(Exception):
    """A file that is not taken. The message is a sentence for the user.

    `reason`: empty | too_large | wrong_type | too_many | no_space | bad_option | bad_password | missing |
    bad_files | quota.
    """

    def __init__(self, message: str, *, reason: str) -> None:
        super().__init__(message)
        self.reason = reason


@dataclass(frozen=True)
class Staged:
    """A file that may be stored. `path` is gone when the staging ends, unless it was moved."""

    path: Path
    filename: str
    sha256: str
    bytes: int
    media_type: str

    @property
    def storage_name(self) -> str:
        """A name with the suffix of what the file is, whatever the user called it."""
        return f"file{SUFFIXES.get(self.media_type, '.bin')}"


class MovableFile(File):
    """A file on disk that the file storage moves into place instead of copying it."""

    def temporary_file_path(self) -> str:
        return str(self.name)


@contextmanager
def staged(file: File) -> Iterator[Staged]:
    """The sent file on disk, with what is known of it. Raises `RefusedUpload`."""
    filename = clean_filename(file.name or "")
    with temporary_path() as path:
        try:
            digest, size = _receive(file, path, filename)
        except OSError as error:
            if error.errno != errno.ENOSPC:
                raise
            raise RefusedUpload(
                "The disk is full: free some space and try again.", reason="no_space"
            ) from None
        yield Staged(path, filename, digest, size, _media_type(path, filename))


@contextmanager
def temporary_path() -> Iterator[Path]:
    """A new empty file beside the stored ones, so that moving it into place is one rename."""
    folder = incoming_folder()
    folder.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=folder)
    os.close(handle)
    try:
        yield Path(name)
    finally:
        Path(name).unlink(missing_ok=True)


def incoming_folder() -> Path:
    return Path(settings.MEDIA_ROOT) / "incoming"


def clean_filename(name: str) -> str:
    """The last part of the name, without control characters, short enough to keep with its suffix."""
    name = name.encode("utf-8", "replace").decode().replace("\\", "/").rsplit("/", 1)[-1]
    name = CONTROL_CHARACTERS.sub(" ", name).strip() or "unnamed"
    stem, suffix = os.path.splitext(name)
    suffix = suffix[:20]
    return stem[: FILENAME_CHARS - len(suffix)] + suffix


def _receive(file: File, path: Path, filename: str) -> tuple[str, int]:
    with path.open("wb") as target:
        digest, size = _copy(file, target, filename)
    if size == 0:
        raise RefusedUpload(f"“{filename}” is empty: choose a file with content.", reason="empty")
    return digest, size


def _copy(file: File, target: IO[bytes], filename: str) -> tuple[str, int]:
    """Copy block by block. Returns SHA-256 and size; what a client says of the size is not believed."""
    limit = settings.RAGSITE_MAX_FILE_MB * MEGABYTE
    digest, size = hashlib.sha256(), 0
    for block in file.chunks(BLOCK_BYTES):
        size += len(block)
        if size > limit:
            raise RefusedUpload(
                f"“{filename}” is larger than {settings.RAGSITE_MAX_FILE_MB} MB: "
                "split it, or raise RAGSITE_MAX_FILE_MB.",
                reason="too_large",
            )
        digest.update(block)
        target.write(block)
    return digest.hexdigest(), size


def _media_type(path: Path, filename: str) -> str:
    try:
        return sniff_media_type(path, filename)
    except UnreadableDocument as error:
        raise RefusedUpload(str(error), reason=error.reason) from None
