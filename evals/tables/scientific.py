"""Numeric cells of made PDFs of scientific tables, read with their row's label and their column's header."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from evals.report import CannotMeasure, Report
from evals.tables.latex import GoldCell, gold_cells, key
from reading.formats.media_types import PDF
from reading.model import ParsedDocument, Table
from reading.parse import parse_document
from reading.tables.read import read_tables

KINDS = ("simple", "moderate", "complex")


@dataclass
class Count:
    """Of the numeric cells: how many there are, are read, with their label, with their header, with both."""

    cells: int = 0
    read: int = 0
    label: int = 0
    header: int = 0
    both: int = 0


def run(*, data: Path, limit: int | None, misses: str = "") -> Report:
    """`misses`: a file for what was not read right."""
    files = sorted(data.glob("*.pdf"))[:limit]
    if not files:
        raise CannotMeasure(f"No PDF files in {data}: give the folder of the tables as --data.")
    counts: dict[str, Count] = defaultdict(Count)
    told: list[str] = []
    for path in files:
        parsed = parse_document(path, media_type=PDF)
        elements = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
        count_document(parsed, elements, counts, told, path.stem)
    if misses:
        Path(misses).write_text("\n".join(told), encoding="utf-8")
    total = Count(*(sum(getattr(each, name) for each in counts.values()) for name in vars(Count())))
    rows = [("all", total), *((kind, counts[kind]) for kind in KINDS)]
    return Report(
        title="Scientific tables in PDF",
        columns=("tables", "numeric cells", "read", "with label", "with header", "with both"),
        rows=tuple(
            (
                name,
                each.cells,
                *(_share(getattr(each, part), each.cells) for part in ("read", "label", "header", "both")),
            )
            for name, each in rows
        ),
        notes=(f"{len(files)} files",),
    )


def _share(count: int, of: int) -> float:
    return round(count / of, 3) if of else 0.0


def count_document(
    parsed: ParsedDocument,
    elements: Sequence[dict[str, str]],
    counts: dict[str, Count],
    told: list[str],
    name: str,
) -> None:
    """Count the cells of a document's tables. Each cell that was read serves one cell of the gold."""
    pool = cells_of(read_tables(parsed))
    for element in elements:
        if element["type"] != "table":
            continue
        count = counts[element["complexity"]]
        for gold in gold_cells(element["data"]):
            count.cells += 1
            near = pool.get(gold.number, [])
            best = max(near, key=lambda cell: _fit(gold, cell), default=None)
            if best is None:
                told.append(f"{name}\tnot read\t{gold}")
                continue
            near.remove(best)
            label, header = _fit(gold, best)[1:]
            count.read += 1
            count.label += label
            count.header += header
            count.both += label and header
            if not (label and header):
                told.append(f"{name}\t{gold}\t{best}")


def _fit(gold: GoldCell, cell: tuple[str, str]) -> tuple[int, bool, bool]:
    label = _within(key(gold.label), key(cell[0]))
    header = _within(key(gold.header), key(cell[1]))
    return label + header, label, header


def _within(wanted: str, found: str) -> bool:
    """Whether the words are there, with no more than their group's name before them."""
    return bool(found) and (
        wanted == found or (len(wanted) > 1 and (found.endswith(wanted) or found.startswith(wanted)))
    )


def cells_of(tables: Sequence[Table]) -> dict[str, list[tuple[str, str]]]:
    """Label and header of what was read, by its digits."""
    found: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for table in tables:
        for row in table.rows:
            for cell in row.cells:
                match = re.search(r"\d[\d,]*(?:\.\d+)?|\.\d+", cell.text)
                if match:
                    digits = re.sub(r"[^\d.]", "", match[0]).strip(".")
                    label = " ".join((*row.path[-1:], row.label)) if not row.label else row.label
                    found[digits].append((label, table.columns[cell.column].header))
    return found
