"""The child process that reads a file: how it is started, waited for and ended.

It is forked from a small process that has the libraries loaded. Neither has anything of this process's
memory.
"""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

import psutil

from reading.sandbox.forkserver import CannotStart, Nursery
from reading.sandbox.messages import MOST_BYTES, Message, NoMessage, Request, decode, encode

PATIENCE = 4  # times as long as its limits a child may take where others have the processors
SHORTEST_WAIT = 0.05  # seconds
# Of the environment, which has keys and the database's password, a child gets what says where things are.
_KEPT = re.compile(r"PATH|HOME|LANG|LC_\w+|TZ|TMPDIR|OMP_\w+|LD_LIBRARY_PATH|PYTHON\w+")
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

    def receive(self, seconds: float) -> Message:
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
            message = decode(self.connection.recv_bytes(MOST_BYTES))
        except (EOFError, OSError) as error:  # the latter in the middle of a page
            raise ChildEnded("crashes the reader or needs too much memory") from error
        except NoMessage as error:
            raise ChildLost("makes the reader say what is no page") from error
        if isinstance(message, Request):
            raise ChildLost("makes the reader say what is no page")
        return message


@contextmanager
def reader(request: Request) -> Iterator[Reader]:
    """A child that does what is asked for; it is ended where the block is left. Raises `ChildLost`."""
    try:
        child = FILE_READERS.child()
    except CannotStart as error:
        raise ChildLost(f"cannot be read, since {error} for it") from error
    try:
        child.connection.send_bytes(encode(request))
        yield Reader(*child)
    finally:
        child.end()


def _started(_: socket.socket, theirs: socket.socket) -> subprocess.Popen[bytes]:
    environment = {name: value for name, value in os.environ.items() if _KEPT.fullmatch(name)}
    path = filter(None, [str(PROJECT_ROOT), os.environ.get("PYTHONPATH")])
    # OpenBLAS would reserve address space for every core, which the memory limit counts.
    environment |= {"PYTHONPATH": os.pathsep.join(path), "OPENBLAS_NUM_THREADS": "1"}
    return subprocess.Popen(
        [sys.executable, "-m", "reading.sandbox.child", str(theirs.fileno())],
        env=environment,
        pass_fds=[theirs.fileno()],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


FILE_READERS = Nursery(_started)
