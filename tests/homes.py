"""Homes of ragsites that tests start."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings

from ragsite.storage.embedded import ensure_embedded


def prepared_home(folder: Path) -> Path:
    """A home in `folder` whose database is migrated, and stopped: made by whoever asks first."""
    home, done = folder / "prepared", folder / "prepared.done"
    with (folder / "prepared.lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not done.exists():
            with new_home() as first:
                _prepare(first)
                copy_database(first, home)
            done.touch()
    return home


@contextmanager
def new_home(prepared: Path | None = None) -> Iterator[Path]:
    """A home of one's own, with the database of `prepared`. Not in pytest's folder, which it closes to others
    whenever a run begins: the account of the database could be one of them.
    """
    with tempfile.TemporaryDirectory(prefix="ragsite-test-") as folder:
        if prepared:
            copy_database(prepared, Path(folder))
        yield Path(folder)


def _prepare(home: Path) -> None:
    with ensure_embedded(home, durable=False):
        subprocess.run(
            [sys.executable, "manage.py", "shell", "-c", ""],
            cwd=settings.BASE_DIR,
            env=environment_of(home),
            stdout=subprocess.DEVNULL,
            check=True,
        )


def copy_database(source: Path, home: Path) -> None:
    """Give `home` the stopped database of another home, with its owner and rights."""
    home.mkdir(mode=0o700, parents=True, exist_ok=True)
    subprocess.run(["cp", "-a", str(source / "postgres"), str(home)], check=True)


def environment_of(home: Path) -> dict[str, str]:
    """What a ragsite on `home` is run with; it has its own settings, not those of tests."""
    kept = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
    return {**kept, "RAGSITE_HOME": str(home)}
