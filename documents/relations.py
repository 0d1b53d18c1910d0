"""How documents bear on each other, by rules: which supersedes which, which disagree on a figure."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from datetime import date

from django.db import transaction
from django.db.models import Q, QuerySet

from documents.models import Document, Metric, Reader, Relationship, Status
from documents.quantities import written_step

SUPERSEDES = re.compile(r"\b(supersed(?:es|ing)|replac(?:es|ing))\b", re.IGNORECASE)
VERSION = re.compile(
    r"\b(?:v|ver|version|rev|revision|edition|issue)[\s._-]*(\d+(?:\.\d+)*)\b", re.IGNORECASE
)
STATED_ON_PAGES = 2  # a document says what it supersedes at its beginning


def relate(document: Document) -> None:
    """Replace the relationships that rules find between `document` and the others of its workspace."""
    found = [*_supersessions(document), *_contradictions(document)]
    with transaction.atomic():
        Relationship.objects.filter(Q(source=document) | Q(target=document), reader=Reader.RULES).delete()
        Relationship.objects.bulk_create(found, ignore_conflicts=True)
        for link in found:
            if link.relationship_type == Relationship.Type.SUPERSEDES:
                Document.objects.filter(pk=link.source_id, supersedes=None).update(supersedes=link.target_id)


@dataclass(frozen=True)
class Version:
    """What tells two editions of one document apart."""

    document: Document
    name: str
    number: tuple[int, ...]
    dated: date | None
    supersedes: bool


def _version(document: Document) -> Version:
    pages = document.pages.filter(number__lte=STATED_ON_PAGES).values_list("text", flat=True)
    opening = "\n".join(pages)
    title = document.title or document.filename.rsplit(".", 1)[0]
    written = (
        VERSION.search(title)
        or VERSION.search(document.filename.replace("_", " "))
        or VERSION.search(opening)
    )
    number = tuple(int(part) for part in written[1].split(".")) if written else ()
    return Version(document, _bare(title), number, document.document_date, bool(SUPERSEDES.search(opening)))


def _bare(title: str) -> str:
    """The title without version, years and punctuation, so that editions share it."""
    title = VERSION.sub(" ", title.lower().replace("_", " "))
    title = re.sub(r"\b(19|20)\d\d\b", " ", title)
    return " ".join(re.findall(r"[^\W\d_]+", title))


def _supersessions(document: Document) -> list[Relationship]:
    mine = _version(document)
    others = document.workspace.documents.filter(
        status=Status.READY, document_type=document.document_type
    ).exclude(pk=document.pk)
    links = []
    for other in map(_version, others):
        if not mine.name or mine.name != other.name:
            continue
        newer, older = (mine, other) if _is_newer(mine, other) else (other, mine)
        if newer.supersedes and _is_newer(newer, older):
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


def _is_newer(one: Version, other: Version) -> bool:
    if one.number and other.number and one.number != other.number:
        return one.number > other.number
    return bool(one.dated and other.dated and one.dated > other.dated)


def _contradictions(document: Document) -> list[Relationship]:
    """One relationship for each document that gives another value for the same figure."""
    mine = _figures(Metric.objects.filter(document=document))
    if not mine:
        return []
    theirs = _figures(
        Metric.objects.filter(
            workspace_id=document.workspace_id,
            document__status=Status.READY,
            canonical_name__in={key[1] for key in mine},
            period_end__in={key[3] for key in mine},
        ).exclude(document=document)
    )
    clashes: dict[int, list[str]] = defaultdict(list)
    for key, figures in theirs.items():
        for other in figures:
            if key in mine and not any(agree(other, own) for own in mine[key]):
                own = mine[key][0]
                told = f"{own.value} here, {other.value} there"
                said = f"{own.metric_name}, {own.period or own.period_end}: {told}"
                clashes[other.document_id].append(said)
    return [
        Relationship(
            workspace_id=document.workspace_id,
            source=document,
            target_id=other,
            relationship_type=Relationship.Type.CONTRADICTS,
            description="; ".join(dict.fromkeys(texts)),
        )
        for other, texts in clashes.items()
    ]


def _figures(metrics: QuerySet[Metric]) -> dict[tuple, list[Metric]]:
    """Anchored figures by entity, canonical name and period."""
    by_key: dict[tuple, list[Metric]] = defaultdict(list)
    known = metrics.filter(anchored=True, numeric_value__isnull=False, period_end__isnull=False)
    for metric in known.exclude(canonical_name="").exclude(entity_name=""):
        key = (metric.entity_name.casefold(), metric.canonical_name, metric.period_start, metric.period_end)
        by_key[(*key, metric.unit)].append(metric)
    return by_key


def agree(one: Metric, other: Metric) -> bool:
    """Whether both may be roundings of one value."""
    if one.numeric_value is None or other.numeric_value is None:
        return False
    return (
        abs(one.numeric_value - other.numeric_value)
        <= (written_step(one.value, one.scale) + written_step(other.value, other.scale)) / 2
    )
