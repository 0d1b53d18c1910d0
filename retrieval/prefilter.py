"""Which documents can hold the answer, by their metadata. Conditions add up; none excludes alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import zip_longest

from django.conf import settings
from django.db.models import Case, F, IntegerField, Max, QuerySet, Value, When
from django.db.models.expressions import Combinable
from django.db.models.functions import Coalesce

from documents.models import Document, Status, Workspace
from retrieval.analysis import QueryAnalysis
from retrieval.conditions import Condition, asks_for_latest, conditions_of, documents_called

__all__ = ["Scope", "documents_called", "prefilter"]

FILTER_FROM = 10  # documents; below, searching all of them costs nothing
MOST_GROUPS = 8  # subjects of one question whose documents are chosen apart
MAX_CANDIDATES = 200  # documents of a scope that is searched in full; RAGSITE_MAX_CANDIDATES by default


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
    is_on = enabled and settings.RAGSITE_PREFILTER
    conditions = conditions_of(analysis, workspace) if is_on and total >= FILTER_FROM else {}
    if all(condition.ranks for condition in conditions.values()):  # there may be none
        return Scope(workspace=workspace, total=total)
    filters = {name: condition.asked for name, condition in conditions.items()}
    kept, matching = _best_of_each(ready, list(conditions.values()))
    if not kept:
        return Scope(
            workspace=workspace, total=total, filters=filters, note="No document matches; all are searched"
        )
    note = f"{matching:,} documents match as well; the {len(kept):,} likeliest are searched"
    if asks_for_latest(analysis.question):
        groups = _groups(list(conditions.values())) or [frozenset(kept)]
        newest = {key for group in groups for key in _latest(ready, [key for key in kept if key in group])}
        kept, filters["latest"] = tuple(key for key in kept if key in newest), True
    return Scope(
        workspace=workspace,
        total=total,
        document_ids=kept,
        filters=filters,
        note=note if matching > len(kept) and "latest" not in filters else "",
    )


def _best_of_each(ready: QuerySet[Document], conditions: Sequence[Condition]) -> tuple[tuple[int, ...], int]:
    """As `_best_matching`; where the question calls several subjects, the best among those about each.

    Their quarters have other names and their fiscal years other ends: one subject's report that meets more
    conditions must not leave out what the question wants to see beside it.
    """
    groups = _groups(conditions)
    if not groups:
        return _best_matching(ready, conditions)
    found = [_best_matching(ready.filter(pk__in=group), conditions) for group in groups]
    in_turn = (
        key for round_ in zip_longest(*(keys for keys, _ in found)) for key in round_ if key is not None
    )
    keys = tuple(dict.fromkeys(in_turn))
    return keys[: settings.RAGSITE_MAX_CANDIDATES], max(len(keys), *(matching for _, matching in found))


def _groups(conditions: Sequence[Condition]) -> list[frozenset[int]]:
    """The documents about each of several subjects; empty where fewer are called."""
    groups = [group for condition in conditions for group in condition.groups]
    return groups[:MOST_GROUPS] if len(groups) > 1 else []


def _best_matching(ready: QuerySet[Document], conditions: Sequence[Condition]) -> tuple[tuple[int, ...], int]:
    """The documents with the greatest weight of conditions met, and how many there are.

    At most RAGSITE_MAX_CANDIDATES, the likeliest first, then the latest; none where no condition is met.
    """
    weighing = [condition for condition in conditions if not condition.ranks]
    ready, weight = _outweighed(ready, weighing), _weight_of(weighing)
    rank = _weight_of([condition for condition in conditions if condition.ranks])
    scored = ready.annotate(weight=weight, rank=rank).filter(weight__gt=0).order_by()
    best = scored.aggregate(best=Max("weight"))["best"]
    if best is None:
        return (), 0
    alike = scored.filter(weight=best)
    kept = alike.order_by("-rank", F("document_date").desc(nulls_last=True), "pk")
    keys = tuple(kept.values_list("pk", flat=True)[: settings.RAGSITE_MAX_CANDIDATES])
    return keys, alike.count() if len(keys) == settings.RAGSITE_MAX_CANDIDATES else len(keys)


def _outweighed(ready: QuerySet[Document], conditions: Sequence[Condition]) -> QuerySet[Document]:
    """Without documents that cannot be the best: those that fail what weighs more than all else together.

    Whom documents are about is looked up by their keys, all else is compared document by document.
    """
    heaviest = max(conditions, key=lambda condition: condition.weight)
    others = sum(condition.weight for condition in conditions if condition is not heaviest)
    meeting = ready.filter(heaviest.query)
    return meeting if heaviest.weight > others and meeting.exists() else ready


def _weight_of(conditions: Sequence[Condition]) -> Combinable:
    """The weights of the conditions that a document meets, added up."""
    met: list[Combinable] = [
        Case(
            When(condition.query, then=Value(condition.weight)), default=Value(0), output_field=IntegerField()
        )
        for condition in conditions
    ]
    return sum(met[1:], start=met[0]) if met else Value(0)


def _latest(ready: QuerySet[Document], kept: Sequence[int]) -> tuple[int, ...]:
    """Those of the documents whose period ends last."""
    ends = dict(ready.filter(pk__in=kept).values_list("pk", Coalesce("period_end", "document_date")))
    newest = max((end for end in ends.values() if end), default=None)
    return tuple(pk for pk in kept if ends[pk] == newest)
