"""What kind of answer a stored result is, to what, and whether it is proven."""

import pytest

from agentic.api.contract import answered_for, is_proven, kind_of, not_considered

NEAR = [{"kind": "chunk", "document": "a.pdf"}]
FACT, PASSAGE = {"kind": "metric"}, {"kind": "chunk"}
EXACT, SET_BY_HAND, UNKNOWN = ({"status": each} for each in ("exact", "curated", "unsupported"))


@pytest.mark.parametrize(
    ("result", "answered", "clarification", "kind"),
    [
        ({"text": "It was $5."}, True, "", "answer"),
        ({"text": "No.", "nearest": NEAR}, False, "", "passages"),
        ({"text": "No."}, False, "", "refusal"),
        ({"text": "2021 is not there.", "nearest": [FACT]}, False, "", "refusal"),
        ({"text": ""}, False, "Which Acme?", "clarification"),
        ({}, False, "", ""),
    ],
)
def test_a_result_is_of_one_kind(result, answered, clarification, kind):
    assert kind_of(result, answered=answered, clarification=clarification) == kind


def test_what_is_answered_is_told_part_by_part():
    parts = [
        {"part": "measure", "text": "Revenue", "asked": "sales"},
        {"part": "period", "text": "fiscal 2023", "asked": "2023"},
        {"part": "condition", "text": "over $5", "asked": ""},
        {"part": "condition", "text": "due by June 1", "asked": ""},
    ]
    assert answered_for({"fit": {"answered": parts}}) == {
        "measure": "Revenue",
        "entity": "",
        "period": "fiscal 2023",
        "grouping": "",
        "conditions": ["over $5", "due by June 1"],
    }
    assert answered_for({"fit": None})["conditions"] == []


def test_words_left_out_are_given_where_the_fit_tells_them():
    assert not_considered({"fit": {"not_considered": ["saws"]}}) == ["saws"]
    assert not_considered({"fit": None}) == []


@pytest.mark.parametrize(
    ("result", "proven"),
    [
        ({"numbers": [EXACT]}, True),
        ({"numbers": [EXACT, UNKNOWN]}, False),
        ({"numbers": [EXACT, SET_BY_HAND]}, False),
        ({"numbers": [EXACT], "fit": {"covers": False}}, False),
        ({"numbers": [], "citations": [FACT]}, True),
        ({"numbers": [], "citations": [FACT, PASSAGE]}, False),
        ({"numbers": [], "citations": []}, False),
    ],
)
def test_proven_is_what_numbers_and_fit_bear_out(result, proven):
    assert is_proven({"fit": {"covers": True}} | result, answered=True) is proven
    assert not is_proven({"fit": {"covers": True}} | result, answered=False)
