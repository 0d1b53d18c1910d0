"""Work done in a process beside this one, which takes its parts as they come.

A page's words weigh fifty times its text, and rules read them for as long as a processor needs to embed
half of them. Beside the worker neither its memory nor its time counts. The process is a fork: it starts in
milliseconds with all that is loaded, and it must touch neither the database nor torch, whose connections
and threads stay the worker's. Linux is what this is tested on: on macOS a library of the system may end a
fork of a process with threads, which reaches the user as a file that needs too much memory.
"""

from __future__ import annotations

import ctypes
import gc
import os
import pickle
import signal
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from queue import SimpleQueue
from threading import Thread
from typing import NamedTuple

Send = Callable[[object], None]
Work = Callable[[Send], None]

PR_SET_PDEATHSIG = 1


class TookTooLong(Exception):
    """Nothing was heard of the process for longer than it was given."""


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
        except EOFError as error:
            raise MemoryError("The process beside this one was ended.") from error
        if isinstance(message, _Failed):
            raise message.error
        if isinstance(message, Note):
            self.told(message)
        else:
            self._waiting.append(message)


@contextmanager
def apart(work: Work, told: Told, *, silent_seconds: float) -> Iterator[Parts]:
    """What `work` sends, made in a process of its own while this one is at other work.

    A `Note` reaches `told` while a part is waited for. What `work` raises is raised here, with its traceback
    as a note. The process is ended where the block is left.
    """
    ours, theirs = Pipe(duplex=False)
    process = os.fork()
    if process == 0:
        ours.close()
        _work(theirs, work)
    theirs.close()
    try:
        yield Parts(ours, told, silent_seconds)
    finally:
        ours.close()
        os.kill(process, signal.SIGKILL)
        os.waitpid(process, 0)


def _work(connection: Connection, work: Work) -> None:
    """Send the parts and end, leaving nothing of the worker's to be closed or flushed a second time."""
    try:
        end_with_parent()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, signal.SIG_DFL)
        gc.disable()  # it would copy the worker's memory to look at it, and this process ends soon
        with _sending(connection) as send:
            work(send)
        connection.send(_Finished())
    except BaseException as error:  # also what ends a process: the worker hears of it and raises it anew
        connection.send(_Failed(_sendable(error)))
    finally:
        os._exit(0)


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


def end_with_parent() -> None:
    """Have the kernel end this process once the one that started it is gone."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def _sendable(error: BaseException) -> BaseException:
    """The error with its traceback as a note; in words where it cannot be sent."""
    error.add_note(traceback.format_exc())
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:  # an error may refuse to be sent with any other; its words are sent then
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error
