"""Documents that are related without one naming the other: they share what few others are about."""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import Q, QuerySet

from documents.models import Document, Relationship, Status

NEAREST = 5  # documents that one is related to, at most
SHARED = 2  # rare topics or people that make two documents related
RARE_SHARE, RARE_LEAST = 0.1, 4  # of a workspace's documents, and of how many at least: else it is common
SHOWN = 4  # of what two share
COMPARED = 300  # documents, of which the nearest are taken


def related(document: Document, *, but: Collection[int] = ()) -> list[Relationship]:
    """Links to the documents that share most rare topics and people with this one. `but`: not to these."""
    others = document.workspace.documents.filter(status=Status.READY).exclude(pk=document.pk)
    rare = _rare({*document.topics, *document.people}, others)
    if len(rare) < SHARED:
        return []
    near = others.exclude(pk__in=but).filter(_shares(rare)).only("topics", "people", "workspace_id")
    shared = [(rare & {*other.topics, *other.people}, other.pk) for other in near[:COMPARED]]
    nearest = sorted((-len(common), pk) for common, pk in shared if len(common) >= SHARED)
    common_with = {pk: common for common, pk in shared}
    return [_link(document, pk, common_with[pk]) for _, pk in nearest[:NEAREST]]


def _rare(names: Collection[str], others: QuerySet[Document]) -> set[str]:
    """Those of the names that some of the others share, and few."""
    most = max(RARE_LEAST, RARE_SHARE * others.count())
    return {name for name in names if 0 < others.filter(_shares([name])).count() <= most}


def _shares(names: Collection[str]) -> Q:
    wanted = sorted(names)
    return Q(topics__overlap=wanted) | Q(people__overlap=wanted)


def _link(document: Document, other: int, common: Collection[str]) -> Relationship:
    return Relationship(
        workspace_id=document.workspace_id,
        source=document,
        target_id=other,
        relationship_type=Relationship.Type.RELATED,
        description=f"Both are about {' and '.join(sorted(common)[:SHOWN])}.",
    )
