"""What share of a measure its parts make up."""

import pytest

from tests.agentic.facts.parts.conftest import part
from tests.agentic.figures_of import is_proven

# Statements run as the reader, on a connection of its own that sees committed rows only.
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize(
    ("question", "said"),
    [
        (
            "What share of Halden Marine's 2024 revenue came from Europe?",
            "Europe made up 40.0% of Halden Marine's revenue",
        ),
        (
            "How much of Halden's 2023 revenue was Asia Pacific?",
            "Asia Pacific made up 22.8% of Halden Marine's revenue in",
        ),
        (
            "What percentage of Halden's operating income did the Europe segment contribute in 2024?",
            "Europe made up 44.7% of Halden Marine's operating income in fiscal 2024",
        ),
        (
            "What share of Halden's revenue came from Europe and Americas together in 2024?",
            "Europe and Americas together made up 77.5% of Halden Marine's revenue in fiscal 2024",
        ),
        (
            "Was Europe's share of Halden's revenue higher in 2024 than in 2023?",
            "Yes. The share rose by 2.8 percentage points, from 37.2% to 40.0%.",
        ),
        (
            "Did Americas' share of Halden's revenue rise from 2023 to 2024?",
            "No. The share fell by 2.5 percentage points, from 40.0% to 37.5%.",
        ),
    ],
)
def test_the_share_is_told_with_part_and_whole(ask, halden, question, said):
    answer = ask(question)
    assert answer.text.startswith(said)
    assert is_proven(answer)


def test_the_measure_may_stand_under_each_part(ask, torvik):
    answer = ask("What share of Torvik's revenue is Bakery in 2024?")
    assert answer.text.startswith("Bakery made up 46.7% of Torvik Foods' revenue in fiscal 2024")
    assert is_proven(answer)
    every = ask("What share of revenue did each segment of Torvik have in 2024?")
    assert "- Bakery: 46.7%, $700 thousand" in every.text
    assert "- Frozen: 23.3%, $350 thousand" in every.text
    assert is_proven(every)


def test_a_part_that_is_not_told_is_named(ask, halden):
    answer = ask("What share of Halden's revenue came from Africa in 2024?")
    assert not answer.answered
    assert answer.text == "These documents do not tell Halden Marine's revenue of Africa."


@pytest.mark.parametrize(
    "question",
    [
        "By what percentage did Halden's revenue in Europe grow in 2024?",
        "What was the gross margin percentage of Halden's Europe in 2024?",
        "What share of Halden's submarine revenue came from Europe in 2024?",
    ],
)
def test_what_is_no_share_of_a_whole_is_not_told_as_one(ask, halden, question):
    answer = ask(question)
    assert answer is None or "made up" not in answer.text


def test_what_is_more_than_the_whole_has_no_share_in_it(ask, halden):
    question = "What share of Halden Marine's 2024 revenue came from Europe?"
    halden.metric_set.filter(metric_name="Europe", fiscal_year=2024).delete()
    part(halden, "Europe", 2_900, 2024, "Segment information › Revenue by segment")
    answer = ask(question)
    assert answer is None or "made up" not in answer.text
