"""Where documents disagree on a figure, who wins, and what is no disagreement at all."""

from datetime import date
from decimal import Decimal

import pytest

from documents.document_map.conflicts import compare, store_conflicts
from documents.models import Conflict, Reader
from tests.factories import DocumentFactory, MetricFactory, TableRowFactory

pytestmark = pytest.mark.django_db

INCOME = "Consolidated Statements of Income"


def report(workspace, filename, *amounts, statement="", **fields):
    """A document that gives these amounts of revenue, in millions."""
    dated = fields.pop("document_date", None)
    document = DocumentFactory(workspace=workspace, filename=filename, document_date=dated)
    for amount in amounts:
        row = TableRowFactory(document=document) if statement else None
        MetricFactory(
            document=document, value=f"${amount} million", numeric_value=Decimal(amount) * 1_000_000,
            table_row=row, context=statement, **fields,
        )  # fmt: skip
    return document


def conflicts_of(document):
    store_conflicts(document, compare(document))
    return list(Conflict.objects.all())


def test_the_later_document_wins_and_the_sentence_says_so(workspace):
    one = report(workspace, "draft.pdf", "4.2", document_date=date(2025, 1, 1))
    two = report(workspace, "final.pdf", "4.9", document_date=date(2025, 3, 1))
    for document in (one, two):
        (conflict,) = conflicts_of(document)
        assert (conflict.winner.document, conflict.reason) == (two, "later")
        assert conflict.explanation == (
            "Revenue of Acme, fiscal 2024: final.pdf gives $4.9 million (page 1), draft.pdf gives $4.2 "
            "million (page 1); the first is preferred because its document is the later one."
        )


def test_an_edition_wins_over_those_it_supersedes_even_where_their_date_is_later(workspace):
    oldest = report(workspace, "v1.pdf", "4.0", document_date=date(2026, 1, 1))
    middle = DocumentFactory(workspace=workspace, supersedes=oldest)
    newest = report(workspace, "v3.pdf", "4.9", document_date=date(2025, 1, 1))
    newest.supersedes = middle
    newest.save()
    (conflict,) = conflicts_of(oldest)
    assert (conflict.winner.document, conflict.reason) == (newest, "supersedes")


def test_a_curators_figure_wins_over_all(workspace):
    curated = report(
        workspace, "one.pdf", "4.0", reader=Reader.CURATOR, curated_fields=["numeric_value"], anchored=False
    )
    report(workspace, "two.pdf", "4.9", document_date=date(2025, 1, 1))
    (conflict,) = conflicts_of(curated)
    assert (conflict.winner.document, conflict.reason) == (curated, "curated")


def test_a_value_that_no_curator_set_wins_nothing_where_its_category_was_edited(workspace):
    curated = {"reader": Reader.CURATOR, "curated_fields": ["category"]}
    edited = report(workspace, "one.pdf", "4.0", document_date=date(2024, 1, 1), **curated)
    later = report(workspace, "two.pdf", "4.9", document_date=date(2025, 1, 1))
    (conflict,) = conflicts_of(edited)
    assert (conflict.winner.document, conflict.reason) == (later, "later")


def test_the_surer_reading_wins_between_documents_of_one_day(workspace):
    sure = report(workspace, "one.pdf", "4.0", document_date=date(2025, 1, 1), confidence=0.9)
    report(workspace, "two.pdf", "4.9", document_date=date(2025, 1, 1), confidence=0.6)
    (conflict,) = conflicts_of(sure)
    assert (conflict.winner.document, conflict.reason) == (sure, "confidence")


def test_where_nothing_tells_them_apart_it_stays_open(workspace):
    report(workspace, "one.pdf", "4.0")
    (conflict,) = conflicts_of(report(workspace, "two.pdf", "4.9"))
    assert conflict.reason == "open"
    assert conflict.explanation.endswith("; nothing tells which is right.")


@pytest.mark.parametrize(
    "other",
    [
        {"unit": "EUR"},
        {"period_start": date(2024, 10, 1)},
        {"period_end": date(2023, 12, 31)},
        {"entity_name": "Acme Europe"},
        {"canonical_name": "gross_profit"},
        {"anchored": False},
    ],
    ids=lambda fields: next(iter(fields)),
)
def test_another_unit_span_subject_or_measure_is_no_conflict(workspace, other):
    report(workspace, "one.pdf", "4.2")
    assert conflicts_of(report(workspace, "two.pdf", "4.9", **other)) == []


def test_roundings_of_one_value_are_no_conflict(workspace):
    report(workspace, "one.pdf", "4.2")
    assert conflicts_of(report(workspace, "two.pdf", "4.23")) == []


def test_a_document_that_is_of_two_minds_conflicts_with_none(workspace):
    report(workspace, "segments.pdf", "1.5", "2.7", statement="Sales by product")
    assert conflicts_of(report(workspace, "two.pdf", "4.2")) == []


def test_statements_speak_before_other_tables_and_sentences(workspace):
    total = report(workspace, "report.pdf", "4.2", statement=INCOME)
    MetricFactory(document=total, value="$1.5 million", numeric_value=Decimal(1_500_000))
    assert conflicts_of(report(workspace, "two.pdf", "4.2")) == []
    found = conflicts_of(report(workspace, "three.pdf", "1.5"))
    values = [{conflict.winner.value, conflict.loser.value} for conflict in found]
    assert values == [{"$4.2 million", "$1.5 million"}] * 2


def test_a_note_on_what_statements_give_for_other_periods_is_about_something_else(workspace):
    quarter = report(workspace, "quarter.pdf", "1.1", statement=INCOME, period_end=date(2025, 3, 31))
    row = TableRowFactory(document=quarter)
    MetricFactory(
        document=quarter, table_row=row, context="Our investee gave", numeric_value=Decimal(95), value="95"
    )
    assert conflicts_of(report(workspace, "year.pdf", "4.2", statement=INCOME)) == []


def test_figures_without_a_common_name_conflict_under_one_label_of_one_statement(workspace):
    fields = {"canonical_name": "", "metric_name": "Other items"}
    report(workspace, "one.pdf", "4.2", statement=INCOME, **fields)
    report(workspace, "two.pdf", "7.7", statement="Consolidated Balance Sheets", **fields)
    report(workspace, "three.pdf", "8.8", statement="Sales by product", **fields)
    (conflict,) = conflicts_of(report(workspace, "four.pdf", "4.9", statement=INCOME, **fields))
    assert {conflict.winner.document.filename, conflict.loser.document.filename} == {"one.pdf", "four.pdf"}
    assert conflict.measure == "Other items"


def test_other_workspaces_do_not_conflict(workspace, other_workspace):
    report(other_workspace, "one.pdf", "4.2")
    assert conflicts_of(report(workspace, "two.pdf", "4.9")) == []


def test_three_documents_conflict_in_pairs_and_a_deleted_one_takes_its_own(workspace):
    documents = [report(workspace, f"{amount}.pdf", amount) for amount in ("4.0", "5.0", "6.0")]
    for document in documents:
        conflicts_of(document)
    assert Conflict.objects.count() == 3
    documents[1].delete()
    assert Conflict.objects.count() == 1


def test_conflicts_go_when_the_figures_agree_again(workspace):
    one = report(workspace, "one.pdf", "4.0")
    two = report(workspace, "two.pdf", "4.9")
    assert conflicts_of(one)
    two.metric_set.update(value="$4.0 million", numeric_value=Decimal(4_000_000))
    assert conflicts_of(one) == []
