"""Child processes that end with their parent, each in a group of its own and with a log of its own."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import psutil

BASE_DIR = Path(__file__).resolve().parents[2]
OWNER_VARIABLE = "RAGSITE_SUPERVISED"  # marks our processes, so that a later start finds those left behind
LOG_LIMIT = 5_000_000  # bytes, beyond which a log is set aside at the next start
STOP_SECONDS = 5.0  # between asking a process to end and ending it
CALM_SECONDS = 60.0  # a process that ran this long is started again at once
LONGEST_WAIT = 60.0
PR_SET_PDEATHSIG = 1
MEMORY = {
    # glibc keeps up to 8 arenas per processor, which several threads fill with little.
    "MALLOC_ARENA_MAX": "2",
    "MALLOC_TRIM_THRESHOLD_": "131072",
}


@dataclass(frozen=True)
class Program:
    """What to run. `arguments`: after the interpreter. `inherits`: file descriptors that it keeps."""

    name: str
    arguments: Sequence[str]
    environment: Mapping[str, str] = field(default_factory=dict)
    inherits: Sequence[int] = ()
    runs_once: bool = False


class Child:
    """A running program."""

    def __init__(self, program: Program, home: Path) -> None:
        self.program = program
        self.log = home / "log" / f"{program.name}.log"
        self._home = home
        self._wait = 0.0
        self.log.parent.mkdir(parents=True, exist_ok=True)
        set_aside(self.log)
        self.start()

    def start(self) -> None:
        environment = {**os.environ, **MEMORY, OWNER_VARIABLE: str(self._home), **self.program.environment}
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, *self.program.arguments],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=BASE_DIR,
                env=environment,
                pass_fds=self.program.inherits,
                process_group=0,  # Ctrl-C reaches only the supervisor, which ends them in order
                preexec_fn=_before_program,
            )
        self.started_at = time.monotonic()
        self.due_at: float | None = None

    @property
    def pid(self) -> int:
        return self.process.pid

    def is_alive(self) -> bool:
        return self.process.poll() is None

    def schedule_restart(self) -> None:
        """Let `is_due` come true: at once, or later each time if the program keeps dying soon."""
        now = time.monotonic()
        is_calm = now - self.started_at > CALM_SECONDS
        self._wait = 0.0 if is_calm else min(LONGEST_WAIT, max(1.0, self._wait * 2))
        self.due_at = now + self._wait

    @property
    def is_due(self) -> bool:
        return self.due_at is not None and time.monotonic() >= self.due_at

    def kill(self) -> None:
        """End the whole group at once."""
        end_group(self.pid)
        self.process.wait()

    def ask_to_stop(self) -> None:
        if self.is_alive():
            self.process.terminate()

    def wait_or_kill(self, deadline: float) -> None:
        """Wait until `deadline` (of time.monotonic), then end whatever is left of its group."""
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(max(0.0, deadline - time.monotonic()))
        self.kill()


def stop_all(children: Sequence[Child]) -> None:
    for child in children:
        child.ask_to_stop()
    deadline = time.monotonic() + STOP_SECONDS
    for child in children:
        child.wait_or_kill(deadline)


def end_group(pid: int) -> None:
    with suppress(ProcessLookupError):
        os.killpg(pid, signal.SIGKILL)


def end_left_behind(home: Path) -> int:
    """End the processes that a killed supervisor of `home` left behind; returns how many."""
    left = [process for process in psutil.process_iter() if _belongs_to(process, home)]
    for process in left:
        with suppress(psutil.NoSuchProcess):
            process.kill()
    psutil.wait_procs(left, timeout=STOP_SECONDS)
    return len(left)


def _belongs_to(process: psutil.Process, home: Path) -> bool:
    try:
        return process.pid != os.getpid() and process.environ().get(OWNER_VARIABLE) == str(home)
    except (psutil.Error, OSError):
        return False


def set_aside(log: Path) -> None:
    """Rename a log that has grown long; the one set aside before is replaced."""
    with suppress(FileNotFoundError):
        if log.stat().st_size > LOG_LIMIT:
            log.replace(log.with_suffix(".old.log"))


def _before_program() -> None:
    """Runs in the child before its program: the kernel sends SIGTERM once the supervisor is gone."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
