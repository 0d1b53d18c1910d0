"""Which sentence says what a thing is."""

import pytest

from retrieval.passages.weighing.definitions import TELLING, says_what_it_is


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("1. A Standing Order is a rule for all crews.", True),
        ("New Standing Orders are issued by changing the list of these.", False),
        ("A Standing Order needs two thirds to be withdrawn.", False),
    ],
)
def test_what_a_thing_is_is_said_by_the_sentence_that_begins_with_it(text, says):
    assert says_what_it_is(text, "What is a Standing Order in the statutes?") is says


@pytest.mark.parametrize(
    ("text", "tells"),
    [
        ("Dieser Name ist eine Zusammensetzung aus Willi und Gans.", True),
        ("The boat is named after a heron.", True),
        ("Die Namen der Boote hängen im Schuppen.", False),
    ],
)
def test_where_a_name_is_from_is_told_by_words_that_say_so(text, tells):
    assert (TELLING["origin"].search(text) is not None) is tells
