"""A question in the plain form that rows are asked in."""

from retrieval.sheets.request.asked.plainly import plainly
from tests.cases import every_case


@every_case(
    "asked, plain",
    [
        ("How many crates did we ship altogether?", "How many crates did we ship?"),
        ("Pallets left month by month", "Pallets left by month"),
        ("Show me all water tests that failed", "which water tests that failed"),
        ("water tests that failed", "which water tests that failed"),
        ("Which tests that failed were paid?", "Which tests that failed were paid?"),
        ("Is there a list of tests that failed?", "Is there a list of tests that failed?"),
    ],
)
def test_same_question_is_said_as_rows_are_asked(asked, plain):
    assert plainly(asked) == plain
