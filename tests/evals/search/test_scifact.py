"""The score of a ranking."""

import math

import pytest

from evals.search.scifact import ndcg

GRADES = {"a": 1, "b": 1}


@pytest.mark.parametrize(
    "ranked, expected",
    [
        ([1, 1, 0], 1.0),
        ([0, 0, 0], 0.0),
        ([0, 1, 1], (1 / math.log2(3) + 1 / 2) / (1 + 1 / math.log2(3))),
        ([0] * 10 + [1, 1], 0.0),
    ],
)
def test_gains_are_discounted_by_rank_and_end_with_the_tenth(ranked, expected):
    assert ndcg(ranked, GRADES) == pytest.approx(expected)
