"""Words of questions about rows, as they are compared."""

import pytest

from retrieval.question.wording.rows import norm, normed


@pytest.mark.parametrize(
    ("one", "other"), [("Cafés", "cafe"), ("PÉREZ", "Perez"), ("Libraries", "library"), ("Zürich", "zurich")]
)
def test_capitals_accents_and_plurals_tell_no_words_apart(one, other):
    assert norm(one) == norm(other)


def test_other_letters_do():
    assert normed("Pérez Müller") == ("perez", "muller")
    assert norm("Perec") != norm("Perez")
