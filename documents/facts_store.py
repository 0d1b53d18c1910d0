"""From drafts to rows: each fact is anchored on its page, then stored in place of its reader's older ones."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db import models, transaction

from documents.extraction.anchoring import PageIndex, anchor
from documents.extraction.types import Place, Reading
from documents.models import Claim, Document, Entity, Fact, Metric, TableRow, Topic

BATCH = 1000  # rows an INSERT; more gives no speed
FACT_MODELS: tuple[type[Fact], ...] = (Claim, Metric, Entity, Topic, TableRow)


def store_facts(document: Document, reading: Reading, pages: PageIndex, *, reader: str) -> None:
    """Replace what `reader` has stored of the document by `reading`, in one transaction."""
    rows = _rows(document, reading, pages, reader)
    metrics = _metrics(document, reading, pages, reader, rows)
    claims = _facts(Claim, reading.claims, document, pages, reader)
    entities = _facts(Entity, reading.entities, document, pages, reader)
    topics = _facts(Topic, reading.topics, document, pages, reader)
    with transaction.atomic():
        for model in FACT_MODELS:
            model._base_manager.filter(document=document, reader=reader).delete()
        TableRow.objects.bulk_create(rows.values(), batch_size=BATCH)
        Metric.objects.bulk_create(metrics, batch_size=BATCH)
        Claim.objects.bulk_create(claims, batch_size=BATCH)
        Entity.objects.bulk_create(entities, batch_size=BATCH)
        Topic.objects.bulk_create(topics, batch_size=BATCH)


def _rows(
    document: Document, reading: Reading, pages: PageIndex, reader: str
) -> dict[tuple[int, int], TableRow]:
    facts = _facts(TableRow, reading.rows, document, pages, reader)
    return {(fact.table_index, fact.row): fact for fact in facts}


def _metrics(
    document: Document,
    reading: Reading,
    pages: PageIndex,
    reader: str,
    rows: dict[tuple[int, int], TableRow],
) -> list[Metric]:
    metrics = _facts(Metric, reading.metrics, document, pages, reader, leave_out=("row",))
    for metric, draft in zip(metrics, reading.metrics, strict=True):
        metric.table_row = rows.get(draft.row) if draft.row else None
    return metrics


def _facts(
    model: type[Any],
    drafts: Iterable[Any],
    document: Document,
    pages: PageIndex,
    reader: str,
    leave_out: tuple[str, ...] = (),
) -> list[Any]:
    """Unsaved rows of `model`, in the drafts' order."""
    facts = []
    for draft in drafts:
        place, anchored = anchor(draft.place, pages)
        fields = {name: value for name, value in vars(draft).items() if name not in ("place", *leave_out)}
        facts.append(
            model(
                workspace_id=document.workspace_id,
                document=document,
                reader=reader,
                anchored=anchored,
                **_placed(place),
                **{name: _fitted(model, name, value) for name, value in fields.items()},
            )
        )
    return facts


def _placed(place: Place) -> dict[str, Any]:
    return {"page": place.page, "quote": place.quote}


def _fitted(model: type[models.Model], name: str, value: Any) -> Any:
    """`value` without null bytes, cut to the column's length: a long label must not lose its fact."""
    if not isinstance(value, str):
        return value
    length = getattr(model._meta.get_field(name), "max_length", None)
    return value.replace("\x00", "")[:length]
