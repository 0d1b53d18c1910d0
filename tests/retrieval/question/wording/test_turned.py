from __future__ import annotations

import pytest

from retrieval.question.wording.turned import turned

RANKED = "Which county of Ohio had the highest turnout in 2023?"
AMOUNT = "What is the amount payable on invoice 4711 from Acme?"


@pytest.mark.parametrize(
    ("question", "before", "whole"),
    [
        ("And which had the lowest?", RANKED, "Which county of Ohio had the lowest turnout in 2023?"),
        (
            "Who comes second, and with how many?",
            RANKED,
            "Which county of Ohio had the second highest turnout in 2023?",
        ),
        ("And the third?", RANKED, "Which county of Ohio had the third highest turnout in 2023?"),
        (
            "And how much of that is VAT?",
            AMOUNT,
            "How much of the amount payable on invoice 4711 from Acme is VAT?",
        ),
    ],
)
def test_the_question_before_is_asked_again_with_what_changes(question: str, before: str, whole: str) -> None:
    assert turned(question, before) == whole


@pytest.mark.parametrize(
    ("question", "before"),
    [
        ("And which had the lowest rainfall?", RANKED),
        ("And the third?", "What was revenue in the second quarter of 2023?"),
        ("Who signed it?", AMOUNT),
    ],
)
def test_other_follow_ups_are_left_alone(question: str, before: str) -> None:
    assert turned(question, before) == ""
