"""Work in a process beside this one: its parts, its progress, its failures and its end."""

from __future__ import annotations

import os
import signal
import time
from functools import partial
from pathlib import Path

import psutil
import pytest

from reading.model import UnreadableDocument
from reading.sandbox.background import HELPERS, Note, Send, TookTooLong, WasEnded, apart


def nothing_told(note: Note) -> None:
    raise AssertionError("there was nothing to tell")


def send_three(send: Send) -> None:
    for part in (os.getpid(), {"page": 1}, "last"):
        send(part)


def test_parts_come_in_order_from_another_process():
    with apart(send_three, nothing_told, silent_seconds=60) as coming:
        process, *rest = coming
    assert process != os.getpid()
    assert rest == [{"page": 1}, "last"]


def send_notes(send: Send) -> None:
    send(Note(1, 2))
    send(Note(2, 2, "row"))
    send("both")


def test_it_tells_how_far_it_is_while_a_part_is_waited_for():
    seen: list[Note] = []
    with apart(send_notes, seen.append, silent_seconds=60) as coming:
        assert list(coming) == ["both"]
    assert seen == [Note(1, 2), Note(2, 2, "row")]


def send_once_there(send: Send, path: Path) -> None:
    wait_for(path)
    send(Note(1, 1))
    send("the part")


def wait_for(path: Path) -> None:
    deadline = time.monotonic() + 60
    while not path.exists() and time.monotonic() < deadline:
        time.sleep(0.01)


def test_a_part_is_asked_for_only_when_it_is_there(tmp_path):
    with apart(
        partial(send_once_there, path=tmp_path / "go"), lambda note: None, silent_seconds=60
    ) as coming:
        assert not coming.is_waiting()
        (tmp_path / "go").touch()
        deadline = time.monotonic() + 60
        while not coming.is_waiting() and time.monotonic() < deadline:
            time.sleep(0.01)
        assert list(coming) == ["the part"]


def send_much(send: Send, path: Path) -> None:
    send(b"x" * 10_000_000)  # more than a pipe holds
    path.touch()


def test_it_works_on_while_nobody_takes_its_parts(tmp_path):
    with apart(partial(send_much, path=tmp_path / "done"), nothing_told, silent_seconds=60) as coming:
        wait_for(tmp_path / "done")
        assert (tmp_path / "done").exists()
        assert len(next(coming)) == 10_000_000


def send_one_and_fail(send: Send) -> None:
    send(1)
    raise UnreadableDocument("It is broken.", reason="broken")


def test_what_it_raises_is_raised_here_with_its_place():
    with apart(send_one_and_fail, nothing_told, silent_seconds=60) as coming:
        assert next(coming) == 1
        with pytest.raises(UnreadableDocument, match="It is broken") as raised:
            next(coming)
    assert raised.value.reason == "broken"
    assert "in send_one_and_fail" in "".join(raised.value.__notes__)


def be_killed(send: Send) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def test_a_process_that_is_killed_counts_as_out_of_memory():
    with apart(be_killed, nothing_told, silent_seconds=60) as coming, pytest.raises(WasEnded):
        next(coming)
    assert issubclass(WasEnded, MemoryError)


def be_killed_in_a_part(send: Send) -> None:
    send(os.getpid())
    send(b"x" * 10_000_000)  # more than a pipe holds
    time.sleep(0.2)
    os.kill(os.getpid(), signal.SIGKILL)


def test_a_process_that_is_killed_in_the_middle_of_a_part_was_ended_too():
    with apart(be_killed_in_a_part, nothing_told, silent_seconds=60) as coming:
        psutil.Process(next(coming)).wait(60)
        with pytest.raises(WasEnded):
            next(coming)


def send_pid_and_sleep(send: Send) -> None:
    send(os.getpid())
    time.sleep(600)


def test_it_ends_with_the_block_however_busy_it_is():
    with apart(send_pid_and_sleep, nothing_told, silent_seconds=60) as coming:
        process = next(coming)
        assert psutil.pid_exists(process)
    assert not psutil.pid_exists(process)


class Unsendable(Exception):
    def __reduce__(self):
        raise TypeError("no")


def fail_unsendably(send: Send) -> None:
    raise Unsendable("It is stuck.")


def test_a_failure_that_cannot_be_sent_is_told_in_words():
    with (
        apart(fail_unsendably, nothing_told, silent_seconds=60) as coming,
        pytest.raises(RuntimeError, match=r"Unsendable.*It is stuck\."),
    ):
        next(coming)


def test_a_process_of_which_nothing_is_heard_is_given_up():
    with apart(send_pid_and_sleep, nothing_told, silent_seconds=0.2) as coming:
        process = next(coming)
        with pytest.raises(TookTooLong):
            next(coming)
    assert not psutil.pid_exists(process)


def test_its_processes_are_forked_from_another_than_this_one():
    with apart(send_pid_and_sleep, nothing_told, silent_seconds=60) as coming:
        parent = psutil.Process(next(coming)).ppid()
    assert parent != os.getpid()
    assert psutil.Process(parent).ppid() == os.getpid()


def test_where_what_they_are_forked_from_was_killed_the_next_comes_from_another():
    HELPERS.start()
    assert HELPERS.process is not None
    os.kill(HELPERS.process.pid, signal.SIGKILL)
    with apart(send_three, nothing_told, silent_seconds=60) as coming:
        assert list(coming)[1:] == [{"page": 1}, "last"]


def starts_and_dies() -> int:
    """A fork that starts a process of its own and is killed; gives the number of the one it started."""
    reads, writes = os.pipe()
    if (pid := os.fork()) == 0:
        HELPERS.forget()
        HELPERS.start()
        os.write(writes, str(HELPERS.process.pid).encode())
        os.kill(os.getpid(), signal.SIGKILL)
    os.waitpid(pid, 0)
    started = int(os.read(reads, 20))
    os.close(reads)
    os.close(writes)
    return started


def test_nothing_is_left_of_a_worker_that_was_killed():
    started = starts_and_dies()
    deadline = time.monotonic() + 60
    while psutil.pid_exists(started) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not psutil.pid_exists(started)
