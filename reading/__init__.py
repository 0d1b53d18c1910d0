"""Reads documents without a model: a file in, its pages, tables, figures and statements out.

`read(path)` gives all of it; `python -m reading FILE` prints it as JSON.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from reading.model import Reading, UnreadableDocument

if TYPE_CHECKING:
    from reading.pipeline import read

__all__ = ["Reading", "UnreadableDocument", "read"]


def __getattr__(name: str) -> Any:
    """`read`, loaded when it is first asked for: most who need a type of this package read no file."""
    if name != "read":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from reading.pipeline import read

    globals()["read"] = read
    return read
