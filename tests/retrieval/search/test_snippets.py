import pytest

from retrieval.search.snippets import snippet, words_matching

TEXT = "Rain fell all day. " * 20 + "The tidal turbine makes power from currents. " + "Later it dried. " * 20


def test_a_snippet_stands_round_the_words():
    piece = snippet(TEXT, {"tidal", "currents"}, 100)
    assert "tidal turbine makes power from currents" in piece
    assert (piece[0], piece[-1]) == ("…", "…")
    assert len(piece) <= 100
    assert all(word in TEXT.split() for word in piece.strip("…").split())


def test_the_place_with_most_different_words_is_shown():
    text = "tidal tidal tidal " + "nothing here " * 30 + "tidal power"
    assert snippet(text, {"tidal", "power"}, 60).endswith("tidal power")


def test_without_any_of_the_words_it_is_the_beginning():
    assert snippet(TEXT, set(), 50) == "Rain fell all day. Rain fell all day. Rain fell…"


def test_a_short_text_is_whole():
    assert snippet("The tidal turbine.", {"tidal"}, 40) == "The tidal turbine."


@pytest.mark.parametrize("length", [40, 41, 99])
def test_a_text_without_spaces_is_cut_to_length(length):
    piece = snippet("x" * 500, set(), length)
    assert len(piece) == length
    assert piece.endswith("…")


@pytest.mark.django_db
def test_words_match_by_their_stems():
    texts = ["Turbines converted tidal currents.", "The current is strong; converts 4.2% of it."]
    assert words_matching("convert a current", texts) == {"converted", "currents", "current", "converts"}
