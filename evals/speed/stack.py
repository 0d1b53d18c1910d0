"""The running stack: seconds from its start to the first cited answer, and its memory when idle."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterable
from contextlib import suppress
from http import HTTPStatus
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx2
import psutil
from django.conf import settings

from evals.report import Report
from llm.providers.local_server import free_port
from samples.questions import SUGGESTED

SETTLE_SECONDS = 30.0  # queues poll and caches fill before memory is read
GIVE_UP_SECONDS = 1800.0
ROLES = (
    ("postgres", "database"),
    ("llm.providers.local_server", "local model"),
    ("qcluster", "workers"),
    ("ragsite.running.web", "web"),
    ("manage.py start", "supervisor"),
)


def run(*, limit: int | None, llm: str = "none", checkout: str = "", make: str = "") -> Report:
    """Start ragsite in a fresh home, ask until an answer cites a page, let it rest, weigh it.

    `make`: any text starts it by `make run`, which installs first. `checkout`: the folder to do it in.
    """
    question = SUGGESTED[0].text
    with (
        TemporaryDirectory(prefix="ragsite-stack-") as home,
        running_stack(home, llm, checkout, make) as base,
    ):
        began = time.monotonic()
        answered = first_cited_answer(base, question)
        to_answer = time.monotonic() - began
        time.sleep(SETTLE_SECONDS)
        weights = memory_by_role(processes_of(Path(home)))
    rows: list[tuple[Any, ...]] = [("start to first cited answer, s", f"{to_answer:.0f}")]
    rows += [(f"memory of {role}, MB (PSS)", f"{size / 1e6:.0f}") for role, size in weights.items()]
    rows.append(("memory of all processes, MB (PSS)", f"{sum(weights.values()) / 1e6:.0f}"))
    return Report(
        title=f"Running stack, tier {llm}, by {'make run' if make else 'manage.py start'}",
        columns=("what", "figure"),
        rows=tuple(rows),
        notes=(
            f"First answer to “{question}”: {answered}",
            f"Memory is read {SETTLE_SECONDS:.0f} s after that answer.",
        ),
    )


class running_stack:
    """A ragsite of its own home, port and settings (`variables`), ended with everything that it started."""

    def __init__(self, home: str, llm: str, checkout: str = "", make: str = "", **variables: str) -> None:
        self.port = free_port()
        self.folder = Path(checkout) if checkout else settings.BASE_DIR
        self.environment = {**os.environ, "RAGSITE_HOME": home, **variables}
        if make:
            self.command = ["make", "run", f"LLM={llm}", f"PORT={self.port}"]
        else:
            self.command = [sys.executable, "manage.py", "start", "--port", str(self.port), "--llm", llm]

    def __enter__(self) -> str:
        self.process = subprocess.Popen(
            self.command, cwd=self.folder, env=self.environment, start_new_session=True, stdout=sys.stderr
        )
        return f"http://127.0.0.1:{self.port}"

    def __exit__(self, *error: object) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGINT)
        try:
            self.process.wait(60)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)


def first_cited_answer(base: str, question: str) -> str:
    """The first answer that cites a page, asked as the page in a browser would. Raises `TimeoutError`."""
    deadline = time.monotonic() + GIVE_UP_SECONDS
    with httpx2.Client(base_url=base, follow_redirects=True, timeout=120) as browser:
        while time.monotonic() < deadline:
            with suppress(httpx2.TransportError):
                reply = _asked(browser, question)
                if reply.get("citations"):
                    return str(reply["answer"])
            time.sleep(0.5)
    raise TimeoutError(f"No cited answer after {GIVE_UP_SECONDS:.0f} s.")


def _asked(browser: httpx2.Client, question: str) -> dict[str, Any]:
    """The answer as JSON; empty while there is none."""
    browser.get("/")
    token = {"X-CSRFToken": browser.cookies.get("csrftoken") or ""}
    response = browser.post("/api/agentic/query", json={"question": question}, headers=token)
    return response.json() if response.status_code == HTTPStatus.OK else {}


def processes_of(home: Path) -> list[psutil.Process]:
    """Every process that works for this home: it has it in its environment, arguments or folder."""
    others = (process for process in psutil.process_iter() if process.pid != os.getpid())
    return [process for process in others if _works_for(process, home)]


def _works_for(process: psutil.Process, home: Path) -> bool:
    try:
        if process.environ().get("RAGSITE_HOME") == str(home):
            return True
        return str(home) in " ".join(process.cmdline()) or process.cwd().startswith(str(home))
    except psutil.Error:
        return False


def memory_by_role(processes: Iterable[psutil.Process]) -> dict[str, int]:
    """Bytes by role. Proportional set size: shared pages count once, over those who share them."""
    sizes: dict[str, int] = defaultdict(int)
    for process in processes:
        with suppress(psutil.Error):
            sizes[_role(process)] += process.memory_full_info().pss
    return dict(sorted(sizes.items(), key=lambda item: -item[1]))


def _role(process: psutil.Process) -> str:
    words = " ".join([process.name(), *process.cmdline()])
    return next((role for mark, role in ROLES if mark in words), "other")
