"""What a route gives back: what it would say, and what that rests on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Count, Exists, OuterRef, Q

from agentic.evidence import Answer, Coverage, Draft, Evidence
from documents.models import BUSY, Metric, Status
from retrieval.scope.model import Scope
from retrieval.sql import among


def coverage(scope: Scope) -> Coverage:
    """How many documents were looked at, how many of them hold no figures, and how many are not read yet.

    Counted at the end: documents may have become ready since the question was asked.
    """
    every = scope.workspace.documents.order_by()
    is_inside = Q() if scope.document_ids is None else among("pk", scope.document_ids)
    looked_at = every.filter(is_inside, status=Status.READY)
    # As a condition it is a join; as a column it would be looked up once for each document.
    with_figures = looked_at.filter(Exists(Metric.objects.answering().filter(document=OuterRef("pk"))))
    is_ready = Q(status=Status.READY)
    counts = every.aggregate(
        total=Count("pk", filter=is_ready),
        considered=Count("pk", filter=Q(is_ready, is_inside)),
        waiting=Count("pk", filter=Q(status__in=BUSY)),
    )
    return Coverage(
        total=counts["total"],
        considered=counts["considered"],
        documents=None if scope.document_ids is None else frozenset(scope.document_ids),
        without_facts=max(counts["considered"] - with_figures.count(), 0),
        waiting=0 if scope.is_chosen else counts["waiting"],
    )


Outcome = tuple[Draft, Evidence]


@dataclass(frozen=True)
class Answered:
    """The checked answer and the route that gave it. `quick`: in place of the model that was asked.

    `is_nearest`: as of a `Draft`. `state`: of a question to a data source, how far it came and by which SQL.
    """

    answer: Answer
    route: str
    quick: bool = False
    is_nearest: bool = False
    state: Mapping[str, Any] = field(default_factory=dict)
