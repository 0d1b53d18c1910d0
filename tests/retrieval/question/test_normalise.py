"""Questions without what people say round them, and numbers in words."""

import pytest

from retrieval.question.normalise import with_digits, without_chat


@pytest.mark.parametrize(
    ("typed", "bare"),
    [
        ("Hi there! Quick one for my talk: did sales go up? By how much?", "Did sales go up? By how much?"),
        ("Hello! I'm comparing names. What was the tax rate? thanks", "What was the tax rate"),
        ("What did they spend? I need it for a slide.", "What did they spend?"),
        ("I need the quick ratio for 2022, thanks a lot!", "I need the quick ratio for 2022"),
        ("How much stock was bought back? I mean in dollars.", "How much stock was bought back?"),
    ],
)
def test_what_asks_for_nothing_is_left_out(typed, bare):
    assert without_chat(typed) == bare


@pytest.mark.parametrize(
    "question",
    [
        "Thanks",
        "thanks and in Q2?",
        "Who signed for Acme Inc. I am not sure.",
        "One contract: how long is it?",
        "Question 5: what is it about?",
        "Which invoices thank you for your business?",
    ],
)
def test_what_may_be_the_question_stays(question):
    assert without_chat(question) == question


@pytest.mark.parametrize(
    ("question", "written"),
    [
        ("When did sales first exceed one million?", "When did sales first exceed 1 million?"),
        ("above half a billion euros", "above 0.5 billion euros"),
        ("more than Two thousand", "more than 2 thousand"),
        ("Which one has a million?", "Which one has 1 million?"),
        ("one of the ten stores", "one of the ten stores"),
    ],
)
def test_a_number_before_what_it_counts_in_is_written_in_digits(question, written):
    assert with_digits(question) == written
