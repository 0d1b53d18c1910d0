"""Lists as one answer: what introduces one, what its items are called, and which question it answers."""

from __future__ import annotations

import pytest

from retrieval.passages.expected import Expected, expected_of
from retrieval.passages.telling import lists
from retrieval.passages.windows import Window, listings_of, units_of

KILN = """We fire the clay with the following settings:

• heat: The setting that says how hot the kiln becomes. More heat makes the clay
harder but more brittle. We try heats of 900 to 1,200.

• draught: The setting that says how much air enters the kiln. Less draught makes the glaze
darker.

• soak: How long the highest heat is held.

The kiln cools for a night."""
STAGES = "The clay passes three separate stages: (1) drying, (2) a first firing, and (3) glazing."


def test_items_are_called_by_their_labels_and_the_list_ends_with_them() -> None:
    (listing,) = listings_of(units_of(KILN))
    assert listing.text == "We fire the clay with the following settings:"
    assert listing.members == ("heat", "draught", "soak")
    assert listing.whole.endswith("How long the highest heat is held.")


@pytest.mark.parametrize(
    ("question", "answers"),
    [
        ("Which settings are used to fire the clay?", True),
        ("Which three settings are used to fire the clay?", True),
        ("Which four settings are used to fire the clay?", False),
        ("Which glazes are used to fire the clay?", False),
    ],
)
def test_a_list_answers_only_where_its_line_names_what_is_listed(question: str, answers: bool) -> None:
    (listing,) = listings_of(units_of(KILN))
    assert lists(listing, expected_of(question)) is answers


@pytest.mark.parametrize(("number", "answers"), [("three", True), ("3", True), ("two", False), ("", False)])
def test_what_is_enumerated_in_a_sentence_is_as_many_as_are_asked_for(number: str, answers: bool) -> None:
    window = Window(tuple(units_of(STAGES)))
    assert lists(window, Expected("list", "en", "stages", number)) is answers
