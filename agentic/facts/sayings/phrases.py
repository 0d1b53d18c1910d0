"""Which documents have a name in their text, whether or not it was read as one."""

from __future__ import annotations

import re
from decimal import Decimal

from django.db.models import BooleanField
from django.db.models.expressions import RawSQL

from agentic.citations.sentences import placed, sentences
from agentic.evidence import Draft, Evidence, Figure, Span
from agentic.facts.case import Case
from agentic.facts.sayings.mentions import MENTIONING
from agentic.facts.workings import shown
from agentic.outcome import Outcome, coverage
from documents.models import Chunk
from retrieval.question.model import QueryAnalysis
from retrieval.scope.model import Scope
from retrieval.search.chunks import chunks_in

NAMED = re.compile(
    r"\b(?:documents?|files?)\b.*?" + MENTIONING.pattern + r"s?\s+(?:the\s+)?(?P<name>\S.*?)[\s?.!]*$",
    re.IGNORECASE,
)
QUOTED = re.compile(r"^[“\"'‘](?P<name>.+)[”\"'’]$")
LISTED = 50  # documents said


def answer_phrase(case: Case) -> Outcome | None:
    """The documents whose text has the name or the quoted words; None where no such thing is asked."""
    name = _name(case.analysis)
    if not name or case.analysis.kind not in ("list", "count"):
        return None
    if case.scope.filters:  # documents about others have it too: only a user's own choice narrows this
        case = case.looking_everywhere()
    with case.workings.trace.step("search", f"Look for “{name}” in all passages") as step:
        spans = _places(name, case.scope)
        step.rows = len(spans)
    count = len(spans)
    if not count:
        text = f"No document mentions “{name}”."
        return Draft(text=text, answered=False), Evidence(
            coverage=coverage(case.scope), tried=(f"“{name}”: 0",)
        )
    told = "; ".join(f"{span.filename} {case.cite(span)}" for span in spans[:LISTED])
    verb = "document mentions" if count == 1 else "documents mention"
    rows = [((span.filename, span.page), span) for span in spans]
    return Draft(text=f"{count} {verb} “{name}”: {told}."), Evidence(
        spans=tuple(case.workings.spans),
        figures=(Figure(value=Decimal(count), text=str(count), label="number of documents"),),
        tables=(shown(("Document", "Page"), rows, ""),),
        coverage=coverage(case.scope),
        tried=(f"“{name}” in all passages: {count} documents",),
    )


def _name(analysis: QueryAnalysis) -> str:
    """What is to be looked for: words in quotes, or a name, which begins with a capital or has a number."""
    found = NAMED.search(analysis.question)
    if found is None:
        return ""
    quoted = QUOTED.match(found["name"])
    if quoted:
        return quoted["name"]
    words = [word for word in found["name"].split() if word not in ("&", "and", "of")]
    is_name = all(word[:1].isupper() or word[:1].isdigit() for word in words)
    return found["name"] if is_name else ""


def _places(name: str, scope: Scope) -> list[Span]:
    """The first place of each document, by the name of its file."""
    words = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)", re.IGNORECASE)
    holding = RawSQL("documents_chunk.search @@ plainto_tsquery('english', %s)", [name], BooleanField())
    chunks = chunks_in(scope).filter(holding).select_related("document").order_by("document_id", "index")
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
