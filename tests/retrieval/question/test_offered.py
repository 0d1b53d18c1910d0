"""Questions that offer what may be answered, and of which of the names the words are told."""

from __future__ import annotations

import pytest

from retrieval.passages.scoring import Passage, Scored
from retrieval.passages.subject import Subject, subject_of
from retrieval.passages.windows import Window, units_of
from retrieval.question.offered import Offer, chosen_of, offered_in
from retrieval.search.results import Hit


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Which mill grinds oats on Sundays, Brandt or Okafor?", ("Brandt", "Okafor")),
        ("Which mill grinds oats: the Upper, Brandt or the Lower Mill?", ("Upper", "Brandt", "Lower Mill")),
        ("Which mill grinds more oats, Brandt or Okafor?", ()),
        ("Which mill is older, Brandt or Okafor?", ()),
        ("Which mill grinds oats, wheat or rye?", ()),
        ("Which mill grinds oats?", ()),
    ],
)  # fmt: skip
def test_names_are_offered_unless_it_is_asked_which_has_more(question: str, names: tuple[str, ...]) -> None:
    offer = offered_in(question)
    assert (offer.names if offer else ()) == names


def told(text: str, name: str, words: float) -> Scored:
    hit = Hit(
        chunk_id=1, document_id=1, filename=f"{name}.md", section="", page_start=1, page_end=1,
        text=text, score=1.0,
    )  # fmt: skip
    passage = Passage(hit, 1, text, name, 0, name)
    return Scored(passage, Window(tuple(units_of(text))), words, frozenset(), frozenset())


OFFER = Offer("Which mill grinds oats on Sundays?", ("Brandt", "Okafor"))


def test_the_name_of_the_document_whose_words_answer_is_chosen() -> None:
    found = chosen_of(
        OFFER, [told("It grinds oats on Sundays.", "Okafor", 0.9), told("Oats.", "Brandt", 0.3)]
    )
    assert [each.value.text for each in found if each.value] == ["Okafor"]


@pytest.mark.parametrize(
    "others",
    [
        [told("It grinds oats on Sundays too.", "Brandt", 0.85)],
        [told("Brandt and Okafor grind oats on Sundays.", "Okafor", 0.95)],
    ],
    ids=["both are told so", "one window names both"],
)
def test_nothing_is_chosen_where_nothing_tells_the_names_apart(others: list[Scored]) -> None:
    weak = told("It grinds.", "Okafor", 0.9 if others[0].words < 0.9 else 0.2)
    assert chosen_of(OFFER, [weak, *others]) == []


def test_what_is_offered_need_not_stand_in_each_passage() -> None:
    subject = subject_of("Which mill of Ostrava grinds oats, Brandt or Okafor?")
    assert OFFER.without(subject) == Subject(names=("Ostrava",))
