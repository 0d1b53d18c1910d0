"""Where documents agree and disagree on a figure: same entity, measure, unit and period, another value.

A document speaks for a figure only where it is of one mind: its statements come before its other tables, and
these before its sentences, and what is left must agree with itself. So segments beside totals, and rows that
share a label, raise no false alarm. Where a document has a measure in its statements, its notes and sentences
about that measure at other times are about something else: a part, a change, another company.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date

from django.db import transaction
from django.db.models import Q, QuerySet
from django.db.models.functions import Lower

from documents.models import Conflict, Document, Metric, Reader, Status
from documents.page_names import long_name, page_titles
from reading.lexicon import IN_STATEMENT
from reading.values.formatting import amount_of, folded
from reading.values.period_words import span_words
from reading.values.quantities import are_one_number, step_of

SENTENCE, TABLE, STATEMENT, CURATED = range(4)  # where a figure stands, the weightier the higher
LONGEST_CHAIN = 50  # editions that supersede one another; ends the walk where they go in a circle

Key = tuple[str, str, str, str, date | None, date]
COLUMNS = (
    "id",
    "document_id",
    "table_row_id",
    "metric_name",
    "canonical_name",
    "entity_name",
    "value",
    "numeric_value",
    "scale",
    "unit",
    "period",
    "period_start",
    "period_end",
    "context",
    "page",
    "reader",
    "confidence",
    "curated_fields",
)
SAYS_HOW_MUCH = frozenset({"value", "numeric_value", "unit", "scale"})  # the fields that make a value


@dataclass(frozen=True)
class Shared:
    """One figure of which two documents speak."""

    mine: Metric
    theirs: Metric
    agrees: bool


def compare(document: Document) -> list[Shared]:
    """The figures of which `document` and others of its workspace speak, each pair of documents once."""
    own = _spoken(_usable(Metric.objects.filter(document=document)))
    mine = {key: figure for (_, key), figure in own.items()}
    if not mine:
        return []
    theirs = _spoken(_comparable(document, mine.values()))
    shared = [
        Shared(mine[key], figure, are_one_number(mine[key], figure))
        for (_, key), figure in theirs.items()
        if key in mine
    ]
    asides = _asides([metric for each in shared if not each.agrees for metric in (each.mine, each.theirs)])
    return [each for each in shared if each.agrees or asides.isdisjoint((each.mine.pk, each.theirs.pk))]


def store_conflicts(document: Document, shared: Iterable[Shared]) -> list[Conflict]:
    """Replace the conflicts between `document` and others by those among `shared`."""
    clashes = [each for each in shared if not each.agrees]
    judge = _Judge.of(document.workspace_id, clashes)
    found = [judge.conflict(each) for each in clashes]
    with transaction.atomic():
        Conflict.objects.filter(Q(winner__document=document) | Q(loser__document=document)).delete()
        Conflict.objects.bulk_create(found, ignore_conflicts=True)
    return found


def _usable(metrics: QuerySet[Metric]) -> QuerySet[Metric]:
    known = metrics.filter(numeric_value__isnull=False, period_end__isnull=False, kept_out=False)
    known = known.exclude(entity_name="")
    return known.filter(Q(anchored=True) | Q(reader=Reader.CURATOR)).only(*COLUMNS)


def _comparable(document: Document, mine: Iterable[Metric]) -> QuerySet[Metric]:
    """What the other documents of the workspace say of the same entities, measures and days."""
    mine = list(mine)
    labels = {metric.metric_name for metric in mine if not metric.canonical_name}
    measures = Q(canonical_name__in={metric.canonical_name for metric in mine} - {""})
    if labels:
        measures |= Q(canonical_name="", metric_name__in=labels)
    others = Metric.objects.filter(
        measures,
        workspace_id=document.workspace_id,
        period_end__in={metric.period_end for metric in mine},
    )
    entities = {metric.entity_name.lower() for metric in mine}
    others = others.alias(entity=Lower("entity_name")).filter(entity__in=entities)
    return _usable(others.exclude(document=document).exclude(document__status=Status.FAILED))


def _spoken(metrics: Iterable[Metric]) -> dict[tuple[int, Key], Metric]:
    """For each document and figure the most precise value, where the document is of one mind about it."""
    given: dict[tuple[int, Key], list[Metric]] = defaultdict(list)
    for metric in metrics:
        if key := _key(metric):
            given[metric.document_id, key].append(metric)
    return {place: figure for place, figures in given.items() if (figure := _settled(figures))}


def _key(metric: Metric) -> Key | None:
    """What the figure is of; None where a label alone, outside a statement, may mean anything."""
    if metric.period_end is None:
        return None
    measure, context = metric.canonical_name, ""
    if not measure:
        if _standing(metric) < STATEMENT:
            return None
        measure, context = folded(metric.metric_name), folded(metric.context)
    days = (metric.period_start, metric.period_end)
    return (folded(metric.entity_name), measure, context, metric.unit, *days)


def _settled(figures: list[Metric]) -> Metric | None:
    best = max(map(_standing, figures))
    chosen = sorted((each for each in figures if _standing(each) == best), key=step_of)
    return chosen[0] if all(are_one_number(chosen[0], other) for other in chosen[1:]) else None


def _standing(metric: Metric) -> int:
    if _is_put_right(metric):
        return CURATED
    if metric.table_row_id is None:
        return SENTENCE
    return STATEMENT if IN_STATEMENT.search(metric.context) else TABLE


def _is_put_right(metric: Metric) -> bool:
    """Whether a curator set the value itself, and not only what is said of it."""
    return not SAYS_HOW_MUCH.isdisjoint(metric.curated_fields)


def _asides(metrics: list[Metric]) -> set[int]:
    """Those that stand outside statements, in a document whose statements have their measure."""
    outside = [metric for metric in metrics if _standing(metric) < STATEMENT]
    if not outside:
        return set()
    same = Metric.objects.filter(
        document__in={metric.document_id for metric in outside},
        canonical_name__in={metric.canonical_name for metric in outside},
        table_row__isnull=False,
    ).only("document_id", "canonical_name", "context", "curated_fields", "table_row_id")
    stated = {
        (metric.document_id, metric.canonical_name) for metric in same if _standing(metric) >= STATEMENT
    }
    return {metric.pk for metric in outside if (metric.document_id, metric.canonical_name) in stated}


@dataclass(frozen=True)
class _Judge:
    """Says which of two figures wins. `documents`: those that disagree; `older`: newer → older edition.

    `titles`: (document, page) → what the page is called, where it is not “page 3”.
    """

    documents: dict[int, Document]
    older: dict[int, int]
    titles: dict[tuple[int, int], str]

    @classmethod
    def of(cls, workspace_id: int, clashes: Iterable[Shared]) -> _Judge:
        metrics = [metric for each in clashes for metric in (each.mine, each.theirs)]
        numbers = {metric.document_id for metric in metrics}
        if not numbers:
            return cls({}, {}, {})
        documents = Document.objects.only("filename", "document_date", "workspace_id").in_bulk(numbers)
        editions = Document.objects.filter(workspace_id=workspace_id, supersedes__isnull=False)
        titles = page_titles((metric.document_id, metric.page) for metric in metrics if metric.page)
        return cls(documents, dict(editions.values_list("pk", "supersedes_id")), titles)

    def conflict(self, shared: Shared) -> Conflict:
        winner, loser, reason = self._verdict(shared.mine, shared.theirs)
        return Conflict(
            workspace_id=self.documents[winner.document_id].workspace_id,
            winner=winner,
            loser=loser,
            reason=reason,
            explanation=self._explanation(winner, loser, reason),
            entity_name=winner.entity_name,
            measure=winner.canonical_name or winner.metric_name,
            period_start=winner.period_start,
            period_end=winner.period_end,
        )

    def _verdict(self, one: Metric, other: Metric) -> tuple[Metric, Metric, str]:
        """Winner, loser and reason: the first reason that tells them apart."""
        for reason, better in self._grounds(one, other):
            if better:
                return (one, other, reason) if better > 0 else (other, one, reason)
        one, other = sorted((one, other), key=lambda metric: metric.document_id)
        return one, other, Conflict.Reason.OPEN

    def _grounds(self, one: Metric, other: Metric) -> Iterator[tuple[str, int]]:
        """Reasons, strongest first, with 1 where `one` is the better by it, -1 where `other` is, else 0."""
        mine, theirs = self.documents[one.document_id], self.documents[other.document_id]
        curated = [_is_put_right(metric) for metric in (one, other)]
        yield Conflict.Reason.CURATED, curated[0] - curated[1]
        newer = [self._supersedes(mine.pk, theirs.pk), self._supersedes(theirs.pk, mine.pk)]
        yield Conflict.Reason.SUPERSEDES, newer[0] - newer[1]
        if mine.document_date and theirs.document_date:
            days = (mine.document_date - theirs.document_date).days
            yield Conflict.Reason.LATER, (days > 0) - (days < 0)
        surer = one.confidence - other.confidence
        yield Conflict.Reason.CONFIDENCE, (surer > 0) - (surer < 0)

    def _supersedes(self, newer: int, older: int) -> bool:
        at: int | None = newer
        for _ in range(LONGEST_CHAIN):
            at = self.older.get(at) if at is not None else None
            if at in (None, older):
                break
        return at == older

    def _explanation(self, winner: Metric, loser: Metric, reason: str) -> str:
        what = f"{winner.metric_name} of {winner.entity_name}, {span_words(winner)}"
        first, second = (
            f"{self.documents[metric.document_id].filename} gives {amount_of(metric)} ({self._place(metric)})"
            for metric in (winner, loser)
        )
        if reason == Conflict.Reason.OPEN:
            return f"{what}: {first}, {second}; {Conflict.Reason(reason).label}."
        return f"{what}: {first}, {second}; the first is preferred because {Conflict.Reason(reason).label}."

    def _place(self, metric: Metric) -> str:
        if metric.page is None:
            return "no page"
        return long_name(metric.page, self.titles.get((metric.document_id, metric.page), ""))
