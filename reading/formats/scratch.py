"""An empty file for libraries that read from files only."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_kept: list[int] = []


def keep_scratch(descriptor: int) -> None:
    """Use this file from now on: behind the sandbox's walls it is the only one that can be written."""
    _kept.append(descriptor)


@contextmanager
def scratch() -> Iterator[tuple[int, Path]]:
    """The descriptor and path of an empty file."""
    if not _kept:
        with tempfile.NamedTemporaryFile() as file:
            yield file.fileno(), Path(file.name)
        return
    os.ftruncate(_kept[0], 0)
    os.lseek(_kept[0], 0, os.SEEK_SET)
    yield _kept[0], Path(f"/proc/self/fd/{_kept[0]}")
