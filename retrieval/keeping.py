"""What is read of a whole workspace, kept in the process while the workspace's mark stays the same."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from documents.models import Workspace
from retrieval.question.naming.names import stamp_of

KEPT_WORKSPACES = 16
DEAR = 1.0  # seconds of reading, from which on what was read may stay for a while
STAY_TIMES, STAY_AT_MOST = 20, 60.0  # times as long as the reading took; seconds

Read = TypeVar("Read")


@dataclass(frozen=True)
class _Entry(Generic[Read]):
    stamp: str
    value: Read
    took: float
    read_at: float

    def may_stay(self) -> bool:
        age = time.monotonic() - self.read_at
        return self.took > DEAR and age < min(STAY_TIMES * self.took, STAY_AT_MOST)


class Kept(Generic[Read]):
    """What `read` gives of each workspace; where reading is dear, as it was a minute ago at most."""

    def __init__(self, read: Callable[[Workspace], Read]) -> None:
        self._read = read
        self._entries: dict[int, _Entry[Read]] = {}

    def of(self, workspace: Workspace) -> Read:
        stamp, key = stamp_of(workspace), workspace.pk
        entry = self._entries.get(key)
        if entry is None or (entry.stamp != stamp and not entry.may_stay()):
            started = time.monotonic()
            value = self._read(workspace)
            entry = _Entry(stamp, value, time.monotonic() - started, time.monotonic())
            self._entries.pop(key, None)
            while len(self._entries) >= KEPT_WORKSPACES:
                self._entries.pop(next(iter(self._entries)), None)
            self._entries[key] = entry
        return entry.value

    def forget(self) -> None:
        """Keep nothing, as in a process that has just begun."""
        self._entries.clear()
