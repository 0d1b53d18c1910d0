"""What a curator does to facts and documents is kept and noted."""

from datetime import date
from decimal import Decimal

import pytest
from django.core.exceptions import PermissionDenied

from documents.curation.edits import add_fact, edit_document, edit_fact, origin_of, reject_fact
from documents.ingestion.rows.facts_store import forget_facts, store_facts
from documents.models import Conflict, Edit, Metric, Reader, TableRow
from reading.anchoring import PageIndex
from reading.model import MetricDraft, Place, Reading, RowDraft
from tests.factories import (
    ChunkFactory,
    ClaimFactory,
    DocumentFactory,
    MetricFactory,
    PageFactory,
    TableRowFactory,
    UserFactory,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def document(workspace):
    document = DocumentFactory(workspace=workspace)
    PageFactory(document=document)
    return document


def test_an_edit_is_noted_with_what_was_there_before(user, document):
    metric = MetricFactory(document=document)
    origin = origin_of(metric)
    metric.value, metric.numeric_value = "$4.3 million", Decimal(4_300_000)
    edit = edit_fact(metric, user=user)
    metric.refresh_from_db()
    assert (metric.value, metric.reader, metric.origin) == ("$4.3 million", Reader.CURATOR, origin)
    assert edit.changes == {
        "value": ["$4.2 million", "$4.3 million"],
        "numeric_value": ["4200000", "4300000"],
    }
    assert (edit.kind, edit.origin, edit.user, edit.is_rejection) == ("metric", origin, user, False)


def test_a_second_edit_keeps_the_origin(user, document):
    claim = ClaimFactory(document=document)
    origin = origin_of(claim)
    for text in ("Revenue rose.", "Revenue rose to $4.2 million."):
        claim.claim_text = text
        edit_fact(claim, user=user)
    claim.refresh_from_db()
    assert claim.origin == origin
    assert Edit.objects.filter(origin=origin).count() == 2


def test_an_edit_names_the_fields_that_differ_from_what_was_read(user, document):
    metric = MetricFactory(document=document, category="")
    metric.category = "income"
    edit_fact(metric, user=user)
    metric.value = "$4.3 million"
    edit_fact(metric, user=user)
    metric.refresh_from_db()
    assert metric.curated_fields == ["category", "value"]
    metric.value = "$4.2 million"
    edit_fact(metric, user=user)
    metric.refresh_from_db()
    assert metric.curated_fields == ["category"]


@pytest.mark.parametrize("reader", [Reader.RULES, Reader.MODEL])
def test_a_fact_that_is_put_back_as_it_was_is_its_readers_again(user, document, reader):
    claim = ClaimFactory(document=document, claim_text="Revenue rose.", reader=reader)
    for text in ("Revenue fell.", "Revenue rose."):
        claim.claim_text = text
        edit_fact(claim, user=user)
    claim.refresh_from_db()
    assert (claim.reader, claim.origin, claim.curated_fields) == (reader, "", [])
    assert Edit.objects.filter(fact_id=claim.pk).count() == 2


def test_a_fact_put_back_is_kept_out_again_with_its_passage(user, document):
    ChunkFactory(document=document, text="Revenue was $4.2 million.", excluded=True)
    metric = MetricFactory(document=document, quote="Revenue was $4.2 million.", page=1, kept_out=True)
    for category in ("income", ""):
        metric.category = category
        edit_fact(metric, user=user)
    metric.refresh_from_db()
    assert metric.kept_out


def test_saving_without_a_change_notes_nothing(user, document):
    claim = ClaimFactory(document=document)
    assert edit_fact(claim, user=user) is None
    claim.refresh_from_db()
    assert (claim.reader, Edit.objects.count()) == (Reader.RULES, 0)


def test_a_rejected_row_takes_its_figures_with_it(user, document):
    row = TableRowFactory(document=document)
    MetricFactory(document=document, table_row=row)
    reject_fact(row, user=user)
    assert not TableRow.objects.exists()
    assert not Metric.objects.exists()
    kinds = Edit.objects.filter(is_rejection=True).exclude(origin="").values_list("kind", flat=True)
    assert sorted(kinds) == ["metric", "row"]


def test_a_fact_added_by_hand_is_anchored_and_noted(user, document):
    metric = MetricFactory.build(document=document, workspace=None, page=None, anchored=False)
    add_fact(metric, user=user)
    metric.refresh_from_db()
    assert (metric.page, metric.anchored, metric.reader) == (1, True, Reader.CURATOR)
    assert Edit.objects.get().changes["value"] == [None, "$4.2 million"]


def test_a_documents_fields_are_noted_and_kept_from_readers(user, document):
    changes = {"title": "The right title", "document_date": date(2024, 3, 1), "summary": ""}
    edit = edit_document(document, user=user, changes=changes)
    document.refresh_from_db()
    assert (document.title, document.document_date) == ("The right title", date(2024, 3, 1))
    assert document.curated_fields == ["document_date", "title"]
    assert edit.changes == {"title": ["", "The right title"], "document_date": [None, "2024-03-01"]}


def test_only_editors_curate(document):
    stranger, claim = UserFactory(), ClaimFactory(document=document)
    claim.claim_text = "Nonsense."
    for act in (edit_fact, reject_fact):
        with pytest.raises(PermissionDenied):
            act(claim, user=stranger)
    with pytest.raises(PermissionDenied):
        edit_document(document, user=stranger, changes={"title": "Nonsense"})
    claim.refresh_from_db()
    assert claim.claim_text == "Revenue was $4.2 million."


def figure(value="$4.2 million", page=1, **fields):
    place = Place(page=page, quote="Revenue was $4.2 million.")
    return MetricDraft(place=place, metric_name="Revenue", value=value, numeric_value=Decimal(1), **fields)


def row(label="Revenue", number=0):
    return RowDraft(
        place=Place(page=1, quote="Revenue was"), table="Income", table_index=0, row=number,
        label=label, properties={},
    )  # fmt: skip


def read(document, reading, reader=Reader.RULES):
    store_facts(document, reading, PageIndex({1: "Revenue was $4.2 million."}), reader=reader)


def test_a_new_reading_leaves_alone_what_was_edited(user, document):
    reading = Reading(metrics=[figure(), figure("$3.9 million")])
    read(document, reading)
    edited = document.metric_set.get(value="$4.2 million")
    edited.value = "$4.3 million"
    edit_fact(edited, user=user)
    read(document, reading)
    read(document, reading, reader=Reader.MODEL)
    values = document.metric_set.exclude(reader=Reader.MODEL).values_list("value", flat=True)
    assert sorted(values) == ["$3.9 million", "$4.3 million"]
    assert list(document.metric_set.filter(reader=Reader.MODEL).values_list("value", flat=True)) == [
        "$3.9 million"
    ]


def test_a_rejected_fact_stays_away_until_its_rejection_is_deleted(user, document):
    reading = Reading(metrics=[figure()])
    read(document, reading)
    rejection = reject_fact(document.metric_set.get(), user=user)
    read(document, reading)
    assert not document.metric_set.exists()
    rejection.delete()
    read(document, reading)
    assert document.metric_set.exists()


def test_an_edited_fact_that_is_then_rejected_does_not_come_back_as_first_read(user, document):
    reading = Reading(metrics=[figure()])
    read(document, reading)
    metric = document.metric_set.get()
    metric.value = "$4.3 million"
    edit_fact(metric, user=user)
    reject_fact(metric, user=user)
    read(document, reading)
    assert not document.metric_set.exists()


def test_a_curators_figure_stays_with_the_row_that_is_read_again(user, document):
    reading = Reading(rows=[row()], metrics=[figure(row=(0, 0))])
    read(document, reading)
    metric, first = document.metric_set.get(), document.tablerow_set.get()
    metric.value = "$4.3 million"
    edit_fact(metric, user=user)
    read(document, reading)
    metric.refresh_from_db()
    again = document.tablerow_set.get()
    assert again.pk != first.pk
    assert metric.table_row == again


def test_new_figures_join_the_row_that_a_curator_put_right(user, document):
    reading = Reading(rows=[row()], metrics=[figure(row=(0, 0))])
    read(document, reading)
    edited = document.tablerow_set.get()
    edited.label = "Net revenue"
    edit_fact(edited, user=user)
    read(document, reading)
    assert document.metric_set.get().table_row == document.tablerow_set.get() == edited


def test_forgetting_facts_spares_the_curators(user, document):
    read(document, Reading(rows=[row()], metrics=[figure(row=(0, 0)), figure("$3.9 million")]))
    kept = document.metric_set.get(value="$4.2 million")
    kept.unit = "USD"
    edit_fact(kept, user=user)
    forget_facts(document)
    assert document.metric_set.get() == kept
    assert not document.tablerow_set.exists()


def test_conflicts_follow_what_a_curator_does(user, document, workspace):
    metric = MetricFactory(document=document)
    other = DocumentFactory(workspace=workspace)
    MetricFactory(document=other, value="$4.9 million", numeric_value=Decimal(4_900_000))
    metric.value, metric.numeric_value = "$4.3 million", Decimal(4_300_000)
    edit_fact(metric, user=user)
    conflict = Conflict.objects.get()
    assert (conflict.winner, conflict.reason) == (metric, "curated")
    metric.value, metric.numeric_value = "$4.9 million", Decimal(4_900_000)
    edit_fact(metric, user=user)
    assert not Conflict.objects.exists()
    added = MetricFactory.build(document=document, value="$5.1 million", numeric_value=Decimal(5_100_000))
    reject_fact(metric, user=user)
    add_fact(added, user=user)
    assert Conflict.objects.get().winner == added
    reject_fact(added, user=user)
    assert not Conflict.objects.exists()


def test_conflicts_follow_a_documents_date_and_edition(user, document, workspace):
    MetricFactory(document=document)
    other = DocumentFactory(workspace=workspace, document_date=date(2025, 1, 1))
    MetricFactory(document=other, value="$4.9 million", numeric_value=Decimal(4_900_000))
    edit_document(document, user=user, changes={"document_date": date(2024, 1, 1)})
    assert (Conflict.objects.get().winner.document, Conflict.objects.get().reason) == (other, "later")
    edit_document(document, user=user, changes={"supersedes": other})
    assert (Conflict.objects.get().winner.document, Conflict.objects.get().reason) == (document, "supersedes")
