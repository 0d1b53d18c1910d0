"""Lists as one answer: what introduces one, what its items are called, and which question it answers."""

from __future__ import annotations

import pytest

from retrieval.passages.expected import Expected, expected_of
from retrieval.passages.forms.listed import lists, with_row, with_whole_list
from retrieval.passages.scoring import Passage, Scored
from retrieval.passages.windows import Window, listings_of, lists_of, units_of
from retrieval.search.results import Hit

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


@pytest.mark.parametrize(("number", "answers"), [("two", True), ("three", False)])
def test_what_is_told_one_after_the_other_is_as_many_as_are_asked_for(number: str, answers: bool) -> None:
    told = 'The first play will be "The Tin Goose". The second play will be "Moon Harbour".'
    assert lists(Window(tuple(units_of(told))), Expected("list", "en", "plays", number)) is answers


RULES = """It is not allowed:
a) to smoke in the mill;
b) to bring dogs;
c) to feed the kiln."""


@pytest.mark.parametrize(
    ("kind", "first", "last", "whole"),
    [("open", 0, 2, True), ("open", 1, 2, False), ("steps", 1, 2, True), ("list", 2, 3, True)],
)
def test_a_list_of_which_the_first_line_is_told_is_told_whole(kind, first, last, whole) -> None:
    units = units_of(RULES)
    hit = Hit(
        chunk_id=1,
        document_id=1,
        filename="rules.md",
        section="",
        page_start=1,
        page_end=1,
        text=RULES,
        score=1.0,
    )
    passage = Passage(hit, 1, RULES, "", 0)
    some = Scored(passage, Window(tuple(units[first:last])), 1.0, frozenset(), frozenset())
    told = with_whole_list(some, list(lists_of(units)), Expected(kind, "en"))
    assert (told.window.text.endswith("feed the kiln.") and "smoke" in told.window.text) is whole


@pytest.mark.parametrize(("number", "members"), [("three", ("drying", "firing", "glazing")), ("two", ())])
def test_a_row_behind_a_colon_is_a_list_of_as_many_as_are_asked_for(number, members) -> None:
    text = "Three stages make up the work: drying, firing and glazing."
    passage = Passage(hit=None, page=1, text=text, identity="", rank=0)  # type: ignore[arg-type]
    each = Scored(passage, Window(tuple(units_of(text))), 1.0, frozenset(), frozenset())
    assert with_row(each, Expected("list", "en", "stages", number)).window.members == members
