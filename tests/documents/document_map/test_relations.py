"""How documents bear on each other."""

from datetime import date
from decimal import Decimal

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from documents.curation.edits import edit_document
from documents.document_map.relations import relate
from documents.models import Document, Relationship
from reading.values.quantities import are_one_number
from tests.factories import ChunkFactory, DocumentFactory, MetricFactory, PageFactory, TableRowFactory

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
    assert f"$4.9 million in {two.filename} and $4.2 million in {one.filename}" in link.description


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
    assert are_one_number(rounded, precise) is agrees


def test_documents_that_give_the_same_figure_support_each_other(workspace):
    one = revenue(workspace, 4_200_000)
    two = revenue(workspace, 4_210_000, value="$4.21 million", scale=Decimal(1_000_000))
    relate(two)
    link = Relationship.objects.get()
    assert (link.source, link.target, link.relationship_type) == (two, one, "supports")
    assert link.description == "Both give Revenue, fiscal 2024: $4.21 million"


@pytest.mark.parametrize("last", ["naming", "named"])
def test_a_document_that_names_another_references_it_whichever_is_read_last(workspace, last):
    named = DocumentFactory(workspace=workspace, filename="Invoice-AC-2025-0417.pdf", title="Invoice")
    naming = DocumentFactory(workspace=workspace, filename="reminder.txt")
    text = "Dear customer,\nwe refer to invoice AC-2025-0417 of May."
    PageFactory(document=naming, text="Nothing here.")
    PageFactory(document=naming, text=text)
    ChunkFactory(document=naming, text=text, page_start=2)
    relate(naming if last == "naming" else named)
    link = Relationship.objects.get()
    assert (link.source, link.target, link.relationship_type) == (naming, named, "references")
    assert link.description == "reminder.txt names it on page 2: “invoice ac 2025 0417”."


def test_a_document_is_known_by_the_number_in_its_properties(workspace):
    named = DocumentFactory(workspace=workspace, filename="scan.pdf", title="Agreement")
    TableRowFactory(
        document=named, table="properties", label="Contract no.", properties={"Contract no.": "SKC-77-2024"}
    )
    naming = DocumentFactory(workspace=workspace, filename="reminder.txt")
    PageFactory(document=naming, text="Under contract SKC-77-2024 you owe us delivery.")
    relate(naming)
    assert Relationship.objects.get().target == named


@pytest.mark.parametrize("title", ["Report", "Annual Report 2024"])
def test_common_words_and_shared_titles_name_no_document(workspace, title):
    for _ in range(2):
        DocumentFactory(workspace=workspace, title=title)
    naming = DocumentFactory(workspace=workspace, filename="reminder.txt")
    PageFactory(document=naming, text=f"See the {title} for more.")
    relate(naming)
    assert not Relationship.objects.exists()


@pytest.mark.parametrize("organizations, names", [(["Harbour Lamps Ltd"], False), ([], True)])
def test_whoever_names_a_company_does_not_name_the_document_that_is_called_like_it(
    workspace, organizations, names
):
    DocumentFactory(workspace=workspace, title="Harbour Lamps Ltd", organizations=organizations)
    naming = DocumentFactory(workspace=workspace, filename="reminder.txt")
    PageFactory(document=naming, text="Harbour Lamps Ltd pays a penalty for each week of delay.")
    relate(naming)
    assert Relationship.objects.exists() == names


def test_the_map_entry_of_the_other_document_follows(workspace):
    old = policy(workspace, 1, "Meals: 40 EUR")
    Document.objects.filter(pk=old.pk).update(map_entry={"essence": {}, "relationships": []})
    new = policy(workspace, 2, "This version supersedes version 1. Meals: 50 EUR")
    relate(new)
    old.refresh_from_db()
    told = [(entry["document_id"], entry["type"]) for entry in old.map_entry["relationships"]]
    assert told == [(new.pk, "superseded_by")]


def test_relating_asks_the_database_as_often_among_many_documents_as_among_few(workspace):
    document = revenue(workspace, 4_200_000)

    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            relate(document)
        return len(captured)

    revenue(workspace, 4_900_000)
    few = queries()
    for amount in range(5):
        revenue(workspace, 6_000_000 + 1_000_000 * amount)
    assert queries() == few


def test_a_persons_word_on_editions_stands_above_the_documents(workspace, user):
    old = policy(workspace, 1, "Meals: 40 EUR")
    new = policy(workspace, 2, "This version supersedes version 1. Meals: 50 EUR")
    relate(new)
    new.refresh_from_db()
    edit_document(new, user=user, changes={"supersedes": None})
    for document in (new, old):
        relate(document)
        new.refresh_from_db()
        assert new.supersedes is None
        assert not Relationship.objects.exists()
    edit_document(old, user=user, changes={"supersedes": new})
    link = Relationship.objects.get()
    assert (link.source, link.target, link.relationship_type) == (old, new, "supersedes")


def about(workspace, *topics, people=()):
    return DocumentFactory(workspace=workspace, topics=list(topics), people=list(people))


def test_documents_that_share_what_few_are_about_are_related(workspace):
    near = about(workspace, "tides", "moorings", people=["Ann Lee"])
    about(workspace, "tides")
    document = about(workspace, "tides", "cables", people=["Ann Lee"])
    relate(document)
    link = Relationship.objects.get()
    assert (link.source, link.target, link.relationship_type) == (document, near, "related")
    assert link.description == "Both are about Ann Lee and tides."


def test_what_many_documents_are_about_relates_none(workspace):
    for _ in range(6):
        about(workspace, "tides", "moorings")
    document = about(workspace, "tides", "moorings")
    relate(document)
    assert not Relationship.objects.exists()


def test_what_supersedes_another_is_not_told_as_related_too(workspace):
    shared = {"topics": ["meals", "flights"]}
    old = policy(workspace, 1, "Meals: 40 EUR")
    new = policy(workspace, 2, "This version supersedes version 1. Meals: 50 EUR")
    Document.objects.update(**shared)
    for document in (old, new):
        document.refresh_from_db()
    relate(new)
    assert [link.relationship_type for link in Relationship.objects.all()] == ["supersedes"]
