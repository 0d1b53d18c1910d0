"""Homes of ragsites that tests start."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path


def copy_database(source: Path, home: Path) -> None:
    """Give `home` the stopped database of another home, with its owner and rights."""
    home.mkdir(mode=0o700, parents=True, exist_ok=True)
    subprocess.run(["cp", "-a", str(source / "postgres"), str(home)], check=True)


def environment_of(home: Path) -> dict[str, str]:
    """What a ragsite on `home` is run with; it has its own settings, not those of tests."""
    kept = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
    return {**kept, "RAGSITE_HOME": str(home)}
