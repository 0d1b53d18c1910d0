"""Taking a deleted document's words out of the answers that drew on it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from django.db import connection
from django.utils import timezone
from django.utils.formats import date_format

from agentic.models import Run, RunStep
from documents.models import Document

# A run drew on a document if its result or a step carries the document's number, or names its file:
# a run that was stopped has steps and a text, and no result.
DREW_ON = """
    SELECT run.id FROM agentic_run run WHERE run.workspace_id = %(workspace)s AND (
        jsonb_path_exists(run.result, '$.**.document_id ? (@ == $id)', %(id)s)
        OR %(name)s <> '' AND strpos(run.result::text || run.answer || run.partial || run.error, %(name)s) > 0
        OR EXISTS (
            SELECT FROM agentic_runstep step WHERE step.run_id = run.id AND (
                jsonb_path_exists(step.output, '$.**.document_id ? (@ == $id)', %(id)s)
                OR %(name)s <> ''
                AND strpos(step.input::text || step.output::text || step.title || step.error, %(name)s) > 0
            )
        )
    )
"""


def forget_document(document: Document) -> dict[str, int]:
    """Replace each answer that drew on the document by a note; called in the deletion's transaction.

    An answer is forgotten whole: its sentences and figures hang together, and half of one is no answer.
    """
    runs = list(Run.objects.select_for_update().filter(pk__in=_drew_on(document)))
    said = {run.answer for run in runs if run.answer}
    for run in runs:
        forget_answer(run)
    _forget_in_histories(document, said)
    for run in Run.objects.filter(workspace_id=document.workspace_id, document_ids__contains=document.pk):
        if run.is_over:
            kept = [pk for pk in run.document_ids if pk != document.pk]
            Run.objects.filter(pk=run.pk).update(document_ids=kept)
    return {"answers": len(runs)}


def forget_answer(run: Run) -> None:
    """Leave of a run the question, and a note in place of the answer; its steps go."""
    text = (
        f"This answer drew on a document deleted on {date_format(timezone.now(), 'j F Y')}. "
        "Ask again to have it from the documents that are left."
    )
    run.steps.all().delete()
    Run.objects.filter(pk=run.pk).update(
        answer=text, answered=False, result={"text": text}, partial="", clarification="", error="", timings={}
    )


def forget_if_gone(run: Run, steps: Iterable[RunStep]) -> None:
    """Forget the answer where a document that it drew on was deleted while it was being written.

    To be called once the answer is stored: a deletion that began later sees it, an earlier one is seen here.
    """
    used = _used_by(run, steps)
    there = Document.objects.filter(workspace_id=run.workspace_id, pk__in=used).count()
    if there < len(used):
        forget_answer(run)


def answers_from_the_gone(repair: bool) -> dict[str, int]:
    """How many stored answers rest on documents that are gone; `repair` forgets them."""
    there = set(Document.objects.values_list("pk", flat=True))
    over = Run.objects.filter(status__in=[Run.Status.DONE, Run.Status.STOPPED, Run.Status.FAILED])
    with_steps = over.prefetch_related("steps").iterator(500)
    lost = [run for run in with_steps if not _used_by(run, run.steps.all()) <= there]
    for run in lost if repair else ():
        forget_answer(run)
    return {"answers": len(lost)}


def _used_by(run: Run, steps: Iterable[RunStep]) -> set[int]:
    used = set(document_numbers(run.result))
    for step in steps:
        used.update(document_numbers(step.output))
    return used


def document_numbers(value: Any) -> Iterator[int]:
    """Every `document_id` in a JSON value, however deep."""
    if isinstance(value, dict):
        if isinstance(value.get("document_id"), int):
            yield value["document_id"]
        value = list(value.values())
    if isinstance(value, list | tuple):
        for item in value:
            yield from document_numbers(item)


def _drew_on(document: Document) -> list[Any]:
    twins = Document.objects.filter(workspace_id=document.workspace_id, filename=document.filename)
    # Where another document has the name too, the name tells nothing.
    name = "" if twins.exclude(pk=document.pk).exists() else document.filename
    with connection.cursor() as cursor:
        cursor.execute(
            DREW_ON,
            {
                "workspace": document.workspace_id,
                "id": json.dumps({"id": document.pk}),
                "name": json.dumps(name, ensure_ascii=False)[1:-1],  # as it stands in JSON
            },
        )
        return [key for (key,) in cursor.fetchall()]


def _forget_in_histories(document: Document, said: set[str]) -> None:
    """Later questions of a conversation carry the answers before them."""
    if not said:
        return
    for run in Run.objects.filter(workspace_id=document.workspace_id).exclude(history=[]):
        kept = [turn for turn in run.history if turn.get("text") not in said]
        if len(kept) < len(run.history):
            Run.objects.filter(pk=run.pk).update(history=kept)
