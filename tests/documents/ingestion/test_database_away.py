"""The database goes away while a document is read: the document waits, and ends ready later."""

import hashlib

import psycopg
import pytest
from django.core.files.base import ContentFile
from django.db import OperationalError, connection

from documents.ingest import read_document
from documents.ingestion.deepen import deepen_document
from documents.ingestion.progress import AWAITS_MODEL
from documents.models import Document
from llm.errors import BadOutput
from llm.fakes import HashEmbedder, ScriptedChatModel
from tests.factories import DocumentFactory

pytestmark = pytest.mark.django_db(transaction=True)

TEXT = b"# Annual Report 2024\n\nAcme Tools makes spanners. Revenue was $4.2 million in 2024, up 12%. " + (
    b"It employs many people in many shops and sells to the trade."
)


def cut_off():
    """End the connection of this process from the server's side, as a restart of the server does."""
    database, backend = connection.settings_dict, connection.connection.info.backend_pid
    where = {"dbname": database["NAME"], "user": database["USER"], "password": database["PASSWORD"]}
    place = {"host": database["HOST"], "port": database["PORT"] or None}
    with psycopg.connect(**where, **place, autocommit=True) as other:
        other.execute("SELECT pg_terminate_backend(%s)", [backend])


class CutOff(HashEmbedder):
    def embed(self, texts):
        cut_off()
        return super().embed(texts)


@pytest.fixture
def document():
    row = DocumentFactory.build(
        filename="report.md", media_type="text/markdown", status="queued", progress=0,
        sha256=hashlib.sha256(TEXT).hexdigest(), bytes=len(TEXT),
    )  # fmt: skip
    row.workspace.save()
    row.file.save("report.md", ContentFile(TEXT), save=False)
    row.save()
    return row


def test_a_document_waits_for_the_database_and_ends_ready(document):
    with pytest.raises(OperationalError):
        read_document(document.pk, embedder=CutOff())
    document.refresh_from_db()
    assert (document.status, document.claimed_by, document.error) == ("queued", "", "")
    read_document(document.pk, embedder=HashEmbedder())
    document.refresh_from_db()
    assert document.status == "ready"
    assert document.chunks.filter(embedding=None).count() == 0


def test_a_document_that_the_model_was_reading_stays_ready_and_awaits_it(document):
    read_document(document.pk, embedder=HashEmbedder())

    class Cutting(ScriptedChatModel):
        def complete(self, request):
            cut_off()
            return super().complete(request)

    with pytest.raises(OperationalError):
        deepen_document(document.pk, chat=Cutting([BadOutput("not JSON")] * 9, tier="openai"))
    document.refresh_from_db()
    assert (document.status, document.stage, document.claimed_by) == ("ready", AWAITS_MODEL, "")
    assert Document.objects.get().metric_set.exists()
