"""Boxes round the words of a quote."""

from __future__ import annotations

import pytest

from documents.views.evidence.highlights import Highlights, find_highlights
from reading.formats.media_types import PDF, TEXT
from tests.reading.writing import lines, write_pdf


@pytest.fixture
def pdf(tmp_path):
    words = lines("Net sales increased 18.2% to", "$3.2 billion in the quarter.", "Costs fell.", x=60)
    return write_pdf(tmp_path / "p.pdf", [lines("First page"), words])


def test_there_is_one_box_for_each_line_and_only_round_the_quoted_words(pdf):
    quote = "increased 18.2% to $3.2 billion"
    first, second = find_highlights(pdf, media_type=PDF, page=2, quote=quote).quote
    assert first.x0 > 100
    assert second.x0 == pytest.approx(60, abs=1)
    assert second.top > first.top
    assert second.x1 < first.x1 + 60


def test_a_quote_that_is_not_there_has_no_boxes(pdf):
    assert find_highlights(pdf, media_type=PDF, page=1, quote="Net sales increased 18.2%") == Highlights()
    assert find_highlights(pdf, media_type=PDF, page=9, quote="Net sales") == Highlights()


def test_text_without_pictures_has_no_boxes(tmp_path):
    path = tmp_path / "a.txt"
    path.write_text("Net sales")
    assert find_highlights(path, media_type=TEXT, page=1, quote="Net sales") == Highlights()


@pytest.mark.parametrize("figure", ["18.2%", "18.2", "$18.2 thousand"])
def test_the_figure_is_found_among_the_words_of_the_quote(pdf, figure):
    quote = "increased 18.2% to $3.2 billion"
    found = find_highlights(pdf, media_type=PDF, page=2, quote=quote, figure=figure)
    (box,) = found.figure
    line = found.quote[0]
    assert line.x0 < box.x0 < box.x1 < line.x1
    assert box.top == pytest.approx(line.top, abs=1)


@pytest.mark.parametrize("figure", ["", "8.2", "18", "99", "Costs"])
def test_no_other_figure_is_taken_for_it(pdf, figure):
    found = find_highlights(pdf, media_type=PDF, page=2, quote="increased 18.2% to", figure=figure)
    assert found.quote
    assert found.figure == []
