"""What a set of questions is measured with."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Setting:
    """`keep`: workspaces, by commas, that hold the documents. `misses`: a file for what is not right."""

    data: Path
    limit: int | None = None
    tier: str = "none"
    keep: str = ""
    misses: str = ""

    @property
    def folders(self) -> dict[str, Path]:
        """The folders of filings, each read into a store of its own."""
        return {name: self.data / name for name in ("financebench", "sec-10-q")}
