"""Stems are asked for once, whatever their texts are asked together with."""

import pytest

from retrieval import stems as module
from retrieval.stems import stems, stems_in, stems_of_each

pytestmark = pytest.mark.django_db


def test_each_text_has_its_own_stems():
    assert stems_of_each(["total sales", "the growth of", ""]) == {
        "total sales": {"total", "sale"},
        "the growth of": {"growth"},
        "": set(),
    }


def test_a_text_that_is_known_costs_no_query(django_assert_num_queries):
    listed = " ".join(f"quantity{n}" for n in range(300))  # as long as our own lists of words
    stems(listed)
    with django_assert_num_queries(0):
        assert len(stems(listed)) == 300
    with django_assert_num_queries(1):
        assert stems_of_each([listed, "newly read lamps"])["newly read lamps"] == {"newli", "read", "lamp"}


def test_marks_that_open_a_question_are_no_part_of_its_words():
    assert stems_in(["¿cuál saldo? ¡ahora!"], "es") == [stems_in(["cuál saldo ahora"], "es")[0]]


def test_what_is_kept_has_a_bound(monkeypatch, django_assert_num_queries):
    monkeypatch.setattr(module, "KEPT_CHARACTERS", 20)
    stems("kept for some time")
    stems("and then something else")
    with django_assert_num_queries(1):
        stems("kept for some time")
