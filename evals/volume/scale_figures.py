"""Figures of `scale`, kept in a file from one run to the next, so that they can be drawn."""

from __future__ import annotations

import csv
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

KEPT = Path(__file__).with_name("scale.tsv")


@dataclass(frozen=True, kw_only=True)
class Measured:
    """One size. `p50`, `p95`, `embed`: milliseconds; `_narrow`: with a filter that keeps 1%."""

    date: str
    chunks: int
    load_s: float
    words_s: float
    vectors_s: float
    passages_mb: float
    words_mb: float
    vectors_mb: float
    p50: float
    p95: float
    p50_narrow: float
    p95_narrow: float
    embed: float
    recall: float

    @property
    def row(self) -> tuple[Any, ...]:
        """For a report: counts with commas, all but the recall as whole numbers."""
        figures = list(asdict(self).values())[2:-1]
        return (f"{self.chunks:,}", *(f"{figure:,.0f}" for figure in figures), f"{self.recall:.3f}")


def append(measured: Measured, path: Path = KEPT) -> None:
    new = not path.exists()
    with path.open("a", encoding="utf-8", newline="") as file:
        rows = csv.writer(file, delimiter="\t", lineterminator="\n")
        if new:
            rows.writerow(field.name for field in fields(Measured))
        rows.writerow(
            f"{value:.4g}" if isinstance(value, float) else value for value in asdict(measured).values()
        )


def read(path: Path = KEPT) -> list[Measured]:
    """The last figures of each size, the smallest first."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = [_typed(row) for row in csv.DictReader(file, delimiter="\t")]
    latest = {row.chunks: row for row in rows}
    return [latest[size] for size in sorted(latest)]


def _typed(row: dict[str, str]) -> Measured:
    values: dict[str, Any] = {
        name: float(value) for name, value in row.items() if name not in ("date", "chunks")
    }
    return Measured(date=row["date"], chunks=int(row["chunks"]), **values)
