"""What changes when a person puts right what was read: it is marked and noted, so that no reader undoes it.

A fact carries the digest of what was first read (`origin`). A later reading that finds the same words again
leaves them alone where a curator has edited or rejected them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from datetime import date
from decimal import Decimal
from typing import Any

from django.db import models, transaction
from django.db.models import QuerySet

from documents.curation.exclusion import keep_facts_out
from documents.curation.withheld import withhold
from documents.document_map.relations import relate, relate_figures
from documents.library.services import require_editor
from documents.models import (
    FACT_MODELS,
    Document,
    Edit,
    Fact,
    Metric,
    Page,
    Reader,
    Relationship,
    TableRow,
    net_changes,
)
from reading.anchoring import anchor
from reading.model import Place
from reading.values.units import EXACT

KINDS: dict[type[models.Model], str] = {model: kind for kind, model in FACT_MODELS.items()}
NAMED_BY: dict[str, tuple[str, ...]] = {
    "claim": ("claim_text",),
    "metric": ("metric_name", "period", "value"),
    "entity": ("entity_name", "entity_type"),
    "topic": ("topic_name",),
    "row": ("label", "table_index", "row"),
}
OWN = (
    "id",
    "workspace",
    "document",
    "reader",
    "anchored",
    "kept_out",
    "origin",
    "curated_fields",
    "label_stems",
    "small_value",
)


def kind_of(fact: Fact) -> str:
    return KINDS[type(fact)]


def origin_of(fact: Fact) -> str:
    """The digest by which a later reading recognises the fact: its kind, its place and what it names."""
    kind = kind_of(fact)
    parts = (kind, fact.page, fact.quote, *(getattr(fact, name) for name in NAMED_BY[kind]))
    return hashlib.sha256("\x1f".join(map(str, parts)).encode()).hexdigest()


def edit_fact(fact: Fact, *, user: Any) -> Edit | None:
    """Store what a curator changed on the fact and note it; None where nothing differs from the stored row.

    Raises `PermissionDenied` where the user may not edit the workspace.
    """
    require_editor(user, fact.document.workspace)
    with transaction.atomic():
        before = type(fact)._base_manager.select_for_update().get(pk=fact.pk)
        changes = differences(before, fact)
        if not changes:
            return None
        fact.origin = before.origin or origin_of(before)
        edit = _note(fact, user, changes, reader=before.reader)
        _mark(fact)
    _follow(fact)
    return edit


def _mark(fact: Fact) -> None:
    """Make the fact a curator's where it differs from what was read, and its reader's where nothing does."""
    edits = list(_edits_of(fact))
    fact.curated_fields = sorted(net_changes(edits))
    if fact.curated_fields:
        fact.reader, fact.kept_out = Reader.CURATOR, False
        fact.save()
    else:
        fact.reader, fact.origin = edits[0].reader or Reader.CURATOR, ""
        fact.save()
        keep_facts_out(fact.document_id)


def _edits_of(fact: Fact) -> QuerySet[Edit]:
    """Oldest first."""
    edits = Edit.objects.filter(document=fact.document_id, kind=kind_of(fact), fact_id=fact.pk)
    return edits.order_by("created_at", "pk")


def add_fact(fact: Fact, *, user: Any) -> None:
    """Store a fact that no reader found, on the page that holds its words. Raises `PermissionDenied`."""
    require_editor(user, fact.document.workspace)
    anchor_by_hand(fact, is_new=True)
    with transaction.atomic():
        added = {name: [None, value] for name, value in _content(fact).items() if value}
        fact.curated_fields = sorted(added)
        fact.save()
        _note(fact, user, added)
    _follow(fact)


def reject_fact(fact: Fact, *, user: Any) -> Edit:
    """Delete the fact, so that later readings leave it out; a row takes its figures with it.

    Deleting the `Edit` that comes back lets the next reading store the fact again.
    """
    require_editor(user, fact.document.workspace)
    with transaction.atomic():
        if isinstance(fact, TableRow):
            for metric in fact.metrics.all():
                reject_fact(metric, user=user)
        if fact.reader != Reader.CURATOR:
            fact.origin = fact.origin or origin_of(fact)
        changes = {name: [value, None] for name, value in _content(fact).items() if value}
        edit = _note(fact, user, changes, is_rejection=True)
        fact.delete()
    _follow(fact)
    return edit


def edit_document(document: Document, *, user: Any, changes: Mapping[str, Any]) -> Edit | None:
    """Store a curator's fields of the document, note them, and keep readers off them from now on.

    `changes`: field → new value. None where nothing differs. Raises `PermissionDenied`.
    """
    require_editor(user, document.workspace)
    with transaction.atomic():
        before = Document.objects.select_for_update().get(pk=document.pk)
        for name, value in changes.items():
            setattr(document, name, value)
        noted = {
            name: [plain(getattr(before, name)), plain(getattr(document, name))]
            for name in changes
            if getattr(before, name) != getattr(document, name)
        }
        if not noted:
            return None
        document.curated_fields = before.curated_fields
        mark_curated(document, noted)
        document.save(update_fields=[*noted, "curated_fields", "updated_at"])
        if "supersedes" in noted:
            said = Relationship.objects.filter(source=document, target=before.supersedes_id)
            said.filter(relationship_type=Relationship.Type.SUPERSEDES).delete()
        edit = Edit.objects.create(
            workspace_id=document.workspace_id, document=document, kind="document", changes=noted, user=user
        )
    relate(document)
    return edit


def _follow(fact: Fact) -> None:
    """Let the conflicts and what is told of the document follow a changed figure."""
    if isinstance(fact, Metric | TableRow):
        relate_figures(fact.document)
        withhold(fact.document_id)


def curated_origins(document: Document) -> set[str]:
    """The origins of the document's facts that a curator has edited or rejected."""
    rejected = Edit.objects.filter(document=document, is_rejection=True).exclude(origin="")
    origins = set(rejected.values_list("origin", flat=True))
    for model in KINDS:
        kept = model._base_manager.filter(document=document, reader=Reader.CURATOR).exclude(origin="")
        origins.update(kept.values_list("origin", flat=True))
    return origins


def differences(before: Fact, after: Fact) -> dict[str, list[Any]]:
    """Field → [before, after], as JSON knows them, of what differs."""
    old, new = _content(before), _content(after)
    return {name: [old[name], new[name]] for name in old if old[name] != new[name]}


def mark_curated(document: Document, names: Iterable[str]) -> None:
    """Note the fields that a person has set. The document is not saved."""
    document.curated_fields = sorted({*document.curated_fields, *names})


def anchor_by_hand(fact: Fact, *, is_new: bool) -> None:
    """Make the fact a curator's; a new one is put on the page that holds its words. It is not saved."""
    fact.reader = Reader.CURATOR
    if not is_new:
        return
    fact.workspace = fact.document.workspace
    pages = dict(Page.objects.filter(document=fact.document).values_list("number", "text"))
    place, fact.anchored = anchor(Place(page=fact.page, quote=fact.quote), pages)
    fact.page, fact.quote = place.page, place.quote


def _content(fact: Fact) -> dict[str, Any]:
    """The fact's columns that a person may change, as JSON knows them."""
    fields = (field for field in fact._meta.concrete_fields if field.name not in OWN)
    return {field.name: plain(field.to_python(getattr(fact, field.attname))) for field in fields}


def plain(value: Any) -> Any:
    """The value as JSON knows it. Rows become their numbers, decimals exact text."""
    if isinstance(value, models.Model):
        return value.pk
    if isinstance(value, Decimal):
        return format(value.normalize(EXACT), "f")
    if isinstance(value, date):
        return value.isoformat()
    return value


def _note(
    fact: Fact, user: Any, changes: dict[str, Any], *, reader: str = "", is_rejection: bool = False
) -> Edit:
    return Edit.objects.create(
        reader=reader,
        workspace_id=fact.workspace_id,
        document_id=fact.document_id,
        kind=kind_of(fact),
        origin=fact.origin,
        fact_id=fact.pk,
        is_rejection=is_rejection,
        changes=changes,
        user=user,
    )
