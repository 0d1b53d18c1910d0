"""Asking for one stage of the reading again, of a document that is ready: the actions of the admin."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from functools import partial
from typing import Any

from django.db import transaction
from django_q.tasks import async_task

from documents.ingestion.borrowed_calendar import enqueue_reread
from documents.ingestion.chunks.chunk_changes import enqueue_rechunk
from documents.ingestion.progress import AGAIN, AWAITS_MODEL, again
from documents.library.services import require_editor
from documents.library.staging import RefusedUpload
from documents.models import Document, Status
from documents.providers import current_tier

DEEPEN_TASK = "documents.tasks.deepen_task"


class Stage(StrEnum):
    FACTS = "facts"  # figures, rows, claims and names, by rules
    PASSAGES = "passages"  # chunks and their vectors
    MODEL = "model"  # what the model adds, with its facts and the map
    MAP = "map"  # relations and the entry in the document map


NOT_AGAIN = {
    Stage.FACTS: "Its facts were not read again.",
    Stage.PASSAGES: "It was not cut into passages again.",
    Stage.MAP: "Its entry in the document map was not written again.",
}
AS_BEFORE = "What was read before stays and answers."
UNDERWAY = {
    Stage.FACTS: "Its facts are being read again",
    Stage.PASSAGES: "It is being cut into passages again",
    Stage.MAP: "Its entry in the document map is being written again",
}


def underway(document: Document) -> list[str]:
    """Which stages of the ready document wait to be done again by rules, in sentences."""
    if document.status != Status.READY:
        return []
    stages = [*([] if document.chunked_as else [Stage.PASSAGES]), *map(Stage, again(document))]
    return [f"{UNDERWAY[stage]}; what was read before answers until then." for stage in stages]


def with_notes(document: Document, stages: Iterable[Stage], reason: str) -> dict[str, str]:
    """The document's `rerun_notes` once the stages were done again, or not for the reason."""
    notes = {stage: note for stage, note in document.rerun_notes.items() if stage not in [*stages]}
    if reason:
        notes |= {str(stage): f"{NOT_AGAIN[stage]} {reason} {AS_BEFORE}" for stage in stages}
    return notes


def rerun_stage(*, user: Any, document: Document, stage: str) -> None:
    """Queue one stage of a document that is ready; its answers come from what is stored until it is done.

    Raises `RefusedUpload` where it is not ready or the stage needs a model that is not there.
    """
    require_editor(user, document.workspace)
    if stage == Stage.MODEL and current_tier() == "none":
        raise RefusedUpload("No model is set up: choose one first, or read by rules.", reason="no_model")
    if stage == Stage.MAP and document.tier not in ("", "none"):
        raise RefusedUpload(
            f"A model wrote the map of “{document}”: let the model read it again.", reason="needs_model"
        )
    with transaction.atomic():
        document.refresh_from_db(fields=["steps_done", "rerun_notes"])
        ours = Document.objects.filter(pk=document.pk, status=Status.READY, claimed_by="")
        notes = with_notes(document, [Stage(stage)], "")
        if not ours.update(rerun_notes=notes, **_marks(document, stage)):
            raise RefusedUpload(f"“{document}” is being read: wait until it is done.", reason="busy")
        _enqueue(document, Stage(stage))


def enqueue_deepen(document_id: int) -> None:
    """Hand the document to the workers that have a model read, once the transaction round it commits."""
    transaction.on_commit(partial(async_task, DEEPEN_TASK, document_id, cluster="reading"))


def _marks(document: Document, stage: str) -> dict[str, Any]:
    """What tells the worker, and the sweep after a crash, that there is something to do."""
    if stage == Stage.PASSAGES:
        return {"chunked_as": ""}
    if stage == Stage.MODEL:
        done = {name: version for name, version in document.steps_done.items() if name != "model"}
        return {"steps_done": done, "stage": AWAITS_MODEL}
    return {"steps_done": {**document.steps_done, AGAIN: sorted({*again(document), str(stage)})}}


def _enqueue(document: Document, stage: Stage) -> None:
    if stage is Stage.PASSAGES:
        enqueue_rechunk(document.pk)
        return
    if stage is Stage.MODEL:
        enqueue_deepen(document.pk)
        return
    enqueue_reread(document.pk, str(stage))
