"""Which questions want a list of what documents state in sentences."""

import pytest

from retrieval.question.statements import asks_for_statements


@pytest.mark.parametrize(
    ("question", "noun", "claim_type"),
    [
        ("What are the key risks?", "risks", ""),
        ("What are the main risk factors that Acme faces in 2023?", "risk factors", ""),
        ("main drivers of revenue growth", "drivers", ""),
        ("Please list the key findings.", "findings", ""),
        ("What is the main challenge for the company?", "challenge", ""),
        ("What decisions were taken in July?", "decisions", ""),
        ("Which recommendations does the report make?", "recommendations", "recommendation"),
        ("What are the key assumptions?", "assumptions", "prediction"),
    ],
)
def test_a_list_of_statements_is_known_by_its_noun(question, noun, claim_type):
    asked = asks_for_statements(question)
    assert (asked.noun, asked.claim_type) == (noun, claim_type)
    assert question[asked.start : asked.end] == noun


@pytest.mark.parametrize(
    "question",
    [
        "What are the risk-weighted assets?",
        "What were the largest liabilities?",
        "What are the results of operations?",
        "What is the reason for the decline?",
        "Which contracts expire in 2025?",
        "What are the pension plans?",
        "What is the payment term?",
        "What was revenue by quarter?",
    ],
)
def test_figures_and_things_are_no_statements(question):
    assert asks_for_statements(question) is None
