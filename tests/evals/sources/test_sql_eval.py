"""Which questions to other databases are taken: a half, or as many as are drawn."""

from __future__ import annotations

import pytest
from django.core.management import CommandError, call_command

from evals.report import CannotMeasure
from evals.sources.sql_eval import Asked, drawn, in_half

QUESTIONS = [Asked(f"question {number}", "", "", "", "") for number in range(9)]


def test_halves_part_the_questions():
    even, odd = in_half(QUESTIONS, "even"), in_half(QUESTIONS, "odd")
    assert odd == QUESTIONS[1::2]
    assert even == QUESTIONS[0::2]
    assert in_half(QUESTIONS, "") == QUESTIONS
    with pytest.raises(CannotMeasure, match="take odd or even"):
        in_half(QUESTIONS, "third")


def test_the_same_seed_draws_the_same_questions_in_their_order():
    first = drawn(QUESTIONS, 4, "22")
    assert first == drawn(QUESTIONS, 4, "22")
    assert first == sorted(first, key=QUESTIONS.index)
    assert len({each.question for each in first}) == 4
    assert any(drawn(QUESTIONS, 4, str(seed)) != first for seed in range(5))
    assert drawn(QUESTIONS, 0, "22") == drawn(QUESTIONS, 20, "22") == QUESTIONS


def test_an_evaluation_may_be_named_with_hyphens(tmp_path):
    with pytest.raises(CommandError, match=r"sql-eval/questions\.csv"):
        call_command("evaluate", "sql-eval", data=tmp_path)
