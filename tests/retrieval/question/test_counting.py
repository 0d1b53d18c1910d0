"""What questions want counted, and which sentences give its number."""

import pytest

from retrieval.question.counting import HOW_MANY, counted_in


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        (
            "How many employees does Acme have?",
            "At year end we employed approximately 79,000 people worldwide.",
        ),
        (
            "How many employees does Acme have?",
            "She leads 102,000 full-time, part-time and seasonal associates.",
        ),
        ("How many employees does Acme have?", "Employees 155,800 144,300"),
        ("How many people work at Acme?", "The number of employees was 5,432 at year end."),
        ("What is Acme's headcount?", "Two hundred colleagues joined us in Oslo."),
        ("How many stores does Acme have?", "It operated 1,355 shops in ten states."),
        ("How many manufacturing sites does Acme run?", "Acme has 39 plants, which manufacture pumps."),
        (
            "How many countries does Acme sell in?",
            "Its pumps are sold, and selling goes on, in 31 countries.",
        ),
    ],
)
def test_a_number_beside_what_is_counted_tells(question, sentence):
    assert counted_in(question).is_told_in(sentence)


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("How many employees does Acme have?", "In 2022, employees bought shares."),
        ("How many employees does Acme have?", "Some 10% of our employees work at night."),
        ("How many employees does Acme have?", "Employees are paid on December 31, 2022 at the latest."),
        ("How many employees does Acme have?", "Our products reach 40 million people."),
        ("How many employees does Acme have?", "Human Capital Employees 12"),
        ("How many employees does Acme have?", "We paid $79,000 employees had asked for."),
        ("How many distribution centers does Acme have?", "It has 19 outlet centers."),
        ("How many stores does Acme have?", "Stores are open on Sundays."),
    ],
)
def test_other_numbers_do_not(question, sentence):
    assert not counted_in(question).is_told_in(sentence)


@pytest.mark.parametrize("question", ["What was Acme's revenue?", "How much does Acme owe?", "How many?"])
def test_other_questions_count_nothing(question):
    assert counted_in(question) is None


def test_a_number_that_something_has_counts_nothing():
    assert HOW_MANY.search("What is the policy number of the Finch boats?") is None
    assert HOW_MANY.search("Give the number of boats")
    assert HOW_MANY.search("Number of boats per harbour")
