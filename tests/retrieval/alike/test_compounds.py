"""Compounds of a question that a document writes as two words."""

import pytest

from retrieval.alike.compounds import taken_apart

HELD = frozenset({"terras", "vergunn", "leges", "arbeit", "zeit", "konto", "kleingartenverein"})


@pytest.mark.parametrize(
    ("asked", "language", "parts"),
    [
        ({"terrasvergunn", "leges"}, "nl", {"terras", "vergunn", "leges"}),
        ({"arbeitszeit"}, "de", {"arbeit", "zeit"}),
        ({"terrasvergunn"}, "en", {"terrasvergunn"}),  # which writes none
        ({"terrastafel"}, "nl", {"terrastafel"}),  # half of it stands nowhere
        ({"konto"}, "de", {"konto"}),
        ({"verein"}, "de", {"kleingartenverein"}),  # which is a kind of it
        ({"konten"}, "de", {"konten"}),
    ],
)
def test_a_compound_is_the_words_that_it_is_made_of(asked, language, parts):
    assert taken_apart(frozenset(asked), HELD, language) == parts


def test_a_participle_is_of_its_separable_verb():
    assert taken_apart(frozenset({"abgeles"}), frozenset({"ables", "zahl"}), "de") == {"ables"}
    assert taken_apart(frozenset({"abgeles"}), frozenset({"abend"}), "de") == {"abgeles"}
