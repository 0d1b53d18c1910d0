"""The document map of a workspace: one line a document, ranked for a question."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from documents.models import Document
from retrieval.analysis import stems
from retrieval.prefilter import Scope
from retrieval.search import Hit

SUMMARY_CHARS = 200  # of a document's summary in the map; enough to tell documents apart
PROFILE_WEIGHT = 0.3  # a word of the profile that the question shares, against 1 for the best chunk by words


@dataclass(frozen=True)
class MapLine:
    """A document as the map shows it. `score`: how well it fits the question; higher is better."""

    document_id: int
    filename: str
    text: str
    score: float
    superseded: bool


def map_lines(question: str, *, scope: Scope, hits: Sequence[Hit], limit: int) -> list[MapLine]:
    """The documents of `scope` by retrieval profile and by the passages found, best first."""
    asked = stems(question)
    found: dict[int, float] = {}
    for hit in hits:
        found[hit.document_id] = found.get(hit.document_id, 0.0) + hit.score
    lines = [
        MapLine(
            document_id=document.pk,
            filename=document.filename,
            text=_line(document),
            score=found.get(document.pk, 0.0) + PROFILE_WEIGHT * len(asked & stems(_profile(document))),
            superseded=bool(document.superseded_by.all()),
        )
        for document in scope.documents().prefetch_related("superseded_by")
    ]
    return sorted(lines, key=lambda line: (line.superseded, -line.score, line.document_id))[:limit]


def _line(document: Document) -> str:
    period = " – ".join(str(d) for d in (document.period_start, document.period_end) if d)
    parts = (
        f"id {document.pk}",
        document.filename,
        document.get_document_type_display(),
        period or (str(document.document_date) if document.document_date else ""),
        (document.summary or document.title)[:SUMMARY_CHARS].replace("\n", " "),
        "topics: " + ", ".join(document.topics[:5]) if document.topics else "",
    )
    return " | ".join(part for part in parts if part)


def _profile(document: Document) -> str:
    profile = document.map_entry.get("retrieval_profile", {}) if document.map_entry else {}
    return " ".join(
        (
            document.title,
            document.filename.replace("_", " "),
            *document.topics,
            *document.organizations,
            *profile.get("answers_questions_about", ()),
        )
    )
