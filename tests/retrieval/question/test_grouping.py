"""By what a question wants its answer grouped."""

import pytest

from retrieval.question.grouping import find_grouping


@pytest.mark.parametrize(
    ("question", "by", "noun"),
    [
        ("What was the revenue by segment?", "part", "segment"),
        ("List the segments of Acme Tools with their revenue", "part", "segment"),
        ("What were the reportable segments and their revenue in 2023?", "part", "segment"),
        ("Show revenue by quarter", "period", "quarter"),
        ("List quarterly revenue", "period", "quarter"),
    ],
)
def test_a_part_or_a_time_is_told(question: str, by: str, noun: str) -> None:
    grouping = find_grouping(question)
    assert grouping is not None
    assert grouping.by == by
    assert noun in grouping.noun


@pytest.mark.parametrize(
    "question", ["List the segments of Acme Tools", "What was the revenue of the segment?"]
)
def test_parts_alone_group_nothing(question: str) -> None:
    assert find_grouping(question) is None
