"""Seconds until a new file is ready while the model reads the samples of a first start."""

from __future__ import annotations

import statistics
import time
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from evals.report import CannotMeasure, Report
from evals.speed.patience import DONE, Browser
from evals.speed.stack import first_cited_answer, running_stack
from samples.questions import SUGGESTED

WAIT_SECONDS = 1800.0  # for a file to be read, or for the samples
PAUSE_SECONDS = 10.0  # before each file, so that the model has begun to read again
LOOK_SECONDS = 0.2
FILES = 10


@dataclass(frozen=True)
class Arrival:
    """`model_behind`: documents that the model was still to read when the file came."""

    name: str
    pages: int
    seconds: float
    model_behind: int
    told: str


def run(*, data: Path, limit: int | None, llm: str = "local") -> Report:
    """Upload files of many kinds and sizes, 10 if not given, one by one. `llm`: the tier."""
    files = chosen_files(data / "general" / "docs", limit or FILES)
    with TemporaryDirectory(prefix="ragsite-arrivals-") as home, running_stack(home, llm) as base:
        first_cited_answer(base, SUGGESTED[0].text)
        browser = Browser(base, "auto")
        samples_s = _until_ready(browser)
        arrivals = []
        for file in files:
            time.sleep(PAUSE_SECONDS)
            arrivals.append(_upload(browser, file))
    return report_of(arrivals, samples_s, llm)


def chosen_files(folder: Path, count: int) -> list[Path]:
    """So many of the folder's files, from the smallest to the largest. Raises `CannotMeasure`."""
    files = sorted((file for file in folder.glob("*") if file.is_file()), key=lambda f: f.stat().st_size)
    if len(files) < count:
        raise CannotMeasure(f"There are fewer than {count} files in {folder}.")
    return [files[index * len(files) // count] for index in range(count)]


def _until_ready(browser: Browser) -> float:
    """Seconds until rules have read every document."""
    began = time.monotonic()
    while any(document["status"] not in DONE for document in browser.documents()):
        if time.monotonic() > began + WAIT_SECONDS:
            raise TimeoutError(f"The samples were not read in {WAIT_SECONDS:.0f} s.")
        time.sleep(LOOK_SECONDS)
    return time.monotonic() - began


def _upload(browser: Browser, file: Path) -> Arrival:
    behind = sum(document["stage"] not in ("", "Ready") for document in browser.documents())
    began = time.monotonic()
    browser.upload(file)
    told = ""
    while time.monotonic() < began + WAIT_SECONDS:
        [document] = [each for each in browser.documents() if each["filename"] == file.name]
        told = told or document["waiting"]
        if document["status"] in DONE:
            seconds = time.monotonic() - began
            return Arrival(file.name, document["pages"], seconds, behind, told)
        time.sleep(LOOK_SECONDS)
    raise TimeoutError(f"{file.name} was not read in {WAIT_SECONDS:.0f} s.")


def report_of(arrivals: list[Arrival], samples_s: float, llm: str) -> Report:
    seconds = [each.seconds for each in arrivals]
    rows: list[tuple[Any, ...]] = [
        (each.name, each.pages, f"{each.seconds:.1f}", each.model_behind, each.told) for each in arrivals
    ]
    return Report(
        title=f"New files while the model reads others, tier {llm}",
        columns=("file", "pages", "s until ready", "documents before it for the model", "first told"),
        rows=tuple(rows),
        notes=(
            f"From sending the file to its being ready: median {statistics.median(seconds):.1f} s, "
            f"slowest {max(seconds):.1f} s.",
            f"The samples were ready by rules {samples_s:.0f} s after the first answer.",
        ),
    )
