"""Where the sentences of an answer end."""

import pytest

from agentic.verification.sentences.statements import split_statements


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        (
            "As held in Potter v. Weaver, it is 5. It was 4.",
            ["As held in Potter v. Weaver, it is 5.", "It was 4."],
        ),
        ("Dr. Weaver pays $5 [1]. She paid $4 [2].", ["Dr. Weaver pays $5 [1].", "She paid $4 [2]."]),
        ("Sales fell vs. Q1. No. 5 grew.", ["Sales fell vs. Q1.", "No. 5 grew."]),
    ],
)
def test_an_abbreviation_ends_no_sentence(text, sentences):
    assert [statement.text for statement in split_statements(text)] == sentences
