from __future__ import annotations

import pytest

from evals.answer_sets.answers import Given
from evals.general.grading import Reference, grade
from tests.cases import every_case


def given(text: str, *, answered: bool = True) -> Given:
    return Given(text=text, answered=answered)


@every_case("kind, gold, also, text", [
        ("number", "470,15 €", ("470.15",), "EUR 470.15 [1]"),
        ("number", "CHF 3,949.75", ("3'949.75",), "The bill amount is CHF 3 949.75."),
        ("average", "4.72 litres", ("4.717",), "The average of litres over 193 rows is 4.7171 [1]."),
        ("number", "30.02 – 30.82 cents per pound", (), "30.02-30.82 [1]: “Crude oil 30.02-30.82”"),
        ("date", "13 December 2017", (), "It is due on 2017-12-13."),
        ("name", "Paul D. Clement", ("Clement",), "Paul D. Clement argued the cause."),
        ("count", "12", ("twelve",), "Twelve of 56 airlines."),
        ("list", "F-08, F-10 and AV-05 (credit note)", (), "F-10, F-08, AV-05"),
        ("group", "NCB 19; QCBS 8", (), "- QCBS: 8\n- NCB: 19"),
        ("clause", "without undue delay, no later than 72 hours", ("72 hours",), "Within 72 hours."),
        ("other language", "松江市", (), "島根県の県庁所在地は松江市です。"),
    ])  # fmt: skip
def test_another_writing_of_the_reference_is_right(
    kind: str, gold: str, also: tuple[str, ...], text: str
) -> None:
    assert grade(given(text), Reference(kind, gold, also)) == "right"


@pytest.mark.parametrize(
    ("kind", "gold", "text"),
    [
        ("number", "300.00 EUR", "347.90 EUR"),
        ("date", "13 December 2017", "It was issued on 13 November 2017."),
        ("name", "Paul D. Clement", "Edwin Sullivan"),
        ("list", "salary basis, salary level, duties", "The salary basis test."),
        ("group", "NCB 19; QCBS 8", "NCB: 19, QCBS: 7"),
        ("count", "4", " ".join(f"{n} of {n} items were counted then." for n in range(40))),
    ],
)
def test_another_value_a_part_or_a_value_among_many_is_wrong(kind: str, gold: str, text: str) -> None:
    assert grade(given(text), Reference(kind, gold)) == "wrong"


def test_only_a_refusal_is_right_where_the_documents_do_not_tell() -> None:
    assert grade(given("12 euros"), Reference("unanswerable", None)) == "wrong"
    assert grade(given("No.", answered=False), Reference("unanswerable", None)) == "right"
    assert grade(given("No.", answered=False), Reference("number", "12")) == "refused"


@pytest.mark.parametrize(
    ("text", "verdict"), [("No: “Dogs must stay out.” [1]", "right"), ("“Dogs stay out.”", "wrong")]
)
def test_a_mere_no_is_given_where_the_answer_begins_with_it(text, verdict):
    assert grade(given(text), Reference("clause", "no")) == verdict


def test_what_was_not_available_may_be_the_answer():
    text = "because weights were not available: “It was left out because weights were not available.” [1]"
    assert grade(given(text), Reference("why/how", "weights were not available")) == "right"
