"""Years of two digits with all four, and spans told by the month of their end."""

import pytest

from retrieval.question.periods.in_full import with_ends_of_spans, with_full_years
from tests.cases import every_case


@every_case(
    "typed, written",
    [
        ("what did Acme pay in 22?", "what did Acme pay in 2022?"),
        (
            "total assets end of 22 vs 21, and the difference",
            "total assets end of 2022 vs 2021, and the difference",
        ),
        ("op. margin 22 21 20 average", "op. margin 2022 2021 2020 average"),
        ("net income fy23 vs fy22", "net income FY2023 vs FY2022"),
        ("2Q23 revenue", "Q2 2023 revenue"),
        ("in the june quarter 23", "in the june 2023 quarter"),
        ("quarter ended dec 31 22", "quarter ended dec 31 2022"),
        ("sales dec 22 quarter vs dec 21?", "sales dec 2022 quarter vs dec 2021?"),
        ("debt at 30/9/23", "debt at 30/9/2023"),
        ("from 2022 to 23", "from 2022 to 2023"),
        ("return on equity 22 using averages", "return on equity 2022 using averages"),
        (
            "cash at the end of 2022 and 21, and the difference",
            "cash at the end of 2022 and 2021, and the difference",
        ),
        ("debt yearend 21 in bn", "debt yearend 2021 in bn"),
        ("capex dec 22, mar 23 and june 23 quarters", "capex dec 2022, mar 2023 and june 2023 quarters"),
        ("goodwill ye22", "goodwill ye 2022"),
        ("marketing costs 22 - up or down?", "marketing costs 2022 - up or down?"),
        ("growth in '22", "growth in 2022"),
    ],
)
def test_a_short_year_is_written_in_full(typed, written):
    assert with_full_years(typed) == written


@every_case(
    "question",
    [
        "in 22 countries, how many",
        "employees 22 countries have",
        "between 20 and 25 employees",
        "growth of 20 to 25%",
        "iPhone 15 and 16 sales",
        "why must PIN23, 24 and 25 be inputs?",
        "what do pages 21 and 22 say?",
        "what is due within 30 days?",
        "which contracts end before June 22?",
        "debt at 3/4/23",
        "a discount of 20?",
        "who is over 21?",
        "which states had more than 20,000 recipients in fiscal year 2009?",
        "which clubs had more than 20 and which fewer in 2009?",
        "in 2009, which of 2022, 21,000 and 15,000 is it?",
        "sales in the nine months ended September 30, 2024?",
        "sales for the quarter ended June 25, 2022.",
    ],
)
def test_what_need_be_no_year_stays(question):
    assert with_full_years(question) == question


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
