"""Pages come out of another process as they went in, and nothing else does."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reading.formats.pdf.pdf_pages import open_pdf, pages_of
from reading.model import (
    Box,
    DocumentInfo,
    KnownGrid,
    Line,
    OutlineItem,
    ParsedPage,
    SkippedPage,
    Word,
)
from reading.sandbox.limited import Limits, Request
from reading.sandbox.messages import Failure, Finished, NoMessage, Walls, decode, encode
from tests.reading.writing import Text, lines, write_pdf

BOX = Box(1.0, 2.0, 3.0, 4.5)


def test_a_page_is_the_same_behind_the_way_with_its_words_their_places_and_looks(tmp_path):
    row = [Text("Net sales", x=60, top=700), Text("$ 3,226,773", x=300, top=700)]
    heading = Text("Heading", top=60, size=20, bold=True)
    written = [heading, *lines(*(f"line {n} of the running text" for n in range(20))), *row]
    with open_pdf(write_pdf(tmp_path / "page.pdf", [written])) as document:
        page = next(pages_of(document))
    assert isinstance(page, ParsedPage)
    assert {line.bold for line in page.lines} == {True, False}
    assert decode(encode(page)) == page


@pytest.mark.parametrize(
    "message",
    [
        DocumentInfo(3, "Title", date(2024, 2, 29), (OutlineItem("One", 1, 0),), {"author": "é"}),
        ParsedPage(3, "", (), 595.0, 842.0, is_picture=True),
        ParsedPage(1, "a", (Line((Word("a", BOX),), "a", BOX),), rules=(BOX,)),
        ParsedPage(1, "a", grids=(KnownGrid(0, 1, (1.0,), True),)),
        SkippedPage(2, "The page crashes."),
        b"\x89PNG",
        Failure("It is broken.", "broken", "ValueError()"),
        Finished(),
        Walls(("files",), ("calls: none",)),
    ],
    ids=lambda message: type(message).__name__,
)  # fmt: skip
def test_every_message_is_the_same_behind_the_way(message):
    assert decode(encode(message)) == message


def test_a_request_is_the_same_behind_the_way(tmp_path):
    request = Request(
        tmp_path / "ä.pdf", "ocr", "pass", numbers=(1, 2), limits=Limits(ocr_pages=3), target=tmp_path
    )
    assert decode(encode(request)) == request


def test_halves_of_surrogate_pairs_are_marked_and_keep_every_place():
    page = ParsedPage(1, "a\ud800b", (Line((Word("a\ud800b", BOX),), "a\ud800b", BOX),), title="\udfff")
    came = decode(encode(page))
    assert isinstance(came, ParsedPage)
    assert (came.text, came.lines[0].text, came.lines[0].words[0].text, came.title) == (
        *["a\ufffdb"] * 3,
        "\ufffd",
    )


@settings(max_examples=300, deadline=None, derandomize=True, database=None)
@given(st.binary(max_size=200))
def test_any_bytes_are_a_message_or_none(sent):
    try:
        decode(sent)
    except NoMessage:
        return
