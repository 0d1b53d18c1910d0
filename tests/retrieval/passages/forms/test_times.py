"""What is so at another time than the one that is asked about."""

from __future__ import annotations

from retrieval.passages.forms.times import is_of_its_time


def test_what_is_so_after_a_time_is_no_answer_for_the_time_itself() -> None:
    asked = "What is the notice during probation?"
    assert is_of_its_time("During the probation notice is two weeks.", asked)
    assert is_of_its_time("Notice is two weeks.", asked)
    assert not is_of_its_time("After the probation notice is three months.", asked)
    assert not is_of_its_time("Nach Ablauf der Probezeit drei Monate.", "Was gilt während der Probezeit?")


def test_what_may_be_done_at_once_is_not_told_by_ordinary_notice() -> None:
    question = "When may the firm end the agreement at once?"
    assert not is_of_its_time("The firm may end the agreement on twenty days' notice.", question)
    assert is_of_its_time("The firm may end the agreement immediately if rent is owed.", question)
