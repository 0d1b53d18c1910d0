"""The trace: a run's steps and the text of its answer, written as they come."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.db import connection

from agentic.models import Run, RunStep
from llm.types import Usage

CHANNEL = "ragsite_run"
PARTIAL_SECONDS = 0.25  # how often the text so far is stored while it streams


class Stopped(Exception):
    """The user pressed stop."""


@dataclass
class StepRecorder:
    """What a step leaves in the trace; the fields are stored when the step ends."""

    output: dict[str, Any] = field(default_factory=dict)
    sql: str = ""
    rows: int | None = None
    error: str = ""


class Trace:
    """Writes a run's steps and the text of its answer as they come."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.usage = Usage()
        self.prompt_versions: dict[str, str] = {}
        self._position = run.steps.count()
        self._text: list[str] = []
        self._stored_at = 0.0

    @contextmanager
    def step(self, kind: str, title: str, **input: Any) -> Iterator[StepRecorder]:
        """One step of the run, shown while it runs. An exception is noted and passes through."""
        self.check_stop()
        self._position += 1
        row = RunStep.objects.create(
            run=self.run, position=self._position, kind=kind, title=title[:300], input=input
        )
        notify(self.run.pk)
        recorder = StepRecorder()
        started = time.perf_counter()
        try:
            yield recorder
        except Exception as error:
            recorder.error = recorder.error or str(error) or type(error).__name__
            raise
        finally:
            row.output, row.sql = recorder.output, recorder.sql
            row.rows, row.error = recorder.rows, recorder.error
            row.seconds = time.perf_counter() - started
            row.save()
            notify(self.run.pk)

    def text(self, delta: str) -> None:
        """More of the answer. Raises `Stopped` where the user asked to stop."""
        self._text.append(delta)
        now = time.monotonic()
        if now - self._stored_at < PARTIAL_SECONDS:
            return
        self._stored_at = now
        self.check_stop()
        Run.objects.filter(pk=self.run.pk).update(partial=self.text_so_far)
        notify(self.run.pk)

    @property
    def text_so_far(self) -> str:
        return "".join(self._text)

    def restart_text(self) -> None:
        """Drop the text so far: what follows is a new attempt."""
        self._text.clear()

    def check_stop(self) -> None:
        if Run.objects.filter(pk=self.run.pk, stop_requested=True).exists():
            raise Stopped

    def spent(self, usage: Usage) -> None:
        self.usage += usage


def notify(run_id: UUID) -> None:
    """Say that the run's rows have changed, once the transaction round it commits."""
    with connection.cursor() as cursor:
        cursor.execute(f"NOTIFY {CHANNEL}, '{run_id.hex}'")


def in_flight() -> bool:
    """Whether a question is waiting or being answered: extraction on the local model gives way to it."""
    return Run.objects.filter(status__in=(Run.Status.QUEUED, Run.Status.RUNNING)).exists()
