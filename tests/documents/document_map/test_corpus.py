"""The document map as a whole: its summary, what documents share, its picture and its page."""

from datetime import date
from itertools import pairwise

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from documents.document_map.corpus import Filter, corpus_map
from documents.document_map.picture import MOST_LINKS, OTHERS, TARGET, draw
from documents.models import Document, Relationship, Status
from documents.views.corpus import RELATIONSHIPS
from tests.factories import DocumentFactory, RelationshipFactory, UserFactory, WorkspaceFactory

pytestmark = pytest.mark.django_db

REPORT, CONTRACT = Document.Type.FINANCIAL_REPORT, Document.Type.LEGAL_CONTRACT


@pytest.fixture
def report(workspace):
    return DocumentFactory(
        workspace=workspace, filename="report.pdf", document_type=REPORT, organizations=["Acme"],
        topics=["tin"], period_start=date(2022, 7, 1), period_end=date(2023, 6, 30),
    )  # fmt: skip


@pytest.fixture
def lease(workspace):
    return DocumentFactory(
        workspace=workspace, filename="lease.pdf", document_type=CONTRACT, organizations=["Acme", "Osprey"],
        topics=["rent"], people=["Mary Penn"], document_date=date(2024, 2, 1),
    )  # fmt: skip


def counted(references):
    return {one.name: len(one.documents) for one in references}


def test_the_map_tells_what_documents_share(user, workspace, report, lease):
    corpus = corpus_map(user, workspace)
    assert counted(corpus.by_type) == {REPORT: 1, CONTRACT: 1}
    assert counted(corpus.by_entity) == {"Acme": 2, "Mary Penn": 1, "Osprey": 1}
    assert [one.name for one in corpus.by_period] == ["2024", "2023", "2022"]
    assert corpus.by_entity[0].documents == (lease.pk, report.pk)
    assert corpus.corpus_summary == (
        "2 documents: financial report (1), legal contract (1), from July 2022 to February 2024;"
        " about Acme (2), Mary Penn (1), Osprey (1), on rent (1), tin (1)."
    )


def test_a_choice_narrows_all_lists_but_its_own(user, workspace, report, lease):
    corpus = corpus_map(user, workspace, Filter(type=CONTRACT))
    assert corpus.documents == (lease,)
    assert counted(corpus.by_topic) == {"rent": 1}
    assert counted(corpus.by_type) == {REPORT: 1, CONTRACT: 1}
    assert corpus_map(user, workspace, Filter(type=CONTRACT, period="2022")).documents == ()


def test_only_documents_that_belong_to_the_map_are_in_it(user, workspace, report):
    DocumentFactory(workspace=workspace, status=Status.FAILED)
    DocumentFactory(workspace=workspace, extraction_mode=Document.ExtractionMode.SQL_ONLY)
    DocumentFactory(workspace=WorkspaceFactory())
    assert corpus_map(user, workspace).documents == (report,)
    assert corpus_map(UserFactory(), workspace).documents == ()


def test_an_organization_stands_under_its_fullest_name(user, workspace):
    DocumentFactory(workspace=workspace, organizations=["Acme Tools, Inc.", "Acme Tools"])
    DocumentFactory(workspace=workspace, organizations=["Acme Tools", "Acme Toolsmiths"])
    corpus = corpus_map(user, workspace, Filter(entity="Acme Tools, Inc."))
    assert counted(corpus.by_entity) == {"Acme Tools, Inc.": 2, "Acme Toolsmiths": 1}
    assert len(corpus.documents) == 2


def test_it_is_never_out_of_date(user, workspace, report, lease):
    lease.delete()
    assert counted(corpus_map(user, workspace).by_entity) == {"Acme": 1}


def test_the_picture_has_a_lane_for_each_subject_and_a_link_for_each_relationship(
    user, workspace, report, lease
):
    undated = DocumentFactory(workspace=workspace)
    RelationshipFactory(source=lease, target=report, relationship_type=Relationship.Type.REFERENCES)
    RelationshipFactory(source=lease, target=undated, relationship_type=Relationship.Type.REFERENCES)
    other = DocumentFactory(workspace=workspace, document_date=date(2023, 1, 5))
    picture = draw(corpus_map(user, workspace))
    assert picture is not None
    assert [lane.name for lane in picture.lanes] == ["Acme", OTHERS]
    assert (len(picture.links), picture.undated) == (1, 1)
    places = {dot.document.filename: dot.x for dot in picture.dots}
    assert places[other.filename] < places["report.pdf"] < places["lease.pdf"]


def test_documents_of_one_day_do_not_cover_each_other(user, workspace):
    for _ in range(5):
        DocumentFactory(workspace=workspace, organizations=["Acme"], document_date=date(2024, 2, 1))
    picture = draw(corpus_map(user, workspace))
    heights = sorted(dot.y for dot in picture.dots)
    assert all(low - high >= 2 * TARGET for high, low in pairwise(heights))
    (lane,) = picture.lanes
    assert lane.top <= heights[0] - TARGET
    assert heights[-1] + TARGET <= lane.top + lane.height


def test_a_single_document_needs_no_picture(user, workspace, report):
    assert draw(corpus_map(user, workspace)) is None


@pytest.fixture
def signed_in(client, user, settings):
    settings.RAGSITE_AUTO_LOGIN = False
    client.force_login(user)
    return client


def test_the_page_narrows_by_its_address(signed_in, workspace, report, lease):
    address = reverse("document_map", args=[workspace.slug])
    html = signed_in.get(address, {"entity": "Osprey"}).content.decode()
    assert "lease.pdf" in html
    assert "report.pdf" not in html
    assert f'href="{address}?entity=Osprey&amp;topic=rent"' in html
    assert f'<a href="{address}" aria-current="true" title="Take back"><span>Osprey' in html


def test_the_page_says_so_where_nothing_fits(signed_in, workspace, report):
    html = signed_in.get(reverse("document_map", args=[workspace.slug]), {"topic": "gold"}).content.decode()
    assert "No document fits all of these: take one back." in html
    assert "gold" in html


def test_the_page_is_not_there_for_others(client, workspace, report, settings):
    settings.RAGSITE_AUTO_LOGIN = False
    client.force_login(UserFactory())
    assert client.get(reverse("document_map", args=[workspace.slug])).status_code == 404


def test_of_many_relationships_a_bounded_number_is_shown_and_the_rest_is_said(signed_in, workspace):
    documents = [DocumentFactory(workspace=workspace, period_end=date(2020, 1, n + 1)) for n in range(21)]
    pairs = [(one, other) for one in documents for other in documents if one != other]
    kinds = [Relationship.Type.SUPPORTS] * (len(pairs) - 1) + [Relationship.Type.CONTRADICTS]
    Relationship.objects.bulk_create(
        Relationship(workspace=workspace, source=one, target=other, relationship_type=kind)
        for (one, other), kind in zip(pairs, kinds, strict=True)
    )
    address = reverse("document_map", args=[workspace.slug])
    with CaptureQueriesContext(connection) as asked:
        html = signed_in.get(address).content.decode()
    assert html.count('<path class="link') == MOST_LINKS
    assert html.count("<strong>") == RELATIONSHIPS
    assert 'class="link contradicts"' in html
    assert f"{len(pairs) - MOST_LINKS} more links are not drawn" in html
    assert f"{RELATIONSHIPS} of {len(pairs)} relationships" in html
    # A relationship's documents are those of the map: their summaries and map entries are not read with it.
    assert not any("map_entry" in query["sql"] for query in asked)
