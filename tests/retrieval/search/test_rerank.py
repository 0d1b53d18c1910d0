"""The first passages of a search in the order of a reranker."""

import pytest

from llm.errors import Unavailable
from llm.fakes import WordReranker
from retrieval.search.passage_search import PassageQuery, search_both
from retrieval.search.rerank import RERANKED, reranked
from retrieval.search.results import Hit
from retrieval.search.search import retrieve
from tests.factories import ChunkFactory, DocumentFactory


def hit(number, text="plain"):
    return Hit(
        chunk_id=number, document_id=1, filename="a.pdf", section="1 Terms", page_start=1, page_end=1,
        text=text, score=1 / (number + 1),
    )  # fmt: skip


def test_the_rerankers_order_goes_first_and_scores_keep_their_scale():
    hits = [hit(0), hit(1, "best best"), hit(2, "best")]
    found = reranked("?", hits, reranker=WordReranker("best"), top_k=2)
    assert [(h.chunk_id, h.score) for h in found.hits] == [(1, 1.0), (2, 0.5)]
    assert found.note == "The first 3 passages were put in order by the reranker words."


def test_equals_keep_the_order_of_the_search():
    hits = [hit(number) for number in range(5)]
    assert reranked("?", hits, reranker=WordReranker("best"), top_k=5).hits == tuple(hits)


def test_only_the_first_passages_are_read():
    hits = [hit(number, "best" if number == RERANKED else "plain") for number in range(RERANKED + 1)]
    found = reranked("?", hits, reranker=WordReranker("best"), top_k=RERANKED + 1)
    assert found.hits == tuple(hits)


def test_without_a_reranker_nothing_changes():
    found = reranked("?", [hit(0), hit(1, "best")], reranker=None, top_k=1)
    assert ([h.chunk_id for h in found.hits], found.note) == ([0], "")


def test_a_reranker_that_cannot_be_loaded_leaves_the_order_and_says_so():
    broken = WordReranker(error=Unavailable("The reranker x cannot be loaded."))
    found = reranked("?", [hit(0), hit(1)], reranker=broken, top_k=2)
    assert [h.chunk_id for h in found.hits] == [0, 1]
    assert found.note == "The reranker x cannot be loaded. The passages are in the order of the search."


@pytest.mark.django_db
def test_searches_put_more_than_asked_for_in_order_and_say_so(workspace, hash_embedder):
    texts = [f"The turbine turns. {'turbine ' * (5 - n)}{'best' if n == 4 else ''}" for n in range(5)]
    for text in texts:
        ChunkFactory(document=DocumentFactory(workspace=workspace), text=text)
    for reranker, first in ((None, texts[0]), (WordReranker("best"), texts[4])):
        found = retrieve("turbine", workspace=workspace, embedder=hash_embedder, top_k=1, reranker=reranker)
        asked = PassageQuery(workspace=workspace, query="turbine", top_k=1)
        both = search_both(asked, embedder=hash_embedder, reranker=reranker)
        assert [h.text for h in found.hits] == [p.snippet for p in both.passages] == [first]
        assert ("reranker words" in found.note) == ("reranker words" in both.note) == bool(reranker)
