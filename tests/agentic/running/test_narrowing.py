"""Questions that go on with the documents that were listed before."""

import pytest

from agentic.inquiry import Question
from agentic.running.narrowing import listed_in, narrowed
from tests.cases import every_case


def result(spans, **more):
    table = {"rows": [["x"]] * len(spans), "spans": [{"document_id": pk} for pk in spans]}
    return {"tables": [table], **more}


def test_documents_of_a_list_are_kept():
    assert listed_in(result([4, 7], plan={"ask": "list"})) == [4, 7]
    assert listed_in(result([4, 7], matches={"by_document": True})) == [4, 7]


@every_case(
    "given",
    [
        result([4, 7], plan={"ask": "sum"}),
        result([4, 7], plan={"ask": "count", "group_by": "Vendor"}),
        result([4, 4], plan={"ask": "list"}),
        result([4], plan={"ask": "list"}),
    ],
)
def test_groups_sums_and_rows_of_one_document_list_none(given):
    assert listed_in(given) == []


@pytest.fixture
def history():
    return [
        {"role": "user", "text": "Which lease offers run for 60 months?"},
        {"role": "assistant", "text": "2 of 9", "listed": [4, 7]},
    ]


@every_case(
    "text, asked",
    [
        ("And which of these lie under 2,000 euros?", "Which lease offers lie under 2,000 euros?"),
        ("How many of them have a lift?", "How many lease offers have a lift?"),
    ],
)
def test_question_points_at_the_documents_listed_before(history, text, asked):
    among = narrowed(Question(None, None, text, history=history))
    assert (among.text, among.document_ids, among.history) == (asked, [4, 7], ())


def test_question_that_points_at_nothing_is_left_alone(history):
    assert narrowed(Question(None, None, "Which leases have a lift?", history=history)) is None
    assert narrowed(Question(None, None, "Which of these have a lift?")) is None
