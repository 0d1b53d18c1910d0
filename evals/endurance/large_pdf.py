"""A PDF of many pages: the memory of the worker that reads it, and whether its progress moves."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import psutil
from django.conf import settings
from django.core.files import File
from django.db import close_old_connections
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

from documents.library.services import upload_document
from documents.models import Document, Status
from evals.report import Report
from evals.workspace import temporary_workspace
from ragsite.running.processes import MEMORY

PAGES = 1600
TABLE_EVERY = 4  # pages; about the share of tables in an annual report
LOOK_SECONDS = 0.25
LONGEST_SECONDS = 3600.0
WORDS = (
    "net sales of stores grew while costs margins inventory credit lease tax interest pension goodwill "
    "segment region customer supplier contract risk market price demand capital debt equity cash"
).split()


@dataclass
class Watched:
    """What was seen of a worker. Memory in bytes: its own, and that of it and its children together."""

    peak: int = 0
    peak_together: int = 0
    seen: list[tuple[float, int, str]] = field(default_factory=list)
    seconds: float = 0.0


def run(*, limit: int | None, pages: str = "") -> Report:
    """Have a worker process of its own read a generated PDF. `pages`: how many, 1,600 if not given."""
    count = int(pages or limit or PAGES)
    with TemporaryDirectory(prefix="ragsite-large-") as folder, temporary_workspace() as (user, workspace):
        path = write_large_pdf(Path(folder) / "large.pdf", count)
        with path.open("rb") as handle:
            upload = upload_document(
                user=user, workspace=workspace, file=File(handle, name=path.name), enqueue=False
            )
        watched = watch(upload.document)
        upload.document.refresh_from_db()
        return report_of(upload.document, watched, path.stat().st_size)


def write_large_pdf(path: Path, pages: int) -> Path:
    """Pages of prose, each fourth with a table of figures; the same at each call."""
    dice = random.Random(20)
    canvas = Canvas(str(path), pagesize=A4, invariant=True)
    for number in range(1, pages + 1):
        canvas.setFont("Helvetica", 9)
        for line in range(55):
            _draw_line(canvas, dice, number, line)
        canvas.showPage()
    canvas.save()
    return path


def _draw_line(canvas: Canvas, dice: random.Random, number: int, line: int) -> None:
    height = 800 - 13 * line
    if number % TABLE_EVERY == 0 and 10 <= line < 30:
        canvas.drawString(60, height, "Year ended December 31," if line == 10 else f"{_words(dice, 3)}")
        for column in range(3):
            figure = str(2024 - column) if line == 10 else f"{dice.randrange(1000, 99999):,}"
            canvas.drawRightString(350 + 80 * column, height, figure)
    else:
        canvas.drawString(60, height, f"{_words(dice, 12)}." if line else f"Part {number}")


def _words(dice: random.Random, count: int) -> str:
    return " ".join(dice.choices(WORDS, k=count)).capitalize()


def watch(document: Document) -> Watched:
    """Start a worker on the document and look at both until it ends."""
    began, watched = time.monotonic(), Watched()
    code = f"from documents.tasks import ingest_task; ingest_task({document.pk})"
    worker = subprocess.Popen(
        [sys.executable, "manage.py", "shell", "--verbosity", "0", "-c", code],
        cwd=settings.BASE_DIR,
        env={**os.environ, **MEMORY, "RAGSITE_LLM": "none"},  # as `start` gives it to its workers
        stdout=sys.stderr,
    )
    while worker.poll() is None and time.monotonic() - began < LONGEST_SECONDS:
        _look(watched, psutil.Process(worker.pid), document, time.monotonic() - began)
        time.sleep(LOOK_SECONDS)
    worker.kill()
    worker.wait()
    watched.seconds = time.monotonic() - began
    return watched


def _look(watched: Watched, worker: psutil.Process, document: Document, seconds: float) -> None:
    try:
        own = worker.memory_info().rss
        children = sum(child.memory_info().rss for child in worker.children(recursive=True))
    except psutil.Error:
        return
    watched.peak = max(watched.peak, own)
    watched.peak_together = max(watched.peak_together, own + children)
    close_old_connections()
    document.refresh_from_db(fields=["progress", "stage"])
    if not watched.seen or watched.seen[-1][1:] != (document.progress, document.stage):
        watched.seen.append((seconds, document.progress, document.stage))


def report_of(document: Document, watched: Watched, size: int) -> Report:
    rows: list[tuple[Any, ...]] = [
        ("pages", document.page_count),
        ("status", document.status if document.status == Status.READY else document.error),
        ("figures stored", document.metric_set.count()),
        ("chunks", document.chunks.count()),
        ("seconds", f"{watched.seconds:.0f}"),
        ("peak memory of the worker, MB", f"{watched.peak / 1e6:.0f}"),
        ("peak memory of the worker and its children, MB", f"{watched.peak_together / 1e6:.0f}"),
        ("different states of progress seen", len(watched.seen)),
        ("longest time without a change, s", f"{_longest_pause(watched):.1f}"),
        *((f"seconds: {step}", seconds) for step, seconds in document.timings.items()),
    ]
    return Report(
        title=f"A PDF of {document.page_count:,} pages ({size / 1e6:.1f} MB), without a model",
        columns=("what", "figure"),
        rows=tuple(rows),
        notes=(f"Looked at every {LOOK_SECONDS} s, in a worker process of its own with the real embedder.",),
    )


def _longest_pause(watched: Watched) -> float:
    times = [0.0, *(seconds for seconds, _, _ in watched.seen), watched.seconds]
    return max(later - earlier for earlier, later in pairwise(times))
