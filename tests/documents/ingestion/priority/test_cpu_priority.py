"""Reading rests while a question is answered on the same machine."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.http import HttpResponse

from documents.ingestion.priority import cpu_priority
from documents.ingestion.priority.cpu_priority import give_way, give_way_now_and_then, going_first
from ragsite.gate.middleware import requests_go_first
from reading.sandbox.background import HELPERS, Send, apart

HOLD = """
import fcntl, sys, time
with open(sys.argv[1], "w") as file:
    fcntl.flock(file, getattr(fcntl, sys.argv[2]))
    print(flush=True)
    time.sleep(60)
"""


@pytest.fixture
def reading(settings, tmp_path, monkeypatch) -> None:
    """This process reads documents, in a home of its own."""
    settings.RAGSITE_HOME = tmp_path
    monkeypatch.setattr(cpu_priority, "_stands_back", True)
    monkeypatch.setattr(cpu_priority, "_goes_on_until", 0.0)
    monkeypatch.setattr(cpu_priority, "REST_SECONDS", 60.0)
    with going_first():  # makes the folder
        pass


def rests() -> bool:
    """Whether a thread that gives way is still resting after a moment; it is left to end by itself."""
    thread = threading.Thread(target=give_way, daemon=True)
    thread.start()
    thread.join(0.3)
    return thread.is_alive()


def test_reading_rests_while_a_question_is_answered(reading):
    assert not rests()
    with going_first():
        with going_first():
            assert rests()
        assert rests()  # another question is over, this one is not
    assert not rests()


def test_whoever_does_not_read_never_rests(reading, monkeypatch):
    monkeypatch.setattr(cpu_priority, "_stands_back", False)
    with going_first():
        assert not rests()


@contextmanager
def held(lock: Path, how: str) -> Iterator[subprocess.Popen[bytes]]:
    """Another process that holds the lock."""
    command = [sys.executable, "-c", HOLD, str(lock), how]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        try:
            assert process.stdout
            process.stdout.readline()
            yield process
        finally:
            process.kill()


def test_a_killed_question_holds_nothing_up(reading, tmp_path):
    with held(tmp_path / "run" / "questions.lock", "LOCK_SH") as question:
        assert rests()
        question.kill()
        question.wait()
        assert not rests()


def test_reading_goes_on_for_as_long_as_it_rested(reading, monkeypatch):
    monkeypatch.setattr(cpu_priority, "REST_SECONDS", 0.2)
    with going_first():
        give_way()
        monkeypatch.setattr(cpu_priority, "REST_SECONDS", 60.0)
        assert not rests()
        time.sleep(0.2)
        assert rests()


def test_a_question_does_not_wait_for_a_process_that_was_stopped_as_it_looked(reading, tmp_path):
    began = time.monotonic()
    with held(tmp_path / "run" / "questions.lock", "LOCK_EX"), going_first():
        assert time.monotonic() - began < 30


def test_a_home_that_cannot_be_written_to_stops_no_question(reading, settings, tmp_path):
    settings.RAGSITE_HOME = tmp_path / "other"
    settings.RAGSITE_HOME.write_text("a file where a folder should be")
    with going_first():
        assert not rests()


def test_a_lock_that_cannot_be_opened_stops_no_reading(reading, tmp_path, settings):
    settings.RAGSITE_HOME = tmp_path / "elsewhere"
    settings.RAGSITE_HOME.mkdir()
    (settings.RAGSITE_HOME / "run").write_text("a file where a folder should be")
    assert not rests()
    give_way()  # raises nothing


def count_on(send: Send) -> None:
    """Says every hundredth of a second that it still computes, with little room for rests within rests."""
    give_way_now_and_then()
    sys.setrecursionlimit(80)
    until = time.monotonic() + 60
    said = 0.0
    while time.monotonic() < until:
        if time.monotonic() - said > 0.01:
            said = time.monotonic()
            send("on")


def test_rules_give_way_whatever_they_are_at(reading):
    HELPERS.end()  # those to come are forked from this process as it is now
    try:
        with apart(count_on, lambda _: None, silent_seconds=60) as parts:
            next(parts)
            with going_first():
                time.sleep(0.3)
                while parts.is_waiting():
                    next(parts)
                time.sleep(0.3)
                assert not parts.is_waiting()
            next(parts)
    finally:
        HELPERS.end()


def test_a_request_goes_first_until_its_view_has_answered(reading, rf):
    def view(_: object) -> HttpResponse:
        assert rests()
        return HttpResponse("answered")

    async def async_view(request: object) -> HttpResponse:
        return view(request)

    assert requests_go_first(view)(rf.get("/")).content == b"answered"
    assert asyncio.run(requests_go_first(async_view)(rf.get("/"))).content == b"answered"
    assert not rests()
