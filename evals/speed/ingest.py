"""How fast documents are read without a model, beside the embedder alone and LlamaIndex, in one run."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Any

from django.db.models import QuerySet

from documents.ingestion.chunks.chunking import embedded_text
from documents.ingestion.file_reading import prepare
from documents.models import Chunk, Document, Workspace
from documents.providers import find_embedder_folder, get_embedder
from evals.report import Report
from evals.workspace import ingest_all, temporary_workspace
from llm.providers.none import NoModel
from llm.types import Embedder

REFERENCE_BATCH = 32  # of sentence-transformers, its own default
SAMPLE = 256  # chunks that both embedders embed, taken evenly from all
ROUNDS = 3  # of each embedder in turn; the fastest counts, since other work only slows
TOGETHER = 5  # files that are uploaded at once, as people do
PARAGRAPH = "Plant {} sold {} turbines for ${} million in the year, after repairs that took several weeks. "


def run(
    *, data: Path, limit: int | None, llamaindex: str = "", pages: str = "0", rounds: str = "1"
) -> Report:
    """Read filings, the smallest files first, at most `limit`.

    `llamaindex`: the python of an environment with LlamaIndex 0.14. `pages`: read one made PDF of so many
    pages instead. `rounds`: how often all are read, each time into an empty workspace; the sums count, since
    the speed of a shared machine changes within a round by a tenth.
    """
    embedder = get_embedder()
    prepare(embedder)  # all is loaded before the clock starts, as in a worker that has read a document
    embedder.embed(["The model too."])
    with tempfile.TemporaryDirectory() as folder:
        files = _filings(data, limit) if pages == "0" else [_made(Path(folder) / "made.pdf", int(pages))]
        read = [_round(files, embedder) for _ in range(int(rounds))]
        texts, stages = read[-1].texts, read[-1].stages
        seconds, alone = (fmean(spent) for spent in zip(*(each.spent for each in read), strict=True))
        rows = [
            ("ragsite, whole ingestion", *_line(seconds, (read[-1].pages, len(texts)), _peak_mb())),
            ("its embedder alone, the same chunks", *_line(alone, (None, len(texts)), None)),
        ]
        if llamaindex:
            rows.append(("LlamaIndex, chunks of 256 tokens, same MiniLM", *_llamaindex(llamaindex, files)))
    rows += _embedders(texts[:: max(len(texts) // SAMPLE, 1)][:SAMPLE])
    return Report(
        title=f"Reading {len(files)} documents in tier none",
        columns=("what", "s", "pages", "pages/s", "chunks", "chunks/s", "peak MB"),
        rows=tuple(rows),
        notes=(_ratio([each.spent for each in read]), stages),
    )


@dataclass(frozen=True)
class _Round:
    """All files read once. `spent`: seconds of whole ingestion, and of the embedder alone."""

    spent: tuple[float, float]
    pages: int
    texts: list[str]
    stages: str


def _round(files: Sequence[Path], embedder: Embedder) -> _Round:
    """In turns, group by group: how fast a shared machine is changes from one minute to the next."""
    groups = [files[first : first + TOGETHER] for first in range(0, len(files), TOGETHER)]
    with temporary_workspace() as (user, workspace):
        both = [_read_and_embed(group, user, workspace, embedder) for group in groups]
        documents = [document for group, _, _ in both for document in group]
        seconds, alone = sum(whole for _, whole, _ in both), sum(embedding for _, _, embedding in both)
        texts = [embedded_text(chunk) for chunk in _chunks(documents)]
        return _Round((seconds, alone), _pages(documents), texts, _stages(documents, seconds))


def _ratio(spent: Sequence[tuple[float, float]]) -> str:
    whole, alone = map(sum, zip(*spent, strict=True))
    told = f"Whole ingestion takes {whole / alone:.2f} times what the embedder alone takes."
    if len(spent) == 1:
        return told
    return f"{told} Round by round: {', '.join(f'{both / one:.2f}' for both, one in spent)}."


def _read_and_embed(
    files: Sequence[Path], user: Any, workspace: Workspace, embedder: Embedder
) -> tuple[list[Document], float, float]:
    """Their documents, and the seconds that reading took, and embedding the chunks again right after."""
    started = time.perf_counter()
    documents = ingest_all(files, user=user, workspace=workspace, chat=NoModel(), embedder=embedder)
    seconds = time.perf_counter() - started
    texts = [embedded_text(chunk) for chunk in _chunks(documents)]
    return documents, seconds, _seconds(lambda: embedder.embed(texts))


def _filings(data: Path, limit: int | None) -> list[Path]:
    return sorted((data / "financebench").glob("*.pdf"), key=lambda file: file.stat().st_size)[:limit]


def _made(path: Path, pages: int) -> Path:
    """A PDF of running text with so many pages."""
    from reportlab.lib.pagesizes import A4
    from reportlab.pdfgen.canvas import Canvas

    canvas = Canvas(str(path), pagesize=A4)
    for page in range(pages):
        for line in range(40):
            canvas.drawString(50, 800 - 18 * line, PARAGRAPH.format(page * 40 + line, line, page + line))
        canvas.showPage()
    canvas.save()
    return path


def _pages(documents: Sequence[Document]) -> int:
    failed = [f"{document.filename}: {document.error}" for document in documents if document.error]
    assert not failed, failed
    return sum(document.page_count for document in documents)


def _chunks(documents: Sequence[Document]) -> QuerySet[Chunk]:
    return Chunk.objects.filter(document__in=documents).order_by("document_id", "index")


def _line(seconds: float, read: tuple[int | None, int], peak: float | None) -> tuple[Any, ...]:
    pages, chunks = read
    speed = f"{pages / seconds:.1f}" if pages else None
    return (f"{seconds:.1f}", pages, speed, chunks, f"{chunks / seconds:.1f}", peak and round(peak))


def _stages(documents: Sequence[Document], seconds: float) -> str:
    total: Counter[str] = Counter()
    for document in documents:
        total.update(document.timings)
    parts = ", ".join(f"{step} {spent:.1f}" for step, spent in total.items())
    return f"Seconds by step: {parts}; the rest {seconds - sum(total.values()):.1f}."


def _embedders(texts: Sequence[str]) -> list[tuple[Any, ...]]:
    """Ours and plain sentence-transformers in fp32 on the same texts, in turns."""
    import torch
    from sentence_transformers import SentenceTransformer

    torch.set_num_threads(os.cpu_count() or 1)  # torch's own default, which our embedder changes
    plain = SentenceTransformer(str(find_embedder_folder()), device="cpu")
    ways: dict[str, Callable[[], Any]] = {
        "plain fp32 sentence-transformers, batches of 32": lambda: plain.encode(
            list(texts), batch_size=REFERENCE_BATCH, show_progress_bar=False
        ),
        "our embedder, the same sample": lambda: get_embedder().embed(texts),
    }
    fastest = {name: min(times) for name, times in _in_turns(ways).items()}
    return [(name, *_line(seconds, (None, len(texts)), None)) for name, seconds in fastest.items()]


def _in_turns(ways: dict[str, Callable[[], Any]]) -> dict[str, list[float]]:
    times: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(ROUNDS):
        for name, way in ways.items():
            times[name].append(_seconds(way))
    return times


def _llamaindex(python: str, files: Sequence[Path]) -> tuple[Any, ...]:
    script = Path(__file__).with_name("llamaindex_ingest.py")
    done = subprocess.run(
        [python, str(script), str(find_embedder_folder()), *map(str, files)],
        capture_output=True,
        text=True,
        check=True,
    )
    found = json.loads(done.stdout.splitlines()[-1])
    return _line(found["seconds"], (found["pages"], found["chunks"]), found["peak_mb"])


def _seconds(work: Callable[[], Any]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def _peak_mb() -> float:
    """Of this process, as the worker's; the parser's child has a limit of its own."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000
