"""How far the reading of a document is, and whose it is: conditional updates on its row."""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta

import psutil
from django.db import InterfaceError, OperationalError, close_old_connections, transaction
from django.db.models import Q
from django.utils import timezone

from documents.ingestion.priority.cpu_priority import give_way
from documents.ingestion.rows.column_limits import held
from documents.models import Document, Status

REPORT_SECONDS = 0.3  # how often progress is stored at most
SILENCE = timedelta(minutes=15)  # longer than any one step between two reports
DATABASE_PAUSES = (0.0, 0.5, 2.0, 5.0, 10.0, 20.0, 20.0)  # seconds before each try to reach it again
BUSY = (Status.PARSING, Status.READING)
MOST_ATTEMPTS = 5  # workers that may end over one file; more than a machine is restarted in an hour

AWAITS_MODEL = "Ready; the model reads it later"  # in `Document.stage`
AGAIN = "again"  # in `Document.steps_done`: the stages that a curator wants done again by rules

TOO_OFTEN = (
    f"Reading this file was cut short {MOST_ATTEMPTS} times. Retry; if it fails again, split the file "
    "or save it anew."
)


class Gone(Exception):
    """The document was deleted, or another worker reads it now: stop without a trace."""


def worker_name() -> str:
    """This process, so that another on the same machine can tell whether it still lives."""
    return f"{socket.gethostname()[:40]}:{os.getpid()}:{int(psutil.Process().create_time())}"


def claim(document_id: int) -> Document | None:
    """The document, now ours to read; None where it is gone, over, or in living hands."""
    document = Document.objects.select_related("workspace").filter(pk=document_id).first()
    if document is None or not (document.status == Status.QUEUED or is_abandoned(document)):
        return None
    if document.attempts >= MOST_ATTEMPTS:
        _move(document, status=Status.FAILED, claimed_by="", attempts=0, error=TOO_OFTEN)
        return None
    return _take(document, status=Status.PARSING, progress=0, stage="Opening the file", error="")


def claim_finished(document_id: int) -> Document | None:
    """The document that is ready, now ours to deepen; None where it is not ready or in living hands."""
    ready = Document.objects.select_related("workspace").filter(pk=document_id, status=Status.READY)
    document = ready.first()
    return None if document is None or is_held(document) else _take(document)


def _take(document: Document, **fields: object) -> Document | None:
    fields |= {"claimed_by": worker_name(), "claimed_at": timezone.now(), "attempts": document.attempts + 1}
    if not _move(document, **fields):
        return None
    document.refresh_from_db()
    return document


def _move(document: Document, **fields: object) -> bool:
    """Whether the row was still as we saw it, and is now changed."""
    seen = {name: getattr(document, name) for name in ("pk", "status", "claimed_by", "claimed_at")}
    return Document.objects.filter(**seen).update(**fields) == 1


def is_abandoned(document: Document) -> bool:
    """Whether the worker that was reading the document has died or fallen silent."""
    return document.status in BUSY and is_forsaken(document)


def is_held(document: Document) -> bool:
    """Whether a living worker has the document."""
    return bool(document.claimed_by) and not is_forsaken(document)


def is_forsaken(document: Document) -> bool:
    """Whether the worker that claimed the document has died or fallen silent."""
    if document.claimed_at is None or document.claimed_at < timezone.now() - SILENCE:
        return True
    host, _, process = document.claimed_by.partition(":")
    if host != socket.gethostname()[:40]:
        return False
    pid, _, created = process.partition(":")
    try:
        return int(psutil.Process(int(pid)).create_time()) != int(created)
    except (psutil.Error, ValueError):
        return True


def again(document: Document) -> list[str]:
    """The stages of a ready document that wait to be done again: facts, map."""
    return list(document.steps_done.get(AGAIN, []))


def abandoned() -> Iterator[Document]:
    """Documents whose worker is dead."""
    return (document for document in Document.objects.filter(status__in=BUSY) if is_abandoned(document))


class Progress:
    """Stores what is being done. Raises `Gone` where the document is no longer ours."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self._stored_at = 0.0

    def report(self, percent: float, stage: str, *, status: str | None = None) -> None:
        """`percent`: 0–100 of the whole, and never less than was stored: steps run beside each other.

        Frequent reports are dropped unless the status changes.
        """
        give_way()
        now = time.monotonic()
        if status is None and now - self._stored_at < REPORT_SECONDS:
            return
        self._stored_at = now
        percent = max(int(percent), self.document.progress)
        self.update(progress=percent, stage=stage[:200], **({"status": status} if status else {}))

    def part(self, first: float, last: float) -> Callable[[str, float], None]:
        """A reporter for one step: fractions 0–1 of it become `first`–`last` per cent of the whole."""
        return lambda stage, fraction: self.report(first + (last - first) * fraction, stage)

    def update(self, **fields: object) -> None:
        fields = held(Document, fields)
        ours = Q(pk=self.document.pk, claimed_by=self.document.claimed_by)
        if not Document.objects.filter(ours).update(claimed_at=timezone.now(), **fields):
            raise Gone
        for name, value in fields.items():
            setattr(self.document, name, value)

    @contextmanager
    def holding(self) -> Iterator[None]:
        """A transaction during which the document stays ours. Raises `Gone` before anything is written.

        A worker that was stopped and goes on after another took over must not replace what that one wrote.
        """
        with transaction.atomic():
            self.update()
            yield

    def let_go(self, **fields: object) -> None:
        """Change the row for the last time, and leave the document to others."""
        self.update(claimed_by="", attempts=0, **fields)

    def give_back(self, **fields: object) -> None:
        """As `let_go`, once the database is back: waits a minute for it, then leaves the row to the sweep."""
        for pause in DATABASE_PAUSES:
            time.sleep(pause)
            close_old_connections()
            with suppress(OperationalError, InterfaceError):
                with suppress(Gone):
                    self.let_go(**fields)
                return

    @contextmanager
    def timed(self, step: str) -> Iterator[None]:
        """Notes the step's seconds on the document."""
        started = time.perf_counter()
        yield
        timings = {**self.document.timings, step: round(time.perf_counter() - started, 3)}
        self.update(timings=timings)
