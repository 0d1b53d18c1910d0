"""The first pages of a long PDF are embedded while the others are still read."""

from __future__ import annotations

import pytest
from django.core.files import File

from documents.ingest import ingest_document
from documents.ingestion.chunks.chunk_settings import ChunkSettings
from documents.ingestion.chunks.chunking import embedded_text
from documents.ingestion.chunks.summaries import summary_text
from documents.ingestion.file_reading import read_file
from documents.library.services import upload_document
from documents.models import Chunk, Document
from llm.fakes import HashEmbedder
from llm.providers.none import NoModel
from tests.reading.writing import lines, write_pdf

pytestmark = pytest.mark.django_db
PAGES = 64


class Noting(HashEmbedder):
    """Keeps what it has embedded."""

    def __init__(self):
        self.seen: list[str] = []

    def embed(self, texts):
        self.seen += texts
        return super().embed(texts)


@pytest.fixture
def document(tmp_path, user, workspace):
    pages = [
        lines(*[f"Plant {page} sold {page + line} turbines in May." for line in range(30)])
        for page in range(PAGES)
    ]
    path = write_pdf(tmp_path / "plants.pdf", pages)
    with path.open("rb") as handle:
        return upload_document(
            user=user, workspace=workspace, file=File(handle, name=path.name), enqueue=False
        ).document


def test_a_long_file_has_a_beginning_and_its_texts_come_again(document, hash_embedder):
    begun: list[list[str]] = []
    with read_file(document, cut=(ChunkSettings(), hash_embedder), on_beginning=begun.append) as parts:
        chunks = parts.wait_for_chunks()
    first, more = map(set, begun)
    assert first
    assert first < more < {embedded_text(chunk) for chunk in chunks}


def test_nothing_is_embedded_twice_and_nothing_is_left_out(document):
    embedder = Noting()
    ingest_document(document.pk, chat=NoModel(), embedder=embedder)
    chunks = Chunk.objects.filter(document=document)
    told = summary_text(Document.objects.get(pk=document.pk))
    assert sorted(embedder.seen) == sorted({*(embedded_text(chunk) for chunk in chunks), told})
    for chunk in chunks:
        assert list(chunk.embedding) == pytest.approx(hash_vector(chunk), abs=1e-3)


def test_reading_again_embeds_nothing_that_is_there(document):
    ingest_document(document.pk, chat=NoModel(), embedder=HashEmbedder())
    Document.objects.filter(pk=document.pk).update(status="queued")
    embedder = Noting()
    ingest_document(document.pk, chat=NoModel(), embedder=embedder)
    assert embedder.seen == []


def hash_vector(chunk):
    return HashEmbedder().embed([embedded_text(chunk)])[0].tolist()
