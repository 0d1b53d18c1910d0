"""Filters that hide the answer."""

from dataclasses import replace

import pytest

from retrieval.question.analyse import analyse
from retrieval.scope.prefilter import prefilter
from retrieval.scope.widening import widened
from retrieval.search.keyword.keyword_ranking import worded
from tests.factories import ChunkFactory, DocumentFactory, EntityFactory

pytestmark = pytest.mark.django_db
QUESTION = "What does Northwind say of tidal turbines?"


@pytest.fixture(autouse=True)
def filtered(monkeypatch):
    monkeypatch.setattr("retrieval.scope.prefilter.FILTER_FROM", 1)


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


@pytest.mark.parametrize(
    "question",
    [
        "In Northwind's annual report, what drives the tidal turbines?",
        "What does the Northwind report of 2021 say of tidal turbines?",
    ],
)
def test_words_by_which_documents_are_chosen_do_not_keep_the_others_out(workspace, question):
    words = "The annual report of Northwind for 2021 is the annual report that Northwind publishes."
    ours = about(workspace, "Northwind, Inc.", words)
    about(workspace, "Tailspin, Inc.", "Gears drive the tidal turbines.")
    for _ in range(8):
        about(workspace, "Fabrikam, Inc.", "Weather.")
    analysis = analyse(question, workspace=workspace)
    scope = prefilter(analysis, workspace=workspace)
    assert scope.document_ids == (ours.pk,)
    assert widened(analysis, scope).document_ids is None


def test_a_filter_stays_where_the_documents_speak_of_the_question(workspace):
    ours = about(workspace, "Northwind, Inc.", "Turbines driven by tidal currents, and other weather.")
    about(workspace, "Tailspin, Inc.", "Tidal turbines.")
    assert scope_of(workspace).document_ids == (ours.pk,)


def test_passages_are_weighed_once_for_widening_and_for_search(workspace, django_assert_num_queries):
    about(workspace, "Northwind, Inc.", "Turbines driven by tidal currents, and other weather.")
    analysis, scope = analyse(QUESTION, workspace=workspace), scope_of(workspace)
    with django_assert_num_queries(0):
        assert worded(analysis, scope) is scope.wording
    narrower = replace(scope, document_ids=())
    assert worded(analysis, narrower).ranked == ()


def test_what_a_user_chose_stays(workspace):
    ours = about(workspace, "Northwind, Inc.", "Weather.")
    about(workspace, "Tailspin, Inc.", "Tidal turbines.")
    assert scope_of(workspace, document_ids=[ours.pk]).document_ids == (ours.pk,)
