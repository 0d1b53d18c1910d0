"""The disk of the home folder: whether there is room, and what to tell where there is none."""

from __future__ import annotations

import shutil
from pathlib import Path

from django.conf import settings

LEAST_FREE_MB = 48  # three segments of the database's write-ahead log: without room for one it ends


def free_megabytes(folder: Path) -> int:
    return shutil.disk_usage(folder).free // 1_000_000


def disk_trouble() -> str:
    """A sentence for everybody where the home folder's disk is full; else empty. One system call."""
    try:
        free = free_megabytes(settings.RAGSITE_HOME)
    except OSError:  # no folder yet, or one that is not to be seen: what needs it says so
        return ""
    if free >= LEAST_FREE_MB:
        return ""
    return f"The disk is full ({free} MB left): nothing is read or answered until some space on it is free."
