"""Questions that speak of a document by way of another are taken apart; others are left whole."""

import pytest

from retrieval.question.hops import hops_of


@pytest.mark.parametrize(
    "question, first, ask, kind",
    [
        (
            "Who signed the contract that the invoice of May refers to?",
            "List the invoice of May", "Who signed the contract", "contract",
        ),
        (
            "When is the invoice due that refers to the contract signed by Ines Vogt?",
            "List the contract signed by Ines Vogt", "When is the invoice due", "invoice",
        ),
        (
            "How many invoices belong to the contract with Tern?",
            "List the contract with Tern", "How many invoices", "invoice",
        ),
        (
            "What is the notice period of the contract of invoice INV-7?",
            "List invoice INV-7", "What is the notice period of the contract", "contract",
        ),
    ],
)  # fmt: skip
def test_what_is_asked_of_a_linked_document(question, first, ask, kind):
    hop = hops_of(question)[0]
    assert (hop.way, hop.first, hop.ask, hop.kind) == ("linked", first, ask, kind)


@pytest.mark.parametrize(
    "question, first, ask, field",
    [
        (
            "List the invoices from the supplier of contract C-3",
            "List contract C-3", "List the invoices from {}", "supplier",
        ),
        (
            "Which contracts are with the company that issued invoice INV-7?",
            "List invoice INV-7", "Which contracts are with {}", "company",
        ),
        (
            "What is the purity of the solvent with the lowest boiling point?",
            "Which solvent with the lowest boiling point", "What is the purity of {}", "solvent",
        ),
    ],
)  # fmt: skip
def test_what_is_asked_with_a_value_of_another(question, first, ask, field):
    hop = hops_of(question)[0]
    assert (hop.way, hop.first, hop.ask, hop.field) == ("value", first, ask, field)


@pytest.mark.parametrize(
    "question",
    [
        "Which panel has the largest width?",
        "What is the supplier of invoice INV-7?",
        "Which contracts with ACME have under 60 days notice?",
        "Sum the total amounts of invoices by supplier",
        "How many invoices are there for each contract?",
        "Which contracts mention indexation?",
        "What does the contract say about notice?",
    ],
)
def test_a_question_about_one_document_stays_whole(question):
    assert hops_of(question) == []
