"""Documents as lists show them: with the number of their facts, and how far the reading is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db.models import Avg, Count, IntegerField, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from documents.library.selectors import documents_of, workspaces_of
from documents.models import (
    BUSY,
    Claim,
    Conflict,
    Document,
    Entity,
    Fact,
    Metric,
    Status,
    TableRow,
    Topic,
    Workspace,
)

STATES = {"ready": (Status.READY,), "busy": BUSY, "failed": (Status.FAILED,)}


@dataclass(frozen=True)
class Reading:
    """How far the workspace's documents are. `percent`: over all of them."""

    ready: int
    busy: int
    failed: int
    percent: int
    current: Document | None

    @property
    def total(self) -> int:
        return self.ready + self.busy + self.failed


def listed_documents(
    user: Any, workspace: Workspace, *, matching: str = "", state: str = ""
) -> QuerySet[Document]:
    """Newest first, with `metric_count`, `fact_count`, `conflict_count` and `same_text_as`, the name of a
    document with the same words. `matching`: words in name, title or summary. `state`: one of `STATES`."""
    documents = (
        documents_of(user, workspace)
        .prefetch_related("superseded_by")
        .annotate(
            metric_count=_count(Metric),
            fact_count=sum((_count(kind) for kind in (Entity, Topic, TableRow)), start=_count(Claim)),
            conflict_count=_conflicts("winner") + _conflicts("loser"),
            same_text_as=Subquery(_same_text().values("filename")[:1]),
        )
    )
    if state in STATES:
        documents = documents.filter(status__in=STATES[state])
    for word in matching.split():
        documents = documents.filter(
            Q(filename__icontains=word) | Q(title__icontains=word) | Q(summary__icontains=word)
        )
    return documents


def listed_conflicts(
    user: Any,
    workspace: Workspace,
    *,
    document: Document | None = None,
    matching: str = "",
    reason: str = "",
) -> QuerySet[Conflict]:
    """The figures on which documents disagree, with both documents. `reason`: of `Conflict.Reason`."""
    conflicts = Conflict.objects.filter(workspace=workspace, workspace__in=workspaces_of(user))
    if document is not None:
        conflicts = conflicts.filter(Q(winner__document=document) | Q(loser__document=document))
    if reason:
        conflicts = conflicts.filter(reason=reason)
    for word in matching.split():
        conflicts = conflicts.filter(
            Q(measure__icontains=word) | Q(entity_name__icontains=word) | Q(explanation__icontains=word)
        )
    known = conflicts.select_related("winner__document", "loser__document")
    return known.defer("winner__document__map_entry", "loser__document__map_entry")


def reading_progress(user: Any, workspace: Workspace) -> Reading:
    """How many documents are ready, and which one is being read now."""
    documents = documents_of(user, workspace).order_by()
    counts = documents.aggregate(
        ready=Count("pk", filter=Q(status=Status.READY)),
        failed=Count("pk", filter=Q(status=Status.FAILED)),
        busy=Count("pk", filter=Q(status__in=BUSY)),
        percent=Avg("progress", filter=~Q(status=Status.FAILED)),
    )
    current = None
    if counts["busy"]:
        current = documents.filter(status__in=BUSY).order_by("-progress", "pk").first()
    return Reading(**counts | {"percent": int(counts["percent"] or 0)}, current=current)


def _same_text() -> QuerySet[Document]:
    """The other documents of the workspace with the same words."""
    twins = Document.objects.filter(workspace=OuterRef("workspace"), text_sha256=OuterRef("text_sha256"))
    return twins.exclude(pk=OuterRef("pk")).exclude(text_sha256="").order_by("pk")


def _conflicts(side: str) -> Coalesce:
    """How many conflicts the document wins or loses. Two sides, since an index serves each."""
    conflicts = Conflict.objects.filter(**{f"{side}__document": OuterRef("pk")}).order_by()
    counted = conflicts.values(f"{side}__document").annotate(n=Count("pk")).values("n")
    return Coalesce(Subquery(counted, output_field=IntegerField()), 0)


def _count(model: type[Fact]) -> Coalesce:
    """The document's facts of one kind; a subquery each, since joins would multiply the counts."""
    facts = model._default_manager.filter(document=OuterRef("pk")).order_by().values("document")
    return Coalesce(Subquery(facts.annotate(n=Count("pk")).values("n"), output_field=IntegerField()), 0)
