"""Ends a statement from outside the database, past its time or its memory.

PostgreSQL looks at its own timeout only between two steps of its work, and `work_mem` bounds sorts and
hashes, not what a function returns or an aggregate gathers. So each backend of the reader that runs on this
machine gets a limit from the system, at which it refuses the statement, and a thread here looks at the time
and the memory of each statement that runs: it ends the backend where a limit is passed, and cuts the
connection, so that whoever waits for the rows goes on.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from threading import Condition, Lock, Thread
from typing import Any

import psutil
import psycopg

EVERY = 0.02  # seconds between two looks: a backend fills some 20 MB meanwhile
GRACE = 1.0  # seconds after the database's own timeout
REACH_SECONDS = 2  # to sign in and end a backend
MB = 2**20


@dataclass
class Watched:
    """A connection whose statements are watched. `ended`: why it was, "time" or "memory", or ""."""

    connection: psycopg.Connection[Any]
    owner: Mapping[str, Any]  # how to sign in as somebody who may end backends
    megabytes: int
    deadline: float
    pid: int
    ended: str = ""
    is_done: bool = False
    lock: Lock = field(default_factory=Lock)

    def look(self) -> None:
        if time.monotonic() > self.deadline + GRACE:
            self._end("time")
        elif own_memory(self.pid) > self.megabytes * MB:
            self._end("memory")

    def _end(self, why: str) -> None:
        with self.lock:  # while it is held, the connection is not closed and its number not given to another
            if not self.is_done and not self.ended:
                self.ended = why
                _end_backend(self.pid, self.connection, self.owner)
                _cut(self.connection)


class _Watch:
    """One thread for all statements of this process; it sleeps while none runs."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._watched: list[Watched] = []
        self._thread: Thread | None = None

    def add(self, watched: Watched) -> None:
        with self._changed:
            self._watched.append(watched)
            if self._thread is None or not self._thread.is_alive():
                self._thread = Thread(target=self._look, name="statement watch", daemon=True)
                self._thread.start()
            self._changed.notify()

    def remove(self, watched: Watched) -> None:
        with watched.lock:
            watched.is_done = True
        with self._changed:
            self._watched.remove(watched)

    def _look(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._watched)
                running = list(self._watched)
            time.sleep(EVERY)
            for watched in running:
                if not watched.is_done:
                    watched.look()


_WATCH = _Watch()
# A forked child has none of the threads, and must not wait for a lock that one of them held.
os.register_at_fork(after_in_child=_WATCH.__init__)  # type: ignore[misc]


@contextmanager
def watched(
    connection: psycopg.Connection[Any], *, owner: Mapping[str, Any], seconds: float, megabytes: int
) -> Iterator[Watched]:
    """Statements on `connection` meanwhile have so much time, all together, and so much memory."""
    deadline = time.monotonic() + seconds
    statement = Watched(connection, owner, megabytes, deadline, connection.info.backend_pid)
    _WATCH.add(statement)
    try:
        yield statement
    finally:
        _WATCH.remove(statement)


def _end_backend(pid: int, connection: psycopg.Connection[Any], owner: Mapping[str, Any]) -> None:
    """At its next step; whoever may not end it, cancels what it does. One that is lost has ended."""
    if connection.closed:
        return
    try:
        with psycopg.connect(**owner, connect_timeout=REACH_SECONDS, autocommit=True) as other:
            other.execute("SELECT pg_terminate_backend(%s)", [pid])
    except psycopg.Error:
        with suppress(psycopg.Error):
            connection.cancel_safe(timeout=REACH_SECONDS)


def _cut(connection: psycopg.Connection[Any]) -> None:
    """Nothing where the connection is lost by now: the others are watched by the same thread."""
    with suppress(OSError, psycopg.Error), socket.socket(fileno=os.dup(connection.pgconn.socket)) as copy:
        copy.shutdown(socket.SHUT_RDWR)


def own_memory(pid: int) -> int:
    """Bytes of the process's own, without what it shares; 0 where there is none of this number here."""
    try:
        memory = psutil.Process(pid).memory_info()
    except psutil.Error:
        return 0
    return int(memory.rss - getattr(memory, "shared", 0))


def limit_memory(pid: int, megabytes: int) -> bool:
    """Let the system refuse the backend more memory than `megabytes` over what it has now.

    PostgreSQL then refuses the statement, and goes on. False where no such limit can be set.
    """
    limit = _private_memory(pid) + megabytes * MB
    try:
        import resource

        resource.prlimit(pid, resource.RLIMIT_DATA, (limit, limit))
    except PermissionError:
        return _limit_as_its_own_account(pid, limit)
    except (ImportError, AttributeError, OSError):
        return False
    return True


def _private_memory(pid: int) -> int:
    """Bytes that the limit counts: allotted and not shared, whether used or not."""
    with suppress(OSError), open(f"/proc/{pid}/status", encoding="utf-8") as status:
        for line in status:
            if line.startswith("VmData:"):
                return int(line.split()[1]) * 1024
    return 0


def _limit_as_its_own_account(pid: int, limit: int) -> bool:
    """Root in a container may become the server's account, but not set limits of what is not its own."""
    program = shutil.which("prlimit")
    if program is None or os.geteuid() != 0:
        return False
    folder = os.stat(f"/proc/{pid}")
    done = subprocess.run(
        [program, f"--pid={pid}", f"--data={limit}"],
        user=folder.st_uid,
        group=folder.st_gid,
        extra_groups=[],
        capture_output=True,
        check=False,
    )
    return done.returncode == 0
