"""Boxes round the words of a quote."""

from __future__ import annotations

import pytest

from documents.highlights import quote_boxes
from documents.parsing import PDF, TEXT
from tests.documents.writing import lines, write_pdf


@pytest.fixture
def pdf(tmp_path):
    words = lines("Net sales increased 18.2% to", "$3.2 billion in the quarter.", "Costs fell.", x=60)
    return write_pdf(tmp_path / "p.pdf", [lines("First page"), words])


def test_there_is_one_box_for_each_line_and_only_round_the_quoted_words(pdf):
    first, second = quote_boxes(pdf, media_type=PDF, page=2, quote="increased 18.2% to $3.2 billion")
    assert first.x0 > 100
    assert second.x0 == pytest.approx(60, abs=1)
    assert second.top > first.top
    assert second.x1 < first.x1 + 60


def test_a_quote_that_is_not_there_has_no_boxes(pdf):
    assert quote_boxes(pdf, media_type=PDF, page=1, quote="Net sales increased 18.2%") == []
    assert quote_boxes(pdf, media_type=PDF, page=9, quote="Net sales") == []


def test_text_without_pictures_has_no_boxes(tmp_path):
    path = tmp_path / "a.txt"
    path.write_text("Net sales")
    assert quote_boxes(path, media_type=TEXT, page=1, quote="Net sales") == []
