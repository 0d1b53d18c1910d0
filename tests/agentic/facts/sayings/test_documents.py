"""Lists and counts of documents."""

from datetime import date

import pytest

from documents.models import Document, Status
from tests.factories import DocumentFactory

# Statements run as the reader, on a connection of its own that sees committed rows only.
pytestmark = pytest.mark.django_db(transaction=True)


def test_more_documents_than_a_table_shows_are_counted_all(ask, workspace):
    first = DocumentFactory(workspace=workspace, filename="receipt-0.pdf", document_date=date(2024, 1, 1))
    Document.objects.bulk_create(
        Document(
            workspace=workspace, filename=f"receipt-{number}.pdf", sha256=f"{number:064x}", bytes=1,
            file=first.file.name, media_type="application/pdf", page_count=1, status=Status.READY,
            document_date=date(2024, 2, 1),
        )
        for number in range(1, 503)
    )  # fmt: skip
    answer = ask("How many receipts are there?")
    assert answer.text.startswith("There are 503 receipts: receipt-0.pdf [1]; ")
    assert "; and 403 more." in answer.text
