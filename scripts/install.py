"""Put the pinned dependencies into .venv: `python3 scripts/install.py [EXTRA…]`.

Runs before anything is installed: the standard library is all it may use.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
import time
from collections.abc import Iterable, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
CONSTRAINTS = ROOT / "constraints.txt"
STAMP = VENV / "installed.json"  # what was installed last, so that the next run is over at once
LEAST_DISK_MB = 3000
TELLING = ("Collecting", "Downloading", "Building", "Installing")  # pip's lines that show that it moves


class CannotInstall(Exception):
    """One sentence that says what to do."""


def main(extras: Sequence[str]) -> int:
    try:
        if not is_done(extras):
            make_environment()
            install(extras)
            STAMP.write_text(json.dumps({"pins": digest(), "extras": extras}))
    except CannotInstall as error:
        sys.stderr.write(f"{error}\n")
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


def make_environment() -> None:
    """A working .venv: kept where its Python runs, made anew where it does not."""
    if runs(PYTHON, "-c", "import pip"):
        return
    free = shutil.disk_usage(ROOT).free // 1_000_000
    if free < LEAST_DISK_MB:
        raise CannotInstall(f"The disk is nearly full ({free} MB left): free {LEAST_DISK_MB} MB.")
    shutil.rmtree(VENV, ignore_errors=True)
    if not runs(sys.executable, "-m", "venv", VENV):
        shutil.rmtree(VENV, ignore_errors=True)
        raise CannotInstall(
            "Python's venv module is missing: install it (on Debian or Ubuntu: apt-get install python3-venv)."
        )


def runs(*command: str | Path) -> bool:
    try:
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    except FileNotFoundError:
        return False


def install(extras: Sequence[str]) -> None:
    wanted = f"{ROOT}[{','.join(extras)}]" if extras else str(ROOT)
    command: list[str | Path] = [PYTHON, "-m", "pip", "install", "--disable-pip-version-check", "--no-input"]
    command += ["--constraint", CONSTRAINTS, "--editable", wanted]
    # One pipe for both: pip would block on a second one that nobody reads.
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=ROOT
    ) as pip:
        assert pip.stdout is not None
        errors = follow(pip.stdout)
    if pip.returncode != 0:
        raise CannotInstall(why(errors))


def follow(lines: Iterable[str]) -> list[str]:
    """Show that pip moves, in one line where a terminal shows it; returns what it complained of."""
    is_terminal = sys.stdout.isatty()
    print("Installing the dependencies: minutes the first time, seconds after that", flush=True)
    started = time.monotonic()
    errors = []
    for line in lines:
        if "ERROR:" in line or "No space left" in line:
            errors.append(line.strip())
        if is_terminal and line.lstrip().startswith(TELLING):
            what = " ".join(line.split()[:3])
            print(f"\r\033[K{time.monotonic() - started:4.0f} s  {what:.70}", end="", flush=True)
    if is_terminal:
        print("\r\033[K", end="", flush=True)
    return errors


def why(errors: Sequence[str]) -> str:
    if any("No space left" in error for error in errors):
        return f"The disk is full: free {LEAST_DISK_MB} MB and run it again."
    reason = errors[-1].split("ERROR:")[-1].strip().rstrip(".") if errors else "pip gave no reason"
    return f"The dependencies could not be installed ({reason}): check the network and run it again."


def digest() -> str:
    pins = (ROOT / "pyproject.toml").read_bytes() + CONSTRAINTS.read_bytes() + sys.version.encode()
    return hashlib.sha256(pins).hexdigest()


def is_done(extras: Sequence[str]) -> bool:
    """Whether these pins were installed, with at least these extras."""
    try:
        done = json.loads(STAMP.read_text())
    except (OSError, ValueError):
        return False
    return done["pins"] == digest() and set(extras) <= set(done["extras"]) and PYTHON.exists()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
