"""What comes first by page, words and meaning answers, if it can be what is asked for."""

from __future__ import annotations

import numpy as np
import pytest

from retrieval.passages.expected import Expected, expected_of
from retrieval.passages.near.first import LEAST_MEANING, first_of_all
from retrieval.passages.scoring import Asked, Passage, Scored
from retrieval.passages.weighing.windows import weigh_windows
from retrieval.passages.windows import units_of, windows_of
from retrieval.search.results import Hit

MILL = (
    "Guests hand in the canoe by dusk. A cracked paddle costs the guest €18. Anglers keep to the west bank."
)
HEADED = "# Paddles\n\nMind the paddle rack, please.\n\nThe old rack is by the west door of the mill."


class OfWord:
    """Near to any question, by `near`, is what has the word."""

    def __init__(self, word: str, near: float = 1.0) -> None:
        self.word, self.near = word, near

    def embed(self, texts) -> np.ndarray:
        rest = float(np.sqrt(1 - self.near**2))
        told = [[self.near, rest] if self.word in text.casefold() else [0.0, 1.0] for text in texts[1:]]
        return np.array([[1.0, 0.0], *told])


def passage_of(text: str, rank: int = 0) -> Passage:
    hit = Hit(
        chunk_id=1, document_id=1, filename="mill.md", section="", page_start=1, page_end=1,
        text=text, score=1.0,
    )  # fmt: skip
    return Passage(hit, 1, text, "", rank, "Mill")


def first(question: str, text: str, embedder: OfWord, *, rank: int = 0) -> str:
    """The sentence that is put first; "" for none."""
    cut = [(passage_of(text, rank), window) for window in windows_of(units_of(text))]
    found, asked = weigh_windows(question, expected_of(question), frozenset(), cut, bonus=lambda *_: 0.0)
    units = [each for each in found if len(each.window.units) == 1]
    each = first_of_all(units, asked, embedder)
    return each.window.text if each else ""


BROKEN = "How much do I pay if my paddle snaps?"


@pytest.mark.django_db
def test_a_sentence_in_other_words_that_page_words_and_meaning_put_first_answers() -> None:
    assert first(BROKEN, MILL, OfWord("paddle")) == "A cracked paddle costs the guest €18."


PADDLE = "What about a paddle?"
NOT_FIRST = {
    "meaning": (BROKEN, MILL, OfWord("anglers"), 0),  # another is nearer
    "far": (BROKEN, MILL, OfWord("paddle", LEAST_MEANING - 0.01), 0),
    "page": (BROKEN, MILL, OfWord("paddle"), 1),  # another was found first
}
NO_ANSWER = {
    "value": ("How long is a paddle lent for?", MILL),  # no time stands there
    "change": (
        "By how much did the paddle's price fall?",
        "The price of a paddle was €18 in May. Anglers stay.",
    ),
    "total": ("What is the total price of the three paddles?", "The first paddle is €18. Anglers stay."),
    "short": (PADDLE, "A paddle rack. Anglers keep to the west bank."),
    "label": (PADDLE, "Paddle: see the rack at the door. Anglers stay."),
    "question": (PADDLE, "What about a paddle that breaks in two? It is replaced."),
    "leads-up": (PADDLE, "A paddle may be had on these terms:\n\n- by guests\n- by the day"),
    "numbers": (PADDLE, "A paddle 12 18 22 rack 4 8 oar 7 9 11. Anglers stay."),
    "long": (PADDLE, f"A paddle is kept {'with all that belongs to it ' * 20}at the door. Anglers stay."),
    "names": ("May Ada Wren of Tarn Lane leave?", "Ada Wren of Tarn Lane signed the paddle list."),
    "reason": ("Why was the paddle lent?", "The paddle that broke was lent to an angler."),
    "name": ("What is the name of the paddle maker?", "The paddle is made by a joiner of the town."),
    "time": (
        "What becomes of the paddle before shipment?",
        "The paddle is oiled after shipment by the miller.",
    ),
    "blank": (PADDLE, "A paddle is lent for ________ days to the guest. Anglers stay."),
    "calendar": (
        "On what date is the oar race?",
        "9 March, paddle test at the quay\n\nAnglers stay.",
    ),
    "list": ("Which two paddles are lent?", "Enjoy the paddle with the warden!\n\nAnglers keep to the bank."),
    "fine": ("How high is the fine for a paddle?", "A paddle costs the guest €18. Anglers stay."),
    "month": ("What about the paddle of May?", "The paddle that came in July was sold again."),
}


@pytest.mark.django_db
@pytest.mark.parametrize(("question", "text", "embedder", "rank"), NOT_FIRST.values(), ids=NOT_FIRST)
def test_what_one_of_them_does_not_put_first_answers_nothing(question, text, embedder, rank) -> None:
    assert first(question, text, embedder, rank=rank) == ""


@pytest.mark.django_db
@pytest.mark.parametrize(("question", "text"), NO_ANSWER.values(), ids=NO_ANSWER)
def test_what_comes_first_answers_only_if_it_can_be_what_is_asked_for(question, text) -> None:
    assert first(question, text, OfWord("paddle")) == ""


@pytest.mark.django_db
def test_a_firm_is_somebody_and_a_bound_without_a_number_an_amount() -> None:
    text = "The sole source of paddles is Tarn Boats Ltd, of Leeds. Anglers keep to the west bank."
    assert first("Who is the sole source of paddles?", text, OfWord("paddle")).startswith("The sole source")
    text = "For a lost paddle the fee is limited to the price of a new one. Anglers keep to the west bank."
    assert first("What is the most I pay for my paddle?", text, OfWord("paddle")).startswith("For a lost")
    assert not first("What do I pay for my paddle?", text, OfWord("paddle"))


@pytest.mark.django_db
def test_who_may_do_something_is_told_by_an_office() -> None:
    text = "Paddles are handed out by the keeper of the lock. Anglers keep to the west bank."
    assert first("Who may lend me a paddle?", text, OfWord("paddle")).startswith("Paddles are handed out")
    assert not first("Who hands out paddles?", text, OfWord("paddle"))


@pytest.mark.django_db
@pytest.mark.parametrize(("words", "told"), [(0.49, "A paddle is kept at the weir."), (0.3, "")])
def test_of_two_that_are_equal_but_for_a_little_the_nearer_is_told(words, told) -> None:
    text = "An oar is kept at the lock. A paddle is kept at the weir."
    windows = [each for each in windows_of(units_of(text)) if len(each.units) == 1]
    units = [
        Scored(passage_of(text), window, share, frozenset({"kept"}), frozenset())
        for window, share in zip(windows, (0.5, words), strict=True)
    ]
    asked = Asked("What is kept there?", Expected("open", "en"), {"kept": 1.0})
    each = first_of_all(units, asked, OfWord("paddle"))
    assert (each.window.text if each else "") == told


@pytest.mark.django_db
def test_the_name_of_somebody_is_told_by_a_sentence_that_names_somebody() -> None:
    text = "The paddle is made by the joiner Orla Fenn. Anglers keep to the west bank."
    told = first("What is the name of the paddle maker?", text, OfWord("paddle"))
    assert told == "The paddle is made by the joiner Orla Fenn."


@pytest.mark.django_db
def test_a_heading_comes_first_of_nothing() -> None:
    assert first("What about the paddles?", HEADED, OfWord("paddle")) == "Mind the paddle rack, please."
