"""What `start` runs, and what must hold before it does."""

from __future__ import annotations

import errno
import json
import os
import shutil
import socket
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from django.conf import settings

from documents.providers import current_tier
from llm.local_model import find_model_file
from llm.local_server import free_port
from llm.types import Tier
from ragsite.processes import Program

HOST = "127.0.0.1"
CLUSTERS = ("questions", "ingestion")
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
    free = shutil.disk_usage(home).free // 1_000_000
    if free < LEAST_DISK_MB:
        raise CannotStart(f"The disk of {home} is full ({free} MB left): free at least {LEAST_DISK_MB} MB.")


def bind(port: int) -> socket.socket:
    """A listening socket on this machine's loopback. Raises `CannotStart` where the port is taken."""
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((HOST, port))
    except (OSError, OverflowError) as error:
        listener.close()
        raise CannotStart(_why_not(port, error)) from error
    listener.listen()
    return listener


def _why_not(port: int, error: Exception) -> str:
    if isinstance(error, OSError) and error.errno == errno.EADDRINUSE:
        return f"Port {port} is taken by another program: choose another with --port."
    return f"Port {port} cannot be used ({error}): choose another with --port."


def choose_tier(asked: str) -> Tier:
    """The tier asked for, else the best at hand. Raises `CannotStart` where its means are missing."""
    tier = cast(Tier, asked) or current_tier()
    missing = {
        "gemini": not settings.GEMINI_API_KEY and "set GEMINI_API_KEY",
        "openai": not settings.OPENAI_BASE_URL and "set OPENAI_BASE_URL",
    }.get(tier)
    if missing:
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
    arguments = ["-m", "llm.local_server", "--model", str(path), "--port", str(port)]
    arguments += ["--cache-mb", str(settings.RAGSITE_PROMPT_CACHE_MB)]
    return LocalModel(Program("model", arguments), f"http://{HOST}:{port}/v1")


def note_local_model(home: Path, url: str, pid: int) -> None:
    """Tell commands such as `ask` which server they may share."""
    note = home / "run" / "local_model.json"
    draft = note.with_suffix(f".{os.getpid()}")
    draft.write_text(json.dumps({"url": url, "pid": pid}))
    draft.replace(note)


def cluster_program(name: str, environment: dict[str, str]) -> Program:
    return Program(name, ["manage.py", "qcluster", "--skip-checks"], {**environment, "Q_CLUSTER_NAME": name})


def web_program(listener: socket.socket, environment: dict[str, str]) -> Program:
    return Program("web", ["-m", "ragsite.web", str(listener.fileno())], environment, (listener.fileno(),))


def samples_program(environment: dict[str, str]) -> Program:
    return Program("samples", ["manage.py", "load_samples"], environment, runs_once=True)
