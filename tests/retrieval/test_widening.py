"""Filters that hide the answer."""

import pytest

from retrieval.analysis import analyse
from retrieval.prefilter import prefilter
from retrieval.widening import widened
from tests.factories import ChunkFactory, DocumentFactory, EntityFactory

pytestmark = pytest.mark.django_db
QUESTION = "What does Northwind say of tidal turbines?"


@pytest.fixture(autouse=True)
def filtered(monkeypatch):
    monkeypatch.setattr("retrieval.prefilter.FILTER_FROM", 1)


def about(workspace, name, text):
    document = DocumentFactory(workspace=workspace)
    EntityFactory(document=document, entity_name=name, role="subject")
    ChunkFactory(document=document, text=text, section="")
    return document


def scope_of(workspace, **options):
    analysis = analyse(QUESTION, workspace=workspace)
    return widened(analysis, prefilter(analysis, workspace=workspace, **options))


def test_all_documents_are_searched_where_those_chosen_say_nothing(workspace):
    about(workspace, "Northwind, Inc.", "Weather.")
    about(workspace, "Tailspin, Inc.", "Tidal turbines of Northwind.")
    scope = scope_of(workspace)
    assert scope.document_ids is None
    assert scope.note == scope.filters["widened"]


def test_a_filter_stays_where_the_documents_speak_of_the_question(workspace):
    ours = about(workspace, "Northwind, Inc.", "Turbines driven by tidal currents, and other weather.")
    about(workspace, "Tailspin, Inc.", "Tidal turbines.")
    assert scope_of(workspace).document_ids == (ours.pk,)


def test_what_a_user_chose_stays(workspace):
    ours = about(workspace, "Northwind, Inc.", "Weather.")
    about(workspace, "Tailspin, Inc.", "Tidal turbines.")
    assert scope_of(workspace, document_ids=[ours.pk]).document_ids == (ours.pk,)
