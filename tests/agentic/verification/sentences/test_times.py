"""Years and quarters that an answer names and nothing else does."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest

from agentic.evidence import Draft, Evidence, Figure, Span
from agentic.verification.sentences.times import quarters_in, times_nobody_names
from agentic.verification.verify import verify


def span(quote: str, filename: str = "call.txt") -> Span:
    return Span(document_id=1, filename=filename, page=1, quote=quote, kind="chunk")


def unnamed(text: str, *quotes: str, question: str = "", figures: tuple[Figure, ...] = ()) -> list[str]:
    evidence = Evidence(spans=tuple(map(span, quotes)), figures=figures)
    return [time.text for time in times_nobody_names(text, evidence, question)]


def test_quarters_are_found_with_a_year_and_without() -> None:
    text = "Q2 sales, 3Q 2021 profit, second-quarter costs and the fourth fiscal quarter; two quarters."
    assert [each.number for each in quarters_in(text)] == [2, 3, 2, 4]


@pytest.mark.parametrize(
    "text, quote, found",
    [
        ("It expects growth for the rest of 2022.", "during the remainder of 2021", ["2022"]),
        ("It expects growth for the rest of 2021.", "during the remainder of 2021", []),
        ("It expects growth for the rest of 2021.", "in FY21 we grew", []),
        ("It will grow in 2022.", "We grew in 2021 and will do so next year.", []),
        ("It had grown in 2020.", "We grew in 2021 as in the prior year.", []),
        ("It grew in Q3.", "We grew in the second quarter.", ["Q3"]),
        ("It grew in Q3.", "We grew in the three months ended September 30, 2023.", []),
        ("It will grow in Q3.", "We grew in the second quarter and will in the next quarter.", []),
        ("It has 2,022 employees.", "We grew in 2021.", []),
    ],
)
def test_what_the_evidence_names_or_gives_a_date_in_is_known(text: str, quote: str, found: list[str]) -> None:
    assert unnamed(text, quote) == found


def test_what_the_question_names_is_no_claim() -> None:
    assert unnamed("It grew in 2019.", "We grew.", question="Did it grow in 2019?") == []


def test_a_figure_knows_its_days_and_its_fiscal_times() -> None:
    figure = Figure(
        value=Decimal(5), text="5", period_start=date(2022, 10, 30), period_end=date(2023, 1, 28),
        fiscal_year=2021, fiscal_quarter=4,
    )  # fmt: skip
    for text in (
        "It was 5 in 2021.",
        "It was 5 in 2022.",
        "It was 5 in 2023.",
        "It was 5 in Q4.",
        "It was 5 in Q1.",
    ):
        assert unnamed(text, figures=(figure,)) == []
    assert unnamed("It was 5 in 2020.", figures=(figure,)) == ["2020"]


def test_without_evidence_nothing_is_known_to_be_unnamed() -> None:
    assert unnamed("It grew in 2022.") == []


def numbers(text: str, *, answered: bool = True) -> list[tuple[str, str]]:
    evidence = Evidence(spans=(span("We sold 40 lamps in 2021."),))
    checked = verify(Draft(text=text, answered=answered), evidence).numbers
    return [(number.text, number.status) for number in checked]


def test_an_unnamed_year_is_an_unproven_number() -> None:
    assert numbers("It expects to grow in 2023.") == [("2023", "unsupported")]


def test_a_sentence_is_not_flagged_twice() -> None:
    assert numbers("It sold 40 lamps in 2023.") == [("40", "unsupported")]


def test_a_refusal_may_name_what_is_not_there() -> None:
    assert numbers("These documents say nothing of 2023.", answered=False) == []
