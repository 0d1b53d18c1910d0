"""The tables noted on the pages of a document, from a real PDF."""

from dataclasses import replace

from django.core.files.base import ContentFile

from documents.ingest import read_document
from documents.ingestion.rows.page_tables import page_tables, store_page_tables
from documents.models import TableRow
from reading.tables.read import read_tables
from samples.generate import write_samples
from tests.factories import DocumentFactory, PageFactory
from tests.reading.drawing import draw


def read_report(workspace, folder, embedder):
    path = next(sample.path for sample in write_samples(folder) if "report" in sample.path.name)
    file = ContentFile(path.read_bytes(), name=path.name)
    document = DocumentFactory(
        workspace=workspace,
        filename=path.name,
        media_type="application/pdf",
        file=file,
        status="queued",
        progress=0,
    )
    read_document(document.pk, embedder=embedder)
    return document


def test_tables_are_noted_on_their_pages_with_the_index_of_their_rows(workspace, tmp_path, hash_embedder):
    document = read_report(workspace, tmp_path, hash_embedder)
    noted = {(page.number, table["index"]): table for page in document.pages.all() for table in page.tables}
    rows = TableRow.objects.filter(document=document).exclude(table="properties")
    assert {(row.page, row.table_index) for row in rows} <= noted.keys()
    assert rows.exists()
    for (number, index), table in noted.items():
        page = document.pages.get(number=number)
        x0, top, x1, bottom = table["box"]
        assert 0 <= x0 < x1 <= page.width
        assert 0 <= top < bottom <= page.height
        assert table["rows"] == rows.filter(table_index=index).count()


def test_noting_again_replaces_what_was_noted(workspace, tmp_path, hash_embedder):
    document = read_report(workspace, tmp_path, hash_embedder)
    store_page_tables(document, {})
    assert [page.tables for page in document.pages.all() if page.tables] == []


def test_noting_takes_as_many_queries_for_many_pages(db, django_assert_num_queries):
    document = DocumentFactory()
    numbers = [PageFactory(document=document).number for _ in range(12)]
    noted = {
        number: [{"index": number, "title": "Sales", "rows": 2, "box": [1, 2, 3, 4]}] for number in numbers
    }
    with django_assert_num_queries(4):  # to look and to write, in a transaction
        store_page_tables(document, noted)
    assert {page.number: page.tables for page in document.pages.all()} == noted


def test_a_table_without_title_is_called_by_its_page_as_the_format_calls_it():
    table = read_tables(draw("       2023  2022\n  Sales   12    11\n  Costs    9     8"))[0]
    untitled = replace(table, title="")
    [[noted], [on_slide]] = [
        *page_tables([untitled], {}).values(),
        *page_tables([untitled], {1: "Slide 1"}).values(),
    ]
    assert (noted["title"], on_slide["title"]) == ("Table on page 1", "Table on Slide 1")
