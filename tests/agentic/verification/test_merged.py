from decimal import Decimal

from agentic.evidence import Answer, CheckedNumber, Citation
from agentic.verification.merged import merged
from retrieval.question.wording.both import Both

BOTH = Both("Who leads?", "How many vans are there?")


def answer(text, *numbers, cited=(), **fields):
    return Answer(
        text=text,
        answered=fields.pop("answered", True),
        citations=tuple(
            Citation(number=number, document="a.pdf", document_id=1, page=1, quote="") for number in cited
        ),
        numbers=tuple(
            CheckedNumber(
                text=each,
                value=Decimal(each),
                start=(at := text.index(each)),
                end=at + len(each),
                status="exact",
            )
            for each in numbers
        ),
        fit={"covers": True, "missing": [], "not_considered": [], "answered": []},
        **fields,
    )


def test_sources_and_numbers_are_counted_on():
    first = answer("In 1999 [1, 3] Ada led 12 [9].", "1999", "12", cited=(1, 3, 9))
    second = answer("Of vans [1] there are 40 [2], of them 7 new.", "40", "7", cited=(1, 2))
    whole = merged(BOTH, [first, second])
    assert "[1, 3] Ada led 12 [9]." in whole.text
    assert "Of vans [10] there are 40 [11], of them 7 new." in whole.text
    assert [citation.number for citation in whole.citations] == [1, 3, 9, 10, 11]
    assert [whole.text[each.start : each.end] for each in whole.numbers] == ["1999", "12", "40", "7"]
    assert whole.fit["covers"]


def test_a_question_without_an_answer_is_named():
    whole = merged(BOTH, [answer("Ada [1].", cited=(1,)), answer("These do not say.", answered=False)])
    assert whole.answered
    assert whole.fit["missing"] == ["There is no answer to “How many vans are there?”"]
    assert not whole.fit["covers"]


def test_both_computations_are_told():
    plans = [{"ask": "count", "text": "count in vans"}, {"ask": "sum", "text": "sum of miles"}]
    whole = merged(
        BOTH, [answer("2 [1].", cited=(1,), plan=plans[0]), answer("9 [1].", cited=(1,), plan=plans[1])]
    )
    assert whole.plan == {"ask": "each", "of": plans, "text": "count in vans; sum of miles"}
