"""A ratio of one part, of the figures that a document tells of that part."""

import pytest

from tests.agentic.facts.parts.conftest import INCOME, part
from tests.agentic.figures_of import is_proven

# Statements run as the reader, on a connection of its own that sees committed rows only.
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Operating margin of Halden's Europe segment in 2024?", "20.0%: $192 thousand [1] of $960"),
        ("Halden's Americas operating profit margin for 2023?", "Operating margin of Americas in"),
        ("Halden: operating margin of Asia Pacific", "was 12.4%"),
    ],
)  # fmt: skip
def test_the_margin_of_a_part_is_made_of_its_own_figures(ask, halden, question, said):
    answer = ask(question)
    assert said in answer.text
    assert is_proven(answer)


def test_two_parts_and_two_years_are_told_each(ask, halden):
    both = ask("Compare the operating margin of Europe and Americas at Halden in 2024").text
    assert "Operating margin of Europe" in both
    assert "20.0%" in both
    assert "19.0%" in both
    years = ask("What was the operating margin of Halden's Europe in 2023 and 2024?").text
    assert "16.0%" in years
    assert "20.0%" in years


@pytest.mark.parametrize(
    "question",
    [
        "What was the gross margin of Halden's Europe segment in 2024?",
        "What was the operating margin of Halden's Africa segment in 2024?",
        "What was the operating margin of Halden's submarine Europe segment in 2024?",
        "What was the operating margin of Halden's Europe segment in 2019?",
    ],
)
def test_no_margin_is_told_of_what_is_not(ask, halden, question):
    answer = ask(question)
    assert answer is None or not (answer.answered and "%" in answer.text)


def test_a_part_of_which_two_figures_are_told_has_no_margin(ask, halden):
    part(halden, "Europe", 100, 2024, INCOME)
    answer = ask("What was the operating margin of Halden's Europe segment in 2024?")
    assert answer is None or not (answer.answered and "%" in answer.text)
