"""Documents by what their summaries mean."""

import pytest

from documents.ingestion.chunks.summaries import embed_stale
from documents.models import SummaryVector
from retrieval.scope.model import Scope
from retrieval.search.passage_search import PassageQuery, search_semantic
from retrieval.search.summaries import nearest_by_summary
from tests.factories import ChunkFactory, DocumentFactory

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _however_far(settings):
    settings.RAGSITE_MIN_SIMILARITY = -1


def told(workspace, embedder, name, summary, text):
    document = DocumentFactory(
        workspace=workspace, filename=name, title=name, summary=summary, status="ready"
    )
    chunk = ChunkFactory(document=document, text=text)
    chunk.embedding, chunk.embedding_model = embedder.embed([text])[0], embedder.name
    chunk.save()
    return document


def test_passages_of_the_document_that_is_about_it_go_ahead(workspace, hash_embedder):
    manual = told(workspace, hash_embedder, "a.txt", "maintenance of cabinets", "wipe blades maintenance")
    told(workspace, hash_embedder, "b.txt", "menu of the canteen", "wipe blades maintenance")
    assert embed_stale(workspace, hash_embedder) == 2
    query = PassageQuery(workspace=workspace, query="maintenance of cabinets", summaries_first=True)
    found = search_semantic(query, embedder=hash_embedder).passages
    assert found[0].document_id == manual.pk
    assert found[0].score > found[1].score


def test_only_summaries_in_scope_are_compared(workspace, other_user, hash_embedder):
    mine = told(workspace, hash_embedder, "a.txt", "maintenance of cabinets", "x")
    theirs = DocumentFactory(summary="maintenance of cabinets", status="ready")
    embed_stale(workspace, hash_embedder)
    embed_stale(theirs.workspace, hash_embedder)
    vector = hash_embedder.embed(["maintenance"])[0]
    near = nearest_by_summary(Scope.of(workspace), vector, embedder=hash_embedder.name)
    assert list(near) == [mine.pk]


def test_a_summary_is_embedded_again_where_its_words_changed(workspace, hash_embedder):
    document = told(workspace, hash_embedder, "a.txt", "one", "x")
    assert embed_stale(workspace, hash_embedder) == 1
    assert embed_stale(workspace, hash_embedder) == 0
    before = SummaryVector.objects.get().digest
    document.summary = "two"
    document.save()
    assert embed_stale(workspace, hash_embedder) == 1
    assert SummaryVector.objects.get().digest != before
