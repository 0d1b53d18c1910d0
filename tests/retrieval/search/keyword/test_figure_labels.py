"""Rows found by the words of their labels, and the pages they bring up."""

from datetime import date

import pytest

from reading.values.periods import Period
from retrieval.scope.model import Scope
from retrieval.search import fusion
from retrieval.search.keyword import figure_labels
from retrieval.search.keyword.figure_labels import row_scores
from retrieval.search.keyword.keywords import terms_of
from retrieval.search.search import retrieve
from tests.factories import ChunkFactory, DocumentFactory, MetricFactory


def row(document, label, page, **fields):
    return MetricFactory(document=document, metric_name=label, page=page, anchored=True, **fields)


def scope_of(workspace, *documents):
    return Scope(workspace=workspace, total=2, document_ids=tuple(d.pk for d in documents) or None)


def scores(question, scope, periods=()):
    return row_scores(terms_of(question, scope.workspace).found, scope, periods)


@pytest.fixture
def report(workspace):
    """A document with three pages, whose words say little of what is asked."""
    document = DocumentFactory(workspace=workspace)
    for page, text in enumerate(
        ("Deferred revenue in general.", "Deferred 12 8 4", "Tax and weather.", "Sand."), start=1
    ):
        ChunkFactory(document=document, index=page, page_start=page, text=text, section="")
    ChunkFactory(document=document, index=9, page_start=9, text="Current payables, receivables and rates.")
    return document


@pytest.mark.django_db
def test_the_row_whose_label_is_asked_for_scores_best(workspace, report):
    row(report, "Deferred revenue, current", 2)
    row(report, "Deferred revenue and other current receivables and payables", 3)
    found = scores("What is current deferred revenue?", scope_of(workspace))
    assert found[report.pk, 2] > found[report.pk, 3] > 0


@pytest.mark.django_db
def test_a_row_of_another_time_counts_half(workspace, report):
    row(report, "Deferred revenue", 2, period_end=date(2023, 12, 31))
    row(report, "Deferred revenue", 3, period_end=date(2021, 12, 31))
    asked = [Period("2023", end_date=date(2023, 12, 31), start_date=date(2023, 1, 1))]
    found = scores("deferred revenue", scope_of(workspace), asked)
    assert found[report.pk, 3] == pytest.approx(found[report.pk, 2] / 2)


@pytest.mark.django_db
def test_one_common_word_finds_no_row(workspace, report):
    row(report, "Weather", 4)
    assert scores("What is deferred revenue of current payables in sandy weather?", scope_of(workspace)) == {}
    assert (report.pk, 4) in scores("What is the weather?", scope_of(workspace))


@pytest.mark.django_db
def test_rows_of_other_workspaces_and_documents_and_doubtful_ones_stay_out(
    workspace, other_workspace, report
):
    other = DocumentFactory(workspace=workspace)
    stranger = DocumentFactory(workspace=other_workspace)
    for document in (other, stranger, report):
        row(document, "Deferred revenue", 2)
    report.metric_set.update(anchored=False)
    assert set(scores("deferred revenue", scope_of(workspace))) == {(other.pk, 2)}
    assert scores("deferred revenue", scope_of(workspace, report)) == {}


@pytest.mark.django_db
def test_rows_are_looked_up_by_rare_words_but_common_ones_count(workspace, report, monkeypatch):
    monkeypatch.setattr(figure_labels, "AFFORDABLE", 1)
    row(report, "Current sand", 2)
    row(report, "Current rates", 3)
    ChunkFactory(document=report, index=10, text="Current rates.")
    found = scores("What are current rates of sand?", scope_of(workspace))
    assert set(found) == {(report.pk, 2)}


@pytest.mark.django_db
def test_the_page_of_a_row_comes_before_pages_with_the_same_words(workspace, report, hash_embedder):
    question = "What is deferred revenue?"
    assert (
        retrieve(question, workspace=workspace, embedder=hash_embedder, method="text").hits[0].page_start == 1
    )
    row(report, "Deferred revenue", 2, canonical_name="")
    hits = retrieve(question, workspace=workspace, embedder=hash_embedder, method="text").hits
    assert hits[0].page_start == 2


@pytest.mark.django_db
def test_figures_are_compared_in_the_documents_whose_passages_fit(workspace, hash_embedder, monkeypatch):
    monkeypatch.setattr(fusion, "FIGURE_DOCUMENTS", 1)
    fitting, other = (DocumentFactory(workspace=workspace) for _ in range(2))
    for document, text in ((fitting, "Deferred revenue and other revenue."), (other, "Deferred rain.")):
        ChunkFactory(document=document, index=1, text=text, section="")
        ChunkFactory(document=document, index=2, page_start=2, text="Sand.", section="")
        row(document, "Deferred revenue", 2, canonical_name="")
    hits = retrieve("deferred revenue?", workspace=workspace, embedder=hash_embedder, method="text").hits
    found = {(hit.document_id, hit.page_start) for hit in hits}
    assert (fitting.pk, 2) in found
    assert (other.pk, 2) not in found
