"""A hundred thousand pages: a structured question, counts per bucket, and all matches as a file."""

from __future__ import annotations

import resource
import statistics
import time
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

from django.db import connection

from agentic.annotations import annotations_aggregate
from agentic.inquiry import Models
from agentic.models import Run
from agentic.runs import create_run, execute
from agentic.search.answers.export import matches_file
from documents.models import Workspace
from documents.providers import get_embedder
from evals.own_database import own_database
from evals.report import Report
from evals.scenarios.receipts import Receipt, receipts, tires_by, with_tires
from evals.scenarios.storing import store_receipts
from evals.workspace import temporary_workspace
from llm.providers.none import NoModel

BUCKETS = ("garage", "fleet", "private", "workshop")
ASKED = 5  # times each question is asked
SECONDS, EXPORT_SECONDS = 1.0, 30.0
COLUMNS = ("what", "result", "right", "first s", "median s", "goal s")


def over_pages(count: int) -> Report:
    """Receipts of one page each, with the rows that rules read of them, in a database of their own."""
    with ExitStack() as stack:
        stack.enter_context(own_database())
        user, workspace = stack.enter_context(temporary_workspace())
        made = receipts(count)
        started = time.perf_counter()
        store_receipts(made, workspace, bucket=_bucket)
        with connection.cursor() as cursor:
            cursor.execute("VACUUM ANALYZE")
        stored = time.perf_counter() - started
        rows = [*_structured(made, user, workspace), _buckets(made, workspace)]
        rows += _exported(count, user, workspace)
    return Report(
        title=f"The search agent over {count:,} pages, tier none",
        columns=COLUMNS,
        rows=tuple(rows),
        notes=(
            f"Stored in {stored:.0f} s, with the rows that rules read of receipts (compared on 25 of them).",
            "The first question after a change reads the names of columns and properties once.",
        ),
    )


def _bucket(receipt: Receipt) -> str:
    return BUCKETS[receipt.number % len(BUCKETS)]


def _structured(made: list[Receipt], user: Any, workspace: Workspace) -> list[tuple[object, ...]]:
    by_vendor = tires_by(made, "vendor")
    may = [r for r in with_tires(made) if r.vendor == "Kellin Garage" and f"{r.day:%Y-%m}" == "2023-05"]
    total = f"{sum(by_vendor.values()):,}"
    questions: dict[str, Callable[[Run], bool]] = {
        "What is the total quantity of tires purchased?": lambda run: total in run.answer,
        "Sum the quantities of tires by vendor": lambda run: (
            {row[0]: int(row[1].replace(",", "")) for row in _first_table(run)} == by_vendor
        ),
        "List every receipt with tires from Kellin Garage in May 2023": lambda run: (
            len(_first_table(run)) == len(may)
        ),
        "List every receipt": lambda run: f"{len(made):,} receipts" in run.clarification,
    }
    rows: list[tuple[object, ...]] = []
    for text, is_right in questions.items():
        runs = [_ask(text, user, workspace) for _ in range(ASKED)]
        seconds = [run.seconds or 0.0 for run in runs]
        right = all(is_right(run) for run in runs)
        told = (runs[0].answer or runs[0].clarification or runs[0].error).split("\n")[0][:60]
        rows.append((text, told, right, seconds[0], statistics.median(seconds[1:]), SECONDS))
    return rows


def _first_table(run: Run) -> list[list[Any]]:
    return next((table["rows"] for table in run.result.get("tables", [])), [])


def _ask(text: str, user: Any, workspace: Workspace) -> Run:
    run = create_run(user=user, workspace=workspace, question=text, mode=Run.Mode.SEARCH)
    execute(run.pk, models=Models(NoModel(), get_embedder()))
    run.refresh_from_db()
    return run


def _buckets(made: list[Receipt], workspace: Workspace) -> tuple[object, ...]:
    started = time.perf_counter()
    table = annotations_aggregate(
        workspace=workspace, function="count", filters={}, group_by="bucket", by_document=True
    )
    seconds = time.perf_counter() - started
    told = {str(row[0]): int(row[1]) for row in table.rows}
    right = told == dict(Counter(map(_bucket, made)))
    return ("counts per bucket", f"{len(told)} buckets", right, seconds, None, SECONDS)


def _exported(count: int, user: Any, workspace: Workspace) -> list[tuple[object, ...]]:
    """All matches as a file, with what the process holds of it at most."""
    run = _ask("List every receipt", user, workspace)
    rows: list[tuple[object, ...]] = []
    for form in ("csv", "xlsx"):
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        started, size, lines = time.perf_counter(), 0, 0
        for piece in matches_file(run, form, lambda document, page: f"/documents/{document}?page={page}"):
            size += len(piece)
            lines += piece.count(b"\n")
        seconds = time.perf_counter() - started
        more = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
        told = f"{size / 2**20:.1f} MiB, {more:.0f} MiB more memory"
        right = lines == count + 1 if form == "csv" else size > 0
        rows.append((f"{count:,} matches as {form}", told, right, seconds, None, EXPORT_SECONDS))
    return rows
