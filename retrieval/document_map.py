"""The document map of a workspace as a question sees it: the likeliest documents, and what they share.

It is made anew from the documents for each question, and so never out of date.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.fields.json import KeyTransform

from documents.document_map.corpus import FIELDS, Entry, Filter, corpus_summary, cross_references, entries_of
from documents.models import Chunk, Document
from retrieval.question.model import QueryAnalysis
from retrieval.scope.model import Scope
from retrieval.scope.prefilter import MAX_CANDIDATES
from retrieval.search.search import Hit
from retrieval.stems import stems_of_each

SUMMARY_CHARS = 200  # of a document's summary in the map; enough to tell documents apart
PROFILE_WEIGHT = 0.3  # a word of the profile that the question shares, against 1 for the best chunk by words
QUESTIONS = 2  # of those that a document answers, in its line
PASSAGES = 3  # shown of a document
HINT_CHARS = 100
SHARED = 4  # names of a kind that documents share
HEAD_SHARE = 0.25  # of the room, for the summary and what documents share
REFERENCES = ("entity", "topic", "period")


@dataclass(frozen=True)
class MapLine:
    """A document as the map shows it. `score`: how well it fits the question; higher is better.

    `chunk_ids`: the passages shown under it.
    """

    document_id: int
    filename: str
    text: str
    score: float
    superseded: bool
    chunk_ids: tuple[int, ...] = ()


@dataclass(frozen=True)
class MapView:
    """What fits the room. `head`: the summary, and what documents share.

    `left_out`: how many documents have no line.
    """

    head: str
    lines: tuple[MapLine, ...]
    left_out: int = 0

    @property
    def text(self) -> str:
        rest = (
            f"({self.left_out:,} further documents fit less well and are left out.)" if self.left_out else ""
        )
        return "\n".join(filter(None, (self.head, *(line.text for line in self.lines), rest)))


def map_view(
    analysis: QueryAnalysis,
    *,
    scope: Scope,
    hits: Sequence[Hit],
    limit: int,
    characters: int,
) -> MapView:
    """The map of the documents of `scope`, ranked by retrieval profile and by the passages found.

    `limit`: of lines; `characters`: the room for all of it.
    """
    documents = {document.pk: document for document in _pool(analysis, scope, hits)}
    ranked = _ranked(analysis, list(documents.values()), hits)
    shown = [documents[line.document_id] for line in ranked[:limit]]
    head = _head(entries_of(shown), scope.candidates)[: int(HEAD_SHARE * characters)]
    room = characters - len(head)
    lines: list[MapLine] = []
    for line in ranked[:limit]:
        room -= len(line.text) + 1
        if room < 0 and lines:
            break
        lines.append(line)
    return MapView(head, tuple(lines), max(scope.candidates - len(lines), 0))


def _pool(analysis: QueryAnalysis, scope: Scope, hits: Sequence[Hit]) -> QuerySet[Document]:
    """All documents of a narrow scope; of a wide one those found, or that have names of the question."""
    mapped = scope.documents().exclude(extraction_mode=Document.ExtractionMode.SQL_ONLY)
    if scope.candidates > MAX_CANDIDATES:
        found = {hit.document_id for hit in hits}
        named = {
            "organizations": analysis.organizations,
            "people": analysis.people,
            "topics": analysis.topics,
        }
        likely = Q()
        for field, mentions in named.items():
            if mentions:
                likely |= Q(**{f"{field}__overlap": [name for m in mentions for name in m.names]})
        others = mapped.filter(likely).order_by("-document_date", "pk") if likely else mapped.none()
        mapped = mapped.filter(pk__in={*found, *others.values_list("pk", flat=True)[:MAX_CANDIDATES]})
    return mapped.only(*FIELDS).annotate(
        profile=KeyTransform("retrieval_profile", "map_entry"),
        is_superseded=Exists(Document.objects.filter(supersedes=OuterRef("pk"))),
    )


def _ranked(analysis: QueryAnalysis, documents: Sequence[Any], hits: Sequence[Hit]) -> list[MapLine]:
    scores: dict[int, float] = defaultdict(float)
    passages: dict[int, list[Hit]] = defaultdict(list)
    for hit in hits:
        scores[hit.document_id] += hit.score
        passages[hit.document_id].append(hit)
    hints = _hints([hit for found in passages.values() for hit in found[:PASSAGES]])
    asked, *profiles = _stems([analysis.transformed_query, *(_profile(each) for each in documents)])
    lines = [
        MapLine(
            document_id=document.pk,
            filename=document.filename,
            text="\n".join(
                [
                    _line(document),
                    *(hints[hit.chunk_id] for hit in passages[document.pk][:PASSAGES]),
                ]
            ),
            score=scores[document.pk] + PROFILE_WEIGHT * len(asked & profile),
            superseded=document.is_superseded,
            chunk_ids=tuple(hit.chunk_id for hit in passages[document.pk][:PASSAGES]),
        )
        for document, profile in zip(documents, profiles, strict=True)
    ]
    return sorted(lines, key=lambda line: (line.superseded, -line.score, line.document_id))


def _head(entries: Sequence[Entry], total: int) -> str:
    """What the likeliest documents are, and the names that several of them have in common."""
    of = f" (the likeliest of {total:,})" if total > len(entries) else ""
    shared = []
    for kind in REFERENCES:
        several = [one for one in cross_references(entries, Filter(), kind) if len(one.documents) > 1]
        told = [f"{one.name}: {', '.join(map(str, one.documents))}" for one in several[:SHARED]]
        shared += [f"Same {kind}: {'; '.join(told)}"] if told else []
    return "\n".join([f"{corpus_summary(entries)}{of}", *shared])


def _line(document: Any) -> str:
    period = " – ".join(str(d) for d in (document.period_start, document.period_end) if d)
    profile = document.profile or {}
    parts = (
        f"id {document.pk}",
        document.filename,
        document.get_document_type_display(),
        period or (str(document.document_date) if document.document_date else ""),
        (document.summary or document.title)[:SUMMARY_CHARS].replace("\n", " "),
        "topics: " + ", ".join(document.topics[:5]) if document.topics else "",
        " ".join(profile.get("answers_questions_about", ())[:QUESTIONS]),
        "superseded" if document.is_superseded else "",
    )
    return " | ".join(part for part in parts if part)


def _hints(hits: Sequence[Hit]) -> dict[int, str]:
    """Chunk → its line in the map: key, page, section and what it tells."""
    rows = Chunk.objects.filter(pk__in=[hit.chunk_id for hit in hits])
    told = {
        pk: hint or topic for pk, hint, topic in rows.values_list("pk", "retrieval_hint", "section_topic")
    }
    return {
        hit.chunk_id: f"  passage {hit.chunk_id}, page {hit.page_start}: "
        + " | ".join(filter(None, (hit.section[-HINT_CHARS:], told.get(hit.chunk_id) or _opening(hit.text))))[
            : 2 * HINT_CHARS
        ]
        for hit in hits
    }


def _opening(text: str) -> str:
    return " ".join(text[: 2 * HINT_CHARS].split())[:HINT_CHARS]


def _profile(document: Any) -> str:
    profile = document.profile or {}
    return " ".join(
        (
            document.title,
            document.filename.replace("_", " "),
            *document.topics,
            *document.organizations,
            *profile.get("answers_questions_about", ()),
            *profile.get("use_when", ()),
        )
    )


def _stems(texts: Iterable[str]) -> list[frozenset[str]]:
    every = list(texts)
    found = stems_of_each(every)
    return [found[text] for text in every]
