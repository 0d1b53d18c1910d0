"""Spans told by the month of their end."""

import pytest

from retrieval.question.periods.month_spans import with_ends_of_spans


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("the June 2023 quarter", "the quarter ended June 30, 2023"),
        ("december quarter 2022", "quarter ended December 31, 2022"),
        ("three months to June 2023", "three months ended June 30, 2023"),
        ("the quarter to 1 July 2023", "the quarter ended 1 July 2023"),
        ("q ended march 31 2023", "quarter ended march 31 2023"),
        ("free cash flow TTM Sept 2023", "free cash flow twelve months ended September 30, 2023"),
        (
            "did inventories rise between June and Sept 2023?",
            "did inventories rise between June 30, 2023 and September 30, 2023?",
        ),
        (
            "the Dec 2022 and June 2023 quarters",
            "the quarter ended December 31, 2022 and quarter ended June 30, 2023 quarters",
        ),
        (
            "sales Dec 2022 quarter vs Dec 2021",
            "sales quarter ended December 31, 2022 vs quarter ended December 31, 2021",
        ),
    ],
)
def test_a_span_is_told_with_the_day_of_its_end(typed, written):
    assert with_ends_of_spans(typed) == written


@pytest.mark.parametrize(
    "question",
    [
        "sales between June and Sept 2023",
        "sales in March 2023",
        "Q1 2023",
        "the year to date",
        "a quarter of sales in June 2023",
    ],
)
def test_other_times_stay(question):
    assert with_ends_of_spans(question) == question
