"""Passages as evidence."""

import pytest

from agentic.citations.sentences import figures_in, narrowed, sentences, with_marks
from agentic.evidence import Evidence, Span
from tests.factories import DocumentFactory, PageFactory

PASSAGE = (
    "The company sells tools. Revenue rose to $4.2 million in the year. "
    "Staff numbered 120 at the end of the year."
)


def span(document, quote=PASSAGE):
    return Span(document_id=document.pk, filename=document.filename, page=1, quote=quote, kind="chunk")


def test_splits_prose_at_sentence_ends():
    assert sentences(PASSAGE) == [
        "The company sells tools.",
        "Revenue rose to $4.2 million in the year.",
        "Staff numbered 120 at the end of the year.",
    ]


def test_takes_each_line_of_a_table_as_one_sentence():
    assert sentences("Net sales in total 4,200 4,100\nCost of sales 2,000 1,900") == [
        "Net sales in total 4,200 4,100",
        "Cost of sales 2,000 1,900",
    ]


def test_takes_each_item_of_a_list_as_one_sentence_and_what_heads_it():
    text = "Weekly plan\n1. Drift\n2. Soil samples\n3. Field trip\nRoom: 4 in the annexe\n\nShort line"
    plan = ["Weekly plan", "1. Drift", "2. Soil samples", "3. Field trip", "Room: 4 in the annexe"]
    assert sentences(text) == plan


@pytest.mark.django_db
def test_a_citation_is_narrowed_to_the_sentence_that_carries_the_statement():
    document = DocumentFactory()
    PageFactory(document=document, text=PASSAGE)
    evidence = narrowed("Revenue was $4.2 million [1].", Evidence(spans=(span(document),)))
    assert evidence.spans[0].quote.startswith("Revenue rose to $4.2 million")


@pytest.mark.django_db
def test_a_narrowed_citation_names_the_page_that_has_its_words():
    document = DocumentFactory()
    PageFactory(document=document, text="The company sells tools.")
    PageFactory(document=document, text="Revenue rose to $4.2 million in the year.")
    evidence = narrowed("Revenue was $4.2 million [1].", Evidence(spans=(span(document),)))
    assert evidence.spans[0].page == 2


@pytest.mark.django_db
def test_figures_of_a_passage_keep_their_own_sentence():
    figures = figures_in(span(DocumentFactory()))
    assert [(f.value, f.span.quote) for f in figures if f.unit == "USD"] == [
        (4_200_000, "Revenue rose to $4.2 million in the year.")
    ]


def place(quote):
    return Span(document_id=1, filename="a.pdf", page=1, quote=quote, kind="chunk")


def test_a_statement_without_mark_gets_that_of_the_passage_that_carries_it():
    spans = (place("The mill makes flour for bakers."), place(PASSAGE))
    text = with_marks("Revenue rose to $4.2 million in that year. Staff numbered 120 then.", spans)
    assert text == "Revenue rose to $4.2 million in that year [2]. Staff numbered 120 then [2]."


@pytest.mark.parametrize(
    "text",
    [
        "Revenue rose to $4.3 million in the year.",
        "The weather was fine all through spring.",
        "Revenue rose to $4.2 million in the year [1].",
    ],
)
def test_marks_are_neither_guessed_nor_doubled(text):
    assert with_marks(text, (place(PASSAGE),)) == text
