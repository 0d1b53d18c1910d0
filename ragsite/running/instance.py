"""One `start` per home: the lock that it holds, and the note in which others read what runs where."""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path


@dataclass
class Instance:
    """What runs. `tier`: what it was told to answer with; empty where that is left to the settings.

    `processes`: name → process number.
    """

    pid: int
    url: str
    tier: str
    processes: dict[str, int] = field(default_factory=dict)


class AlreadyRunning(Exception):
    """Another `start` holds the home; the message says where it is."""


@contextmanager
def sole_instance(home: Path) -> Iterator[None]:
    """Held for as long as this process runs ragsite on `home`. Raises `AlreadyRunning`."""
    folder = home / "run"
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "start.lock").open("a") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise AlreadyRunning(_where(home)) from None
        _note(home).unlink(missing_ok=True)
        try:
            yield
        finally:
            _note(home).unlink(missing_ok=True)


def write_instance(home: Path, instance: Instance) -> None:
    draft = _note(home).with_suffix(f".{os.getpid()}")
    draft.write_text(json.dumps(asdict(instance)))
    draft.replace(_note(home))


def read_instance(home: Path) -> Instance | None:
    """What the last `start` noted; it may be dead by now."""
    with suppress(FileNotFoundError, ValueError, TypeError):
        return Instance(**json.loads(_note(home).read_text()))
    return None


def _where(home: Path) -> str:
    instance = read_instance(home)
    if instance is None:
        return f"ragsite is starting on {home} already: wait for it, or set RAGSITE_HOME to another folder."
    return (
        f"ragsite runs already at {instance.url} (process {instance.pid}): stop that one, "
        "or set RAGSITE_HOME to another folder."
    )


def _note(home: Path) -> Path:
    return home / "run" / "ragsite.json"
