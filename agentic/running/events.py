"""What happens in a run, as it happens: for whoever waits for its answer."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal
from uuid import UUID

import psycopg
from django.db import connection

from agentic.models import Run, RunStep
from agentic.trace import CHANNEL
from ragsite.storage.database import in_passing

HEARTBEAT_SECONDS = 15.0  # below the idle timeouts of common proxies
PLACE_SECONDS = 1.0  # between two looks at how many questions go before one that waits


@dataclass(frozen=True)
class RunEvent:
    """`waiting`: `run.waits_behind` has changed. `step`: begun or ended (its `seconds` tell).

    `text`: the whole answer so far. `over`: the run with its result. `heartbeat`: nothing new.
    `steps`: all so far.
    """

    kind: Literal["waiting", "step", "text", "over", "heartbeat"]
    run: Run
    step: RunStep | None = None
    text: str = ""
    steps: Sequence[RunStep] = ()
    waits_behind: int | None = None


async def run_events(run_id: UUID) -> AsyncIterator[RunEvent]:
    """The run's steps so far, then each change as it comes; ends after `over`.

    Holds one database connection. Raises `Run.DoesNotExist`; whether the user may see the run is
    the caller's to check.
    """
    listener = await psycopg.AsyncConnection.connect(**_connection_params(), autocommit=True)
    async with listener:
        await listener.execute(f"LISTEN {CHANNEL}")
        seen: dict[int, bool] = {}
        text, place, told_at = "", None, time.monotonic()
        while True:
            run, steps, waits_behind = await in_passing(_state)(run_id)
            if waits_behind != place and waits_behind is not None:
                yield RunEvent("waiting", run, steps=steps, waits_behind=waits_behind)
            place = waits_behind
            for step in steps:
                if seen.get(step.pk) != (step.seconds is not None):
                    seen[step.pk] = step.seconds is not None
                    yield RunEvent("step", run, step=step, steps=steps)
            if run.partial != text and not run.is_over:
                text = run.partial
                yield RunEvent("text", run, text=text)
            if run.is_over:
                yield RunEvent("over", run)
                return
            pause = HEARTBEAT_SECONDS if place is None else PLACE_SECONDS
            if await _woken(listener, run_id, seconds=pause):
                told_at = time.monotonic()
            elif time.monotonic() - told_at >= HEARTBEAT_SECONDS:
                told_at = time.monotonic()
                yield RunEvent("heartbeat", run)


async def _woken(listener: psycopg.AsyncConnection, run_id: UUID, *, seconds: float) -> bool:
    """True once the run has changed, False after so many quiet seconds."""
    deadline = time.monotonic() + seconds
    while (left := deadline - time.monotonic()) > 0:
        async for notification in listener.notifies(timeout=left, stop_after=1):
            if notification.payload == run_id.hex:
                return True
    return False


def _state(run_id: UUID) -> tuple[Run, list[RunStep], int | None]:
    run = Run.objects.select_related("workspace").get(pk=run_id)
    return run, list(run.steps.all()), run.waits_behind


def _connection_params() -> dict[str, Any]:
    params = connection.get_connection_params()
    keep = ("dbname", "user", "password", "host", "port", "sslmode")
    return {key: params[key] for key in keep if params.get(key)}
