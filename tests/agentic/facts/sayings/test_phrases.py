"""Which documents have a name in their text."""

import pytest

from tests.agentic.figures_of import is_proven
from tests.factories import ChunkFactory, DocumentFactory, PageFactory

# Statements run as the reader, on a connection of its own that sees committed rows only.
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def texts(workspace, other_workspace):
    def made(where, filename, text):
        document = DocumentFactory(workspace=where, filename=filename)
        PageFactory(document=document, text=text)
        ChunkFactory(document=document, text=text)

    made(
        workspace,
        "a.txt",
        "The weather was fine. In March we met Ada Halvorsen in Leeds. Ernst & Young was there.",
    )
    made(workspace, "b.txt", "Sales of COVID-19 tests fell. A second sentence of Halvorsen Ada.")
    made(workspace, "c.txt", "Nothing of note. Halvorsens are many.")
    made(other_workspace, "d.txt", "Ada Halvorsen is here too.")


@pytest.mark.parametrize(
    ("question", "start"),
    [
        ("Which documents mention Ada Halvorsen?", "1 document mentions “Ada Halvorsen”: a.txt [1]."),
        ("How many documents mention Halvorsen?", "2 documents mention “Halvorsen”: a.txt [1]; b.txt [2]."),
        ("How many documents mention Ernst & Young?", "1 document mentions “Ernst & Young”: a.txt [1]."),
        ("How many documents mention COVID-19?", "1 document mentions “COVID-19”: b.txt [1]."),
        ("Which files refer to “second sentence”?", "1 document mentions “second sentence”: b.txt [1]."),
        ("Which documents mention the weather?", "1 document mentions “weather”: a.txt [1]."),
        ("How many documents contain the word sale?", "1 document mentions “sale”: b.txt [1]."),
    ],
)
def test_lists_the_documents_whose_text_has_the_name(ask, texts, question, start):
    answer = ask(question)
    assert answer.text == start
    assert is_proven(answer)


def test_cites_the_sentence_with_the_name(ask, texts):
    answer = ask("Which documents mention Ada Halvorsen?")
    assert answer.citations[0].quote.startswith("In March we met Ada Halvorsen in Leeds")


def test_says_that_no_document_mentions_it(ask, texts):
    answer = ask("Which documents mention Zebulon?")
    assert (answer.answered, answer.text) == (False, "No document mentions “Zebulon”.")


def test_a_word_that_is_a_kind_of_documents_too_may_be_mentioned(ask, workspace):
    for name, text in (
        ("a.txt", "The contract of March was signed."),
        ("contract-b.txt", "Nothing."),
    ):
        document = DocumentFactory(workspace=workspace, filename=name)
        PageFactory(document=document, text=text)
        ChunkFactory(document=document, text=text)
    assert ask("Which documents mention contract?").text == "1 document mentions “contract”: a.txt [1]."


@pytest.mark.parametrize(
    "question",
    [
        "Which documents mention the termination of agreements?",
        "Which document is Halvorsen's?",
        "Which documents that end before July mention the weather?",
        "Which blue documents mention tests?",
    ],
)
def test_more_than_a_name_is_left_to_search(ask, texts, question):
    assert ask(question) is None
