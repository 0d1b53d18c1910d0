"""Headings set over two lines of which the upper one looks like a row: “53   52” over “WEEKS   WEEKS”."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from documents.tables.cells import SplitLine

_COUNT = re.compile(r"[1-9]|1[0-3]|2[67]|39|40|5[23]")
_COUNTED = re.compile(r"(?:(?:weeks|months)\b\s*(?:ended|ending|to)?\s*)+", re.IGNORECASE)


def with_broken_headings(lines: Sequence[SplitLine]) -> list[SplitLine]:
    """The lines, among which those of counts over “weeks” or “months” hold words rather than cells."""
    found = list(lines)
    for at, split in enumerate(lines):
        if not split.cells or split.label or not all(_COUNT.fullmatch(cell.text) for cell in split.cells):
            continue
        beside = (near for near in (at + 1, at - 1) if 0 <= near < len(lines))
        below = next((near for near in beside if _stands_over(split, lines[near])), None)
        if below is not None:  # some files write the lower line first
            found[min(at, below)] = replace(split, label=split.line.words, cells=())
            found[max(at, below)] = lines[below]
    return found


def _stands_over(upper: SplitLine, lower: SplitLine) -> bool:
    return lower.line.box.top > upper.line.box.top and bool(_COUNTED.fullmatch(lower.line.text))
