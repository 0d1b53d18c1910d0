"""Which documents can hold the answer, by their metadata. Conditions add up; none excludes alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from django.db.models import Case, IntegerField, QuerySet, Value, When
from django.db.models.functions import Coalesce

from documents.models import Document, Status, Workspace
from retrieval.analysis import QueryAnalysis
from retrieval.conditions import Condition, asks_for_latest, conditions_of, documents_called

__all__ = ["Scope", "documents_called", "prefilter"]

FILTER_FROM = 10  # documents; below, searching all of them costs nothing
MAX_CANDIDATES = 200  # documents kept at most, the best matching first


@dataclass(frozen=True, kw_only=True)
class Scope:
    """The documents to look at. `document_ids` is None where nothing was filtered out.

    `passages`: SQL on documents_chunk that their passages must meet, where only some may be looked at.
    `filters`: condition → what it asked for; `note`: why all documents are searched, where they are.
    """

    workspace: Workspace
    total: int
    document_ids: tuple[int, ...] | None = None
    filters: dict[str, object] = field(default_factory=dict)
    note: str = ""
    passages: tuple[str, ...] = ()

    @property
    def candidates(self) -> int:
        return self.total if self.document_ids is None else len(self.document_ids)

    @property
    def is_whole(self) -> bool:
        """Whether all passages of the workspace may be looked at."""
        return self.document_ids is None and not self.passages

    def documents(self) -> QuerySet[Document]:
        ready = self.workspace.documents.filter(status=Status.READY)
        return ready if self.document_ids is None else ready.filter(pk__in=self.document_ids)


def prefilter(
    analysis: QueryAnalysis, *, workspace: Workspace, document_ids: Sequence[int] = (), enabled: bool = True
) -> Scope:
    """The documents that match most conditions; all of them where none matches or there are few.

    `document_ids`: the user's own choice, which nothing widens.
    """
    ready = workspace.documents.filter(status=Status.READY)
    if document_ids:
        chosen = tuple(ready.filter(pk__in=document_ids).values_list("pk", flat=True))
        return Scope(
            workspace=workspace, total=ready.count(), document_ids=chosen, note="The documents you chose"
        )
    total = ready.count()
    conditions = conditions_of(analysis, workspace) if enabled and total >= FILTER_FROM else {}
    if not conditions:
        return Scope(workspace=workspace, total=total)
    filters = {name: condition.asked for name, condition in conditions.items()}
    kept = _best_matching(ready, list(conditions.values()))
    if not kept:
        return Scope(
            workspace=workspace, total=total, filters=filters, note="No document matches; all are searched"
        )
    if asks_for_latest(analysis.question):
        kept, filters["latest"] = _latest(ready, kept), True
    return Scope(workspace=workspace, total=total, document_ids=kept, filters=filters)


def _best_matching(ready: QuerySet[Document], conditions: Sequence[Condition]) -> tuple[int, ...]:
    """The documents with the greatest weight of conditions met, the latest first; none where all have 0."""
    met = [
        Case(
            When(condition.query, then=Value(condition.weight)), default=Value(0), output_field=IntegerField()
        )
        for condition in conditions
    ]
    scored = ready.annotate(weight=sum(met[1:], start=met[0])).filter(weight__gt=0)
    ranked = list(
        scored.order_by("-weight", "-document_date", "pk").values_list("pk", "weight")[:MAX_CANDIDATES]
    )
    return tuple(pk for pk, weight in ranked if weight == ranked[0][1])


def _latest(ready: QuerySet[Document], kept: Sequence[int]) -> tuple[int, ...]:
    """Those of the documents whose period ends last."""
    ends = dict(ready.filter(pk__in=kept).values_list("pk", Coalesce("period_end", "document_date")))
    newest = max((end for end in ends.values() if end), default=None)
    return tuple(pk for pk in kept if ends[pk] == newest)
