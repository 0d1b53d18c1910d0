"""The document map of a workspace as a whole: what it holds, and which documents share what.

Nothing of it is stored: it is counted from the documents whenever it is asked for, and so never out of date.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from django.db.models import Q, QuerySet

from documents.library.selectors import documents_of
from documents.models import Document, Relationship, Status, Workspace
from reading.values.legal_forms import without_legal_form

# Told first where there are more relationships than are shown.
WEIGHTY = (Relationship.Type.SUPERSEDES, Relationship.Type.CONTRADICTS)
NAMED = 3  # names of a kind in the summary; the rest are counted
FIELDS = (
    "pk", "workspace_id", "filename", "title", "summary", "document_type", "document_date",
    "period_start", "period_end", "topics", "organizations", "people", "bucket",
)  # fmt: skip


@dataclass(frozen=True)
class Filter:
    """What narrows the map; an empty field does not. `period`: a calendar year, as “2023”."""

    type: str = ""
    entity: str = ""
    topic: str = ""
    period: str = ""

    def without(self, kind: str) -> Filter:
        return replace(self, **{kind: ""})

    def admits(self, entry: Entry) -> bool:
        return all(value in entry.names[kind] for kind, value in vars(self).items() if value)


@dataclass(frozen=True)
class Entry:
    """A document with the names under which it stands in the map, by kind, as the fields of `Filter`."""

    document: Document
    names: Mapping[str, Sequence[str]]


@dataclass(frozen=True)
class CrossReference:
    """A name that documents have in common. `documents`: their keys, newest first."""

    name: str
    documents: tuple[int, ...]


@dataclass(frozen=True)
class CorpusMap:
    """`by_…`: the commonest first, years the latest first. `relationships`: among the documents shown."""

    corpus_summary: str
    entries: tuple[Entry, ...]
    by_type: tuple[CrossReference, ...]
    by_entity: tuple[CrossReference, ...]
    by_topic: tuple[CrossReference, ...]
    by_period: tuple[CrossReference, ...]
    relationships: tuple[Relationship, ...]

    @property
    def documents(self) -> tuple[Document, ...]:
        return tuple(entry.document for entry in self.entries)


def corpus_map(user: Any, workspace: Workspace, narrowed: Filter | None = None) -> CorpusMap:
    """The map of the documents that `narrowed` admits, with what else it could be narrowed to.

    Each list of cross-references leaves out its own condition, so that another name can be chosen in it.
    """
    narrowed = narrowed or Filter()
    entries = entries_of(mapped_documents(user, workspace))
    shown = [entry for entry in entries if narrowed.admits(entry)]
    references = {kind: cross_references(entries, narrowed, kind) for kind in vars(narrowed)}
    return CorpusMap(
        corpus_summary=corpus_summary(shown),
        entries=tuple(shown),
        by_type=references["type"],
        by_entity=references["entity"],
        by_topic=references["topic"],
        by_period=tuple(sorted(references["period"], key=lambda one: one.name, reverse=True)),
        relationships=tuple(_relationships([entry.document for entry in shown])),
    )


def mapped_documents(user: Any, workspace: Workspace) -> QuerySet[Document]:
    """Those in the map: read, and not for SQL alone. Without their texts."""
    documents = documents_of(user, workspace).filter(status=Status.READY)
    return documents.exclude(extraction_mode=Document.ExtractionMode.SQL_ONLY).only(*FIELDS)


def entries_of(documents: Iterable[Document]) -> list[Entry]:
    """An organization stands under one name, the fullest that any of the documents gives it."""
    found = list(documents)
    fullest: dict[str, str] = {}
    for name in sorted({name for document in found for name in document.organizations}):
        fullest[_bare(name)] = max(fullest.get(_bare(name), ""), name, key=len)
    return [
        Entry(
            document,
            {
                "type": [document.document_type],
                "entity": _unique(
                    (*(fullest[_bare(name)] for name in document.organizations), *document.people)
                ),
                "topic": _unique(document.topics),
                "period": years_of(document),
            },
        )
        for document in found
    ]


def corpus_summary(entries: Sequence[Entry]) -> str:
    """How many documents of which types there are, from when, about whom and what."""
    if not entries:
        return "No document is in the map."
    count = f"{len(entries):,} document{'s' if len(entries) != 1 else ''}"
    types = _commonest(entries, "type", as_name=lambda name: name.replace("_", " "))
    parts = (f"{count}: {types}", _span(entry.document for entry in entries))
    about = (("about", "entity"), ("on", "topic"))
    told = [f"{word} {names}" for word, kind in about if (names := _commonest(entries, kind))]
    return f"{', '.join(part for part in parts if part)}{'; ' if told else ''}{', '.join(told)}."


def years_of(document: Document) -> list[str]:
    """The calendar years that the document's period touches, else that of its date."""
    last = document.period_end or document.document_date
    if last is None:
        return []
    first = document.period_start or last
    return [str(year) for year in range(first.year, last.year + 1)]


def day_of(document: Document) -> date | None:
    """The day at which the document stands in time: its period's last, else that of its date."""
    return document.period_end or document.document_date


def _bare(organization: str) -> str:
    return without_legal_form(organization).casefold()


def _unique(names: Iterable[str]) -> list[str]:
    """Each once; what has neither letter nor digit is no name that one could read or choose."""
    return list(dict.fromkeys(name for name in names if any(map(str.isalnum, name))))


def cross_references(entries: Iterable[Entry], narrowed: Filter, kind: str) -> tuple[CrossReference, ...]:
    """The names of a kind, the commonest first, in the entries that the other conditions admit."""
    others = narrowed.without(kind)
    found: dict[str, list[int]] = {}
    for entry in entries:
        if others.admits(entry):
            for name in entry.names[kind]:
                found.setdefault(name, []).append(entry.document.pk)
    ordered = sorted(found.items(), key=lambda item: (-len(item[1]), item[0].casefold()))
    return tuple(CrossReference(name, tuple(keys)) for name, keys in ordered)


def _relationships(documents: Sequence[Document]) -> list[Relationship]:
    """Those among the documents, which they point to as they are here: none is read a second time."""
    known = {document.pk: document for document in documents}
    links = Relationship.objects.filter(Q(source__in=known) & Q(target__in=known))
    found = list(links.order_by("relationship_type", "pk"))
    for link in found:
        link.source, link.target = known[link.source_id], known[link.target_id]
    return sorted(found, key=lambda link: link.relationship_type not in WEIGHTY)


def _commonest(entries: Iterable[Entry], kind: str, as_name: Callable[[str], str] = str) -> str:
    """“Acme (4), Bolt (2) and 3 more”."""
    counts = Counter(name for entry in entries for name in entry.names[kind])
    named = sorted(counts.items(), key=lambda item: (-item[1], item[0].casefold()))
    told = ", ".join(f"{as_name(name)} ({count})" for name, count in named[:NAMED])
    rest = len(named) - NAMED
    return f"{told} and {rest:,} more" if rest > 0 else told


def _span(documents: Iterable[Document]) -> str:
    days = sorted(day for document in documents for day in (document.period_start, day_of(document)) if day)
    if not days:
        return ""
    first, last = f"{days[0]:%B %Y}", f"{days[-1]:%B %Y}"
    return f"from {first} to {last}" if first != last else f"from {first}"
