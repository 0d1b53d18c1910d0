"""The child process that reads a file: how it is started, waited for and ended.

It is forked from a small process that has the libraries loaded, the nursery: loading them takes longer than
most files. Neither has anything of this process's memory.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NamedTuple

import psutil

from documents.parsing.packed import PackedPage, unpack

PATIENCE = 4  # times as long as its limits a child may take where others have the processors
SHORTEST_WAIT = 0.05  # seconds
START_SECONDS = 60.0  # for the nursery to load the libraries, on a busy machine
PROJECT_ROOT = Path(__file__).resolve().parents[2]


class ChildLost(Exception):
    """The child crashed or took too long. The message says which, as part of a sentence."""


def counted(waited: float, worked: float) -> float:
    """The seconds that a child was waited for, without those in which others had the processors.

    Reading has the lowest priority, and no page may be lost because the machine was busy. `worked`: seconds
    of a processor.
    """
    return max(min(waited, worked), waited / PATIENCE)


class ChildEnded(ChildLost):
    """The child ended by itself, or something ended it that may have nothing to do with the file."""


@dataclass(frozen=True)
class Child:
    """A process that reads a file, and what it sends."""

    connection: Connection
    process: psutil.Process

    @property
    def worked(self) -> float:
        """Seconds of a processor."""
        with suppress(psutil.Error):
            times = self.process.cpu_times()
            return float(times.user + times.system)
        return 0.0

    def receive(self, seconds: float) -> Any:
        """The next message. Raises `ChildLost` where more than `seconds` are counted for it.

        `ChildEnded` where none will come.
        """
        began, worked = time.monotonic(), self.worked
        left = seconds
        while left <= 0 or not self.connection.poll(max(left, SHORTEST_WAIT)):
            left = seconds - counted(time.monotonic() - began, self.worked - worked)
            if left <= 0:
                raise ChildLost("takes too long to read")
        try:
            message = self.connection.recv()
        except (EOFError, ConnectionError) as error:
            raise ChildEnded("crashes the reader or needs too much memory") from error
        return unpack(message) if isinstance(message, PackedPage) else message


@contextmanager
def reader(request: object) -> Iterator[Child]:
    """A child that does what is asked for; it is ended where the block is left. Raises `ChildLost`."""
    child = _born()
    try:
        child.connection.send(request)
        yield child
    finally:
        child.connection.close()
        with suppress(psutil.Error):
            child.process.kill()


class Nursery(NamedTuple):
    """The process that children are forked from, and our end of what it listens to.

    It ends by itself once nobody holds that end: this process and its forks are gone.
    """

    socket: socket.socket
    process: subprocess.Popen[bytes]
    parent: int  # the process that started it: only that one can tell whether it lives

    @property
    def has_died(self) -> bool:
        return self.parent == os.getpid() and self.process.poll() is not None


def start_nursery() -> Nursery:
    """The nursery of this process and of all that are forked from it afterwards; started where none is."""
    global _nursery
    with _starting:
        if _nursery is not None and _nursery.has_died:
            _nursery.socket.close()
            _nursery = None
        if _nursery is None:
            ours, theirs = socket.socketpair()
            with theirs:
                _nursery = Nursery(ours, _started(theirs.fileno()), os.getpid())
        return _nursery


def end_nursery() -> None:
    """End the nursery; the next child is one of another."""
    global _nursery
    with _starting:
        if _nursery is not None:
            _nursery.socket.close()
            _nursery.process.kill()
            _nursery.process.wait()
        _nursery = None


_nursery: Nursery | None = None
_starting = threading.Lock()


def _started(handle: int) -> subprocess.Popen[bytes]:
    # OpenBLAS would reserve address space for every core, which the memory limit counts.
    environment = {**os.environ, "PYTHONPATH": str(PROJECT_ROOT), "OPENBLAS_NUM_THREADS": "1"}
    return subprocess.Popen(
        [sys.executable, "-m", "documents.parsing.child", str(handle)],
        env=environment,
        pass_fds=[handle],
        stdin=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def _born() -> Child:
    """A new child; where the nursery has died, one of a new nursery."""
    for _ in range(2):
        ours, theirs = Pipe()
        with suppress(OSError, EOFError, psutil.Error), theirs:
            socket.send_fds(start_nursery().socket, [b"."], [theirs.fileno()])
            theirs.close()
            if ours.poll(START_SECONDS):
                return Child(ours, psutil.Process(ours.recv()))
        ours.close()
        end_nursery()
    raise ChildLost("cannot be read, since no process can be started for it")
