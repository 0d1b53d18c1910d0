"""The process that touches a file: it has no network and starts no programs."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import PosixPath

import openpyxl
import psutil
import pytest
from PIL import Image, ImageDraw

from documents.nurseries import Process
from documents.parsing import parse_document, sniff_media_type
from documents.parsing.isolated import Request, one_answer
from documents.parsing.processes import FILE_READERS, reader
from documents.parsing.types import DocumentInfo, ParsedPage
from tests.documents.writing import FILLER, lines, write_pdf


def reach(port: int) -> None:
    socket.create_connection(("127.0.0.1", port), timeout=5).close()


def look_up(port: int) -> None:
    socket.getaddrinfo("localhost", port)


def send_a_datagram(port: int) -> None:
    socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", ("127.0.0.1", port))


def run_a_program(port: int) -> None:
    subprocess.run([sys.executable, "-c", ""], check=True)


TRIED: dict[str, Callable[[int], None]] = {
    each.__name__: each for each in (reach, look_up, send_a_datagram, run_a_program)
}


class Reaching(PosixPath):
    """A path over which its reader tries what a hostile file might make it try, and notes how that ended."""

    def __fspath__(self) -> str:
        path, ended = str(self), "done"
        if "TRY" in os.environ and "NOTE" in os.environ:
            try:
                TRIED[os.environ["TRY"]](int(os.environ["PORT"]))
            except PermissionError:
                ended = "refused"
            with open(os.environ["NOTE"], "a") as note:
                note.write(ended)
        return path


def living() -> Process:
    """What readers are forked from."""
    FILE_READERS.start()
    assert FILE_READERS.process is not None
    return FILE_READERS.process


@pytest.fixture
def environment(monkeypatch):
    """Sets variables that readers have: those of the process that they are forked from."""
    FILE_READERS.end()
    yield monkeypatch.setenv
    FILE_READERS.end()


@pytest.mark.parametrize("what", TRIED)
def test_a_files_reader_reaches_nothing(what, tmp_path, environment):
    path = write_pdf(tmp_path / "a.pdf", [lines(FILLER)])
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.setblocking(False)
        environment("TRY", what)
        environment("PORT", str(server.getsockname()[1]))
        environment("NOTE", str(tmp_path / "note"))
        assert isinstance(one_answer(Request(Reaching(path), "pypdf")), DocumentInfo)
        with pytest.raises(BlockingIOError):
            server.accept()
    assert set((tmp_path / "note").read_text().split("refused")) == {""}


def test_a_nursery_that_has_died_is_replaced(tmp_path):
    path = write_pdf(tmp_path / "a.pdf", [lines(FILLER)])
    died = living()
    died.kill()
    died.wait()
    assert isinstance(one_answer(Request(path, "page")), ParsedPage)
    assert living().pid != died.pid


def test_a_reader_ends_with_who_asked_even_while_it_is_stuck_in_a_file(tmp_path):
    os.mkfifo(tmp_path / "never.pdf")
    with reader(Request(tmp_path / "never.pdf", "pypdf")) as child:
        assert not child.connection.poll(0.2)
        child.connection.close()
        gone, _ = psutil.wait_procs([child.process], timeout=60)
    assert gone


def test_a_process_whose_nursery_was_killed_starts_one_for_all_its_forks():
    killed = living()
    killed.kill()
    killed.wait()
    assert living().pid != killed.pid
    assert living().poll() is None


def a_long_pdf(path):
    write_pdf(
        path, [lines(*[f"{FILLER} {page} {line}" for line in range(50)], leading=12) for page in range(60)]
    )


def a_long_workbook(path):
    book = openpyxl.Workbook(write_only=True)
    for number in range(60):
        sheet = book.create_sheet(f"Sheet {number}")
        for line in range(60):
            sheet.append([f"{FILLER} {number} {line}", line])
    book.save(path)


def two_pictures(path):
    frames = [Image.new("RGB", (900, 300), "white") for _ in range(2)]
    for at, frame in enumerate(frames):
        ImageDraw.Draw(frame).multiline_text(
            (20, 40), f"Page {at}\n{FILLER[:60]}\n{FILLER[60:]}", "black", font_size=24
        )
    frames[0].save(path, save_all=True, append_images=frames[1:])


@pytest.mark.parametrize(
    ("write", "name"), [(a_long_pdf, "a.pdf"), (a_long_workbook, "a.xlsx"), (two_pictures, "a.tif")]
)
def test_a_file_loses_nothing_where_something_else_ends_its_reader(tmp_path, write, name):
    write(tmp_path / name)
    killed = []

    def kill_once(done, of):
        children = psutil.Process(living().pid).children()
        if not killed:
            killed.extend(children)
            for child in children:
                child.kill()

    path = tmp_path / name
    document = parse_document(path, media_type=sniff_media_type(path, name), on_page=kill_once)
    assert killed
    undisturbed = parse_document(path, media_type=sniff_media_type(path, name))
    assert (document.pages, document.skipped) == (undisturbed.pages, ())
