"""From drafts to rows: each fact is anchored on its page, then stored in place of its reader's older ones."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction

from documents.curation.edits import KINDS, NAMED_BY, curated_origins, origin_of
from documents.curation.exclusion import keep_facts_out
from documents.ingestion.rows.bulk_insert import copy_rows, number_rows
from documents.ingestion.rows.column_limits import CannotHold, held
from documents.ingestion.rows.recognised_words import recognition_confidence
from documents.models import (
    FACT_MODELS,
    Claim,
    Document,
    Entity,
    Metric,
    Reader,
    TableRow,
    Topic,
)
from reading.anchoring import PageIndex, anchor
from reading.formats.encodings import storable
from reading.model import ParsedDocument, Reading

MOST_NOTES = 50  # of facts that cannot be stored; the others are counted
NAME_SHOWN = 80  # characters of such a fact's name


def store_facts(document: Document, reading: Reading, pages: PageIndex, *, reader: str) -> None:
    """Replace what `reader` has stored of the document by `reading`, in one transaction.

    What a curator has edited or rejected is not stored again; the curator's figures stay with their rows.
    What columns cannot hold is left out, and `Document.left_out` says so.
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
        note_left_out(document, reader, store.left_out)
        if document.chunks.filter(excluded=True).exists():
            keep_facts_out(document.pk)


def forget_facts(document: Document) -> None:
    """Delete what readers have stored of the document; a curator's facts stay."""
    with transaction.atomic():
        _unlink_curated(document)
        for model in FACT_MODELS.values():
            model._base_manager.filter(document=document).exclude(reader=Reader.CURATOR).delete()
        document.left_out = []
        Document.objects.filter(pk=document.pk).update(left_out=[])


def note_left_out(document: Document, reader: str, notes: list[dict[str, Any]]) -> None:
    """Let the document say what `reader` found and no column can hold, in place of what it said before."""
    others = [note for note in document.left_out if note["reader"] != reader]
    if not notes and len(others) == len(document.left_out):
        return
    rest = len(notes) - MOST_NOTES
    more = [{"page": None, "reader": reader, "reason": f"{rest:,} more facts cannot be stored."}]
    document.left_out = [*others, *notes[:MOST_NOTES], *(more if rest > 0 else [])]
    Document.objects.filter(pk=document.pk).update(left_out=document.left_out)


@dataclass(frozen=True)
class _Store:
    """What every fact of one reading shares. `spared`: origins of facts that are a curator's now.

    `left_out`: notes of the facts that no column can hold.
    """

    document: Document
    pages: PageIndex
    reader: str
    spared: set[str]
    left_out: list[dict[str, Any]] = field(default_factory=list)

    def facts(
        self, model: type[Any], drafts: Iterable[Any], leave_out: tuple[str, ...] = ()
    ) -> list[tuple[Any, Any]]:
        """Drafts with their unsaved rows of `model`, in the drafts' order, without those that are spared.

        What a column cannot hold is noted instead.
        """
        pairs = []
        for draft in drafts:
            try:
                fact = self._fact(model, draft, leave_out)
            except CannotHold as error:
                self.left_out.append(_note(model, draft, self.reader, error))
                continue
            if fact.origin not in self.spared:
                pairs.append((draft, fact))
        return pairs

    def _fact(self, model: type[Any], draft: Any, leave_out: tuple[str, ...]) -> Any:
        place, anchored = anchor(draft.place, self.pages)
        fields = {name: value for name, value in vars(draft).items() if name not in ("place", *leave_out)}
        fact = model(
            workspace_id=self.document.workspace_id,
            document_id=self.document.pk,
            reader=self.reader,
            anchored=anchored,
            **held(model, {**fields, "page": place.page, "quote": place.quote}),
        )
        fact.origin = origin_of(fact)
        return fact


def _note(model: type[Any], draft: Any, reader: str, error: CannotHold) -> dict[str, Any]:
    """What was not stored and why, in a sentence."""
    called = storable(" ".join(str(getattr(draft, NAMED_BY[KINDS[model]][0])).split()))
    shown = called if len(called) <= NAME_SHOWN else f"{called[: NAME_SHOWN - 1]}…"
    reason = f"“{shown}” ({KINDS[model]}) is not stored: {error}."
    return {"page": draft.place.page, "reader": reader, "reason": reason}


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


def keep_facts(document: Document, reading: Reading, parsed: ParsedDocument, *, reader: str) -> None:
    """Store the facts; a document that is only for the map has none, not even those of an earlier mode."""
    if document.extraction_mode == Document.ExtractionMode.MAP_ONLY:
        forget_facts(document)
    else:
        store_facts(document, reading, _page_index(parsed), reader=reader)


def _page_index(parsed: ParsedDocument) -> PageIndex:
    return PageIndex({page.number: page.text for page in parsed.pages})
