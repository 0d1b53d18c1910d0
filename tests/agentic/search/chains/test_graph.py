"""What documents call themselves, and the codes and names that they give."""

import pytest

from agentic.search.chains.graph import Graph, codes_in, name_of
from agentic.search.joins.corpus import Corpus
from tests.agentic.search.conftest import stored

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("as agreed in contract FC-700", ["fc-700"]),
        ("27 March 2025", []),
        ("Claim 204817", ["204817"]),
        ("2025", []),
        ("a M2 bolt", []),
        ("boiler B-7", ["b-7"]),
    ],
)
def test_codes_are_numbers_with_letters_and_long_ones(text, codes):
    assert codes_in(text) == codes


def test_a_name_is_told_without_what_is_said_of_it():
    assert name_of("Leif Halden, owner") == "leif halden"
    assert name_of("two planks split") == ""


def test_a_document_owns_the_code_that_it_calls_itself_by(workspace, yard):
    made = Graph(Corpus(workspace))
    assert [record.document.filename for record in made.owners["po-410"]] == ["PO-410.pdf"]
    assert [record.document.filename for record in made.owners["cl-1"]] == ["claim-CL-1.pdf"]
    assert {record.document.filename for record, _ in made.referring["po-410"]} == {"DN-81.pdf", "HT-31.pdf"}


def test_a_code_in_a_text_links_too(workspace, hash_embedder, yard):
    stored(workspace, "letter", "A letter", hash_embedder, text="Please see inspection report IR-7.")
    made = Graph(Corpus(workspace))
    letter = next(record for record in made.of_document.values() if record.document.filename == "letter.pdf")
    assert [record.document.filename for record, _ in made.steps(letter, lambda label: False)] == [
        "inspection-IR-7.pdf"
    ]
