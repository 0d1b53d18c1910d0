"""How documents bear on each other."""

from datetime import date
from decimal import Decimal

import pytest

from documents.models import Relationship
from documents.relations import agree, relate
from tests.factories import DocumentFactory, MetricFactory, PageFactory

pytestmark = pytest.mark.django_db


def policy(workspace, version, text):
    document = DocumentFactory(
        workspace=workspace, title=f"Travel Policy, version {version}", document_type="policy",
        filename=f"policy-{version}.txt", document_date=date(2020 + version, 1, 1),
    )  # fmt: skip
    PageFactory(document=document, text=text)
    return document


@pytest.mark.parametrize("last", ["old", "new"])
def test_the_edition_that_says_so_supersedes_the_older_whichever_is_read_last(workspace, last):
    old = policy(workspace, 1, "Meals: 40 EUR")
    new = policy(workspace, 2, "This version supersedes version 1. Meals: 50 EUR")
    relate(new if last == "new" else old)
    new.refresh_from_db()
    assert new.supersedes == old
    old.refresh_from_db()
    assert old.supersedes is None


def test_an_edition_that_does_not_say_so_supersedes_nothing(workspace):
    policy(workspace, 1, "Meals: 40 EUR")
    new = policy(workspace, 2, "Meals: 50 EUR")
    relate(new)
    assert not Relationship.objects.exists()


def revenue(workspace, amount, **fields):
    return MetricFactory(
        document=DocumentFactory(workspace=workspace), numeric_value=Decimal(amount), **fields
    ).document


def test_two_values_for_one_figure_contradict_each_other(workspace):
    one = revenue(workspace, 4_200_000)
    two = revenue(workspace, 4_900_000, value="$4.9 million")
    relate(two)
    link = Relationship.objects.get()
    assert (link.source, link.target, link.relationship_type) == (two, one, "contradicts")
    assert "$4.9 million here, $4.2 million there" in link.description


def test_other_periods_and_other_workspaces_do_not_contradict(workspace, other_workspace):
    revenue(workspace, 4_200_000, period_end=date(2023, 12, 31))
    revenue(other_workspace, 4_900_000)
    two = revenue(workspace, 5_000_000)
    relate(two)
    assert not Relationship.objects.exists()


def test_relating_again_doubles_nothing(workspace):
    revenue(workspace, 4_200_000)
    two = revenue(workspace, 4_900_000)
    relate(two)
    relate(two)
    assert Relationship.objects.count() == 1


@pytest.mark.parametrize(("other", "agrees"), [("4.24", True), ("4.26", False)])
def test_roundings_of_one_value_agree(workspace, other, agrees):
    rounded = MetricFactory(value="4.2", numeric_value=Decimal(4_200_000), scale=Decimal(1_000_000))
    precise = MetricFactory(value=other, numeric_value=Decimal(other) * 1_000_000, scale=Decimal(1_000_000))
    assert agree(rounded, precise) is agrees
