"""Two columns held against each other in the one row that a question names."""

import pytest

pytestmark = pytest.mark.django_db

GRANTS = """Canton,Lumen Grant Program,Study Loan - Full Time,Study Loan - Part Time
Bern,510,720,300
Uri,90,40,60
"""


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        (
            "Did more people in Bern take the Study Loan for full time or the Lumen Grant?",
            "Study Loan - Full Time: 720",
        ),
        (
            "In Uri, was the Lumen Grant or the Study Loan for part time used by more students?",
            "Lumen Grant Program: 90",
        ),
        (
            "Did fewer people in Uri use the Lumen Grant or the Study Loan for full time?",
            "Study Loan - Full Time: 40",
        ),
    ],
)
def test_the_column_that_has_more_in_the_row_is_told_with_both_numbers(question, expected, keep, ask):
    keep({"student-aid.csv": GRANTS})
    assert ask(question).text.startswith(expected)


@pytest.mark.parametrize(
    "question",
    [
        "Did more people take the Study Loan for full time or the Lumen Grant?",  # of no one canton
        "Did more people in Jura take the Study Loan for full time or the Lumen Grant?",
        "Did more widows in Bern take the pension for full time or the Lumen Grant?",
    ],
)
def test_nothing_is_told_where_no_row_or_one_column_alone_is_named(question, keep, ask):
    keep({"student-aid.csv": GRANTS})
    assert ask(question) is None
