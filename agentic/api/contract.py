"""What kind of answer a run gave, to what it is one, and whether that is proven, by its stored result."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

Kind = Literal["answer", "passages", "clarification", "refusal", ""]

PARTS = ("measure", "entity", "period", "grouping")
DOUBTED = ("curated", "unsupported")
PASSAGE = "chunk"  # the kind of a span that is text, and no fact


def kind_of(result: Mapping[str, Any], *, answered: bool, clarification: str) -> Kind:
    """`passages`: no answer, but text near the question; `refusal`: neither; "" of a run without a result."""
    if clarification:
        return "clarification"
    if answered:
        return "answer"
    if any(each.get("kind") == PASSAGE for each in result.get("nearest") or ()):
        return "passages"
    return "refusal" if result else ""


def answered_for(result: Mapping[str, Any]) -> dict[str, Any]:
    """What the answer is of; "" and no conditions where it tells none, and for what is no answer."""
    parts = (result.get("fit") or {}).get("answered") or ()
    said = {each["part"]: each["text"] for each in parts if each["part"] in PARTS}
    conditions = [each["text"] for each in parts if each["part"] == "condition"]
    return {**dict.fromkeys(PARTS, ""), **said, "conditions": conditions}


def not_considered(result: Mapping[str, Any]) -> list[str]:
    """The question's words that the answer did not take into account."""
    return list((result.get("fit") or {}).get("not_considered") or ())


def is_proven(result: Mapping[str, Any], *, answered: bool) -> bool:
    """Whether every number is proven and every part of the question has its answer.

    An answer without numbers is where it rests on stored facts alone, such as a list of documents or names.
    """
    if not answered or not (result.get("fit") or {}).get("covers", True):
        return False
    if numbers := result.get("numbers"):
        return not any(number.get("status") in DOUBTED for number in numbers)
    cited = result.get("citations") or ()
    return bool(cited) and not any(each.get("kind", PASSAGE) == PASSAGE for each in cited)
