"""Pages come out of a child process as they went in."""

from __future__ import annotations

import pickle

from documents.parsing.packed import pack, unpack
from documents.parsing.pdfium import open_pdf, pages_of
from documents.parsing.types import ParsedPage
from tests.documents.writing import Text, lines, write_pdf


def test_a_page_is_the_same_behind_the_way_with_its_words_their_places_and_looks(tmp_path):
    row = [Text("Net sales", x=60, top=700), Text("$ 3,226,773", x=300, top=700)]
    heading = Text("Heading", top=60, size=20, bold=True)
    written = [heading, *lines(*(f"line {n} of the running text" for n in range(20))), *row]
    with open_pdf(write_pdf(tmp_path / "page.pdf", [written])) as document:
        page = next(pages_of(document))
    assert isinstance(page, ParsedPage)
    assert {line.bold for line in page.lines} == {True, False}
    assert unpack(pickle.loads(pickle.dumps(pack(page)))) == page


def test_a_page_without_words_has_no_lines():
    page = ParsedPage(3, "", (), 595.0, 842.0, is_picture=True)
    assert unpack(pack(page)) == page
