"""What a conversation with the search agent came to: decisions, names and conditions, not its text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from agentic.search.decisions.steps import Decomposition

GOES_ON = re.compile(
    r"^\W*(?:and|but|also|then|now|only|just|what about|how about|ok(?:ay)?|thanks?|by|per|in|from|for|"
    r"with)\b"
    r"|\b(?:of|among|only|just) (?:these|those|them)\b",
    re.IGNORECASE,
)
SHORT = 9  # words of a question that may lean on the one before
MOST_DECISIONS, MOST_NAMES = 6, 12
LINE = 400  # characters of all this in a prompt
WHOLE = ("function", "measure", "group_by", "filters", "buckets", "shown", "intent", "by_document")


def carried_in(history: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """What the last answer of the search agent left behind; empty where there is none."""
    return next((dict(turn["carried"]) for turn in reversed(history) if turn.get("carried")), {})


def carried_on(
    before: Mapping[str, Any], asked: Decomposition, choices: Sequence[Mapping[str, Any]], answered: bool
) -> dict[str, Any]:
    """The same after one more question."""
    told = in_words(asked)
    taken = [f"chosen: {choice.get('label', '')}" for choice in choices]
    decisions = [*before.get("decisions", []), *taken, told if answered else f"{told}: no answer"]
    names = [*before.get("entities", []), *_names(asked.constraints)]
    return {
        "decisions": list(dict.fromkeys(decisions))[-MOST_DECISIONS:],
        "entities": list(dict.fromkeys(names))[-MOST_NAMES:],
        "filters": asked.constraints,
        **{name: getattr(asked, name) for name in WHOLE if name != "filters"},
    }


def goes_on(question: str) -> bool:
    """Whether the question leaves out what the one before says."""
    return len(question.split()) <= SHORT and GOES_ON.search(question) is not None


def with_carried(own: Decomposition, before: Mapping[str, Any]) -> Decomposition:
    """A question that goes on with the one before: its conditions beside those, its own first."""
    update: dict[str, Any] = {
        "constraints": {**before.get("filters", {}), **own.constraints},
        "buckets": own.buckets or before.get("buckets", []),
    }
    if not own.measure and before.get("function"):
        names = ("function", "measure", "by_document")
        update |= {name: before.get(name, getattr(own, name)) for name in names}
        update |= {"intent": "compute", "output": "figures", "group_by": own.group_by or before["group_by"]}
    elif not own.function:
        update |= {"intent": before.get("intent", own.intent), "by_document": before.get("by_document", True)}
        update |= {"output": "table", "shown": own.shown or before.get("shown", [])}
    return own.model_copy(update=update)


def in_words(asked: Decomposition) -> str:
    """What was decided, in a line."""
    what = f"{asked.function} of {asked.measure}".removesuffix(" of ") if asked.function else asked.intent
    told = (
        f"{name} {each.get('op', '=')} {_plain(each['value'])}" for name, each in asked.constraints.items()
    )
    conditions = "; ".join(told)
    return " ".join(filter(None, [what, f"by {asked.group_by}" if asked.group_by else "", f"({conditions})"]))


def as_line(before: Mapping[str, Any]) -> str:
    """All of it for a prompt; empty where there is nothing."""
    if not before:
        return ""
    decisions, names = " | ".join(before.get("decisions", [])), ", ".join(before.get("entities", []))
    told = f"Before: {decisions}. Names: {names}"
    return " ".join(told.split())[:LINE]


def _names(constraints: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    for each in constraints.values():
        value = each.get("value")
        for name in value if isinstance(value, list) else [value]:
            if isinstance(name, str):
                yield name


def _plain(value: Any) -> str:
    return " or ".join(map(str, value)) if isinstance(value, list) else str(value)
