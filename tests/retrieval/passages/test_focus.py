"""Which part of a sentence answers a question."""

from __future__ import annotations

import pytest

from retrieval.passages.expected import expected_of
from retrieval.passages.focus import focus_of

pytestmark = pytest.mark.django_db


def focus(question: str, *sentences: str) -> str:
    return focus_of(sentences, question, expected_of(question))


def test_what_a_sentence_goes_on_to_say_behind_the_words_of_the_question_answers() -> None:
    said = "Deposits consist of our payments to landlords, including those for parking."
    assert focus("What do deposits consist of?", said) == "payments to landlords, including those for parking"
    said = "Tools and moulds are stated at cost, net of wear."
    assert focus("How are tools and moulds stated?", said) == "at cost, net of wear"


def test_the_sentence_with_most_of_the_words_is_taken_and_not_the_companys_name_for_itself() -> None:
    said = (
        "We define paint yield as litres sold divided by litres mixed.",
        "Other companies may not define it in the same way.",
    )
    assert focus("How does the company define paint yield?", *said) == ("litres sold divided by litres mixed")


@pytest.mark.parametrize("asks", ["Why did", "What caused it that", "What led to it that"])
def test_a_reason_is_told_from_the_word_on_that_gives_it(asks: str) -> None:
    said = (
        "Sales of paint rose by $3 million.",
        "The rise in sales of paint was primarily due to longer summers.",
    )
    assert focus(f"{asks} sales of paint rise?", *said) == "primarily due to longer summers"


def test_a_purpose_is_a_reason() -> None:
    said = "Ladders are lent in pairs to reduce falls."
    assert focus("Why are ladders lent in pairs?", said) == "to reduce falls"


def test_what_another_half_of_the_sentence_says_of_something_else_is_left_out() -> None:
    said = "Rent is based on the length of the shed, while fees are based on its height."
    assert focus("What is rent based on?", said) == "length of the shed"


def test_a_sentence_over_a_table_says_what_the_table_shows() -> None:
    said = "The following table summarizes the ladders sold by region (in thousands):"
    assert focus("What does the table show?", said) == "ladders sold by region"


def test_a_row_of_numbers_is_no_part_of_a_sentence() -> None:
    assert (
        focus("What does the fee for ladders include?", "Fee for ladders (1) $58,000 $55,000 Rent 28 11")
        == ""
    )


def test_nothing_stands_apart_where_the_words_of_the_question_end_the_sentence() -> None:
    assert focus("Which shed holds the paint?", "The old one at the river is the shed with paint.") == ""
    assert focus("When did trading begin?", "Trading began on 3 May 1988.") == ""  # a date is a value
    assert focus("Woraus besteht die Farbe?", "Die Farbe besteht aus Öl und Kalk.") == ""


def test_when_something_is_so_is_told_by_the_whole_sentence_and_no_part_begins_with_and() -> None:
    said = "A member who pays nothing for a year loses the right to vote, and may be excluded."
    assert focus("When does a member lose the right to vote?", said) == ""
    assert focus("What right to vote does a member lose?", said) == ""


def test_a_definition_is_told_without_the_word_that_leads_to_it_and_without_the_next_one() -> None:
    said = 'In this act "hot kiln" means a kiln above 900 degrees; "owner" means who keeps it.'
    assert focus("What is a hot kiln under this act?", said) == "kiln above 900 degrees"


def test_no_part_stands_apart_where_another_sentence_has_a_word_that_its_own_lacks() -> None:
    said = ("Mill parties met on 26 Sundays.", "Bring your own boots to them.")
    assert focus("What must I bring to mill parties?", *said) == ""


def test_since_a_time_is_no_reason_and_to_weed_out_is_one() -> None:
    told = "The letter was sent since the last issue of May to weed out closed boxes."
    assert focus("Why was the letter sent?", told).startswith("to weed out")
