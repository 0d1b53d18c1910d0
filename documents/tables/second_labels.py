"""Rows with two labels, of which the first is printed once: “Operating leases | Other assets”."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from documents.tables.cells import CELL_GAP, SplitLine, segments

LEAST_BESIDE = 2  # rows with both labels, so that there is a column of second ones
LEVEL = 2.0  # points by which labels of one column may begin apart


def with_first_labels(lines: Sequence[SplitLine]) -> list[SplitLine]:
    """The rows; one with a second label alone bears the first one of the row above it too."""
    starts = [_second_x0(split) for split in lines]
    counts = Counter(round(x0) for x0 in starts if x0 is not None)
    columns = {x0 for x0, count in counts.items() if count >= LEAST_BESIDE}
    if not columns:
        return list(lines)
    found: list[SplitLine] = []
    for split, start in zip(lines, starts, strict=True):
        above = found[-1] if found else split
        at = _second_x0(above) if split.cells and split.label and start is None else None
        if at is not None and round(at) in columns and abs(split.label_x0 - at) <= LEVEL:
            first = (word for word in above.label if word.box.x1 < at)
            split = replace(split, label=(*first, *split.label))
        found.append(split)
    return found


def _second_x0(split: SplitLine) -> float | None:
    """Where the second of the two labels of a row begins; None where it has not two."""
    parts = segments(split.label, split.height) if split.cells else []
    is_apart = len(parts) == 2 and parts[1].x0 - parts[0].x1 >= CELL_GAP * split.height
    return parts[1].x0 if is_apart else None
