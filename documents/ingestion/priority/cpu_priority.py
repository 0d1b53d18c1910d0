"""Questions go first on a machine: the processes that read documents rest while one is answered there.

Niceness is not enough. A question passes from process to process some twenty times, and each time a scheduler
may leave it behind a slice of whoever computes: while both processors read, answers took 1.6 times as long
with reading at the lowest priority, and 1.1 times where it rested (evals/RESULTS.md). A question holds a
shared lock on a file, which the kernel lets go whatever becomes of its process. Who reads looks at the lock
every few milliseconds, which costs three system calls.
"""

from __future__ import annotations

import fcntl
import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from django.conf import settings

# At which a process gets a ninth of what one beside it gets: with less, a busy machine reads nothing.
NICENESS = 10
LOOK_SECONDS = 0.005  # between two looks at the lock
TRIES, TRY_SECONDS = 5, 0.0005  # to get it
REST_SECONDS = 1.0  # at a time; then reading goes on for as long, whatever is asked

_stands_back = False  # this process and those forked from it
_goes_on_until = 0.0


@contextmanager
def going_first() -> Iterator[None]:
    """Have what reads documents on this machine rest until the block is left, or for a second at a time.

    Where the file cannot be locked the block runs all the same: it may be looked at in this very moment by a
    process that was stopped, or lie on a disk without locks.
    """
    with ExitStack() as stack:
        with suppress(OSError):
            _lock_file().parent.mkdir(parents=True, exist_ok=True)
            handle = _opened()
            stack.callback(os.close, handle)
            _lock(handle)
        yield


def _lock(handle: int) -> None:
    """Those who look hold it for microseconds. Raises `OSError` where it cannot be had."""
    for _ in range(TRIES):
        with suppress(BlockingIOError):
            return fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
        time.sleep(TRY_SECONDS)
    raise BlockingIOError


def stand_back() -> None:
    """Let questions go before this process, for the rest of its life, and before all that it starts."""
    global _stands_back
    os.nice(NICENESS)
    _stands_back = True


def give_way() -> None:
    """Rest while a question is answered, in a process that stands back; elsewhere this does nothing.

    Not to be called within a transaction: whoever waits for its rows would rest too.
    """
    global _goes_on_until
    if not _stands_back or time.monotonic() < _goes_on_until:
        return
    until = time.monotonic() + REST_SECONDS
    while _is_asked():
        if time.monotonic() >= until:
            _goes_on_until = time.monotonic() + REST_SECONDS
            return
        time.sleep(LOOK_SECONDS)


def give_way_now_and_then() -> None:
    """Have the main thread of this process give way by itself, whatever it is at."""
    if _stands_back:
        assert threading.current_thread() is threading.main_thread()
        signal.signal(signal.SIGALRM, _look)
        signal.setitimer(signal.ITIMER_REAL, LOOK_SECONDS)


def _look(*_: object) -> None:
    """Look again only once this look is over: a signal would be handled in the midst of the rest."""
    give_way()
    signal.setitimer(signal.ITIMER_REAL, LOOK_SECONDS)


def _is_asked() -> bool:
    """Whether a question holds the lock. Two who look at once may each take the other for one.

    It is looked at in the midst of anything: what cannot be looked at must not stop a document.
    """
    with suppress(OSError):
        handle = _opened()
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
        except OSError:  # no locks on this disk
            return False
        finally:
            os.close(handle)
    return False


def _opened() -> int:
    return os.open(_lock_file(), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)


def _lock_file() -> Path:
    return Path(settings.RAGSITE_HOME) / "run" / "questions.lock"
