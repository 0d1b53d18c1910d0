"""What was read in which mode: one set of numbers for the command, the API and the pages."""

import pytest
from django.urls import reverse

from documents.library.catalogue.statistics import (
    MapCounts,
    ModeStatistics,
    statistics_by_mode,
    statistics_of,
)
from documents.library.selectors import reading_counts
from tests import factories

ENTRY = {
    "entities": {"organizations": [{"name": "Acme"}], "people": [{"name": "Ada"}], "metrics": ["revenue"]},
    "topics": {"primary": ["growth"], "secondary": ["costs"], "keywords": ["many"]},
}


@pytest.fixture
def signed_in(client, user, settings):
    settings.RAGSITE_AUTO_LOGIN = False
    client.force_login(user)
    return client


@pytest.fixture
def documents(workspace):
    """One of each mode, by mode."""
    both = factories.DocumentFactory(workspace=workspace, extraction_mode="both", map_entry=ENTRY)
    factories.MetricFactory.create_batch(3, document=both)
    factories.ClaimFactory.create_batch(2, document=both)
    factories.EntityFactory(document=both)
    factories.TopicFactory(document=both)
    sql_only = factories.DocumentFactory(workspace=workspace, extraction_mode="sql_only", map_entry={})
    factories.MetricFactory(document=sql_only)
    map_only = factories.DocumentFactory(workspace=workspace, extraction_mode="map_only", map_entry=ENTRY)
    return {"both": both, "map_only": map_only, "sql_only": sql_only}


def words_of(document) -> str:
    return str(statistics_of(document, reading_counts(document)))


def test_each_mode_says_what_it_gave(documents):
    facts = "3 figures, 2 claims, 1 entity, 1 topic"
    named = "1 measure, 2 entities, 2 topics in the map"
    assert words_of(documents["both"]) == f"{facts}; {named}"
    assert words_of(documents["map_only"]) == named
    assert words_of(documents["sql_only"]) == "1 figure, 0 claims, 0 entities, 0 topics"


def test_the_api_gives_them_for_a_document_and_by_mode(signed_in, documents):
    body = signed_in.get(f"/api/documents/{documents['both'].pk}").json()
    assert body["statistics"] == {
        "mode": "both",
        "claims": 2,
        "metrics": 3,
        "entities": 1,
        "topics": 1,
        "map_entry": {"metrics": 1, "entities": 2, "topics": 2},
    }
    body = signed_in.get(f"/api/documents/{documents['sql_only'].pk}").json()
    assert body["statistics"]["map_entry"] is None
    by_mode = signed_in.get("/api/kb/info?workspace=mine").json()["by_mode"]
    assert [*by_mode] == ["both", "map_only", "sql_only"]
    assert by_mode["sql_only"] == {"documents": 1, "claims": 0, "metrics": 1, "entities": 0, "topics": 0} | {
        "map_entry": None
    }
    assert by_mode["map_only"]["map_entry"] == {"metrics": 1, "entities": 2, "topics": 2}


def test_others_see_none_of_it(documents, workspace, other_user):
    assert statistics_by_mode(other_user, workspace) == {}


def test_the_numbers_by_mode_take_six_queries(user, workspace, documents, django_assert_num_queries):
    with django_assert_num_queries(6):
        by_mode = statistics_by_mode(user, workspace)
    assert by_mode["both"] == ModeStatistics(documents=1, claims=2, metrics=3, entities=1, topics=1)
    assert by_mode["map_only"].map_entry == MapCounts(1, 2, 2)


def test_the_pages_show_them(signed_in, documents):
    page = signed_in.get(reverse("document", args=["mine", documents["map_only"].pk])).content.decode()
    assert "Read for the map only" in page
    assert "1 measure, 2 entities, 2 topics in the map" in page
    listed = signed_in.get("/w/mine/documents/").content.decode()
    assert '<th scope="row">Map only</th><td class="number">1</td>' in listed
