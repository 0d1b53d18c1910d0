"""Sentences as models write them: no wrong number is called proven, and no right one unproven."""

from __future__ import annotations

import pytest

from evals.answering.proofs import Pair, pairs
from tests.cases import every_case

PAIRS = list(pairs())

pytestmark = pytest.mark.django_db  # words are compared as the database does


@every_case("pair", PAIRS)
def test_number_is_proven_only_if_its_source_says_what_the_sentence_says(pair: Pair):
    passed, flagged = pair.judged()

    assert passed == []
    assert flagged == []


def test_most_pairs_are_wrong_in_something():
    assert sum(bool(pair.false) for pair in PAIRS) > 120
