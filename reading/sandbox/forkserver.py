"""Small processes that others are forked from.

What a program loads takes longer than most files that are read with it, and a fork has it at once. A worker
is not forked for each file: it embeds on every processor meanwhile, and after a fork each page of memory that
its threads write to is copied first. With a fork every half second, embedding took 2.7 times the processor
time (evals/RESULTS.md).
"""

from __future__ import annotations

import atexit
import ctypes
import gc
import os
import select
import signal
import socket
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from typing import NamedTuple, Protocol

import psutil

START_SECONDS = 60.0  # for a nursery to load what it needs, on a busy machine
PR_SET_PDEATHSIG = 1
NUMBER_BYTES = 20  # of a process's number

Work = Callable[[Connection], None]


class CannotStart(OSError):
    """No process can be started."""


class Process(Protocol):
    """As `subprocess.Popen` has it."""

    pid: int

    def poll(self) -> int | None: ...
    def kill(self) -> None: ...
    def wait(self) -> int: ...


class Child(NamedTuple):
    """A process that was forked from a nursery, and the connection to it. It ends where that is closed."""

    connection: Connection
    process: psutil.Process

    def end(self) -> None:
        """Returns once it has ended, so that its memory is free."""
        self.connection.close()
        with suppress(psutil.Error):
            self.process.kill()
            self.process.wait(START_SECONDS)


class Nursery:
    """Starts the process where none lives, and has it fork children. Forks of this process share it.

    It ends by itself once nobody holds our end of its socket: this process and its forks are gone.
    `start`: given both ends, starts a process that serves its own (see `serve`) and does not hold ours.
    """

    def __init__(self, start: Callable[[socket.socket, socket.socket], Process]) -> None:
        self._start = start
        self._lock = threading.Lock()
        self._socket: socket.socket | None = None
        self.process: Process | None = None
        self._parent = 0  # only the process that started it can tell whether it lives
        atexit.register(self.end)

    def forget(self) -> None:
        """In a fork: leave the process to the one that started it, and begin with one of its own."""
        self._lock = threading.Lock()  # another thread may have held it when this process was forked
        if self._socket is not None:
            self._socket.close()
        self._socket = self.process = None

    def start(self) -> socket.socket:
        """Our end of the socket of a process that lives, as far as can be told."""
        with self._lock:
            if self._socket is not None and self._has_died():
                self._socket.close()
                self._socket = None
            if self._socket is None:
                ours, theirs = socket.socketpair()
                with theirs:
                    try:
                        self.process = self._start(ours, theirs)
                    except BaseException:
                        ours.close()
                        raise
                self._socket, self._parent = ours, os.getpid()
            return self._socket

    def end(self) -> None:
        """End the process; the next child is one of another."""
        with self._lock:
            if self._socket is not None:
                self._socket.close()
                if self.process and self._parent == os.getpid():
                    self.process.kill()
                    self.process.wait()
            self._socket = self.process = None

    def child(self) -> Child:
        """A new child; where the nursery has died, one of a new nursery. Raises `CannotStart`."""
        for _ in range(2):
            with suppress(OSError):
                self.start()  # before the pipe, which it would hold open: a child's end would go unheard
            ours, theirs = Pipe()
            with suppress(OSError, EOFError, ValueError, psutil.Error), theirs:
                socket.send_fds(self.start(), [b"."], [theirs.fileno()])
                theirs.close()
                if ours.poll(START_SECONDS):
                    return Child(ours, psutil.Process(int(ours.recv_bytes(NUMBER_BYTES))))
            ours.close()
            self.end()
        raise CannotStart("no process can be started")

    def _has_died(self) -> bool:
        return self.process is not None and self._parent == os.getpid() and self.process.poll() is not None


def serve(
    asked: socket.socket,
    work: Work,
    *,
    before: Callable[[], object] = lambda: None,
    watched: bool = True,
) -> None:
    """Fork a child for each connection that comes through the socket, until nobody holds its other end.

    A child does `work` with its connection, and ends at once where the other end of that is closed: who asked
    is gone, and may have been killed. `before` is called before each fork. `watched`: False where `work` has
    first things to do in its only thread, and calls `end_with` itself.
    """
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for them
    gc.freeze()
    while True:
        word, handles, *_ = socket.recv_fds(asked, 1, 1)
        if not word:
            return
        before()
        if os.fork() == 0:
            try:
                asked.close()
                signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                _work(Connection(handles[0]), work, watched=watched)
            finally:
                os._exit(0)
        os.close(handles[0])


def _work(connection: Connection, work: Work, *, watched: bool) -> None:
    end_with_parent()  # also where a library keeps the thread of `end_with` from running
    connection.send_bytes(str(os.getpid()).encode())
    if watched:
        end_with(connection)
    work(connection)


def end_with(connection: Connection) -> None:
    """End this process once the other end of the connection is closed."""
    threading.Thread(target=_wait_for_end, args=(connection,), daemon=True).start()


def end_with_parent() -> None:
    """Have the kernel end this process once the one that started it is gone."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def _wait_for_end(connection: Connection) -> None:
    hangs_up = select.poll()
    hangs_up.register(connection.fileno(), 0)
    hangs_up.poll()
    os._exit(1)
