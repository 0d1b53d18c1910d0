"""Questions in the words of headings that are written short."""

import pytest

from agentic.tables.shortened import as_headed

HEADINGS = ["country", "lifeExp", "pop", "gdpPercap", "temp_max", "Ord Num", "Order number"]


@pytest.mark.parametrize(
    ("question", "headed"),
    [
        ("What was the life expectancy in Peru?", "What was the life exp in Peru?"),
        ("Which country had the lowest GDP per capita?", "Which country had the lowest gdp percap?"),
        ("What was the maximum temperature in May?", "What was the temp max in May?"),
        ("What was the order number?", ""),
        ("What was the life of the expert?", ""),
        ("What was the GDP of Peru?", ""),
    ],
)
def test_words_that_a_heading_begins_are_put_as_it_has_them(question, headed):
    assert as_headed(question, HEADINGS) == headed


def test_words_that_two_headings_begin_are_left():
    assert as_headed("What was the life expectancy?", ["lifeExp", "life_expect"]) == ""
