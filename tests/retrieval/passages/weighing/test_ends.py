"""Which of several values that belong together a question asks for."""

from __future__ import annotations

import pytest

from retrieval.passages.values import values_in
from retrieval.passages.weighing.ends import (
    of_year_in_brackets,
    respective,
    with_low_end,
    with_other_end,
)

YEARS = (2019, 2018, 2017)


def test_of_values_given_respectively_that_of_the_year_asked_for_is_taken() -> None:
    text = "Wear was $2.5 million, $2.6 million and $2.4 million during 2019, 2018 and 2017, respectively."
    values = values_in(text, "amount")
    taken = [respective(values[-1], values, text, f"How much wear was there in {y}?").text for y in YEARS]
    assert taken == ["$2.5 million", "$2.6 million", "$2.4 million"]
    assert respective(values[-1], values, text, "How much wear was there?") == values[-1]


def test_of_several_years_the_values_are_taken_together_where_they_stand_so() -> None:
    text = "Wear was $2.5 million, $2.6 million and $2.4 million during 2019, 2018 and 2017, respectively."
    values = values_in(text, "amount")
    question = "How much wear was there in {} and {}?"
    assert (
        respective(values[2], values, text, question.format(2019, 2018)).text == "$2.5 million, $2.6 million"
    )
    assert respective(values[2], values, text, question.format(2019, 2017)) == values[2]


@pytest.mark.parametrize(
    ("text", "of_2018", "of_2019"),
    [
        ("The guarantee was £13 million (2018: £12 million) in 2019.", "£12 million", "£13 million"),
        ("We spent $9,000 (a reduction of $1,000 in 2018) on it in 2019.", "$1,000", "$9,000"),
        ("We spent $9,000 (of which $1,000 and $500 in 2018) in 2019.", "$9,000", "$9,000"),
    ],
)
def test_of_a_year_in_brackets_the_value_beside_it_is_taken(text, of_2018, of_2019) -> None:
    values = values_in(text, "amount")
    assert of_year_in_brackets(values[0], values, text, "How much was it in 2018?").text == of_2018
    assert of_year_in_brackets(values[1], values[:2], text, "How much in 2018 or 2019?") == values[1]
    if of_2018 != of_2019:
        assert of_year_in_brackets(values[1], values, text, "How much was it in 2019?").text == of_2019


def test_values_that_are_more_than_the_years_are_left_as_they_are() -> None:
    text = "Wear was $2.5 million and rent $1 million and $3 million in 2019 and 2018, respectively."
    values = values_in(text, "amount")
    assert respective(values[0], values, text, "How much wear was there in 2018?") == values[0]


@pytest.mark.parametrize(
    ("question", "text", "given"),
    [
        ("What was the price range of oats?", "Oats 30.02 - 30.82 31.22 - 32.52", "30.02 - 30.82"),
        ("What range of speeds is safe?", "A speed from 40 to 60 is safe.", "40 to 60"),
        ("What was the price of oats?", "Oats 30.02 - 30.82", "30.02"),
        ("What was the price range of oats?", "Oats 30.02 in all.", "30.02"),
    ],
)
def test_a_range_is_given_whole_where_one_is_asked_for(question, text, given):
    first = values_in(text, "number")[0]
    assert with_other_end(first, text, question).text == given


def test_the_first_number_of_a_range_is_found_from_the_second():
    text = "A speed from 40 to 60 is safe."
    assert (
        with_other_end(values_in(text, "number")[1], text, "What is the range of speeds?").text == "40 to 60"
    )


@pytest.mark.parametrize(
    ("kind", "text", "said"),
    [
        ("duration", "each lasting for 1 to 1.5 hours", "1 to 1.5 hours"),
        ("number", "draws between 40mA and 200mA of current", "40mA and 200mA"),
        ("duration", "on 3 days, 2 hours each", "2 hours"),
    ],
)
def test_a_range_is_given_from_its_lower_end(kind: str, text: str, said: str) -> None:
    assert with_low_end(values_in(text, kind)[-1], text).text == said


def test_a_range_is_whole_from_either_end() -> None:
    text = "draws between 40mA and 200mA of current, 3 days a week"
    low, high, days = values_in(text, "number")
    assert with_low_end(low, text, [low, high, days]).text == "40mA and 200mA"
    assert with_low_end(days, text, [low, high, days]).text == "3"
