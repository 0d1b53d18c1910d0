"""Which documents a question is about."""

import pytest

from retrieval import prefilter as module
from retrieval.analysis import analyse
from retrieval.prefilter import prefilter
from tests.factories import DocumentFactory, EntityFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def many(workspace):
    """As many documents as the filter needs, one of them Northwind's."""
    for number in range(module.FILTER_FROM - 1):
        DocumentFactory(workspace=workspace, filename=f"other-{number}.txt")
    document = DocumentFactory(
        workspace=workspace, filename="nw.txt", organizations=["Northwind Traders, Inc."]
    )
    EntityFactory(document=document, entity_name="Northwind Traders, Inc.")
    return document


def scope_of(question, workspace, **options):
    return prefilter(analyse(question, workspace=workspace), workspace=workspace, **options)


def test_keeps_the_documents_of_the_organization_named(many, workspace):
    assert scope_of("What did Northwind Traders sell?", workspace).document_ids == (many.pk,)


def test_searches_everything_where_there_are_few_documents(workspace):
    DocumentFactory(workspace=workspace, organizations=["Northwind Traders, Inc."])
    assert scope_of("What did Northwind Traders sell?", workspace).document_ids is None


def test_falls_back_to_everything_and_says_so(many, workspace):
    scope = scope_of("Which presentation mentions whales?", workspace)
    assert scope.document_ids is None
    assert scope.note


def test_can_be_switched_off(many, workspace):
    assert scope_of("What did Northwind Traders sell?", workspace, enabled=False).document_ids is None


def test_the_users_own_choice_of_documents_is_kept(many, workspace, other_workspace):
    foreign = DocumentFactory(workspace=other_workspace)
    assert scope_of("Anything?", workspace, document_ids=[many.pk, foreign.pk]).document_ids == (many.pk,)


def test_documents_still_being_read_are_left_out(workspace):
    DocumentFactory(workspace=workspace, status="reading")
    assert scope_of("Anything?", workspace).total == 0
