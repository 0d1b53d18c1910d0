"""Which part of the pages that were found is read for an answer."""

import pytest

from documents.models import Page
from reading.formats.media_types import CSV, MARKDOWN
from retrieval.passages.pages import AROUND, TEXT_READ, passages_of, place_of
from retrieval.search.search import Hit
from tests.factories import DocumentFactory

LINE = "Rule {number} of the rowing club tells what is done with the boats of its members.\n"


def test_a_passage_that_goes_over_to_the_next_page_stands_where_its_longest_line_does():
    page = "The kiln burns for a night and a day.\nThen it cools for as long again."
    passage = "This long line stands on the page before.\nThe kiln burns for a night and a day."
    assert place_of(passage, page) == 0


@pytest.fixture
def hits_in(db):
    def found(media_type: str, lines: int, *at: int) -> list[Hit]:
        document = DocumentFactory(media_type=media_type)
        text = "".join(LINE.format(number=number) for number in range(lines))
        Page.objects.create(workspace=document.workspace, document=document, number=1, text=text)
        return [
            Hit(
                chunk_id=number,
                document_id=document.pk,
                filename="rules",
                section="",
                page_start=1,
                page_end=1,
                text=LINE.format(number=number).strip(),
                score=1.0,
            )
            for number in at
        ]

    return found


def test_of_a_text_without_pages_as_much_is_read_as_several_pages_hold(hits_in):
    (passage,) = passages_of(hits_in(MARKDOWN, 200, 20))
    assert len(passage.text) > 2 * AROUND
    assert "Rule 150 " in passage.text


def test_of_a_book_in_one_page_a_part_is_read_round_each_passage_and_no_line_twice(hits_in):
    first, other = passages_of(hits_in(MARKDOWN, 4000, 2000, 2010, 3900))
    assert TEXT_READ / 2 < len(first.text) < 1.1 * TEXT_READ
    assert "Rule 2000 " in first.text
    assert "Rule 2010 " in first.text
    assert "Rule 3900 " in other.text
    assert "Rule 2000 " not in other.text


def test_of_a_sheet_only_the_rows_round_the_passage_are_read(hits_in):
    (passage,) = passages_of(hits_in(CSV, 200, 100))
    assert len(passage.text) < 3 * AROUND


def test_of_texts_behind_the_first_only_the_part_round_the_passage_is_read(hits_in):
    first, other = passages_of([*hits_in(MARKDOWN, 200, 20), *hits_in(MARKDOWN, 200, 20)])
    assert len(other.text) < 3 * AROUND < len(first.text)
