"""Milliseconds until a question to a data source is answered from before."""

from __future__ import annotations

import sqlite3
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from agentic.inquiry import Models
from agentic.models import Run
from agentic.running.asking import new_run
from agentic.runs import create_run, execute, start_run
from agentic.sources.questions.source_runs import answered_before
from agentic.sources.registering.services import add_source, refresh_source, source_for
from documents.providers import get_embedder
from evals.report import CannotMeasure, Report
from evals.workspace import temporary_workspace
from llm.providers.none import NoModel

Found = TypeVar("Found")
GOAL_MS = 10.0
OTHER_TABLES = 100  # which are read with the schema, and which an answer from before does not need
QUESTION = "What is the total amount of orders?"


def run(*, limit: int | None, times: str = "200") -> Report:
    """`times`: how often the question is asked again."""
    with tempfile.TemporaryDirectory() as folder, temporary_workspace() as (user, workspace):
        path = Path(folder) / "shop.sqlite"
        made = sqlite3.connect(path)
        with made:
            made.execute("CREATE TABLE orders (id integer PRIMARY KEY, amount integer)")
            for number in range(OTHER_TABLES):
                made.execute(f"CREATE TABLE ledger_{number} (id integer PRIMARY KEY, kind text, value real)")
            made.executemany("INSERT INTO orders (amount) VALUES (?)", [(n,) for n in range(1000)])
        made.close()
        source = add_source(
            user=user, workspace=workspace, name="shop", kind="sqlite", paths=[str(path)], is_trusted=True
        )
        asked = {"user": user, "workspace": workspace, "mode": "source", "source": source}
        models = Models(NoModel(), get_embedder())
        _, seconds = _timed(lambda: execute(create_run(question=QUESTION, **asked).pk, models=models))
        computed = time.process_time()

        def hit() -> Run:
            return start_run(question=QUESTION, **{**asked, "source": source_for(user, workspace, "shop")})

        hits = [_timed(hit) for _ in range(limit or int(times))]
        computed = (time.process_time() - computed) * 1000 / len(hits)
        if not all(hit.source_state and hit.source_state["cached"] for hit, _ in hits):
            raise CannotMeasure("It was not answered from before: is RAGSITE_SOURCE_CACHE_SECONDS 0?")
        with sqlite3.connect(path) as changed:
            changed.execute("ALTER TABLE orders ADD COLUMN note text")
        changed.close()
        refresh_source(user=user, source=source)
        is_stale = answered_before(new_run(question=QUESTION, **asked), source)
        told = "STILL answered from before" if is_stale else "asked anew"
    spent = sorted(each * 1000 for _, each in hits)
    return Report(
        title="Questions to a data source that are answered from before",
        columns=("answered", "times", "median ms", "p95 ms", "longest ms", "goal ms"),
        rows=(
            ("first, by rules", 1, round(seconds * 1000, 1), "", "", ""),
            (
                "from before",
                len(spent),
                round(statistics.median(spent), 1),
                round(spent[int(len(spent) * 0.95)], 1),
                round(spent[-1], 1),
                GOAL_MS,
            ),
        ),
        notes=(
            f"After a column was added the question is {told}.",
            f"Of {OTHER_TABLES + 1} tables, the look-up of the source included.",
            f"Processor: {computed:.1f} ms each, PostgreSQL's beside.",
        ),
    )


def _timed(doing: Callable[[], Found]) -> tuple[Found, float]:
    started = time.perf_counter()
    found = doing()
    return found, time.perf_counter() - started
