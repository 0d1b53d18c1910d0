"""How documents bear on each other, by rules: supersedes, references, supports, contradicts."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import date

from django.db import transaction
from django.db.models import Q

from documents.document_map.conflicts import Shared, compare, store_conflicts
from documents.document_map.entry import relationships_of
from documents.document_map.references import mentions
from documents.document_map.related import related
from documents.models import Conflict, Document, Metric, Page, Reader, Relationship, Status
from reading.values.formatting import amount_of
from reading.values.period_words import span_words

SUPERSEDES = re.compile(r"\b(supersed(?:es|ing)|replac(?:es|ing))\b", re.IGNORECASE)
VERSION = re.compile(
    r"\b(?:v|ver|version|rev|revision|edition|issue)[\s._-]*(\d+(?:\.\d+)*)\b", re.IGNORECASE
)
STATED_ON_PAGES = 2  # a document says what it supersedes at its beginning
TOLD = 3  # figures named in the description of a relationship; the rest are counted


def relate(document: Document) -> None:
    """Replace what rules find between `document` and the others of its workspace.

    Its relationships and conflicts are those of today's facts; the map entries of the others follow.
    """
    document.refresh_from_db(fields=["supersedes", "curated_fields"])
    touched = _linked(document)
    found = [*_said_to_supersede(document), *_supersessions(document), *mentions(document)]
    found += related(document, but=_ends(found) - {document.pk})
    with transaction.atomic():
        Relationship.objects.filter(Q(source=document) | Q(target=document), reader=Reader.RULES).delete()
        Relationship.objects.bulk_create(found, ignore_conflicts=True)
        for link in found:
            if link.relationship_type == Relationship.Type.SUPERSEDES:
                Document.objects.filter(pk=link.source_id, supersedes=None).update(supersedes=link.target_id)
    relate_figures(document)
    _retell(touched | _linked(document))


def relate_figures(document: Document) -> None:
    """Replace what follows from the figures: conflicts, and which documents support or contradict it."""
    shared = compare(document)
    conflicts = store_conflicts(document, shared)
    by_figures = (Relationship.Type.SUPPORTS, Relationship.Type.CONTRADICTS)
    ours = Relationship.objects.filter(Q(source=document) | Q(target=document), reader=Reader.RULES)
    with transaction.atomic():
        ours.filter(relationship_type__in=by_figures).delete()
        Relationship.objects.bulk_create(
            [*_support(document, shared), *_contradictions(document, conflicts)], ignore_conflicts=True
        )


def _ends(links: Collection[Relationship]) -> set[int]:
    return {pk for link in links for pk in (link.source_id, link.target_id)}


def _linked(document: Document) -> set[int]:
    """The documents at the other end of the document's relationships."""
    links = Relationship.objects.filter(Q(source=document) | Q(target=document))
    return {pk for pair in links.values_list("source", "target") for pk in pair} - {document.pk}


def _retell(numbers: Collection[int]) -> None:
    """Bring the relationships in the map entries of other documents up to date."""
    documents = (
        Document.objects.filter(pk__in=numbers).exclude(map_entry={}).only("map_entry", "curated_fields")
    )
    stale = []
    for document in documents.prefetch_related("relationships_out", "relationships_in"):
        told = [entry.model_dump(mode="json") for entry in relationships_of(document)]
        if "map_entry" not in document.curated_fields and told != document.map_entry.get("relationships"):
            document.map_entry = {**document.map_entry, "relationships": told}
            stale.append(document)
    Document.objects.bulk_update(stale, ["map_entry"])


@dataclass(frozen=True)
class Version:
    """What tells two editions of one document apart."""

    document: Document
    name: str
    number: tuple[int, ...]
    dated: date | None
    supersedes: bool


def _versions(documents: Collection[Document]) -> list[Version]:
    openings: dict[int, str] = defaultdict(str)
    pages = Page.objects.filter(document__in=documents, number__lte=STATED_ON_PAGES).order_by("number")
    for pk, text in pages.values_list("document_id", "text"):
        openings[pk] += f"{text}\n"
    return [_version(document, openings[document.pk]) for document in documents]


def _version(document: Document, opening: str) -> Version:
    title = _title(document)
    written = (
        VERSION.search(title)
        or VERSION.search(document.filename.replace("_", " "))
        or VERSION.search(opening)
    )
    number = tuple(int(part) for part in written[1].split(".")) if written else ()
    return Version(document, _bare(title), number, document.document_date, bool(SUPERSEDES.search(opening)))


def _title(document: Document) -> str:
    return document.title or document.filename.rsplit(".", 1)[0]


def _bare(title: str) -> str:
    """The title without version, years and punctuation, so that editions share it."""
    title = VERSION.sub(" ", title.lower().replace("_", " "))
    title = re.sub(r"\b(19|20)\d\d\b", " ", title)
    return " ".join(re.findall(r"[^\W\d_]+", title))


def _supersessions(document: Document) -> list[Relationship]:
    name = _bare(_title(document))
    others = document.workspace.documents.filter(document_type=document.document_type)
    others = others.exclude(pk=document.pk).exclude(status=Status.FAILED)
    others = others.only(
        "title", "filename", "document_date", "workspace_id", "supersedes_id", "curated_fields"
    )
    editions = [other for other in others if name and _bare(_title(other)) == name]
    if not editions:
        return []
    (mine, *versions), links = _versions([document, *editions]), []
    for other in versions:
        newer, older = (mine, other) if _is_newer(mine, other) else (other, mine)
        if newer.supersedes and _is_newer(newer, older) and _may_supersede(newer.document, older.document):
            links.append(
                Relationship(
                    workspace_id=document.workspace_id,
                    source=newer.document,
                    target=older.document,
                    relationship_type=Relationship.Type.SUPERSEDES,
                    description=f"{newer.document.filename} says that it supersedes the earlier edition.",
                )
            )
    return links


def _may_supersede(newer: Document, older: Document) -> bool:
    """A person's word on what a document supersedes stands above what the document says."""
    return "supersedes" not in newer.curated_fields or newer.supersedes_id == older.pk


def _said_to_supersede(document: Document) -> list[Relationship]:
    """What a person has said that the document supersedes."""
    if document.supersedes_id is None or "supersedes" not in document.curated_fields:
        return []
    return [
        Relationship(
            workspace_id=document.workspace_id,
            source=document,
            target_id=document.supersedes_id,
            relationship_type=Relationship.Type.SUPERSEDES,
            description=f"{document.filename} was marked as the newer edition.",
        )
    ]


def _is_newer(one: Version, other: Version) -> bool:
    if one.number and other.number and one.number != other.number:
        return one.number > other.number
    return bool(one.dated and other.dated and one.dated > other.dated)


def _support(document: Document, shared: Iterable[Shared]) -> list[Relationship]:
    """One relationship for each document that gives some of the same figures alike."""
    told: dict[int, list[str]] = defaultdict(list)
    for each in shared:
        if each.agrees:
            told[each.theirs.document_id].append(f"{_figure(each.mine)}: {amount_of(each.mine)}")
    return _by_figures(document, Relationship.Type.SUPPORTS, "Both give ", told)


def _contradictions(document: Document, conflicts: Iterable[Conflict]) -> list[Relationship]:
    """One relationship for each document that gives another value for some figure."""
    conflicts = list(conflicts)
    numbers = {metric.document_id for each in conflicts for metric in (each.winner, each.loser)}
    names = dict(Document.objects.filter(pk__in=numbers).values_list("pk", "filename"))
    told: dict[int, list[str]] = defaultdict(list)
    for conflict in conflicts:
        own, other = conflict.winner, conflict.loser
        if own.document_id != document.pk:
            own, other = other, own
        values = " and ".join(f"{amount_of(each)} in {names[each.document_id]}" for each in (own, other))
        told[other.document_id].append(f"{_figure(own)}: {values}")
    return _by_figures(document, Relationship.Type.CONTRADICTS, "", told)


def _figure(metric: Metric) -> str:
    return f"{metric.metric_name}, {span_words(metric)}"


def _by_figures(
    document: Document, kind: str, opening: str, told: dict[int, list[str]]
) -> list[Relationship]:
    return [
        Relationship(
            workspace_id=document.workspace_id,
            source=document,
            target_id=other,
            relationship_type=kind,
            description=f"{opening}{_few(figures)}",
        )
        for other, figures in told.items()
    ]


def _few(texts: Iterable[str]) -> str:
    distinct = list(dict.fromkeys(texts))
    rest = len(distinct) - TOLD
    return "; ".join(distinct[:TOLD]) + (f"; and {rest} more" if rest > 0 else "")
