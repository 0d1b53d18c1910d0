"""Who did something: whom a sentence says did what is asked, or a label names by it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from retrieval.passages.values import Value

DOING = re.compile(
    r"^\W*who(?:\s+(?:has|have|had))?\s+(?!(?:is|was|are|were|will|has|had|does|did|can|may|must|shall|should|would|could|might)\b)(?P<verb>[a-z]{4,})\b",
    re.I,
)
BY_WHOM = re.compile(r"\s+(?:[\w-]+\s+)?by:?\s+(?:the\s+)?", re.IGNORECASE)
OF_DOERS = re.compile(r"(?:or|er|ist|ant)$", re.IGNORECASE)  # “inspector”
DOER, BEHIND_BY = 60, 12  # characters between somebody and what they do; and behind “by”


def verb_of(question: str) -> re.Pattern[str] | None:
    """The verb of “Who seconded the motion?” in its forms, whose subject or “by” tells who it was."""
    asked = DOING.match(question)
    if asked is None:
        return None
    verb = asked["verb"].lower().removesuffix("s")
    begun = re.escape(verb[: max(4, len(verb) - 2)])
    return re.compile(rf"\b{begun}\w*", re.IGNORECASE)


def who_did(values: Sequence[Value], text: str, verb: re.Pattern[str]) -> list[Value]:
    """Of persons those of whom a sentence says that they did what is asked.

    “Moved by A. Seconded by B”: whom “by” names behind the verb, or else who stands right before it.
    """
    doers: list[Value] = []
    for place in verb.finditer(text):
        if OF_DOERS.search(place[0]) and (named := _named_by_office(values, text, place)):
            doers.append(named)
            continue
        if by := BY_WHOM.match(text, place.end()):
            doers += [value for value in values if 0 <= value.start + 1 - by.end() < BEHIND_BY][:1]
            continue
        before = [value for value in values if 0 <= place.start() - value.end < DOER]
        between = text[before[-1].end : place.start()] if before else ""
        doers += before[-1:] if not re.search(r"[.;!?]\s", between) else []
    return doers


def _named_by_office(values: Sequence[Value], text: str, place: re.Match[str]) -> Value | None:
    """Whom a label names by what they do: “Investigator Ada Wren”, “Inspector: Ada Wren”."""
    for value in values:
        if value.start == place.start() and " " in (name := value.text[len(place[0]) :].strip()):
            return Value(name, value.end - len(name), value.end)
        between = text[place.end() : value.start]
        if between.startswith(":") and not re.search(r"[.;!?]\s", between):
            return value
    return None


def without_office(value: Value, office: str) -> Value:
    """Somebody without the office that the question asks for before the name: “Judge Ada Wren”."""
    first, _, name = value.text.partition(" ")
    if not office or first.casefold() != office or " " not in name:
        return value
    return replace(value, text=name, start=value.end - len(name))
