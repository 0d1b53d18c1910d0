"""Whose share is asked for, and what of them."""

from __future__ import annotations

from retrieval.tables.shares import parted
from tests.cases import every_case


@every_case(
    "words, parts",
    [
        ("flights were late", ("flights", "were late")),
        ("players that have won an award", ("players", "that have won an award")),
        ("films released in 2005 were horror films", ("films released in 2005", "were horror films")),
        ("countries that are landlocked are in Africa", ("countries that are landlocked", "are in Africa")),
        # of which verb the share is, is not told
        ("players who were born in Cuba won an award", None),
        ("revenue", None),
    ],
)
def test_a_share_is_parted_at_the_verb_of_the_sentence(words, parts):
    assert parted(words) == parts
