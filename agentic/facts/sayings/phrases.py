"""Which documents have a name or a word in their text, whether or not it was read as one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

from django.db.models import BooleanField
from django.db.models.expressions import RawSQL

from agentic.citations.sentences import placed, sentences
from agentic.evidence import Draft, Evidence, Figure, Span
from agentic.facts.case import Case
from agentic.facts.figures.target import without
from agentic.facts.sayings.mentions import MENTIONING
from agentic.facts.workings import shown
from agentic.outcome import Outcome, coverage
from agentic.properties.telling import plural
from documents.models import Chunk, Document
from reading.text.languages import FUNCTION_WORDS
from retrieval.question.model import QueryAnalysis
from retrieval.scope.conditions import documents_called
from retrieval.scope.model import Scope
from retrieval.search.chunks import chunks_in
from retrieval.stems import stems

NAMED = re.compile(
    r"(?:" + MENTIONING.pattern + r"|\bcontain(?:s|ing)?\s+(?:the\s+)?(?:words?|terms?|phrase))(?:s|ed)?\s+"
    r"(?:(?:the|an?|any)\s+)?(?P<name>\S.*?)[\s?.!]*$",
    re.IGNORECASE,
)
ASKS = (
    "which what how many list show give name find count number of all the these those that do does is "
    "are there me"
)
QUOTED = re.compile(r"^[“\"'‘](?P<name>.+)[”\"'’]$")
LISTED = 50  # documents said
MOST_WORDS = 3  # that are no name; of more the meaning is asked for


def answer_phrase(case: Case) -> Outcome | None:
    """The documents whose text has the name or the quoted words; None where no such thing is asked."""
    name, nouns = _asked(case.analysis)
    if not name or case.analysis.kind not in ("list", "count"):
        return None
    if case.scope.filters:  # documents about others have it too: only a user's own choice narrows this
        case = case.looking_everywhere()
    with case.workings.trace.step("search", f"Look for “{name}” in all passages") as step:
        spans = _places(name, case.scope, nouns)
        step.rows = len(spans)
    count = len(spans)
    noun = "document" if {"document", "file"}.intersection(nouns) else nouns[0]
    if not count:
        text = f"No {noun} mentions “{name}”."
        return Draft(text=text, answered=False), Evidence(
            coverage=coverage(case.scope), tried=(f"“{name}”: 0",)
        )
    told = "; ".join(f"{span.filename} {case.cite(span)}" for span in spans[:LISTED])
    verb = f"{noun} mentions" if count == 1 else f"{plural(noun)} mention"
    rows = [((span.filename, span.page), span) for span in spans]
    return Draft(text=f"{count} {verb} “{name}”: {told}."), Evidence(
        spans=tuple(case.workings.spans),
        figures=(Figure(value=Decimal(count), text=str(count), label="number of documents"),),
        tables=(shown(("Document", "Page"), rows, ""),),
        coverage=coverage(case.scope),
        tried=(f"“{name}” in all passages: {count} documents",),
    )


def _asked(analysis: QueryAnalysis) -> tuple[str, list[str]]:
    """What is to be looked for, in which kinds of documents: words in quotes, a name, which has a capital or
    a number, or a word or two, of which one may be a kind of documents too.

    "" where the question sets another condition before, or asks for more than that the words stand there.
    """
    found = NAMED.search(analysis.question)
    if found is None:
        return "", []
    nouns = [noun for noun in analysis.document_nouns if noun.start < found.start()]
    others = [noun for noun in analysis.document_nouns if noun not in nouns]
    if not nouns or any((noun.start, noun.end) != found.span("name") for noun in others):
        return "", []
    before = without(analysis.question[: found.start()], [(noun.start, noun.end) for noun in nouns])
    kinds = list(dict.fromkeys(noun.name for noun in nouns))
    if stems(before) - stems(ASKS):
        return "", []
    quoted = QUOTED.match(found["name"])
    if quoted:
        return quoted["name"], kinds
    words = [word for word in found["name"].split() if word not in ("&", "and", "of")]
    is_name = all(word[:1].isupper() or word[:1].isdigit() for word in words)
    is_word = len(words) <= MOST_WORDS and not FUNCTION_WORDS["en"].intersection(found["name"].split())
    return (found["name"], kinds) if is_name or is_word else ("", [])


def _places(name: str, scope: Scope, nouns: Sequence[str]) -> list[Span]:
    """The first place of each document of these kinds, by the name of its file; of a word its plural too."""
    is_word = name.islower()
    ends = "(?:e?s)?" if is_word else ""
    stem = re.sub(r"(?<=\w\w\w)s$", "", name) if is_word else name
    words = re.compile(rf"(?<!\w){re.escape(stem)}{ends}(?!\w)", re.IGNORECASE)
    holding = RawSQL("documents_chunk.search @@ plainto_tsquery('english', %s)", [name], BooleanField())
    chunks = chunks_in(scope).filter(holding).select_related("document").order_by("document_id", "index")
    if called := [noun for noun in nouns if noun not in ("document", "file")]:
        chunks = chunks.filter(document__in=Document.objects.filter(documents_called(called)))
    first: dict[int, Chunk] = {}
    for chunk in chunks.iterator():
        if chunk.document_id not in first and words.search(chunk.text):
            first[chunk.document_id] = chunk
    return sorted((_span(chunk, words) for chunk in first.values()), key=lambda span: span.filename)


def _span(chunk: Chunk, words: re.Pattern[str]) -> Span:
    """The sentence with the words, on its page."""
    return placed(
        Span(
            document_id=chunk.document_id,
            filename=chunk.document.filename,
            page=chunk.page_start,
            quote=next((each for each in sentences(chunk.text) if words.search(each)), chunk.text),
            kind="chunk",
            fact_id=chunk.pk,
        )
    )
