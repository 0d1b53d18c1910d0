"""Which chunks may answer, and how many they are."""

import pytest

from documents.models import Status
from retrieval.scope.model import Scope
from retrieval.search.chunks import chunks_in, size_of
from tests.factories import ChunkFactory, DocumentFactory

pytestmark = pytest.mark.django_db


def scope_of(workspace, *documents):
    chosen = tuple(document.pk for document in documents) or None
    return Scope(workspace=workspace, total=3, document_ids=chosen)


def test_only_chunks_of_ready_documents_of_the_workspace_may_answer(workspace, other_workspace):
    ours = ChunkFactory(document=DocumentFactory(workspace=workspace))
    ChunkFactory(document=ours.document, index=5, excluded=True)
    ChunkFactory(document=DocumentFactory(workspace=workspace, status=Status.READING))
    theirs = ChunkFactory(document=DocumentFactory(workspace=other_workspace))
    assert [chunk.pk for chunk in chunks_in(scope_of(workspace))] == [ours.pk]
    assert [chunk.pk for chunk in chunks_in(scope_of(workspace, ours.document))] == [ours.pk]
    assert not chunks_in(scope_of(workspace, theirs.document)).exists()


def test_chunks_are_counted_in_the_workspace_and_in_documents(workspace, other_workspace):
    documents = [DocumentFactory(workspace=workspace), DocumentFactory(workspace=workspace)]
    for document, count in zip(documents, (2, 3), strict=True):
        for number in range(count):
            ChunkFactory(document=document, index=number)
    ChunkFactory(document=DocumentFactory(workspace=other_workspace))
    assert size_of(scope_of(workspace)).chunks == 5
    assert size_of(scope_of(workspace, documents[1])).chunks == 3
