"""The process that touches a file: how it is started, waited for and ended."""

from __future__ import annotations

import os
from pathlib import Path

import openpyxl
import psutil
import pytest
from PIL import Image, ImageDraw

from reading.formats.media_types import sniff_media_type
from reading.model import ParsedPage, UnreadableDocument
from reading.parse import parse_document
from reading.sandbox.forkserver import Process
from reading.sandbox.limited import Request, one_answer
from reading.sandbox.processes import FILE_READERS, reader
from tests.reading.writing import FILLER, lines, write_pdf


def living() -> Process:
    """What readers are forked from."""
    FILE_READERS.start()
    assert FILE_READERS.process is not None
    return FILE_READERS.process


def test_a_nursery_that_has_died_is_replaced(tmp_path):
    path = write_pdf(tmp_path / "a.pdf", [lines(FILLER)])
    died = living()
    died.kill()
    died.wait()
    assert isinstance(one_answer(Request(path, "page")), ParsedPage)
    assert living().pid != died.pid


def test_the_libraries_of_other_formats_are_loaded_once_for_all_files_but_the_first(tmp_path):
    FILE_READERS.end()
    maps = Path(f"/proc/{living().pid}/maps")
    path = write_pdf(tmp_path / "a.pdf", [lines(FILLER)])
    for is_loaded in (False, True):
        assert isinstance(one_answer(Request(path, "page")), ParsedPage)
        assert ("/lxml/" in maps.read_text()) is is_loaded


def test_a_reader_ends_with_who_asked_even_while_it_is_stuck_in_a_file(taken_over, tmp_path):
    path = write_pdf(tmp_path / "stuck.pdf", [lines(FILLER)])
    taken_over(path, "import time; time.sleep(600)")
    with reader(Request(path, "pages")) as child:
        assert not child.connection.poll(0.2)
        child.connection.close()
        gone, _ = psutil.wait_procs([child.process], timeout=60)
    assert gone


def test_what_is_no_file_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "never.pdf")
    with pytest.raises(UnreadableDocument, match="cannot be opened"):
        one_answer(Request(tmp_path / "never.pdf", "page"))


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
    frames = [Image.new("RGB", (900, 740), "white") for _ in range(2)]  # smaller ones are enlarged
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
