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
from agentic.observation.telemetry import step_span
from llm.usage import Usage

CHANNEL = "ragsite_run"
THOUGHT_CHARACTERS = 4_000  # of one call's
PARTIAL_SECONDS = 0.25  # how often the text so far is stored while it streams


class Stopped(Exception):
    """The user pressed stop."""


class Hurried(Exception):
    """The user wants what can be had without the model, at once."""


@dataclass
class StepRecorder:
    """What a step leaves in the trace; the fields are stored when the step ends."""

    output: dict[str, Any] = field(default_factory=dict)
    sql: str = ""
    rows: int | None = None
    error: str = ""


class Trace:
    """Writes a run's steps and the text of its answer as they come.

    `at_once=False`: keeps the steps, of a run that is over before anybody can look; `keep` writes them.
    """

    def __init__(self, run: Run, *, at_once: bool = True) -> None:
        self.run = run
        self._at_once = at_once
        self._kept: list[RunStep] = []
        self.usage = Usage()
        self.prompt_versions: dict[str, str] = {}
        self._thoughts: list[str] = []
        self.ways: list[str] = []  # of the search agent, in the order in which they were tried
        self.refused = 0  # routes that found no answer before the one that is given
        self._position = run.steps.count() if at_once else 0
        self._text: list[str] = []
        self._stored_at = 0.0
        self._is_hurried = False
        self.was_late = (
            False  # whether the model did not answer in its time: it is not asked what can be spared
        )

    @contextmanager
    def step(self, kind: str, title: str, **input: Any) -> Iterator[StepRecorder]:
        """One step of the run, shown while it runs. An exception is noted and passes through."""
        self._position += 1
        row = RunStep(run=self.run, position=self._position, kind=kind, title=title[:300], input=input)
        if self._at_once:
            self.check()
            self._write(row)
        recorder, thoughts_before = StepRecorder(), len(self._thoughts)
        started = time.perf_counter()
        try:
            with step_span(kind, input) as span:
                yield recorder
                span.set_attributes(measured(recorder))
        except Exception as error:
            recorder.error = recorder.error or str(error) or type(error).__name__
            raise
        finally:
            if thoughts := self._thoughts[thoughts_before:]:
                recorder.output = {**recorder.output, "thoughts": thoughts}
            row.output, row.sql = recorder.output, recorder.sql
            row.rows, row.error = recorder.rows, recorder.error
            row.seconds = time.perf_counter() - started
            if self._at_once:
                self._write(row)
            else:
                self._kept.append(row)

    def _write(self, row: RunStep) -> None:
        row.save()
        notify(self.run.pk)

    def keep(self) -> list[RunStep]:
        """All steps of the run in their order, written by now."""
        if self._at_once:
            return list(self.run.steps.all())
        written = RunStep.objects.bulk_create(sorted(self._kept, key=lambda row: row.position))
        self._kept.clear()
        return written

    def text(self, delta: str) -> None:
        """More of the answer. Raises as `check`."""
        self._text.append(delta)
        now = time.monotonic()
        if now - self._stored_at < PARTIAL_SECONDS:
            return
        self._stored_at = now
        self.check()
        Run.objects.filter(pk=self.run.pk).update(partial=self.text_so_far)
        notify(self.run.pk)

    @property
    def fallbacks(self) -> int:
        """How many ways to an answer gave too little, so that the next one was tried."""
        return self.refused + max(len(self.ways) - 1, 0)

    @property
    def text_so_far(self) -> str:
        return "".join(self._text)

    def restart_text(self) -> None:
        """Drop the text so far: what follows is a new attempt."""
        self._text.clear()

    def check(self) -> None:
        """Raises `Stopped` or, once, `Hurried` where the user asked for that."""
        asked = Run.objects.filter(pk=self.run.pk).values_list("stop_requested", "quick_requested").first()
        stop, quick = asked or (False, False)
        if stop:
            raise Stopped("Stopped.")
        if quick and not self._is_hurried:
            raise Hurried("Ended for a quick answer.")

    def hurry(self) -> None:
        """From here on without the model: what it has written is dropped."""
        self._is_hurried = True
        self.restart_text()
        Run.objects.filter(pk=self.run.pk).update(partial="")

    def think(self, thoughts: str) -> None:
        """What a model says of its thinking: kept with the step that it is in."""
        self._thoughts.append(thoughts[:THOUGHT_CHARACTERS])

    def spent(self, usage: Usage) -> None:
        self.usage += usage


def measured(step: StepRecorder) -> dict[str, Any]:
    """What a span tells of a step that is over."""
    told = {"ragsite.step.rows": step.rows, "error.type": "tool_error" if step.error else None}
    return {name: value for name, value in told.items() if value is not None}


def notify(run_id: UUID) -> None:
    """Say that the run's rows have changed, once the transaction round it commits."""
    with connection.cursor() as cursor:
        cursor.execute(f"NOTIFY {CHANNEL}, '{run_id.hex}'")


def in_flight() -> bool:
    """Whether a question is waiting or being answered: extraction on the local model gives way to it."""
    return Run.objects.filter(status__in=(Run.Status.QUEUED, Run.Status.RUNNING)).exists()
