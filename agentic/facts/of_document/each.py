"""A property of “the” invoice or contract where there are several: that of each, never one alone."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from agentic.evidence import Draft, Evidence, Figure
from agentic.facts.case import Case
from agentic.facts.of_document.meant import documents_meant
from agentic.outcome import Outcome, coverage
from agentic.properties.terms import Value
from agentic.properties.values import values_of
from documents.models import Document
from retrieval.annotations.roles import Role
from retrieval.properties.spoken import spoken_in

LISTED = 30
ONE = re.compile(
    r"^\W*(?:what(?:['’]s| is| was)|when (?:is|was|does|did)|how much is|who is|how long is)\b"
    r"(?!.*\b(?:all|every|each|\w*est|most|least)\b)",
    re.IGNORECASE,
)
DEFINITE = re.compile(r"\b(?:the|this|that|my|our)\s+$", re.IGNORECASE)


def answer_each(case: Case) -> Outcome | None:
    """What each document gives of the property that is asked of “the” one; None where there is one alone."""
    nouns = [mention.name for mention in case.analysis.document_nouns]
    if len(nouns) != 1 or not ONE.match(case.question):
        return None
    noun = case.analysis.document_nouns[0]
    before, called = case.question[: noun.start], case.question[noun.start : noun.end]
    if called.endswith("s") or not DEFINITE.search(before):
        return None
    every = spoken_in(case.question, {})
    spoken = [each for each in every if each.end <= noun.start or each.start >= noun.end]
    if len(spoken) != 1:
        return None
    named = spoken[0]
    rest = f"{case.question[: named.start]} {case.question[named.end :]}"
    meant = documents_meant(rest, case)
    if meant is None or meant.is_named or not 1 < len(meant.documents) <= LISTED:
        return None
    values = values_of(case, [named.role], meant.documents, nouns)
    own = values.get(named.role.key, {}) if values else {}
    return _told(case, named.role, meant.documents, own) if any(own.values()) else None


def _told(
    case: Case, role: Role, documents: Sequence[Document], own: Mapping[int, Sequence[Value]]
) -> Outcome:
    """A line for each document that gives it, then those that give none."""
    lines: list[str] = []
    figures: list[Figure] = []
    for document in documents:
        if values := own.get(document.pk, ()):
            said = "; ".join(value.text for value in values)
            marks = "".join(case.cite(value.span) for value in values)
            lines.append(f"{document.filename}: {said} {marks}")
            figures += [figure for value in values if (figure := value.figure)]
    silent = [document.filename for document in documents if not own.get(document.pk)]
    text = "\n".join([f"By document, the {role.noun}:", "", *(f"- {line}" for line in lines)])
    text += f"\n\nNot given by {', '.join(silent)}." if silent else ""
    return Draft(text=text), Evidence(
        spans=tuple(case.workings.spans),
        figures=tuple(figures),
        coverage=coverage(case.scope),
        tried=(f"Looked for the {role.noun} of {len(documents)} documents: {len(lines)}",),
    )
