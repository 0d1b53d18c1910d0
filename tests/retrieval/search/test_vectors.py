"""Vector search: what the index finds, and that filters never starve it."""

import numpy as np
import pytest

from documents.models import Chunk
from retrieval.search import vectors
from retrieval.search.results import Size, scores_of
from retrieval.search.vectors import approximate, exact, exact_is_cheaper, nearest
from tests.factories import ChunkFactory, DocumentFactory

WIDTH = 384


@pytest.fixture
def many(workspace, other_workspace):
    """300 chunks of another's round the first axis, nearest to it, and 30 of ours farther off."""
    random = np.random.default_rng(7)
    for owner, count, spread in ((other_workspace, 300, 1.0), (workspace, 30, 3.0)):
        document = DocumentFactory(workspace=owner)
        noise = random.normal(size=(count, WIDTH)) * spread / np.sqrt(WIDTH)
        noise[:, 0] += 1
        rows = [
            ChunkFactory.build(
                document=document, workspace=owner, index=n, embedding=list(v), embedding_model="hash"
            )
            for n, v in enumerate(noise)
        ]
        Chunk.objects.bulk_create(rows)
    return [1.0] + [0.0] * (WIDTH - 1)


def ours(workspace):
    return Chunk.objects.filter(workspace=workspace, excluded=False)


@pytest.mark.django_db
def test_a_filter_does_not_starve_the_index(workspace, many, monkeypatch):
    monkeypatch.setattr(vectors, "EF_SEARCH", 10)
    assert len(approximate(ours(workspace), many, 20, indexed=330)) == 20


@pytest.mark.django_db
def test_the_index_finds_what_comparing_all_finds(workspace, many):
    found = scores_of(approximate(Chunk.objects.all(), many, 20, indexed=330))
    assert len(found.keys() & scores_of(exact(Chunk.objects.all(), many, 20)).keys()) >= 19


@pytest.mark.parametrize(
    ("count", "indexed", "exact"),
    [
        (1000, 1000, True),
        (100_000, 100_000, False),
        (10_000, 1_000_000, True),  # a narrow filter: the index would be read on and on
        (100_000, 1_000_000, False),
        (5000, 0, True),  # never analysed
    ],
)
def test_few_chunks_are_compared_and_many_looked_up(count, indexed, exact):
    assert exact_is_cheaper(count, indexed, 200) is exact


@pytest.mark.django_db
@pytest.mark.parametrize("count", [30, 1_000_000])  # compared, and looked up
def test_finds_as_many_as_there_are(workspace, many, hash_embedder, count):
    found = nearest(
        ours(workspace),
        "anything",
        workspace=workspace,
        embedder=hash_embedder,
        limit=30,
        size=Size(count, 330),
    )
    assert len(found) == 30


@pytest.mark.django_db
def test_what_the_index_did_not_reach_is_searched_exactly(workspace, many, monkeypatch, hash_embedder):
    monkeypatch.setattr(vectors, "EF_SEARCH", 10)
    monkeypatch.setattr(vectors, "MAX_SCAN_TUPLES", 1)
    assert len(approximate(ours(workspace), many, 30, indexed=330)) < 30
    found = nearest(
        ours(workspace),
        "anything",
        workspace=workspace,
        embedder=hash_embedder,
        limit=30,
        size=Size(1_000_000, 330),
    )
    assert len(found) == 30
