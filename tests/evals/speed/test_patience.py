"""The report of questions asked while documents are read."""

from __future__ import annotations

from evals.speed.patience import Asked, report_of
from evals.speed.stack import running_stack


def test_ratios_are_of_medians_by_question_and_of_all():
    idle = [Asked("Revenue?", seconds, "facts") for seconds in (1.0, 1.0, 5.0)]
    busy = [Asked("Revenue?", seconds, "facts") for seconds in (1.0, 1.2, 9.0)]

    report = report_of(idle, busy, files=2, llm="none", mode="auto")

    assert report.rows[0] == ("Revenue?", "facts", "1.000", "1.200", "1.20")
    assert [row[0] for row in report.rows] == ["Revenue?", "all"]
    assert "idle 5.00 s" in report.notes[1]


def test_a_question_that_was_not_asked_while_reading_has_no_ratio():
    report = report_of([Asked("Revenue?", 1.0, "facts")], [], files=2, llm="none", mode="auto")
    assert report.rows[-1] == ("all", "facts", "1.000", None, None)


def test_the_stack_gets_the_settings_that_it_is_given(tmp_path):
    stack = running_stack(str(tmp_path), "none", RAGSITE_PROMPT_CACHE_MB="0")
    assert stack.environment["RAGSITE_PROMPT_CACHE_MB"] == "0"
    assert stack.environment["RAGSITE_HOME"] == str(tmp_path)
