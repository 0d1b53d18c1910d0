"""What of the lines over a table stands over its labels, and what over its columns."""

from __future__ import annotations

from collections.abc import Sequence

from reading.model import Line
from reading.tables.headings.place import Span
from reading.tables.headings.stacks import is_time
from reading.tables.split import Piece, SplitLine
from reading.tables.titles import holds_for_all
from reading.tables.units.captions import is_scale_alone, read_caption

LEVEL = 1.0  # points between the tops of two parts of one line
SLACK = 3.0  # points by which a heading may stick out of its column


def parted_lines(
    lines: Sequence[SplitLine], rows: Sequence[SplitLine], spans: Sequence[Span], left: float
) -> tuple[list[SplitLine], dict[Line, tuple[list[Piece], list[Piece]]]]:
    """The lines with what stands over labels and columns; one that goes on beside another is part of it."""
    right = max((row.label_x1 for row in rows), default=left)
    kept: list[SplitLine] = []
    parted: dict[Line, tuple[list[Piece], list[Piece]]] = {}
    for split in lines:
        captions, headings = _parted(split, spans, left, right)
        before = kept[-1] if kept else split
        is_level = abs(before.line.box.top - split.line.box.top) <= LEVEL
        if kept and is_level and headings and parted[before.line][1]:
            others, beside = parted[before.line]
            parted[before.line] = [*others, *captions], sorted([*beside, *headings], key=lambda each: each.x0)
        else:
            kept.append(split)
            parted[split.line] = captions, headings
    return kept, parted


def _parted(
    split: SplitLine, spans: Sequence[Span], left: float, right: float
) -> tuple[list[Piece], list[Piece]]:
    """What of a heading line stands over the labels, which end at `right`, and what over the columns.

    These begin at `left`. Words beside others that stand right of all labels head the first column. A
    paragraph over a table that the file marks heads none of its columns, wherever it stands.
    """
    parts = split.parts
    if split.is_marked is False:
        return parts, []
    times = parts[-len(spans) :]
    if len(times) == len(spans) > 1 and all(is_time(part) for part in times):
        return parts[: -len(times)], times
    if len(parts) == 1 and holds_for_all(parts[0].text):
        return parts, []
    captions = [
        part
        for part in parts
        if (part.x1 < left + 2 or (part.middle < left - 5 and part.x0 < left - 60))
        and not (len(parts) > 1 and part.x0 > right and _may_head(part))
        and not (len(parts) > 1 and abs(part.x1 - spans[0].x1) <= SLACK)
    ]
    headings = [part for part in parts if part not in captions]
    if captions and len(headings) == 1 < len(spans) and is_scale_alone(headings[0].text):
        return parts, []
    return captions, headings


def goes_on_over(captions: Sequence[Piece], lower: Sequence[Piece]) -> bool:
    """Whether a line is the upper one of a heading of words beside the labels: “Fair Value” over “Level”."""
    if len(captions) != 1 or len(lower) != 1:
        return False
    upper, below = captions[0], lower[0]
    is_over = min(upper.x1, below.x1) - max(upper.x0, below.x0) > 0
    return is_over and abs(upper.middle - below.middle) <= SLACK


def _may_head(part: Piece) -> bool:
    return not is_time(part) and not read_caption(part.text).scale
