"""What `start` runs, and what must hold before it does."""

from __future__ import annotations

import json
import os
import socket
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from django.conf import settings

from documents.configuration import configured
from documents.providers import current_tier
from llm.providers.local_model import find_model_file
from llm.providers.local_server import free_port
from llm.types import Tier
from ragsite.running.address import LOOPBACK
from ragsite.running.processes import Program
from ragsite.storage.disk import free_megabytes

LEAST_DISK_MB = 300  # a new database takes 60 MB, and its write-ahead log up to 256 MB more


class CannotStart(Exception):
    """One sentence that says what to do."""


@dataclass(frozen=True)
class LocalModel:
    """The program that serves the local model, and the base of its OpenAI-compatible API."""

    program: Program
    url: str


def check_disk(home: Path) -> None:
    """Raises `CannotStart` where `home` cannot be written to or its disk is nearly full."""
    try:
        home.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CannotStart(
            f"Cannot make the folder {home}: {error.strerror}. Set RAGSITE_HOME to another."
        ) from error
    if not os.access(home, os.W_OK | os.X_OK):
        raise CannotStart(
            f"Cannot write to {home}: change its rights, or set RAGSITE_HOME to another folder."
        )
    free = free_megabytes(home)
    if free < LEAST_DISK_MB:
        raise CannotStart(f"The disk of {home} is full ({free} MB left): free at least {LEAST_DISK_MB} MB.")


def choose_tier(asked: str) -> Tier:
    """The tier asked for, else the best at hand. Raises `CannotStart` where its means are missing."""
    tier = cast(Tier, asked) or current_tier()
    missing = {
        "gemini": not configured("GEMINI_API_KEY") and "set GEMINI_API_KEY",
        "openai": not configured("OPENAI_BASE_URL") and "set OPENAI_BASE_URL",
    }.get(tier)
    if missing and (asked or settings.RAGSITE_LLM):  # what the settings page says is put right there
        raise CannotStart(f"The model tier {tier} is not set up: {missing}, or start with --llm none.")
    return tier


def local_model() -> LocalModel:
    """Raises `CannotStart` where its file is missing, `llm.errors.Unavailable` where it is another."""
    path = find_model_file(given=settings.RAGSITE_LOCAL_MODEL)
    if path is None:
        raise CannotStart(
            "The local model is not on this machine: run `make model`, or start with --llm none."
        )
    port = free_port()
    arguments = ["-m", "llm.providers.local_server", "--model", str(path), "--port", str(port)]
    arguments += ["--cache-mb", str(settings.RAGSITE_PROMPT_CACHE_MB)]
    return LocalModel(Program("model", arguments), f"http://{LOOPBACK}:{port}/v1")


def note_local_model(home: Path, url: str, pid: int) -> None:
    """Tell commands such as `ask` which server they may share."""
    note = home / "run" / "local_model.json"
    draft = note.with_suffix(f".{os.getpid()}")
    draft.write_text(json.dumps({"url": url, "pid": pid}))
    draft.replace(note)


def cluster_program(name: str, environment: dict[str, str]) -> Program:
    return Program(name, ["manage.py", "qcluster", "--skip-checks"], {**environment, "Q_CLUSTER_NAME": name})


def web_programs(listener: socket.socket, environment: dict[str, str]) -> list[Program]:
    """One socket for all of them: the system gives a connection to whichever takes it first."""
    descriptor = listener.fileno()
    names = ["web", *(f"web-{number}" for number in range(2, settings.RAGSITE_WEB_PROCESSES + 1))]
    return [
        Program(name, ["-m", "ragsite.running.web", str(descriptor)], environment, (descriptor,))
        for name in names
    ]


def samples_program(environment: dict[str, str]) -> Program:
    return Program("samples", ["manage.py", "load_samples"], environment, runs_once=True)
