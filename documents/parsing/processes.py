"""The child process that reads a file: how it is started, waited for and ended.

It is forked from a small process that has the libraries loaded. Neither has anything of this process's
memory.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import psutil

from documents.nurseries import CannotStart, Nursery
from documents.parsing.packed import PackedPage, unpack

PATIENCE = 4  # times as long as its limits a child may take where others have the processors
SHORTEST_WAIT = 0.05  # seconds
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
class Reader:
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
        except (EOFError, OSError) as error:  # the latter in the middle of a page
            raise ChildEnded("crashes the reader or needs too much memory") from error
        return unpack(message) if isinstance(message, PackedPage) else message


@contextmanager
def reader(request: object) -> Iterator[Reader]:
    """A child that does what is asked for; it is ended where the block is left. Raises `ChildLost`."""
    try:
        child = FILE_READERS.child()
    except CannotStart as error:
        raise ChildLost(f"cannot be read, since {error} for it") from error
    try:
        child.connection.send(request)
        yield Reader(*child)
    finally:
        child.end()


def _started(_: socket.socket, theirs: socket.socket) -> subprocess.Popen[bytes]:
    # OpenBLAS would reserve address space for every core, which the memory limit counts.
    environment = {**os.environ, "PYTHONPATH": str(PROJECT_ROOT), "OPENBLAS_NUM_THREADS": "1"}
    return subprocess.Popen(
        [sys.executable, "-m", "documents.parsing.child", str(theirs.fileno())],
        env=environment,
        pass_fds=[theirs.fileno()],
        stdin=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


FILE_READERS = Nursery(_started)
