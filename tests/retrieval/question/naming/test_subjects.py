"""What questions call the organizations that documents are about."""

import pytest

from documents.models import Entity
from retrieval.question.naming.names import names_of
from retrieval.question.naming.subjects import abbreviates, called_in, plain_name
from tests.factories import DocumentFactory, EntityFactory

SUBJECTS = {"Northwind & Sons, Inc.": {1}, "Federal Express Corporation": {2}, "Tailspin.com, Inc.": {3}}


@pytest.mark.parametrize(
    "question, found",
    [
        ("What did Northwind & Sons sell?", {"Northwind & Sons, Inc."}),
        ("Is FedEx growing?", {"Federal Express Corporation"}),
        ("What are Northwind's margins?", {"Northwind & Sons, Inc."}),
        ("What are Tailspin's net sales?", {"Tailspin.com, Inc."}),
        ("Did NnS grow?", {"Northwind & Sons, Inc."}),
        ("What are federal taxes?", set()),
        ("What did sales come to?", set()),
    ],
)
def test_knows_names_first_words_domains_and_abbreviations(question, found):
    assert set(called_in(question, SUBJECTS)) == found


def test_a_first_word_that_two_share_means_neither():
    shared = {"Best Tools, Inc.": {1}, "Best Foods, Inc.": {2}}
    assert called_in("What did Best sell?", shared) == {}


def test_a_full_name_goes_before_the_beginning_of_one():
    assert set(called_in("Did Tailspin sell Northwind sails?", SUBJECTS)) == {"Tailspin.com, Inc."}


@pytest.mark.parametrize(
    "question",
    [
        "Northwind or Tailspin?",
        "How does Tailspin’s net margin compare with that of Northwind?",
        "Compare Oak, Northwind and Tailspin.",
        "Compare the margin of Northwind with the margin of Tailspin.",
    ],
)
def test_the_beginning_of_a_name_counts_beside_a_full_one(question):
    assert set(called_in(question, SUBJECTS)) == {"Northwind & Sons, Inc.", "Tailspin.com, Inc."}


def test_a_beginning_beside_one_that_is_beside_a_full_name_counts():
    subjects = {**SUBJECTS, "Larch Foods Group": {4}}
    called = set(called_in("Compare Larch, Northwind and Tailspin", subjects))
    assert called == {"Larch Foods Group", "Northwind & Sons, Inc.", "Tailspin.com, Inc."}


@pytest.mark.parametrize(
    ("question", "called"),
    [
        ("what is pepsis margin", {"PepsiCo, Inc."}),
        ("pepsi's margin", {"PepsiCo, Inc."}),
        ("Best Buys total assets", {"Best Buy Co., Inc."}),
        ("3Ms inventory", {"3M Company"}),
        ("its total assets", set()),
        ("what are the targets for 2023", set()),
        ("sales targets set by the board", set()),
        ("targets of the plan", set()),
    ],
)
def test_an_owner_may_stand_without_apostrophe_or_capital(question, called):
    names = ("PepsiCo, Inc.", "Best Buy Co., Inc.", "Target Corporation", "3M Company", "IT")
    assert set(called_in(question, {name: {at} for at, name in enumerate(names)})) == called


def test_an_abbreviation_stands_beside_full_names():
    assert set(called_in("FedEx or Tailspin?", SUBJECTS)) == {
        "Federal Express Corporation",
        "Tailspin.com, Inc.",
    }


def test_plain_names_have_neither_article_nor_legal_form():
    assert [plain_name(name) for name in ("THE ACME COMPANY", "acme.com, Inc.")] == ["ACME", "acme"]


def test_two_letters_abbreviate_nothing():
    assert not abbreviates("FE", "Federal Express")
    assert abbreviates("FEx", "Federal Express")


@pytest.mark.django_db
def test_subjects_are_those_of_the_workspace_alone(workspace, other_workspace):
    for where in (workspace, other_workspace):
        document = DocumentFactory(workspace=where)
        EntityFactory(document=document, entity_name=where.slug, role=Entity.Role.SUBJECT)
        EntityFactory(document=document, entity_name="Named in passing", role=Entity.Role.MENTIONED)
    assert set(names_of(workspace).subjects) == {workspace.slug}
