"""Embedders behind an endpoint, against a server on loopback."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from documents.providers import embedder_named, get_embedder
from llm.embedding.remote import RemoteEmbedder, gemini_ask, openai_ask
from llm.errors import BadOutput, LLMError
from tests.llm.scripted_server import Reply, serving


def openai_reply(*vectors):
    data = [{"object": "embedding", "index": n, "embedding": list(v)} for n, v in enumerate(vectors)]
    return Reply(
        {"object": "list", "data": data, "model": "m", "usage": {"prompt_tokens": 1, "total_tokens": 1}}
    )


def by_openai(server, dimensions=2):
    ask = openai_ask(base_url=server.url, api_key="k", model="small", dimensions=dimensions, seconds=10)
    return RemoteEmbedder("openai:small", dimensions, ask)


def test_vectors_of_an_openai_compatible_server_are_normalised_and_in_order():
    with serving(openai_reply((3, 4), (0, 2))) as server:
        vectors = by_openai(server).embed(["one", ""])
    assert np.allclose(vectors, [[0.6, 0.8], [0, 1]])
    (asked,) = server.asked
    assert asked.path.endswith("/embeddings")
    assert (asked.body["model"], asked.body["input"]) == ("small", ["one", "-"])
    assert asked.headers["authorization"] == "Bearer k"


def test_vectors_of_gemini_have_the_length_asked_for():
    body = {"embeddings": [{"values": [3, 4]}]}
    with serving(Reply(body)) as server:
        ask = gemini_ask(base_url=server.url, api_key="k", model="e", dimensions=2, seconds=10)
        vectors = RemoteEmbedder("gemini:e", 2, ask).embed(["one"])
    assert np.allclose(vectors, [[0.6, 0.8]])
    assert "outputDimensionality" in str(server.asked[0].body)


def test_vectors_of_another_length_are_refused():
    with serving(openai_reply((1, 2, 3))) as server, pytest.raises(BadOutput, match="DIMENSIONS"):
        by_openai(server).embed(["one"])


def test_an_endpoint_that_refuses_the_key_says_so():
    refusal = Reply({"error": {"message": "no", "code": "k"}}, 401, {})
    with serving(refusal) as server, pytest.raises(LLMError, match="refused the key"):
        by_openai(server).embed(["one"])


def test_the_setting_chooses_the_embedder(settings):
    settings.RAGSITE_EMBEDDER, settings.RAGSITE_EMBEDDING_MODEL = "openai", "small"
    settings.RAGSITE_EMBEDDING_URL, settings.RAGSITE_EMBEDDING_KEY = "http://127.0.0.1:9/v1", "k"
    get_embedder.cache_clear()
    embedder_named.cache_clear()
    try:
        assert (get_embedder().name, get_embedder().dimensions) == ("openai:small", 768)
        assert get_embedder().count_tokens(["two words"]) == [2]
    finally:
        get_embedder.cache_clear()
        embedder_named.cache_clear()


@pytest.mark.parametrize("ask", [openai_ask, gemini_ask])
def test_a_process_that_cuts_passages_gets_one_that_counts_tokens(ask):
    embedder = RemoteEmbedder("openai:m", 3, ask(base_url="http://127.0.0.1:9", api_key="k", model="m",
                                                dimensions=3, seconds=1))  # fmt: skip
    elsewhere = pickle.loads(pickle.dumps(embedder))
    assert elsewhere.count_tokens(["three words here"]) == embedder.count_tokens(["three words here"])
