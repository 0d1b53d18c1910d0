"""Whose cells are read for a question."""

import pytest

from agentic.tables.cells.loading import within_bounds
from tests.factories import DocumentFactory, MetricFactory, TableRowFactory

pytestmark = pytest.mark.django_db


def with_cells(workspace, count):
    document = DocumentFactory(workspace=workspace)
    row = TableRowFactory(document=document)
    MetricFactory.create_batch(count, document=document, table_row=row)
    return document.pk


def test_a_large_document_shuts_out_no_other(workspace):
    first, large, last = with_cells(workspace, 2), with_cells(workspace, 9), with_cells(workspace, 1)
    assert within_bounds([first, large, last], most=3) == [first, last]


def test_the_best_is_read_however_large_it_is(workspace):
    large = with_cells(workspace, 9)
    assert within_bounds([large], most=3) == [large]
