"""What a conversation with the search agent came to: decisions, names and conditions, not its text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from agentic.search.decisions.steps import Decomposition
from retrieval.scope.document_kinds import singular

GOES_ON = re.compile(
    r"^\W*(?:and|but|also|then|now|only|just|what about|how about|ok(?:ay)?|thanks?|by|per|in|from|for|of|"
    r"with|without|back|regardless of)\b"
    r"|\b(?:of|among|only|just) (?:these|those|them)\b"
    r"|^\W*(?:\w+\s+){1,3}(?:they|them|these|those)\b",
    re.IGNORECASE,
)
LISTS_AGAIN = re.compile(r"^\W*(?:and\s+)?(?:list|show|name|which)\b", re.IGNORECASE)  # no longer the sum
# A condition of before that does not hold any more: “of all years”, “in any bucket”, “whoever the vendor”.
WIDENED = re.compile(
    r"\b(?:(?:of|in|for|from|by|with)\s+)?(?:all|any|every|whatever|regardless of)\s+(?:the\s+)?"
    r"(?P<what>[a-z]+)",
    re.IGNORECASE,
)
OF_TIME = ("year", "month", "quarter", "date", "time", "day")
JOINED = re.compile(r"\b(?:too|also|as well|in addition)\b", re.IGNORECASE)  # what is named comes beside
_BACK = re.compile(r"\bback to\b", re.IGNORECASE)
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


def own_words(question: str) -> str:
    """A question that goes on, without the words that only say how it does."""
    plain = _BACK.sub(" ", JOINED.sub(" ", question))
    return " ".join(WIDENED.sub(lambda said: " " if _names_of(said["what"]) else said[0], plain).split())


def widened(before: Mapping[str, Any], question: str) -> dict[str, Any]:
    """What came before, without the conditions that the question lifts."""
    lifted = {name for said in WIDENED.finditer(question) for name in _names_of(said["what"], before)}
    filters = {name: each for name, each in before.get("filters", {}).items() if name not in lifted}
    return {**before, "filters": filters, "buckets": [] if "bucket" in lifted else before.get("buckets", [])}


def _names_of(word: str, before: Mapping[str, Any] = MappingProxyType({})) -> set[str]:
    """The conditions that the word is of."""
    plain = singular(word.lower())
    if plain in OF_TIME:
        return {"dates", "year", "month"}
    if plain in ("bucket", "folder"):
        return {"bucket"}
    return {name for name in before.get("filters", {}) if name.split()[-1] == plain}


def with_carried(own: Decomposition, before: Mapping[str, Any], question: str) -> Decomposition:
    """A question that goes on with the one before: its conditions beside those, its own first."""
    before = widened(before, question)
    filters = before["filters"]
    constraints = {**filters, **own.constraints}
    for name, each in own.constraints.items() if JOINED.search(question) else ():
        known = filters.get(name)
        if known and known["op"] == each["op"] == "in":
            constraints[name] = {**each, "value": list(dict.fromkeys([*known["value"], *each["value"]]))}
    update: dict[str, Any] = {
        "constraints": constraints,
        "buckets": own.buckets or before["buckets"],
    }
    if not own.function and LISTS_AGAIN.search(question):
        return own.model_copy(update={**update, "intent": "list", "output": "table", "by_document": True})
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
