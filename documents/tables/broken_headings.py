"""Headings set over two lines of which the upper one looks like a row: “53   52” over “WEEKS   WEEKS”."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from documents.tables.cells import SplitLine

_COUNT = re.compile(r"[1-9]|1[0-3]|2[67]|39|40|5[23]")
_COUNTED = re.compile(r"(?:(?:weeks|months)\b\s*(?:ended|ending|to)?\s*)+", re.IGNORECASE)


def with_broken_headings(lines: Sequence[SplitLine]) -> Iterator[SplitLine]:
    """The lines, among which those of counts over “weeks” or “months” hold words rather than cells."""
    for at, split in enumerate(lines):
        may_be = split.cells and not split.label and all(_COUNT.fullmatch(cell.text) for cell in split.cells)
        beside = [lines[near] for near in (at - 1, at + 1) if may_be and 0 <= near < len(lines)]
        if any(
            each.line.box.top > split.line.box.top and _COUNTED.fullmatch(each.line.text) for each in beside
        ):
            yield replace(split, label=split.line.words, cells=())
        else:
            yield split
