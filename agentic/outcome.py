"""What a route gives back: what it would say, and what that rests on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Count, Exists, OuterRef, Q

from agentic.evidence import Answer, Coverage, Draft, Evidence
from documents.models import Metric, Status
from retrieval.scope.model import Scope
from retrieval.sql import among


def coverage(scope: Scope) -> Coverage:
    """How many documents were looked at, and how many of them hold no figures."""
    with_figures = Q(Exists(Metric.objects.answering().filter(document=OuterRef("pk"))))
    if scope.document_ids is not None:
        with_figures &= Q(among("pk", scope.document_ids))
    counts = scope.workspace.documents.filter(status=Status.READY).aggregate(
        total=Count("pk"), with_figures=Count("pk", filter=with_figures)
    )
    return Coverage(
        total=counts["total"],
        considered=scope.candidates,
        documents=None if scope.document_ids is None else frozenset(scope.document_ids),
        without_facts=scope.candidates - counts["with_figures"],
    )


Outcome = tuple[Draft, Evidence]


@dataclass(frozen=True)
class Answered:
    """The checked answer and the route that gave it. `quick`: in place of the model that was asked.

    `state`: of a question to a data source, how far it came and by which SQL.
    """

    answer: Answer
    route: str
    quick: bool = False
    state: Mapping[str, Any] = field(default_factory=dict)
