"""What of a workspace's own names stands in a question."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from documents.models import Entity
from reading.values.legal_forms import LEGAL_FORMS
from retrieval.question.naming.names import Name, Names
from retrieval.question.naming.phrases import Found

FORM = re.compile(rf"(?:,?\s+(?:{LEGAL_FORMS})\b(?:\.(?=\s+\S|[’']))?)+")
CAPITALISED = re.compile(r"(?<![\w&])[A-Z][\w’'-]+")


@dataclass(frozen=True, kw_only=True)
class Mention:
    """Something recognised in the question; `start`, `end` are its characters.

    `others`: further names in full of the same spelling, where documents write it in several ways.
    """

    name: str
    start: int
    end: int
    others: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        return (self.name, *self.others)


def mentions_in(question: str, names: Names) -> Mapping[str, tuple[Mention, ...]]:
    """Kind → its mentions in order: the types of entities, topic and bucket."""
    found: dict[str, list[Mention]] = defaultdict(list)
    for phrase in (*names.entities.find(question), *names.themes.find(question)):
        for kind, mention in _by_kind(phrase).items():
            found[kind].append(mention)
    found[Entity.Type.ORGANIZATION] += _otherwise_called(question, names, found[Entity.Type.ORGANIZATION])
    found[Entity.Type.ORGANIZATION] = [_with_form(question, each) for each in found[Entity.Type.ORGANIZATION]]
    found[Entity.Type.PERSON] += _by_surname(question, names, found)
    for mentions in found.values():
        mentions.sort(key=lambda mention: mention.start)
    return defaultdict(tuple, {kind: tuple(mentions) for kind, mentions in found.items()})


def _by_kind(phrase: Found[Name]) -> dict[str, Mention]:
    kinds: dict[str, list[Name]] = defaultdict(list)
    for name in phrase.values:
        kinds[name.kind].append(name)
    return {kind: _mention(phrase, names) for kind, names in kinds.items()}


def _mention(phrase: Found[Name], names: list[Name]) -> Mention:
    best, *others = sorted(names, key=lambda name: (name.weight, name.name), reverse=True)
    return Mention(
        name=best.name,
        start=phrase.start,
        end=phrase.end,
        others=tuple(dict.fromkeys(other.name for other in others if other.name != best.name)),
    )


def _otherwise_called(question: str, names: Names, known: Sequence[Mention]) -> list[Mention]:
    """Organizations that documents are about, called in other ways than they are written."""
    return [
        Mention(name=found.values[0], start=found.start, end=found.end, others=found.values[1:])
        for found in names.subjects.called(question)
        if not any(mention.start < found.end and found.start < mention.end for mention in known)
    ]


def _with_form(question: str, mention: Mention) -> Mention:
    """The mention with the legal form behind it, however short: “Coca-Cola Co.”."""
    behind = FORM.match(question, mention.end)
    return replace(mention, end=behind.end()) if behind else mention


def _by_surname(question: str, names: Names, found: Mapping[str, list[Mention]]) -> list[Mention]:
    taken = [(m.start, m.end) for mentions in found.values() for m in mentions]
    return [
        Mention(name=name.name, start=word.start(), end=word.start() + len(bare))
        for word in CAPITALISED.finditer(question)
        if (name := names.surnames.get((bare := re.sub(r"[’']s?$", "", word[0])).casefold()))
        and not any(start < word.end() and word.start() < end for start, end in taken)
    ]
