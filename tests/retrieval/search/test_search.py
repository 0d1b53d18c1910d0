"""Hybrid search over chunks, with the real embedder where meaning matters."""

import pytest

from documents.ingestion.chunks.chunking import embedded_text
from documents.ingestion.chunks.rebuilding import rebuild_index
from documents.models import Chunk
from documents.providers import embedder_named
from retrieval.search.search import EmbeddingModelMismatch, above_last, fuse, retrieve
from tests.factories import ChunkFactory, DocumentFactory
from tests.llm.scripted_server import Reply, serving

TEXTS = (
    "The tenant may end the lease with three months' notice.",
    "Annual rainfall in the valley reached 900 millimetres.",
    "The turbine converts tidal currents into electricity.",
)


@pytest.fixture(autouse=True)
def _however_far(settings):
    """The embedder that knows no meaning puts most texts far from each other."""
    settings.RAGSITE_MIN_SIMILARITY = -1


def indexed(workspace, embedder, texts=TEXTS):
    chunks = [ChunkFactory(document=DocumentFactory(workspace=workspace), text=text) for text in texts]
    for chunk, vector in zip(chunks, embedder.embed([embedded_text(c) for c in chunks]), strict=True):
        chunk.embedding, chunk.embedding_model = vector, embedder.name
    Chunk.objects.bulk_update(chunks, ["embedding", "embedding_model"])
    return chunks


def found(question, workspace, embedder, **options):
    return [hit.text for hit in retrieve(question, workspace=workspace, embedder=embedder, **options).hits]


@pytest.mark.django_db
def test_finds_by_meaning_what_shares_no_word(workspace, embedder):
    indexed(workspace, embedder)
    assert found("When can the renter terminate?", workspace, embedder, method="semantic")[0] == TEXTS[0]


@pytest.mark.django_db
def test_finds_by_words(workspace, hash_embedder):
    indexed(workspace, hash_embedder)
    assert found("tidal turbines", workspace, hash_embedder, method="text") == [TEXTS[2]]


@pytest.mark.django_db
def test_excludes_other_workspaces(workspace, other_workspace, hash_embedder):
    indexed(other_workspace, hash_embedder)
    assert found("tidal turbines", workspace, hash_embedder) == []


@pytest.mark.django_db
def test_a_search_asks_the_database_a_handful_of_times(
    workspace, hash_embedder, django_assert_max_num_queries
):
    """The names' mark, words, size, words ranked, neighbours, other embedders, rows, titles, passages."""
    indexed(workspace, hash_embedder)
    found("tidal turbines", workspace, hash_embedder)
    with django_assert_max_num_queries(9):
        assert found("tidal turbines", workspace, hash_embedder)


@pytest.mark.django_db
def test_gives_at_most_top_k(workspace, hash_embedder):
    indexed(workspace, hash_embedder)
    assert len(found("anything", workspace, hash_embedder, top_k=2)) == 2


@pytest.mark.django_db
def test_refuses_vectors_of_another_embedder(workspace, hash_embedder):
    indexed(workspace, hash_embedder)
    Chunk.objects.update(embedding_model="another")
    with pytest.raises(EmbeddingModelMismatch, match="rebuild_index"):
        retrieve("anything", workspace=workspace, embedder=hash_embedder, method="semantic")


@pytest.mark.django_db
def test_words_alone_find_where_the_embedder_of_the_vectors_is_gone(workspace, hash_embedder):
    indexed(workspace, hash_embedder)
    Chunk.objects.update(embedding_model="another")
    found = retrieve(TEXTS[2], workspace=workspace, embedder=hash_embedder)
    assert found.hits[0].text == TEXTS[2]
    assert "by their words alone" in found.note


@pytest.fixture
def _refusing(settings):
    """An endpoint of embeddings that answers nobody."""
    with serving(Reply({"error": {"message": "no", "code": "k"}}, 401, {})) as server:
        settings.RAGSITE_EMBEDDING_URL, settings.RAGSITE_EMBEDDING_KEY = server.url, "k"
        embedder_named.cache_clear()
        yield
        embedder_named.cache_clear()


@pytest.mark.django_db
@pytest.mark.usefixtures("_refusing")
def test_old_vectors_whose_embedder_does_not_answer_are_left_out(workspace, hash_embedder):
    first, *_ = indexed(workspace, hash_embedder)
    Chunk.objects.filter(pk=first.pk).update(embedding_model="openai:small")
    asked = {"workspace": workspace, "embedder": hash_embedder, "method": "semantic"}
    assert {hit.text for hit in retrieve("anything", **asked).hits} == set(TEXTS[1:])


@pytest.mark.django_db(transaction=True)  # an index is made
def test_old_vectors_answer_until_the_index_is_rebuilt(workspace, hash_embedder, embedder):
    indexed(workspace, embedder)
    asked = {"workspace": workspace, "embedder": hash_embedder, "method": "semantic"}
    best = retrieve(TEXTS[2], **asked).hits[0]
    assert best.text == TEXTS[2]
    first = Chunk.objects.exclude(text=TEXTS[2]).first()
    first.embedding, first.embedding_model = hash_embedder.embed([first.text])[0], hash_embedder.name
    first.save()
    assert {hit.text for hit in retrieve(TEXTS[2], **asked).hits} >= {TEXTS[2]}
    assert rebuild_index(workspace, hash_embedder) == len(TEXTS) - 1
    assert set(Chunk.objects.values_list("embedding_model", flat=True)) == {hash_embedder.name}
    assert rebuild_index(workspace, hash_embedder) == 0
    assert retrieve(TEXTS[2], **asked).hits[0].text == TEXTS[2]


@pytest.mark.django_db
@pytest.mark.parametrize("method", ["text", "semantic", "hybrid"])
def test_passages_that_a_curator_excluded_are_not_found(method, workspace, hash_embedder):
    indexed(workspace, hash_embedder)
    Chunk.objects.filter(text=TEXTS[2]).update(excluded=True)
    assert TEXTS[2] not in found(TEXTS[2], workspace, hash_embedder, method=method)


@pytest.mark.django_db
def test_quotes_in_a_question_do_no_harm(workspace, hash_embedder):
    indexed(workspace, hash_embedder)
    assert found("o'brien's \\ turbine & | ! :*", workspace, hash_embedder, method="text") == [TEXTS[2]]


def test_fusion_prefers_what_both_rankings_have():
    scores = fuse([{1: 1.0, 2: 0.9, 3: 0.8}, {3: 1.0, 4: 0.7}])
    assert max(scores, key=lambda key: scores[key]) == 3
    assert scores[3] == 1


@pytest.mark.django_db
@pytest.mark.parametrize("method", ["semantic", "hybrid"])
def test_a_lone_passage_is_found_by_meaning(method, workspace, hash_embedder):
    indexed(workspace, hash_embedder, TEXTS[:1])
    assert found("Rivers?", workspace, hash_embedder, method=method) == [TEXTS[0]]


@pytest.mark.django_db
@pytest.mark.parametrize(("method", "others"), [("semantic", []), ("hybrid", [TEXTS[1]])])
def test_what_is_too_far_in_meaning_is_not_found(method, others, workspace, embedder, settings):
    """Where words find it, it stays found."""
    indexed(workspace, embedder)
    settings.RAGSITE_MIN_SIMILARITY = 0.2
    texts = found("When in 900 years can the renter terminate?", workspace, embedder, method=method)
    assert texts == [TEXTS[0], *others]


@pytest.mark.django_db
def test_a_search_says_that_nothing_is_near_in_meaning(workspace, embedder, settings):
    indexed(workspace, embedder)
    settings.RAGSITE_MIN_SIMILARITY = 0.2
    told = retrieve("Who won 900 games of chess?", workspace=workspace, embedder=embedder)
    assert [hit.text for hit in told.hits] == [TEXTS[1]]
    assert told.note.startswith("No passage is near to the question in meaning: the nearest has a ")
    assert retrieve("rainfall", workspace=workspace, embedder=embedder).note == ""


def test_meaning_counts_for_little_where_all_is_about_as_near():
    assert above_last({1: 0.9, 2: 0.5}) == {1: pytest.approx(0.8), 2: 0}
    assert max(above_last({1: 0.51, 2: 0.5}).values()) < 0.05
