"""What a route gives back: what it would say, and what that rests on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Exists, OuterRef

from agentic.evidence import Answer, Coverage, Draft, Evidence
from documents.models import BUSY, Metric, Status
from retrieval.scope.model import Scope
from retrieval.sql import among


def coverage(scope: Scope) -> Coverage:
    """How many documents were looked at, how many of them hold no figures, and how many are not read yet.

    Counted at the end: documents may have become ready since the question was asked.
    """
    every = scope.workspace.documents.order_by()
    ready = every.filter(status=Status.READY)
    looked_at = ready if scope.document_ids is None else ready.filter(among("pk", scope.document_ids))
    # As a condition it is a join; as a column it would be looked up once for each document.
    with_figures = looked_at.filter(Exists(Metric.objects.answering().filter(document=OuterRef("pk"))))
    considered = looked_at.count()
    return Coverage(
        total=ready.count() if scope.document_ids is not None else considered,
        considered=considered,
        documents=None if scope.document_ids is None else frozenset(scope.document_ids),
        without_facts=max(considered - with_figures.count(), 0),
        waiting=0 if scope.is_chosen else every.filter(status__in=BUSY).count(),
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
