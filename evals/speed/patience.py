"""Whether questions go first: their seconds while documents are read, beside those on an idle machine."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx2

from evals.report import Report
from evals.speed.stack import first_cited_answer, running_stack
from samples.questions import SUGGESTED

ROUNDS = 8  # of all questions, at rest and again while documents are read
WAIT_SECONDS = 600.0  # for one answer
READ_SECONDS = 3600.0  # for the samples to be read: the local model takes a minute or two over each
PAUSE_SECONDS = 3.0  # before each question, so that reading which gave way to the last has begun again
DONE = frozenset({"ready", "failed"})


@dataclass(frozen=True)
class Asked:
    question: str
    seconds: float
    route: str


class Browser:
    """What asks and uploads, as a page would, on the sample documents alone."""

    def __init__(self, base: str, mode: str) -> None:
        self.client = httpx2.Client(base_url=base, follow_redirects=True, timeout=WAIT_SECONDS)
        self.mode = mode
        self.client.get("/")
        self.headers = {"X-CSRFToken": self.client.cookies.get("csrftoken") or ""}

    def documents(self) -> list[dict[str, Any]]:
        reply = self.client.get("/api/documents", params={"limit": 100})
        found: list[dict[str, Any]] = reply.raise_for_status().json()["documents"]
        return found

    def ask(self, question: str, document_ids: Sequence[int]) -> Asked:
        body = {"question": question, "document_ids": list(document_ids), "mode": self.mode, "wait": 600}
        began = time.perf_counter()
        reply = self.client.post("/api/agentic/query", json=body, headers=self.headers)
        seconds = time.perf_counter() - began
        return Asked(question, seconds, reply.raise_for_status().json().get("route", ""))

    def upload(self, file: Path) -> None:
        with file.open("rb") as handle:
            reply = self.client.post(
                "/api/documents/upload", files={"file": (file.name, handle)}, headers=self.headers
            )
        reply.raise_for_status()


def run(
    *,
    data: Path,
    limit: int | None,
    llm: str = "none",
    mode: str = "auto",
    rounds: str = "",
    questions: str = "",
) -> Report:
    """Ask the suggested questions of the samples, idle and while the longest filings are read.

    `limit`: so many filings, 6 if not given. `llm`: the tier. `mode`: the route asked, such as map, which
    has a model compose the answer. `questions`: so many of them. The local model keeps no prompts meanwhile:
    a question that it has read before would cost it less.
    """
    count = int(rounds or ROUNDS)
    asked = [each.text for each in SUGGESTED[: int(questions or len(SUGGESTED))]]
    files = sorted((data / "financebench").glob("*.pdf"), key=lambda file: -file.stat().st_size)[: limit or 6]
    stack = {"RAGSITE_PROMPT_CACHE_MB": "0"}
    with TemporaryDirectory(prefix="ragsite-patience-") as home, running_stack(home, llm, **stack) as base:
        first_cited_answer(base, SUGGESTED[0].text)
        browser = Browser(base, mode)
        _until(lambda: not _unread(browser))
        samples = [document["id"] for document in browser.documents()]
        list(_rounds(browser, samples, asked, 1))  # models and caches are warm from here on
        idle = list(_rounds(browser, samples, asked, count))
        for file in files:
            browser.upload(file)
        _until(lambda: any(document["progress"] > 0 for document in _unread(browser)))
        busy = list(_while_reading(browser, samples, asked, count))
    return report_of(idle, busy, len(files), llm, mode)


def _unread(browser: Browser) -> list[dict[str, Any]]:
    """Documents that are being read, by rules or by a model."""
    return [
        document
        for document in browser.documents()
        if document["status"] not in DONE or document["stage"] not in ("", "Ready")
    ]


def _until(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + READ_SECONDS
    while not holds():
        if time.monotonic() > deadline:
            raise TimeoutError(f"The documents were not read within {READ_SECONDS:.0f} s.")
        time.sleep(0.2)


def _rounds(
    browser: Browser, samples: Sequence[int], questions: Sequence[str], count: int
) -> Iterator[Asked]:
    for _ in range(count):
        for question in questions:
            time.sleep(PAUSE_SECONDS)
            yield browser.ask(question, samples)


def _while_reading(
    browser: Browser, samples: Sequence[int], questions: Sequence[str], count: int
) -> Iterator[Asked]:
    """The questions whose answers came before the last document was read."""
    for asked in _rounds(browser, samples, questions, count):
        if not _unread(browser):
            return
        yield asked


def report_of(idle: Sequence[Asked], busy: Sequence[Asked], files: int, llm: str, mode: str) -> Report:
    rows = [_row(question, idle, busy) for question in dict.fromkeys(asked.question for asked in idle)]
    return Report(
        title=f"Questions while {files} filings are read, tier {llm}, route {mode}",
        columns=("question", "route", "idle, s", "while reading, s", "ratio"),
        rows=(*rows, _row("all", idle, busy)),
        notes=(
            f"Medians of {len(idle)} and {len(busy)} answers, each from the request to the whole answer; "
            "the ratio of the medians.",
            f"Slowest: idle {max(asked.seconds for asked in idle):.2f} s, "
            f"while reading {max((asked.seconds for asked in busy), default=0.0):.2f} s.",
        ),
    )


def _row(question: str, idle: Sequence[Asked], busy: Sequence[Asked]) -> tuple[Any, ...]:
    of = [[a for a in asked if question in ("all", a.question)] for asked in (idle, busy)]
    medians = [statistics.median(a.seconds for a in group) if group else None for group in of]
    ratio = f"{medians[1] / medians[0]:.2f}" if medians[0] and medians[1] else None
    routes = ", ".join(dict.fromkeys(a.route for group in of for a in group))
    return (question, routes, *(median and f"{median:.3f}" for median in medians), ratio)
