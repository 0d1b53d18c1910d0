"""From drafts to rows: each fact is anchored on its page, then stored in place of its reader's older ones."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.db import models, transaction

from documents.copying import copy_rows, number_rows
from documents.curation import curated_origins, origin_of
from documents.exclusion import keep_facts_out
from documents.extraction.anchoring import PageIndex, anchor
from documents.extraction.types import Reading
from documents.models import FACT_MODELS, Claim, Document, Entity, Metric, Reader, TableRow, Topic
from documents.recognised import recognition_confidence


def store_facts(document: Document, reading: Reading, pages: PageIndex, *, reader: str) -> None:
    """Replace what `reader` has stored of the document by `reading`, in one transaction.

    What a curator has edited or rejected is not stored again; the curator's figures stay with their rows.
    """
    store = _Store(document, pages, reader, curated_origins(document))
    rows = {(row.table_index, row.row): row for _, row in store.facts(TableRow, reading.rows)}
    number_rows(list(rows.values()))
    linked = {**rows, **_curated_rows(document)}
    metrics = []
    sure = recognition_confidence(document)
    for draft, metric in store.facts(Metric, reading.metrics, leave_out=("row",)):
        metric.table_row = linked.get(draft.row) if draft.row else None
        metric.confidence = round(metric.confidence * sure.get(metric.page, 1.0), 3)
        metrics.append(metric)
    others = [
        [fact for _, fact in store.facts(model, drafts)]
        for model, drafts in ((Claim, reading.claims), (Entity, reading.entities), (Topic, reading.topics))
    ]
    with transaction.atomic():
        unlinked = _unlink_curated(document)
        for model in FACT_MODELS.values():
            model._base_manager.filter(document=document, reader=reader).delete()
        copy_rows(list(rows.values()))
        copy_rows(metrics)
        for facts in others:
            copy_rows(facts)
        _link_again(document, unlinked)
        if document.chunks.filter(excluded=True).exists():
            keep_facts_out(document.pk)


def forget_facts(document: Document) -> None:
    """Delete what readers have stored of the document; a curator's facts stay."""
    with transaction.atomic():
        _unlink_curated(document)
        for model in FACT_MODELS.values():
            model._base_manager.filter(document=document).exclude(reader=Reader.CURATOR).delete()


@dataclass(frozen=True)
class _Store:
    """What every fact of one reading shares. `spared`: origins of facts that are a curator's now."""

    document: Document
    pages: PageIndex
    reader: str
    spared: set[str]

    def facts(
        self, model: type[Any], drafts: Iterable[Any], leave_out: tuple[str, ...] = ()
    ) -> list[tuple[Any, Any]]:
        """Drafts with their unsaved rows of `model`, in the drafts' order, without those that are spared."""
        pairs = ((draft, self._fact(model, draft, leave_out)) for draft in drafts)
        return [(draft, fact) for draft, fact in pairs if fact.origin not in self.spared]

    def _fact(self, model: type[Any], draft: Any, leave_out: tuple[str, ...]) -> Any:
        place, anchored = anchor(draft.place, self.pages)
        fields = {name: value for name, value in vars(draft).items() if name not in ("place", *leave_out)}
        fact = model(
            workspace_id=self.document.workspace_id,
            document_id=self.document.pk,
            reader=self.reader,
            anchored=anchored,
            page=place.page,
            quote=place.quote.replace("\x00", ""),
            **{name: _fitted(model, name, value) for name, value in fields.items()},
        )
        fact.origin = origin_of(fact)
        return fact


def _curated_rows(document: Document) -> dict[tuple[int, int], TableRow]:
    curated = TableRow.objects.filter(document=document, reader=Reader.CURATOR)
    return {(row.table_index, row.row): row for row in curated}


def _unlink_curated(document: Document) -> dict[int, tuple[int, int]]:
    """Take the curator's figures off the rows that readers will replace: figure → (table_index, row)."""
    metrics = Metric.objects.filter(document=document, reader=Reader.CURATOR, table_row__isnull=False)
    metrics = metrics.exclude(table_row__reader=Reader.CURATOR)
    places = {
        pk: (index, row)
        for pk, index, row in metrics.values_list("pk", "table_row__table_index", "table_row__row")
    }
    Metric.objects.filter(pk__in=places).update(table_row=None)
    return places


def _link_again(document: Document, places: dict[int, tuple[int, int]]) -> None:
    if not places:
        return
    wanted = set(places.values())
    rows = {
        (row.table_index, row.row): row.pk
        for row in TableRow.objects.filter(document=document).only("table_index", "row")
        if (row.table_index, row.row) in wanted
    }
    for metric, place in places.items():
        Metric.objects.filter(pk=metric).update(table_row=rows.get(place))


def _fitted(model: type[models.Model], name: str, value: Any) -> Any:
    """`value` without null bytes, cut to the column's length: a long label must not lose its fact."""
    if not isinstance(value, str):
        return value
    return value.replace("\x00", "")[: _lengths(model).get(name)]


@cache
def _lengths(model: type[models.Model]) -> dict[str, int]:
    """The most characters of the columns that have a limit."""
    limits = {field.name: getattr(field, "max_length", None) for field in model._meta.concrete_fields}
    return {name: most for name, most in limits.items() if most}
