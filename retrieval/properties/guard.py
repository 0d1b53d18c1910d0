"""What a question asks of documents' properties: whoever looks at none must not answer without it."""

from __future__ import annotations

import re

from retrieval.properties.amounts import amounts_in
from retrieval.properties.binding import LACKS
from retrieval.properties.question import GROUP, MOST
from retrieval.properties.spoken import spoken_in
from retrieval.question.model import QueryAnalysis

_NEGATION = re.compile(
    r"\b(?:not|never|except|excluding|unless|other than)\b|n[’'´]t\b|\bexpired\b|\boverdue\b", re.IGNORECASE
)

# Of these, questions ask for figures; whatever answers with figures minds their words.
_OF_FIGURES = frozenset(("report", "filing", "presentation", "paper", "document", "file"))


def unbound(analysis: QueryAnalysis) -> tuple[str, ...]:
    """The words of a question about documents that set a condition on a property, a group or a rank."""
    if {mention.name for mention in analysis.document_nouns} <= _OF_FIGURES:
        return ()
    text = "".join(
        " " if any(start <= at < end for start, end in analysis.time_spans) else char
        for at, char in enumerate(analysis.question)
    )
    spoken = [each for each in spoken_in(text, {}) if each.role.key != "date"]
    told = [
        text[each.start : each.end]
        for each in spoken
        if each.role.kind == "date" and analysis.time_references
    ]
    told += [each.bounds.said for each in amounts_in(text) if each.is_compared]
    told += [found[0].strip() for found in _NEGATION.finditer(text)]
    for each in spoken:
        before = text[: each.start]
        if (each.role.kind == "name" and GROUP.search(before)) or LACKS.search(before):
            told.append(text[each.start : each.end])
        elif (ranked := MOST.search(text)) and each.role.kind in ("date", "duration"):
            told.append(ranked[0])
    return tuple(dict.fromkeys(told))
