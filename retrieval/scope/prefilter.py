"""Which documents are likeliest to hold the answer, by their metadata: search looks at the others too."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import zip_longest

from django.conf import settings
from django.core.exceptions import EmptyResultSet
from django.db import connection
from django.db.models import Case, IntegerField, QuerySet, Value, When
from django.db.models.expressions import Combinable
from django.db.models.functions import Coalesce

from documents.models import Document, Status, Workspace
from retrieval.question.model import QueryAnalysis
from retrieval.scope.conditions import SUBJECT, Condition, asks_for_latest, conditions_of
from retrieval.scope.model import Scope
from retrieval.sql import among

FILTER_FROM = 10  # documents; below, searching all of them costs nothing
MOST_GROUPS = 8  # subjects of one question whose documents are chosen apart
# By how much a condition puts its documents ahead in a search, where the best passages have about 1.
# Names that only resemble one another, a word that is also a kind's, and dates decide nothing alone.
LEADS = {"organizations": 1.0, "file name": 0.4, "period": 0.3, "form": 0.3, "bucket": 0.2, "latest": 0.3}
LEAST_LEAD = 0.1
# The weights are worked out once for each document, and those that weigh most counted in the same pass.
_HEAVIEST = """
WITH weighed (pk, weight, rank, day) AS MATERIALIZED ({weighed})
SELECT pk, count(*) OVER () FROM weighed
WHERE weight >= %s AND weight = (SELECT max(weight) FROM weighed)
ORDER BY rank DESC, day DESC NULLS LAST, pk LIMIT %s"""
MAX_CANDIDATES = 200  # documents of a scope that is searched in full; RAGSITE_MAX_CANDIDATES by default


def prefilter(
    analysis: QueryAnalysis, *, workspace: Workspace, document_ids: Sequence[int] = (), enabled: bool = True
) -> Scope:
    """The documents that match most conditions, as likely ones; all where none matches or there are few.

    `document_ids`: the user's own choice, which nothing widens.
    """
    ready, total = workspace.documents.filter(status=Status.READY), analysis.names.documents
    if document_ids:
        chosen = tuple(ready.filter(pk__in=document_ids).values_list("pk", flat=True))
        note = "The documents you chose"
        return Scope(workspace=workspace, total=total, document_ids=chosen, is_chosen=True, note=note)
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
        lead=_lead(filters, conditions),
        filters=filters,
        note=note if matching > len(kept) and "latest" not in filters else "",
        ahead=_ahead(analysis, ready, kept, list(conditions.values())),
    )


def _lead(filters: Mapping[str, object], conditions: Mapping[str, Condition]) -> float:
    """How far ahead the likely documents are: by whom they are about most, if that is more than a mention."""
    about = conditions.get("organizations")
    named = {name for name in filters if name != "organizations" or (about and about.weight == SUBJECT)}
    return sum(LEADS.get(name, LEAST_LEAD) for name in named)


def _ahead(
    analysis: QueryAnalysis, ready: QuerySet[Document], kept: Sequence[int], conditions: Sequence[Condition]
) -> frozenset[int]:
    """Of each subject's documents the last one, where several times are asked for, or none.

    It shows the years before its own too, and tells best what is so now.
    """
    groups = _groups(conditions) or [frozenset(kept)]
    is_of_now = not (analysis.is_temporal or analysis.time_references)
    called = any(condition.groups for condition in conditions)
    if len(kept) == len(groups) or not (len(analysis.periods) > 1 or (is_of_now and called)):
        return frozenset()
    return frozenset(key for group in groups for key in _latest(ready, [key for key in kept if key in group]))


def _best_of_each(ready: QuerySet[Document], conditions: Sequence[Condition]) -> tuple[tuple[int, ...], int]:
    """As `_best_matching`; where the question calls several subjects, the best among those about each.

    Their quarters have other names and their fiscal years other ends: one subject's report that meets more
    conditions must not leave out what the question wants to see beside it.
    """
    groups = _groups(conditions)
    if not groups:
        return _best_matching(ready, conditions)
    if all(len(group) == 1 for group in groups):
        keys = _still_there(ready, [key for group in groups for key in group])
        return keys[: settings.RAGSITE_MAX_CANDIDATES], len(keys)
    found = [_best_matching(ready.filter(among("pk", group)), conditions) for group in groups]
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
    ranking = [condition for condition in conditions if condition.ranks]
    heaviest = max(weighing, key=lambda condition: condition.weight)
    others = [condition for condition in weighing if condition is not heaviest]
    if heaviest.weight > sum(condition.weight for condition in others):
        if heaviest.only is not None and (keys := _still_there(ready, [heaviest.only])):
            return keys, len(keys)
        # Documents that fail it cannot be the best. Whom documents are about is looked up by their keys, all
        # else is compared document by document.
        found = _heaviest(ready.filter(heaviest.query), others, ranking, least=0)
        if found[0]:
            return found
    return _heaviest(ready, weighing, ranking, least=1)


def _still_there(ready: QuerySet[Document], keys: Sequence[int]) -> tuple[int, ...]:
    """Those of the documents that are ready, in their order: no condition chooses among them."""
    there = set(ready.filter(among("pk", keys)).values_list("pk", flat=True))
    return tuple(key for key in dict.fromkeys(keys) if key in there)


def _heaviest(
    documents: QuerySet[Document], weighing: Sequence[Condition], ranking: Sequence[Condition], *, least: int
) -> tuple[tuple[int, ...], int]:
    """Those of the greatest weight, which is `least` or more, and how many there are."""
    weighed = documents.order_by().annotate(weight=_weight_of(weighing), rank=_weight_of(ranking))
    try:
        sql, params = weighed.values_list("pk", "weight", "rank", "document_date").query.sql_with_params()
    except EmptyResultSet:
        return (), 0
    with connection.cursor() as cursor:
        cursor.execute(_HEAVIEST.format(weighed=sql), [*params, least, settings.RAGSITE_MAX_CANDIDATES])
        rows = cursor.fetchall()
    return tuple(pk for pk, _ in rows), rows[0][1] if rows else 0


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
