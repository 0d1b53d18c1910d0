"""No file stops the caller: each ends with text or with a reason that a person understands."""

from __future__ import annotations

import pytest
from reportlab.lib.pdfencrypt import StandardEncryption

from reading.formats.media_types import PDF
from reading.model import UnreadableDocument
from reading.parse import parse_document
from reading.sandbox.limited import Limits
from reading.sandbox.processes import counted
from tests.data import data_path
from tests.reading.writing import FILLER, lines, write_pdf

PAGES = [lines(FILLER, FILLER), lines(FILLER), lines(FILLER)]


@pytest.fixture
def pdf(tmp_path):
    return write_pdf(tmp_path / "three-pages.pdf", PAGES)


def reason_of(path, **how) -> tuple[str, str]:
    with pytest.raises(UnreadableDocument) as caught:
        parse_document(path, media_type=PDF, **how)
    return caught.value.reason, str(caught.value)


def test_a_password_is_asked_for_and_opens_the_file(tmp_path):
    path = write_pdf(tmp_path / "p.pdf", PAGES, encrypt=StandardEncryption("secret", strength=128))
    assert reason_of(path) == (
        "encrypted",
        "The PDF is protected by a password. Give its password and try again.",
    )
    assert reason_of(path, password="wrong")[1].startswith("The password does not open it.")
    assert len(parse_document(path, media_type=PDF, password="secret").pages) == 3


def test_an_empty_user_password_opens_silently(tmp_path):
    locked = StandardEncryption("", ownerPassword="owner", canCopy=0, strength=128)
    path = write_pdf(tmp_path / "p.pdf", PAGES, encrypt=locked)
    assert FILLER in parse_document(path, media_type=PDF).pages[0].text


def test_a_broken_file_says_what_to_do(tmp_path):
    path = tmp_path / "broken.pdf"
    path.write_bytes(b"%PDF-1.7\n" + b"\xff\x00 nothing that a PDF holds " * 50)
    reason, sentence = reason_of(path)
    assert reason == "broken"
    assert "upload the new file" in sentence


def test_a_file_cut_off_in_the_middle_still_gives_its_first_pages(pdf, tmp_path):
    whole = pdf.read_bytes()
    cut = tmp_path / "cut.pdf"
    cut.write_bytes(whole[: whole.rindex(b"xref")])
    assert FILLER in parse_document(cut, media_type=PDF).pages[0].text


def test_too_little_text_says_so_and_shows_it(tmp_path):
    reason, sentence = reason_of(write_pdf(tmp_path / "p.pdf", [lines("Scan 0017")]))
    assert reason == "no_text"
    assert "9 characters" in sentence
    assert "Scan 0017" in sentence


def test_too_many_pages_are_refused(pdf):
    reason, sentence = reason_of(pdf, max_pages=2)
    assert reason == "too_many_pages"
    assert "3 pages; at most 2" in sentence


def test_a_file_that_hangs_is_given_up(pdf):
    reason, sentence = reason_of(pdf, limits=Limits(start_seconds=0))
    assert reason == "broken"
    assert "takes too long to read" in sentence


@pytest.mark.parametrize(
    "waited,worked,expected",
    [(10, 10, 10), (10, 9, 9), (10, 20, 10), (10, 3, 3), (40, 1, 10), (40, 0, 10)],
    ids=["alone", "nearly alone", "by two processors", "beside others", "starved", "hanging"],
)
def test_time_for_which_others_had_the_processors_hardly_counts(waited, worked, expected):
    assert counted(waited, worked) == expected


def test_pages_that_hang_are_skipped_with_their_reason(pdf):
    reason, sentence = reason_of(pdf, limits=Limits(page_seconds=0, start_seconds=30))
    assert reason == "broken"
    assert sentence == "No page of the PDF can be read. Page 1: The page takes too long to read."


def test_a_file_that_needs_too_much_memory_ends_with_a_reason(tmp_path):
    page = [line for top in range(700) for line in lines(FILLER * 4, top=top)]
    path = write_pdf(tmp_path / "dense.pdf", [page])
    reason, sentence = reason_of(path, limits=Limits(memory_bytes=1_000_000))
    assert reason == "broken"
    assert "too much memory" in sentence


@pytest.mark.data
@pytest.mark.parametrize(
    "name, expected",
    [
        ("bomb__pdfjs__bomb_giant.pdf", "no_text"),
        ("malformed__qpdf__deep-pages.pdf", "broken"),
        ("malformed__pocs__adobe-tiny.pdf", "broken"),
        ("encrypted__pypdf__r3-empty-password.pdf", "no_text"),
        ("encrypted__pdfjs__issue6010_1.pdf", "encrypted"),
        ("malformed__pdfjs__GHOSTSCRIPT-698804-1-fuzzed.pdf", "no_text"),
    ],
)
def test_hostile_files_end_with_a_reason(name, expected):
    path = data_path("bad-pdfs", name)
    reason, sentence = reason_of(path)
    assert reason == expected
    assert sentence.endswith(".")
