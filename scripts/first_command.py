"""The README's first command, as a newcomer gives it in a fresh checkout: `python3 scripts/first_command.py`.

Installs with the Python that runs this, starts without a model, opens the page, asks a question of the sample
documents, and stops. Runs before anything is installed: the standard library is all it may use.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
QUESTION = "What was Skerrivane's revenue in the second quarter of 2025?"
ANSWER = "18,742"
PATIENCE = 600.0  # seconds, for the download of a gigabyte as for the reading of the samples


def main() -> int:
    port = _free_port()
    command = ["make", "run", "LLM=none", f"PORT={port}", f"PYTHON={sys.executable}"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, process_group=0) as run:
        try:
            _wait_for_start(run, port)
            _open_page(port)
            _ask()
        finally:
            os.killpg(run.pid, signal.SIGINT)
    print(
        f"`make run` by uid {os.getuid()} with {sys.executable} ({sys.version.split()[0]}): the page answers."
    )
    return 0


def _wait_for_start(run: subprocess.Popen[str], port: int) -> None:
    assert run.stdout is not None
    for line in run.stdout:
        print(line, end="", flush=True)
        if f"127.0.0.1:{port}" in line:
            return
    raise SystemExit("`make run` ended before it served a page.")


def _open_page(port: int) -> None:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=60) as reply:
        page = reply.read().decode()
    if "<textarea" not in page or "/login/" in reply.url:
        raise SystemExit("The home page has no place for a question.")


def _ask() -> None:
    """Ask until the sample that holds the answer has been read."""
    deadline = time.monotonic() + PATIENCE
    while True:
        command = [str(ROOT / ".venv/bin/python"), "manage.py", "ask", "--json", QUESTION]
        said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        if said.returncode == 0 and ANSWER in json.loads(said.stdout)["answer"]:
            return
        if time.monotonic() > deadline:
            raise SystemExit(f"The sample documents give no {ANSWER}: {said.stdout}{said.stderr}")
        time.sleep(5)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


if __name__ == "__main__":
    sys.exit(main())
