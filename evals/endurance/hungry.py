"""Does SQL that eats memory or time stay within bounds, with the parser before the database and without?"""

from __future__ import annotations

import csv
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Thread

import psutil
from django.conf import settings
from django.db import OperationalError

from agentic.sql.execution import SQLFailed, run_select
from agentic.sql.guard import UnsafeSQL
from agentic.sql.reader import READER
from documents.models import Chunk, Document, Metric, Page, Status, Workspace
from evals.own_database import own_database
from evals.report import Report

ATTACKS = Path(__file__).with_name("hungry.tsv")
EVERY = 0.005  # seconds between two looks at a backend's memory
ROWS = 200  # of each view that the statements multiply
MB = 2**20


@dataclass(frozen=True)
class Outcome:
    """What became of a statement; `peak`: bytes of memory of its backend's own."""

    ended: str
    seconds: float
    peak: int


def attacks() -> dict[str, str]:
    """Statements by name."""
    rows = csv.reader(ATTACKS.read_text().splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE)
    return {row[0]: row[1] for row in rows}


def run(*, limit: int | None, only: str = "") -> Report:
    """Seconds and peak memory of each statement, behind both walls and behind the database's alone.

    `only`: statements whose name has this in it.
    """
    chosen = [(name, sql) for name, sql in attacks().items() if only in name][:limit]
    with own_database():
        workspace = _filled_workspace()
        outcomes = [
            (name, _outcome(sql, workspace, guarded=True), _outcome(sql, workspace, guarded=False))
            for name, sql in chosen
        ]
    return Report(
        title="SQL that eats memory and time",
        columns=("statement", "both walls", "s", "MB", "database alone", "s", "MB"),
        rows=tuple((name, *_cells(both), *_cells(alone)) for name, both, alone in outcomes),
        notes=(
            _summary("both walls", [both for _, both, _ in outcomes]),
            _summary("the database alone", [alone for _, _, alone in outcomes]),
            f"MB: the reader's backend's own memory at its highest, looked at every {EVERY * 1000:.0f} ms.",
        ),
    )


def _cells(outcome: Outcome) -> tuple[str, str, str]:
    return outcome.ended, f"{outcome.seconds:.2f}", f"{outcome.peak / MB:.0f}"


def _summary(walls: str, outcomes: list[Outcome]) -> str:
    endings = Counter(outcome.ended for outcome in outcomes)
    told = ", ".join(f"{count} {ended}" for ended, count in endings.most_common())
    return (
        f"Behind {walls}: {told}; at most {max(o.seconds for o in outcomes):.1f} s "
        f"and {max(o.peak for o in outcomes) / MB:.0f} MB."
    )


def _filled_workspace() -> Workspace:
    workspace = Workspace.objects.create(slug="hungry", name="Hungry")
    document = Document.objects.create(
        workspace=workspace, filename="report.txt", sha256="0" * 64, bytes=1, status=Status.READY
    )
    of = {"workspace": workspace, "document": document}
    Page.objects.bulk_create(Page(**of, number=n, text="Net sales of lamps rose. " * 60) for n in range(ROWS))
    Chunk.objects.bulk_create(
        Chunk(
            **of,
            index=n,
            page_start=n,
            page_end=n,
            char_start=0,
            char_end=1,
            text="Net sales of lamps rose. " * 40,
            token_count=240,
        )
        for n in range(ROWS)
    )
    Metric.objects.bulk_create(
        Metric(
            **of,
            page=n,
            quote="Net sales 5",
            anchored=True,
            metric_name="net sales",
            value="5",
            numeric_value=n,
        )
        for n in range(ROWS)
    )
    return workspace


def _outcome(sql: str, workspace: Workspace, *, guarded: bool) -> Outcome:
    started = time.perf_counter()
    with _peak_of_readers() as peak:
        ended = _ending(sql, workspace, guarded)
    return Outcome(ended, time.perf_counter() - started, peak[0])


def _ending(sql: str, workspace: Workspace, guarded: bool) -> str:
    try:
        table = run_select(sql, workspace=workspace, guarded=guarded)
    except UnsafeSQL:
        return "refused by the parser"
    except SQLFailed as error:
        told = str(error)
        return next((ending for mark, ending in _ENDINGS if mark in told), f"error: {told[:60]}")
    except OperationalError:
        return "connection lost"
    return f"{len(table.rows)} rows"


_ENDINGS = (("longer than", "ended for its time"), ("memory", "ended for its memory"))


@contextmanager
def _peak_of_readers() -> Iterator[list[int]]:
    """The highest memory of a backend of the reader meanwhile, as the one element of a list."""
    peak, done = [0], Event()

    def look() -> None:
        while not done.wait(EVERY):
            peak[0] = max([peak[0], *map(_anonymous_memory, _reader_backends())])

    watcher = Thread(target=look, daemon=True)
    watcher.start()
    try:
        yield peak
    finally:
        done.set()
        watcher.join()


def _reader_backends() -> list[Path]:
    title = f"postgres: {READER} {settings.DATABASES['default']['NAME']} "
    found = []
    for pid in psutil.pids():
        folder = Path("/proc", str(pid))
        try:
            if title in (folder / "cmdline").read_text(errors="replace"):
                found.append(folder)
        except OSError:
            continue
    return found


def _anonymous_memory(folder: Path) -> int:
    try:
        lines = (folder / "status").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) * 1024 for line in lines if line.startswith("RssAnon:")), 0)
