"""Work done in a process beside this one, which takes its parts as they come.

A page's words weigh fifty times its text, and rules read them for as long as a processor needs to embed
half of them. Beside the worker neither its memory nor its time counts. The process is forked from a small
one that is itself a fork of the worker, made before the first file is read: it has all that is loaded by
then, and must touch neither the database nor torch, whose connections and threads stay the worker's. Linux
is what this is tested on: on macOS a library of the system may end a fork of a process with threads, which
reaches the user as a file that needs too much memory.
"""

from __future__ import annotations

import gc
import os
import pickle
import signal
import socket
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from queue import SimpleQueue
from threading import Thread
from typing import NamedTuple

from reading.sandbox.forkserver import Nursery, serve
from reading.sandbox.processes import FILE_READERS

Send = Callable[[object], None]
Work = Callable[[Send], None]

# Done once by the process that others are forked from, so that these have what it leaves in memory.
WARM_UPS: list[Callable[[], object]] = []


class TookTooLong(Exception):
    """Nothing was heard of the process for longer than it was given."""


class WasEnded(MemoryError):
    """The process ended before its work did: mostly for want of memory."""


class Note(NamedTuple):
    """How far the work is. `what` it counts, where not the file's pages."""

    done: int
    of: int
    what: str = ""


Told = Callable[[Note], None]


class _Failed(NamedTuple):
    error: BaseException


class _Finished(NamedTuple):
    pass


class Parts(Iterator[object]):
    """What the process sends, in its order. It raises what that raised; `MemoryError` where it was ended.

    `TookTooLong` where a part is waited for and nothing is heard for `silent_seconds`: a rule may take
    forever over words that nobody thought of.
    """

    def __init__(self, connection: Connection, told: Told, silent_seconds: float) -> None:
        self.told = told
        self._silent_seconds = silent_seconds
        self._connection = connection
        self._waiting: list[object] = []

    def __next__(self) -> object:
        while not self._waiting:
            self._receive()
        if isinstance(self._waiting[0], _Finished):
            raise StopIteration
        return self._waiting.pop()

    def is_waiting(self) -> bool:
        """Whether the next part is there, so that asking for it costs no time."""
        while not self._waiting and self._connection.poll():
            self._receive()
        return bool(self._waiting)

    def _receive(self) -> None:
        if not self._connection.poll(self._silent_seconds):
            raise TookTooLong
        try:
            message = self._connection.recv()
        except (EOFError, OSError) as error:  # the latter in the middle of a part
            raise WasEnded("The process beside this one was ended.") from error
        if isinstance(message, _Failed):
            raise message.error
        if isinstance(message, Note):
            self.told(message)
        else:
            self._waiting.append(message)


@contextmanager
def apart(work: Work, told: Told, *, silent_seconds: float) -> Iterator[Parts]:
    """What `work` sends, made in a process of its own while this one is at other work. It must be picklable.

    A `Note` reaches `told` while a part is waited for. What `work` raises is raised here, with its traceback
    as a note. The process is ended where the block is left. Raises `OSError` where none can be started.
    """
    child = HELPERS.child()
    try:
        child.connection.send(work)
        yield Parts(child.connection, told, silent_seconds)
    finally:
        child.end()


class _Fork:
    """A child of this process, as `subprocess.Popen` has it."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self._ended: int | None = None

    def poll(self) -> int | None:
        return self._ask(os.WNOHANG)

    def kill(self) -> None:
        if self.poll() is None:
            os.kill(self.pid, signal.SIGKILL)

    def wait(self) -> int:
        return self._ask(0) or 0

    def _ask(self, options: int) -> int | None:
        if self._ended is None:
            pid, status = os.waitpid(self.pid, options)
            self._ended = os.waitstatus_to_exitcode(status) if pid else None
        return self._ended


def _forked(ours: socket.socket, asked: socket.socket) -> _Fork:
    pid = os.fork()
    if pid:
        return _Fork(pid)
    try:
        ours.close()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, signal.SIG_DFL)
        gc.disable()  # it would copy the worker's memory to look at it, and its children end soon
        FILE_READERS.forget()
        for warm_up in WARM_UPS:
            with suppress(Exception):  # without it work only takes longer
                warm_up()
        serve(asked, _work, before=FILE_READERS.start)
    finally:
        os._exit(0)


def _work(connection: Connection) -> None:
    """Send the parts and end, leaving nothing of the worker's to be closed or flushed a second time."""
    try:
        work: Work = connection.recv()
        with _sending(connection) as send:
            work(send)
        connection.send(_Finished())
    except BaseException as error:  # also what ends a process: the worker hears of it and raises it anew
        connection.send(_Failed(_sendable(error)))


HELPERS = Nursery(_forked)  # its children have all that was loaded when it was started


@contextmanager
def _sending(connection: Connection) -> Iterator[Send]:
    """What sends a part without waiting until somebody takes it. Raises at the end where one did not go."""
    waiting = SimpleQueue[object]()
    failures: list[BaseException] = []

    def forward() -> None:
        try:
            while not isinstance(part := waiting.get(), _Finished):
                connection.send(part)
        except BaseException as error:  # whatever it is, the worker must hear of it
            failures.append(error)

    thread = Thread(target=forward, daemon=True)
    thread.start()
    try:
        yield waiting.put
    finally:
        waiting.put(_Finished())
        thread.join()
    if failures:
        raise failures[0]


def _sendable(error: BaseException) -> BaseException:
    """The error with its traceback as a note; in words where it cannot be sent."""
    error.add_note(traceback.format_exc())
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:  # an error may refuse to be sent with any other; its words are sent then
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error
