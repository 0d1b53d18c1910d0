"""What an answer from the text may rest on."""

from types import SimpleNamespace

import pytest

from agentic.routes.typed import _named_at_head, _values, answers
from retrieval.passages.expected import Expected
from retrieval.passages.scoring import Asked, Passage, Scored
from retrieval.passages.values import Value
from retrieval.passages.windows import units_of, windows_of


def test_of_how_a_document_begins_only_names_and_numbers_of_the_question_count():
    passage = SimpleNamespace(
        identity="Lorn pond pumps: sheet LP-03. Flow, head and warranty of the Lorn 80."
    )
    assert _named_at_head("What is the flow of the Lorn 80 of Varga?", passage) == "Lorn 80"


@pytest.mark.parametrize(
    ("kind", "text", "lacking", "answers_it"),
    [
        ("open", "Der Müller zahlt die Reparatur des Daches und der Mauer.", {"seller"}, False),
        ("open", "Der Müller zahlt die Reparatur des Daches und der Mauer.", set(), True),
        ("open", "The miller pays for the repair of the roof and of the wall.", {"seller"}, True),
    ],
)
def test_words_of_another_language_answer_only_where_none_of_the_question_is_missing(
    kind, text, lacking, answers_it
):
    (window,) = windows_of(units_of(text))
    passage = Passage(hit=None, page=1, text=text, identity="", rank=0)
    each = Scored(passage, window, 0.85, frozenset(), frozenset(lacking), 0.5, lacking=frozenset(lacking))
    asked = Asked("What does the miller pay?", Expected(kind, "en"), {"miller": 1.0})
    assert answers(each, asked) is answers_it


@pytest.mark.parametrize(("like", "answers_it"), [(0.85, True), (0.7, False)])
def test_what_stands_under_the_same_question_answers_it_in_whatever_words(like, answers_it):
    text = "Why was the old kiln taken out?\nIts wires were as thin as a hair."
    window = next(each for each in windows_of(units_of(text)) if each.units[0].opens)
    passage = Passage(hit=None, page=1, text=text, identity="", rank=0)
    each = Scored(passage, window, 0.1, frozenset(), frozenset(), 0.1, asked_over=like)
    asked = Asked("Why did they get rid of the kiln?", Expected("reason", "en"), {"kiln": 1.0, "rid": 1.0})
    assert answers(each, asked) is answers_it


def test_of_a_difference_between_two_the_values_of_both_are_told():
    (window,) = windows_of(units_of("Small boxes are €6 a month and tall ones €9."))
    passage = Passage(hit=None, page=1, text="", identity="", rank=0)
    best = Scored(passage, window, 1.0, frozenset(), frozenset(), value=Value("€6", 16, 18))
    expected = Expected("amount", "en", "price")
    assert _values(best, expected, "What is the price of a small box?") == "€6"
    assert _values(best, expected, "What is the difference between both prices?") == "€6, €9"
