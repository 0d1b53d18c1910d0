"""What a route gives back: what it would say, and what that rests on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Exists, OuterRef

from agentic.evidence import Answer, Coverage, Draft, Evidence
from documents.models import Metric, Status
from retrieval.scope.model import Scope
from retrieval.sql import among


def coverage(scope: Scope) -> Coverage:
    """How many documents were looked at, and how many of them hold no figures."""
    ready = scope.workspace.documents.filter(status=Status.READY).order_by()
    looked_at = ready if scope.document_ids is None else ready.filter(among("pk", scope.document_ids))
    # As a condition it is a join; as a column it would be looked up once for each document.
    with_figures = looked_at.filter(Exists(Metric.objects.answering().filter(document=OuterRef("pk"))))
    return Coverage(
        total=ready.count(),
        considered=scope.candidates,
        documents=None if scope.document_ids is None else frozenset(scope.document_ids),
        without_facts=scope.candidates - with_figures.count(),
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
