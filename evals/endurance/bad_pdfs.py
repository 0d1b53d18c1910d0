"""What becomes of broken, encrypted and hostile PDFs: each ends within a minute, with text or a reason."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from documents.ingest import ingest_document
from documents.library.services import retry_document
from documents.library.staging import RefusedUpload
from documents.models import Status
from evals.report import Report
from evals.workspace import ingest, temporary_workspace
from llm.fakes import HashEmbedder
from llm.providers.none import NoModel
from reading.sandbox.limited import LEAST_CHARACTERS

LONGEST_SECONDS = 60.0  # what one file may take from upload to its end
# A library on its own, as a script would use it: prints how many characters it finds.
ALONE = {
    "pypdf": (
        "import sys, pypdf\n"
        "r = pypdf.PdfReader(sys.argv[1])\n"
        "if r.is_encrypted: r.decrypt(sys.argv[2])\n"
        "t = 0\n"
        "for p in r.pages: t += len(' '.join(p.extract_text().split())); print(t, flush=True)\n"
    ),
    "pypdfium2": (
        "import sys, pypdfium2\n"
        "d = pypdfium2.PdfDocument(sys.argv[1], password=sys.argv[2] or None)\n"
        "t = 0\n"
        "for p in d: t += len(' '.join(p.get_textpage().get_text_range().split())); print(t, flush=True)\n"
    ),
}


@dataclass(frozen=True)
class Outcome:
    """What became of one file. `alone`: library → characters that it gets without us."""

    name: str
    category: str
    status: str
    reason: str
    seconds: float
    characters: int
    skipped: int
    alone: dict[str, int]

    @property
    def lost(self) -> bool:
        """Whether a library alone gets text worth reading from a file of which we have none."""
        return self.status != Status.READY and max(self.alone.values(), default=0) >= LEAST_CHARACTERS

    @property
    def is_clear(self) -> bool:
        return self.status == Status.READY or self.reason.endswith(".")


def run(*, data: Path, limit: int | None, passwords: str = "") -> Report:
    """Read every file of `bad-pdfs`. `passwords`: a JSON file {name: password} of those that have one."""
    known = json.loads(Path(passwords).read_text()) if passwords else {}
    outcomes = []
    with temporary_workspace() as (user, workspace):
        for name, category in files_of(data / "bad-pdfs")[:limit]:
            path = data / "bad-pdfs" / name
            outcomes.append(read_bad(path, category, user, workspace, known.get(name, "")))
            print(f"{outcomes[-1].seconds:6.1f} s  {outcomes[-1].status:8} {name}", file=sys.stderr)
    return report_of(outcomes)


def files_of(folder: Path) -> list[tuple[str, str]]:
    """(name, category) of each file that the manifest lists."""
    with (folder / "MANIFEST.tsv").open(encoding="utf-8") as manifest:
        return [(row["file"], row["category"]) for row in csv.DictReader(manifest, delimiter="\t")]


def read_bad(
    path: Path,
    category: str,
    user: Any,
    workspace: Any,
    password: str = "",
    *,
    scripts: Mapping[str, str] = ALONE,
) -> Outcome:
    """What becomes of the file, and what each library gets from it alone. `scripts`: as `ALONE`."""
    began = time.monotonic()
    status, reason, characters, skipped = _ingested(path, user, workspace, password)
    seconds = time.monotonic() - began
    alone = {library: characters_alone(script, path, password) for library, script in scripts.items()}
    return Outcome(path.name, category, status, reason, seconds, characters, skipped, alone)


def _ingested(path: Path, user: Any, workspace: Any, password: str) -> tuple[str, str, int, int]:
    embedder, chat = HashEmbedder(), NoModel()
    try:
        document = ingest(path, user=user, workspace=workspace, chat=chat, embedder=embedder)
        if password and document.status == Status.FAILED:
            retry_document(user=user, document=document, password=password, enqueue=False)
            ingest_document(document.pk, chat=chat, embedder=embedder)
    except RefusedUpload as error:
        return "refused", str(error), 0, 0
    document.refresh_from_db()
    characters = sum(len(text.strip()) for text in document.pages.values_list("text", flat=True))
    return document.status, document.error, characters, len(document.skipped_pages)


def characters_alone(script: str, path: Path, password: str = "") -> int:
    """How many characters a library finds by itself until it ends, crashes or is too slow."""
    command = [sys.executable, "-c", script, str(path), password]
    try:
        done = subprocess.run(command, capture_output=True, timeout=LONGEST_SECONDS, check=False)
        output = done.stdout
    except subprocess.TimeoutExpired as error:
        output = error.stdout or b""
    return int((output.split() or [b"0"])[-1])


def report_of(outcomes: Sequence[Outcome], *, what: str = "bad PDFs") -> Report:
    by_category: dict[str, list[Outcome]] = defaultdict(list)
    for outcome in outcomes:
        by_category[outcome.category].append(outcome)
    libraries = list(dict.fromkeys(library for outcome in outcomes for library in outcome.alone))
    rows = [_row(category, found, libraries) for category, found in sorted(by_category.items())]
    return Report(
        title=f"{len(outcomes)} {what}, whole ingestion without a model",
        columns=(
            "category",
            "files",
            "ready",
            "failed",
            *(f"text by {library}" for library in libraries),
            "lost",
            "slowest, s",
        ),
        rows=(*rows, _row("all", outcomes, libraries)),
        notes=tuple(_notes(outcomes)),
    )


def _row(category: str, outcomes: Sequence[Outcome], libraries: Sequence[str]) -> tuple[Any, ...]:
    statuses = Counter(outcome.status for outcome in outcomes)
    return (
        category,
        len(outcomes),
        statuses[Status.READY],
        len(outcomes) - statuses[Status.READY],
        *(sum(o.alone.get(library, 0) >= LEAST_CHARACTERS for o in outcomes) for library in libraries),
        sum(outcome.lost for outcome in outcomes),
        max((outcome.seconds for outcome in outcomes), default=0.0),
    )


def _notes(outcomes: Sequence[Outcome]) -> Iterable[str]:
    yield f"“Text”: at least {LEAST_CHARACTERS} characters. “Lost”: a library alone gets text, we have none."
    for outcome in outcomes:
        if outcome.lost:
            yield f"Lost: {outcome.name}, {outcome.alone}: {outcome.reason}"
        if outcome.seconds > LONGEST_SECONDS:
            yield f"Too slow: {outcome.name}, {outcome.seconds:.0f} s."
        if not outcome.is_clear:
            yield f"Ended without a sentence: {outcome.name}, {outcome.status}: {outcome.reason}"
    reasons = Counter(o.reason.split(":")[0].split(".")[0] for o in outcomes if o.status != Status.READY)
    yield from (f"{count} × {reason}." for reason, count in reasons.most_common())
