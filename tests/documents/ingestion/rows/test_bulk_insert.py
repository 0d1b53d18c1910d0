"""Rows that are stored by COPY are the rows that an INSERT would have stored."""

from datetime import date
from decimal import Decimal

import pytest
from django.db import IntegrityError
from django.forms import model_to_dict

from documents.ingestion.rows.bulk_insert import copy_rows, number_rows
from documents.models import Chunk, TableRow
from tests.factories import ChunkFactory, DocumentFactory, MetricFactory

ODD = 'a\tb\nc\\d "e" \\N \\. é €'


def stored(row):
    return model_to_dict(type(row)._base_manager.get(pk=row.pk))


@pytest.fixture
def document(workspace):
    return DocumentFactory(workspace=workspace)


def test_every_value_comes_back_as_it_was(document):
    rows = [
        MetricFactory.build(
            document=document,
            workspace=document.workspace,
            metric_name=ODD,
            numeric_value=Decimal("-1234567890.123456"),
            period_end=date(2024, 2, 29),
        ),
        MetricFactory.build(
            document=document,
            workspace=document.workspace,
            metric_name="",
            numeric_value=None,
            period_end=None,
        ),
    ]
    copy_rows(number_rows(rows))
    for row in rows:
        assert stored(row) == model_to_dict(row)
        assert not row._state.adding


def test_generated_columns_and_lists_of_values_are_filled(document):
    row = TableRow(
        document=document, workspace=document.workspace, table="t", row=1, reader="rules",
        properties={"2024": ODD, "n": None},
    )  # fmt: skip
    chunk = ChunkFactory.build(document=document, workspace=document.workspace, text="Spanners sold")
    copy_rows([row])
    copy_rows([chunk])
    assert TableRow.objects.get().properties == {"2024": ODD, "n": None}
    assert "spanner" in Chunk.objects.get().search


def test_numbers_given_before_are_kept_and_never_given_again(document):
    rows = ChunkFactory.build_batch(3, document=document, workspace=document.workspace)
    for index, row in enumerate(rows):
        row.index = index
    number_rows(rows)
    numbers = [row.pk for row in rows]
    assert len(set(numbers)) == 3
    copy_rows(rows)
    assert [row.pk for row in rows] == numbers
    assert ChunkFactory(document=document, index=9).pk not in numbers


def test_rows_without_numbers_get_them_from_the_database(document):
    copy_rows([ChunkFactory.build(document=document, workspace=document.workspace, index=n) for n in (4, 7)])
    assert [chunk.index for chunk in Chunk.objects.order_by("pk")] == [4, 7]


def test_what_the_database_refuses_is_raised_as_djangos_error(document):
    twice = ChunkFactory.build_batch(2, document=document, workspace=document.workspace, index=0)
    with pytest.raises(IntegrityError):
        copy_rows(twice)
