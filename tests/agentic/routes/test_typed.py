"""What an answer from the text may rest on."""

from types import SimpleNamespace

import pytest

from agentic.routes.typed import _named_at_head, _part, answers
from retrieval.passages.expected import Expected
from retrieval.passages.scoring import Asked, Passage, Scored
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


def test_a_passage_that_goes_over_to_the_next_page_has_the_whole_of_that_page():
    page = "The kiln burns for a night and a day.\nThen it cools for as long again."
    passage = "This long line stands on the page before.\nThe kiln burns for a night and a day."
    assert _part(page, passage) == (0, page)
