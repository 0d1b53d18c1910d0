"""Numbers in words."""

import pytest

from retrieval.question.wording.in_digits import with_digits


@pytest.mark.parametrize(
    ("question", "written"),
    [
        ("When did sales first exceed one million?", "When did sales first exceed 1 million?"),
        ("above half a billion euros", "above 0.5 billion euros"),
        ("more than Two thousand", "more than 2 thousand"),
        ("Which one has a million?", "Which one has 1 million?"),
        ("one of the ten stores", "one of the ten stores"),
    ],
)
def test_a_number_before_what_it_counts_in_is_written_in_digits(question, written):
    assert with_digits(question) == written
