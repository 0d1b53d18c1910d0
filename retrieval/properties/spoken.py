"""The properties that a question names, each by the longest words that do."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from reading.values.legal_forms import without_legal_form
from retrieval.annotations.roles import Role, roles

# “at the end of June”, “starting from”: no words of a document's own end or start.
_EDGE = re.compile(r"\s+(?:of|from|with)\b", re.IGNORECASE)
_EDGES = re.compile(r"(?:end|start|begin)", re.IGNORECASE)
LEAST_LABEL = 3  # letters


@dataclass(frozen=True)
class Spoken:
    """A role that the question names at `start`. `is_verb`: by what the documents do."""

    role: Role
    start: int
    end: int
    is_verb: bool = False


def spoken_in(text: str, labels: Mapping[str, Role]) -> list[Spoken]:
    """In their order, none within another. `text`: the question with what else is known left blank.

    `labels`: in small letters, those that only these documents have.
    """
    found = [*_of_roles(text), *_of_labels(text, labels)]
    found.sort(key=lambda each: (each.start - each.end, each.is_verb))
    kept: list[Spoken] = []
    for each in found:
        if not any(other.start < each.end and each.start < other.end for other in kept):
            kept.append(each)
    return sorted(kept, key=lambda each: each.start)


def _of_roles(text: str) -> Iterator[Spoken]:
    for role, pattern, is_verb in _patterns():
        for match in pattern.finditer(text):
            if is_verb and _EDGES.match(match[0]) and _EDGE.match(text[match.end() :]):
                continue
            yield Spoken(role, *match.span(), is_verb)


def _of_labels(text: str, labels: Mapping[str, Role]) -> Iterator[Spoken]:
    for label, role in labels.items():
        if len(label) >= LEAST_LABEL and without_legal_form(label) == label:  # a firm is none
            for match in re.finditer(rf"(?<!\w){re.escape(label)}(?:e?s)?(?!\w)", text, re.IGNORECASE):
                yield Spoken(role, *match.span())


@cache
def _patterns() -> Sequence[tuple[Role, re.Pattern[str], bool]]:
    told = [
        (role, words, is_verb)
        for role in roles().values()
        for is_verb, words in ((False, role.nouns), (True, role.verbs))
    ]
    return tuple(
        (role, re.compile(rf"\b(?:{'|'.join(words)})(?!\w)(?!-)", re.IGNORECASE), is_verb)
        for role, words, is_verb in told
        if words
    )
