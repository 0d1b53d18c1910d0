"""The sentence before a table that leads up to it, and the headings over that sentence."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise, takewhile

from documents.tables.cells import SplitLine

LEAD_LINES = 4  # above a table, among which the sentence is sought that leads up to it
SHORT = 0.75  # of the width of the lines round it, for one that ends a paragraph or is a heading
BETWEEN = " – "  # headings and the sentence below them
_SENTENCE_END = re.compile(r"[.;][”’\")]*$")


def ends_prose(prose: SplitLine, below: SplitLine, first: SplitLine) -> bool:
    """Whether the line below prose is its last one; where a sentence has ended it may be a heading."""
    if (first.cells and below.line.box.x1 > first.cells[0].x0) or len(below.parts) > 1:
        return False
    return not prose.line.text.endswith(".") or below.line.text.endswith((".", ":", ",", ";"))


def lead(above: Sequence[SplitLine]) -> str:
    """The last sentence before the table, behind the headings right over it."""
    lines = list(above[-LEAD_LINES:])
    right = max(split.line.box.x1 for split in lines)
    parts = [lines[0].line.text]
    for upper, lower in pairwise(lines):
        begins = lower.line.text[:1].isupper() or lower.line.text[:1].isdigit()
        if begins and _is_short(upper, right) and parts[-1][-1:] not in ",;":
            parts.append(lower.line.text)
        else:
            parts[-1] = f"{parts[-1]} {lower.line.text}"
    headings = list(takewhile(lambda part: not _SENTENCE_END.search(part), reversed(parts[:-1])))
    return BETWEEN.join([*reversed(headings), re.split(r"(?<=[.;])\s+(?=[A-Z])", parts[-1])[-1]])


def _is_short(split: SplitLine, right: float) -> bool:
    """Whether a line ends well before the others do, as headings and the last lines of paragraphs."""
    return split.line.box.x1 < split.line.box.x0 + SHORT * (right - split.line.box.x0)
