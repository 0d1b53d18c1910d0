"""What an evaluation found, and how it is written down."""

from __future__ import annotations

import os
import platform
import shlex
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import psutil

RESULTS = Path(__file__).parent / "RESULTS.md"


class CannotMeasure(Exception):
    """What an evaluation needs is not there, or no such choice exists; the message says which."""


@dataclass(frozen=True, kw_only=True)
class Report:
    """One table of figures. `notes`: sentences for what a table cannot say, misses first of all."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    notes: tuple[str, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True, kw_only=True)
class Provenance:
    """What a figure needs to be believed and measured again."""

    date: str
    commit: str
    machine: str
    command: str


def provenance(command: Sequence[str] = tuple(sys.argv)) -> Provenance:
    return Provenance(
        date=f"{datetime.now(UTC):%Y-%m-%d}",
        commit=_commit(),
        machine=_machine(),
        command=shlex.join(["python", Path(command[0]).name, *command[1:]]),
    )


def to_markdown(report: Report, source: Provenance) -> str:
    """A section for RESULTS.md: heading, provenance, table, notes."""
    lines = [
        f"## {report.title}",
        "",
        f"{source.date}, commit {source.commit}, {source.machine}  ",
        f"`{source.command}`",
        "",
        _line(report.columns),
        _line("---" for _ in report.columns),
        *(_line(row) for row in report.rows),
        "",
        *(f"- {note}" for note in report.notes),
    ]
    return "\n".join(lines).rstrip() + "\n"


def record(report: Report, source: Provenance, path: Path = RESULTS) -> None:
    """Append the report: earlier figures stay, so that a loss shows."""
    with path.open("a", encoding="utf-8") as results:
        results.write("\n" + to_markdown(report, source))


def _line(cells: Any) -> str:
    return "| " + " | ".join(_cell(cell) for cell in cells) + " |"


def _cell(value: Any) -> str:
    if value is None:
        return "–"
    text = str(value)
    if isinstance(value, float):
        text = f"{value:.3g}" if abs(value) < 100 else f"{value:.0f}"
    return " ".join(text.split()).replace("|", "\\|")


def _commit() -> str:
    """The short hash, with “+” where tracked files differ from it."""
    root = Path(__file__).parent.parent
    described = subprocess.run(
        ["git", "describe", "--always", "--dirty=+", "--exclude=*"],
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
    )
    return described.stdout.strip() or "unknown"


def _machine() -> str:
    memory = psutil.virtual_memory().total / 2**30
    return f"{os.cpu_count()} cores ({_processor()}), {memory:.0f} GiB, Python {platform.python_version()}"


def _processor() -> str:
    info = Path("/proc/cpuinfo")
    if info.exists():
        for line in info.read_text().splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    return platform.processor() or platform.machine()
