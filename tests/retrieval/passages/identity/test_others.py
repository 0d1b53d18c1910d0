"""What is said of another than the one that is asked about."""

from __future__ import annotations

from dataclasses import replace

import pytest

from retrieval.passages.expected import Expected
from retrieval.passages.identity.others import is_of_another
from retrieval.passages.scoring import Passage
from retrieval.passages.telling import bonus
from retrieval.passages.windows import units_of, windows_of
from tests.retrieval.passages.weighed import hit, of_rents, score_windows


@pytest.mark.django_db
def test_what_is_of_another_version_is_no_answer_for_the_one_asked_for(hash_embedder) -> None:
    question = "When was version 4.7.1 of the kiln rules adopted?"
    for text, is_other in (
        ("It replaces version 4.7.0 adopted on 3 May 2021.", True),
        ("Version 4.7.1 was adopted on 9 June 2021 and replaces version 4.7.0.", False),
        ("It was adopted on 9 June 2021.", False),
    ):
        best, asked = of_rents(question, "date", text, hash_embedder)
        assert is_of_another(best, replace(asked, marks=("4.7.1",))) == is_other


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("question", "mark", "text", "is_other"),
    [
        ("How many pages has Kiln 1.2?", "Kiln 1.2", "Kiln 1.1 came first. It has 47 pages.", True),
        ("How many pages has Kiln 1.2?", "Kiln 1.2", "Kiln 1.2 came next. It has 47 pages.", False),
        ("Who sits for Old Kiln 12?", "Old Kiln 12", "Old Kiln 12 has a board. 3 sit on it.", False),
        ("What does the flag -4 need?", "-4", "The flag -9 needs 7600k.", True),
        ("What does the flag -4 need?", "-4", "The flag -4 needs 3600k, the flag -9 more.", False),
    ],
)
def test_what_stands_under_another_number_is_of_another(question, mark, text, is_other, hash_embedder):
    passage = Passage(hit(), 1, text, "Rents", 0, "Rents")
    cut = [(passage, window) for window in windows_of(units_of(text), most=1)]
    scored, asked = score_windows(
        question, Expected("count", "en"), frozenset(), cut, hash_embedder, bonus=bonus, marks=(mark,)
    )
    last = max(scored, key=lambda each: each.window.units[0].start)
    assert is_of_another(last, asked) is is_other


BOARDS = "Board 2018\n\nTreasurer: Ada Wren\n\nBoard 2019\n\nTreasurer: Bo Lorn"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("name", "year", "is_other"), [("Wren", 2019, True), ("Lorn", 2019, False), ("Wren", 2018, False)]
)
def test_what_stands_under_another_year_is_of_another(name, year, is_other, hash_embedder) -> None:
    passage = Passage(hit(), 1, BOARDS, "Rents", 0, "Rents")
    cut = [(passage, window) for window in windows_of(units_of(BOARDS), most=1) if name in window.text]
    (own,), asked = score_windows(
        f"Who was treasurer in {year}?",
        Expected("person", "en"),
        frozenset(),
        cut,
        hash_embedder,
        bonus=bonus,
    )
    assert is_of_another(own, asked) is is_other
