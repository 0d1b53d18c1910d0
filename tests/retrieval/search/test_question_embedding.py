"""A question embedded while the database is asked for its words."""

import numpy as np
import pytest

from llm.fakes import HashEmbedder
from retrieval.search.question_embedding import ahead


class Counting(HashEmbedder):
    def __init__(self):
        self.embedded = []

    def embed(self, texts):
        self.embedded += texts
        return super().embed(texts)


@pytest.fixture
def counting():
    return Counting()


def test_a_text_begun_with_is_embedded_once(counting):
    with ahead(counting, "turbines") as begun, ahead(begun, "turbines") as same:
        assert np.array_equal(begun.embed(["turbines"]), same.embed(["turbines"]))
    assert counting.embedded == ["turbines"]


def test_another_text_is_embedded_by_itself(counting):
    with ahead(counting, "turbines") as begun, ahead(begun, "tides") as other:
        assert np.array_equal(other.embed(["tides"]), HashEmbedder().embed(["tides"]))
        assert np.array_equal(other.embed(["rain"]), HashEmbedder().embed(["rain"]))
    assert other.name == "hash"
