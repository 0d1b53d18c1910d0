"""Figures that a curator has put right are told apart from those that the words show."""

import pytest
from django.utils import timezone

from documents.curation.edits import edit_fact
from tests.agentic.figures_of import company, figure
from tests.factories import TableRowFactory, UserFactory

# Statements run as the reader, on a connection of its own that sees committed rows only.
pytestmark = pytest.mark.django_db(transaction=True)

QUESTION = "What was Acme Tools' revenue in 2023?"


@pytest.fixture
def sales(workspace):
    document = company(workspace, "Acme Tools, Inc.", title="Acme", document_type="financial_report")
    return figure(document, 1_000, 2023, months=12, until=12)


def put_right(fact, user, **changes):
    for name, value in changes.items():
        setattr(fact, name, value)
    edit_fact(fact, user=user)


def test_says_who_set_a_figure_and_that_its_words_do_not_show_it(ask, sales, user):
    put_right(sales, user, value="1,200", numeric_value=1_200_000)
    answer = ask(QUESTION)
    assert "$1,200 thousand" in answer.text
    (number,) = answer.numbers
    assert number.status == "curated"
    told = f"“Revenue” is 1,200 as ada set it on {timezone.localdate():%-d %B %Y}, in place of 1,000: "
    assert number.note == f"{told}the words of its page do not show that."
    assert answer.warnings == (number.note,)


def test_a_figure_whose_scale_was_put_right_is_no_longer_exact(ask, sales, user):
    put_right(sales, user, scale=1_000_000, numeric_value=1_000_000_000)
    (number,) = ask(QUESTION).numbers
    assert number.status == "curated"


def test_a_figure_of_which_something_else_was_put_right_is_exact(ask, sales, user):
    put_right(sales, user, category="income")
    answer = ask(QUESTION)
    assert [number.status for number in answer.numbers] == ["exact"]
    assert answer.warnings == ()


def test_a_figure_that_was_put_back_is_exact_again(ask, sales, user):
    put_right(sales, user, value="1,200", numeric_value=1_200_000)
    put_right(sales, user, value="1,000", numeric_value=1_000_000)
    answer = ask(QUESTION)
    assert [number.status for number in answer.numbers] == ["exact"]
    assert answer.warnings == ()


def test_what_is_computed_of_a_figure_that_was_put_right_says_so(ask, sales, user):
    figure(sales.document, 1_000, 2022, months=12, until=12)
    put_right(sales, user, value="1,200", numeric_value=1_200_000)
    answer = ask("How did Acme Tools' revenue change from 2022 to 2023?")
    assert "$200 thousand" in answer.text
    assert any("as ada set it" in warning for warning in answer.warnings)


def test_a_curator_who_is_gone_is_one_all_the_same(ask, sales, workspace):
    curator = UserFactory(username="eve", is_superuser=True)
    put_right(sales, curator, value="1,200", numeric_value=1_200_000)
    curator.delete()
    assert "as a curator set it" in ask(QUESTION).warnings[0]


def test_a_property_that_was_put_right_is_told_as_it_was_put_right(ask, sales, user):
    row = TableRowFactory(
        document=sales.document, table="properties", label="Claim deadline", page=1, anchored=True,
        properties={"Claim deadline": "30 days"}, quote="Claim deadline: 30 days",
    )  # fmt: skip
    put_right(row, user, properties={"Claim deadline": "60 days"})
    answer = ask("What is the claim deadline?")
    assert "60 days" in answer.text
    assert [number.status for number in answer.numbers] == ["curated"]
