"""Which release of ragsite runs."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version


def release() -> str:
    try:
        return version("ragsite")
    except PackageNotFoundError:  # run from a checkout that was not installed
        return "0"
