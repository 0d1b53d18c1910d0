"""Passages that a curator keeps out of answers."""

import json
from decimal import Decimal

import pytest
from django.core.exceptions import PermissionDenied
from django.core.files.base import ContentFile

from documents.curation.edits import edit_fact, reject_fact
from documents.curation.exclusion import is_excluded, set_excluded
from documents.document_map.relations import relate_figures
from documents.ingest import read_document
from documents.ingestion.chunks.chunking import ChunkDraft
from documents.ingestion.rerun import reread
from documents.ingestion.rows.facts_store import store_facts
from documents.ingestion.steps import replace_chunks
from documents.models import Conflict, Document, Edit, Reader
from reading.anchoring import PageIndex
from reading.model import MetricDraft, Place, Reading
from tests.factories import ChunkFactory, DocumentFactory, MetricFactory


@pytest.fixture
def document(workspace):
    return DocumentFactory(workspace=workspace)


def draft(index, start, text):
    return ChunkDraft(
        index=index,
        section="",
        page_start=1,
        page_end=1,
        char_start=start,
        char_end=start + len(text),
        text=text,
        token_count=1,
    )


def test_a_passage_is_kept_out_once_and_the_edit_says_by_whom(user, document):
    chunk = ChunkFactory(document=document)
    assert set_excluded(chunk, user=user, excluded=True)
    assert not set_excluded(chunk, user=user, excluded=True)
    chunk.refresh_from_db()
    assert chunk.excluded
    edit = Edit.objects.get()
    assert (edit.kind, edit.user, edit.changes) == ("chunk", user, {"excluded": [False, True]})
    assert set_excluded(chunk, user=user, excluded=False)
    assert Edit.objects.count() == 2


def test_only_editors_keep_passages_out(other_user, document):
    chunk = ChunkFactory(document=document)
    with pytest.raises(PermissionDenied):
        set_excluded(chunk, user=other_user, excluded=True)
    chunk.refresh_from_db()
    assert not chunk.excluded


def test_words_stay_out_when_the_document_is_cut_anew(user, document):
    chunk = ChunkFactory(document=document, char_start=0, text="x" * 100)
    set_excluded(chunk, user=user, excluded=True)
    drafts = [draft(0, 0, "a" * 60), draft(1, 60, "b" * 80), draft(2, 140, "c" * 30)]
    assert [row.excluded for row in replace_chunks(document, drafts)] == [True, True, False]


def kept_out(document):
    document_metrics = document.metric_set.filter(kept_out=True)
    return sorted(document_metrics.values_list("metric_name", flat=True))


@pytest.fixture
def read(document):
    """Two passages that share a row, and figures of them and of another page."""
    first = ChunkFactory(document=document, index=0, text="Sales   50\nCosts 20", page_start=1, page_end=1)
    ChunkFactory(document=document, index=1, text="Costs 20\nProfit 30", page_start=1, page_end=1)
    for name, quote, page in (
        ("sales", "Sales 50", 1), ("costs", "Costs 20", 1), ("profit", "Profit 30", 1),
        ("later", "Sales 50", 2), ("unquoted", "", 1),
    ):  # fmt: skip
        MetricFactory(document=document, metric_name=name, quote=quote, page=page)
    MetricFactory(document=document, metric_name="by hand", quote="Sales 50", page=1, reader=Reader.CURATOR)
    return first


def test_figures_that_stand_in_the_passage_alone_are_kept_out_with_it(user, document, read):
    set_excluded(read, user=user, excluded=True)
    assert kept_out(document) == ["sales"]
    set_excluded(read, user=user, excluded=False)
    assert kept_out(document) == []


def test_a_figure_that_a_curator_puts_right_answers_again(user, document, read):
    set_excluded(read, user=user, excluded=True)
    sales = document.metric_set.get(metric_name="sales")
    sales.value = "51"
    edit_fact(sales, user=user)
    assert kept_out(document) == []


def test_figures_stay_out_when_the_document_is_read_anew(user, document, read):
    set_excluded(read, user=user, excluded=True)
    place = Place(page=1, quote="Sales 50")
    reading = Reading(
        metrics=[MetricDraft(place=place, metric_name="turnover", value="50", numeric_value=Decimal(50))]
    )
    store_facts(document, reading, PageIndex({1: "Sales   50\nCosts 20\nProfit 30"}), reader="rules")
    assert kept_out(document) == ["turnover"]


def test_no_other_document_is_in_conflict_with_a_figure_that_is_kept_out(user, workspace):
    sides = [DocumentFactory(workspace=workspace, filename=name) for name in ("a.txt", "b.txt")]
    for document, amount in zip(sides, (50, 60), strict=True):
        MetricFactory(
            document=document,
            numeric_value=amount * 1_000_000,
            value=f"${amount} million",
            quote=f"Sales {amount}",
            page=1,
        )
        relate_figures(document)
    assert Conflict.objects.count() == 1
    chunk = ChunkFactory(document=sides[0], text="Sales 50", page_start=1, page_end=1)
    set_excluded(chunk, user=user, excluded=True)
    assert not Conflict.objects.exists()
    set_excluded(chunk, user=user, excluded=False)
    assert Conflict.objects.count() == 1


@pytest.mark.parametrize(
    "span, expected",
    [((0, 10), True), ((4, 12), True), ((6, 14), True), ((7, 15), False), ((0, 90), True), ((6, 90), False)],
)
def test_half_of_a_passage_decides(span, expected):
    assert is_excluded(span, [(0, 10)]) is expected


def test_nothing_is_kept_out_where_nothing_was():
    assert not is_excluded((5, 5), [])


TEXT = (
    "Quarterly report of Brackwell Tools, Inc. for the quarter ended March 31, 2024.\n\n"
    + "Brackwell Tools, Inc. makes spanners and hammers for the trade. " * 8
    + "\n\nRevenue was $77.3 million in the first quarter of 2024, up 12% from the first quarter of 2023.\n\n"
    + "The company employed 120 people at the end of the quarter and opened a plant in Ohio. " * 8
)


@pytest.fixture
def told(workspace, hash_embedder):
    """A report whose summary and conclusion say a figure of one of its passages."""
    workspace.chunk_size = 64
    workspace.save()
    document = DocumentFactory(
        workspace=workspace, status="queued", file=ContentFile(TEXT.encode(), "q1.txt")
    )
    read_document(document.pk, embedder=hash_embedder)
    return document


def description(document):
    document.refresh_from_db()
    return json.dumps([document.summary, document.key_conclusion, document.map_entry])


def test_what_is_kept_out_is_not_told_of_the_document(user, told, django_capture_on_commit_callbacks):
    assert description(told).count("$77.3 million") >= 4
    chunk = told.chunks.get(text__contains="77.3")
    set_excluded(chunk, user=user, excluded=True)
    assert "77.3" not in description(told)
    assert "spanners and hammers" in told.summary
    assert chunk.pk not in [entry["chunk_id"] for entry in told.map_entry["chunks"]]
    reread(told.pk, facts=True, map_entry=True)
    assert "77.3" not in description(told)
    with django_capture_on_commit_callbacks() as queued:
        set_excluded(chunk, user=user, excluded=False)
    assert len(queued) == 1
    reread(told.pk, facts=False, map_entry=True)
    assert description(told).count("$77.3 million") >= 4


def test_a_figure_that_answers_elsewhere_and_a_curators_words_are_told(user, told):
    MetricFactory(document=told, numeric_value=77_300_000, quote="77.3", page=9)
    Document.objects.filter(pk=told.pk).update(
        key_conclusion="Growth of 12%, and 77.3 elsewhere.", curated_fields=["key_conclusion"]
    )
    set_excluded(told.chunks.get(text__contains="77.3"), user=user, excluded=True)
    assert "$77.3 million" in description(told)
    assert told.key_conclusion == "Growth of 12%, and 77.3 elsewhere."


@pytest.mark.parametrize("is_rejected", [False, True])
def test_a_figure_that_a_curator_put_right_is_not_told_as_it_was(user, told, is_rejected):
    assert "$77.3 million" in description(told)
    metric = told.metric_set.get(value="$77.3 million")
    if is_rejected:
        reject_fact(metric, user=user)
    else:
        metric.value, metric.numeric_value = "$73.7 million", Decimal(73_700_000)
        edit_fact(metric, user=user)
    for _ in range(2):
        assert "77.3" not in description(told)
        reread(told.pk, facts=True, map_entry=True)
