"""Work in a process beside this one: its parts, its progress, its failures and its end."""

from __future__ import annotations

import os
import signal
import time
from multiprocessing import Pipe

import psutil
import pytest

from documents.apart import Note, TookTooLong, apart
from documents.parsing.types import UnreadableDocument


def nothing_told(note: Note) -> None:
    raise AssertionError("there was nothing to tell")


def test_parts_come_in_order_from_another_process():
    def work(send):
        for part in (os.getpid(), {"page": 1}, "last"):
            send(part)

    with apart(work, nothing_told, silent_seconds=60) as coming:
        process, *rest = coming
    assert process != os.getpid()
    assert rest == [{"page": 1}, "last"]


def test_it_tells_how_far_it_is_while_a_part_is_waited_for():
    seen: list[Note] = []

    def work(send):
        send(Note(1, 2))
        send(Note(2, 2, "row"))
        send("both")

    with apart(work, seen.append, silent_seconds=60) as coming:
        assert list(coming) == ["both"]
    assert seen == [Note(1, 2), Note(2, 2, "row")]


def test_a_part_is_asked_for_only_when_it_is_there():
    asked, answers = Pipe(duplex=False)

    def work(send):
        asked.recv()
        send(Note(1, 1))
        send("the part")

    with apart(work, lambda note: None, silent_seconds=60) as coming:
        assert not coming.is_waiting()
        answers.send("go on")
        deadline = time.monotonic() + 60
        while not coming.is_waiting() and time.monotonic() < deadline:
            time.sleep(0.01)
        assert list(coming) == ["the part"]


def test_it_works_on_while_nobody_takes_its_parts():
    heard, told = Pipe(duplex=False)

    def work(send):
        send(b"x" * 10_000_000)  # more than a pipe holds
        told.send("done")

    with apart(work, nothing_told, silent_seconds=60) as coming:
        assert heard.poll(60)
        assert len(next(coming)) == 10_000_000


def test_what_it_raises_is_raised_here_with_its_place():
    def work(send):
        send(1)
        raise UnreadableDocument("It is broken.", reason="broken")

    with apart(work, nothing_told, silent_seconds=60) as coming:
        assert next(coming) == 1
        with pytest.raises(UnreadableDocument, match="It is broken") as raised:
            next(coming)
    assert raised.value.reason == "broken"
    assert "in work" in "".join(raised.value.__notes__)


def test_a_process_that_is_killed_counts_as_out_of_memory():
    def work(send):
        os.kill(os.getpid(), signal.SIGKILL)

    with apart(work, nothing_told, silent_seconds=60) as coming, pytest.raises(MemoryError):
        next(coming)


def test_it_ends_with_the_block_however_busy_it_is():
    def work(send):
        send(os.getpid())
        time.sleep(600)

    with apart(work, nothing_told, silent_seconds=60) as coming:
        process = next(coming)
        assert psutil.pid_exists(process)
    assert not psutil.pid_exists(process)


class Unsendable(Exception):
    def __reduce__(self):
        raise TypeError("no")


def test_a_failure_that_cannot_be_sent_is_told_in_words():
    def work(send):
        raise Unsendable("It is stuck.")

    with (
        apart(work, nothing_told, silent_seconds=60) as coming,
        pytest.raises(RuntimeError, match=r"Unsendable.*It is stuck\."),
    ):
        next(coming)


def test_a_process_of_which_nothing_is_heard_is_given_up():
    def work(send):
        send(os.getpid())
        time.sleep(600)

    with apart(work, nothing_told, silent_seconds=0.2) as coming:
        process = next(coming)
        with pytest.raises(TookTooLong):
            next(coming)
    assert not psutil.pid_exists(process)
