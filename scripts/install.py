"""Put the pinned dependencies into .venv: `python3 scripts/install.py [EXTRA…]`.

Runs before anything is installed: the standard library is all it may use.
"""

from __future__ import annotations

import hashlib
import json
import platform
import re
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
LOG = VENV / "pip.log"  # what pip said last
LEAST_DISK_MB = 3000
TELLING = ("Collecting", "Downloading", "Building", "Installing")  # pip's lines that show that it moves
# What pip says when an index cannot be reached, after its last retry.
UNREACHABLE = re.compile(
    r"Retry\(total=0|Could not fetch URL|HTTPS?ConnectionPool|HTTP error|Connection broken|Read timed out"
)
# What this Python or machine has no release of: a pin that clashes with all there is, or the name itself.
NOT_TO_BE_HAD = re.compile(
    r"The user requested \(constraint\) (\S+)|No matching distribution found for (\S+)"
)


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
        said = follow(pip.stdout)
    LOG.write_text("".join(said))
    if pip.returncode != 0:
        raise CannotInstall(why(said))


def follow(lines: Iterable[str]) -> list[str]:
    """Show that pip moves, in one line where a terminal shows it; returns all that it said."""
    is_terminal = sys.stdout.isatty()
    print("Installing the dependencies: minutes the first time, seconds after that", flush=True)
    started = time.monotonic()
    said = []
    for line in lines:
        said.append(line)
        if is_terminal and line.lstrip().startswith(TELLING):
            what = " ".join(line.split()[:3])
            print(f"\r\033[K{time.monotonic() - started:4.0f} s  {what:.70}", end="", flush=True)
    if is_terminal:
        print("\r\033[K", end="", flush=True)
    return said


def why(said: Sequence[str]) -> str:
    """One sentence that says what to do about what pip complained of."""
    words = "".join(said)
    if "No space left" in words:
        return f"The disk is full: free {LEAST_DISK_MB} MB and run it again."
    if UNREACHABLE.search(words):
        return f"The package index cannot be reached: check the network and run it again (details: {LOG})."
    missing = dict.fromkeys(pin or name for pin, name in NOT_TO_BE_HAD.findall(words))
    if missing:
        return (
            f"{' and '.join(missing)} cannot be had for Python {platform.python_version()} on "
            f"{platform.machine()}: try another, as in `make clean run PYTHON=python3.13` (details: {LOG})."
        )
    errors = [line.split("ERROR:")[-1].strip().rstrip(".") for line in said if "ERROR:" in line]
    reason = errors[-1] if errors else "pip gave no reason"
    return f"The dependencies could not be installed ({reason}): put that right and run it again ({LOG})."


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
