"""How far a source and documents are apart."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from agentic.evidence import Answer, CheckedNumber, ResultTable
from agentic.sources.questions.difference import UNDATED, difference


def _answer(text: str, number: str, value: str, status: str = "exact") -> Answer:
    at = text.index(number)
    told = CheckedNumber(
        text=number, value=Decimal(value), start=at, end=at + len(number), status=status, formula="sum"
    )
    return Answer(text=text, answered=True, numbers=(told,))


def _source(value: int | float, status: str = "computed") -> Answer:
    answer = _answer(f"Total revenue: **{value}**.", str(value), str(value), status)
    return replace(answer, tables=(ResultTable(columns=("total_revenue",), rows=((value,),)),))


def _told(own: Answer, other: Answer, measure: str = "revenue in 2024") -> str:
    found = difference("ledger", measure, own, other)
    if found is None:
        return ""
    for number in found.numbers:
        assert found.text[number.start : number.end] == number.text
        assert number.status in ("computed", "exact")
    return found.text


ACME = "Acme's revenue in 2024 was"


@pytest.mark.parametrize(
    "own, number, value, told",
    [
        (1250, "1,000", "1000", "1250 − 1000 = 250 (+25.0% of theirs)."),
        (900, "$1,000", "1000", "“ledger” gives 100 less than the documents: 900 − 1000 = −100 (−10.0%"),
        (4200, "$4,200", "4200", "Both give the same: 4200 is $4,200."),
        (4210000, "$4.2 million", "4200000", "Both give the same: 4210000 is $4.2 million, as exactly as"),
        (4260000, "$4.2 million", "4200000", "4,260,000 − 4,200,000 = 60,000 (+1.4% of theirs)."),
        (18742, "€18,742 thousand", "18742000", "Their digits are the same, but one is 1000 times the other"),
    ],
)
def test_what_is_said_of_two_values(own, number, value, told):
    assert told in _told(_source(own), _answer(f"{ACME} {number}.", number, value))


def test_what_has_a_time_is_not_subtracted_from_what_has_none():
    told = _told(_source(1250), _answer(f"{ACME} 1,000.", "1,000", "1000"), measure="revenue")
    assert told == UNDATED
    undated = _answer("Acme has 1,000 employees.", "1,000", "1000")
    assert "250 more" in _told(_source(1250), undated, measure="number of employees")


def test_no_number_is_set_beside_one_that_is_not_proven_or_not_alone():
    documents = _answer(f"{ACME} 1,000.", "1,000", "1000")
    two = Answer(text=f"{ACME} 1,000; Zeta's was 9.", answered=True, numbers=documents.numbers * 2)
    assert not _told(_source(1250, "unsupported"), documents)
    assert not _told(_source(1250), _answer(f"{ACME} 1,000.", "1,000", "1000", "unsupported"))
    assert not _told(_source(1250), two)
    assert not _told(_source(1250), _answer(f"{ACME} 12%.", "12%", "0.12"))
    assert not _told(_source(1250), replace(documents, answered=False))
    rows = replace(_source(1250), tables=(ResultTable(columns=("a",), rows=((1250,), (3,))),))
    assert not _told(rows, documents)
