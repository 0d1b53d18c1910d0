"""SHA-256 of large files, remembered beside the file so that a start does not read it again."""

from __future__ import annotations

import hashlib
import json
from contextlib import suppress
from pathlib import Path


def sha256_of(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def remembered_sha256(path: Path) -> str:
    """The file's SHA-256, from the note beside it while the file's size and time of change are the same."""
    state = path.stat()
    key = [state.st_size, state.st_mtime_ns]
    note = path.with_name(path.name + ".sha256.json")
    with suppress(OSError, ValueError, KeyError, TypeError):
        noted = json.loads(note.read_text())
        if noted["state"] == key:
            return str(noted["sha256"])
    digest = sha256_of(path)
    with suppress(OSError):  # a read-only folder: the file is read again next time
        note.write_text(json.dumps({"state": key, "sha256": digest}))
    return digest
