"""Which words mean one thing."""

from __future__ import annotations

import pytest

from retrieval.alike.things import things_in


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("the deposit", "die Kaution", True),
        ("Der Jahresurlaub beträgt", "days of holiday", True),
        ("période d’essai", "probation", True),
        ("he left the yard", "when may he leave", True),
        ("it is not paid", "an unpaid rent", True),
        ("Wagenladung", "their wages", False),
        ("the rent", "it rented a car", False),
    ],
)
def test_words_of_one_meaning_have_a_mark_in_common(one: str, other: str, same: bool) -> None:
    assert bool(things_in(one) & things_in(other)) is same
