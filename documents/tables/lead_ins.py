"""The sentence before a table that leads up to it, and the headings over that sentence."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise, takewhile

from documents.dates import YEAR
from documents.tables.captions import read_caption
from documents.tables.cells import SplitLine

LEAD_LINES = 4  # above a table, among which the sentence is sought that leads up to it
SHORT = 0.75  # of the width of the lines round it, for one that ends a paragraph or is a heading
BETWEEN = " – "  # headings and the sentence below them
_LEADS_UP = re.compile(
    r"\btables?\b(?!\s+above)|\bas\s+follows\b|\bthe\s+following\b(?!\s+(?:years?|quarters?|months?)\b)|\bbelow\b|:$",
    re.IGNORECASE,
)
_YEAR = re.compile(YEAR)
_SENTENCE_END = re.compile(r"[.;][”’\")]*$")


def ends_prose(prose: SplitLine, below: SplitLine, first: SplitLine) -> bool:
    """Whether the line below prose is its last one; where a sentence has ended it may be a heading."""
    if (first.cells and below.line.box.x1 > first.cells[0].x0) or len(below.parts) > 1:
        return False
    if prose.line.text.endswith(":") and _YEAR.fullmatch(below.line.text):
        return False
    return not prose.line.text.endswith(".") or below.line.text.endswith((".", ":", ",", ";"))


def lead(above: Sequence[SplitLine]) -> str:
    """The last sentence before the table that leads up to it, behind the headings right over it."""
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
    return BETWEEN.join([*reversed(headings), _leading_sentence(parts[-1])])


def _leading_sentence(paragraph: str) -> str:
    """Its last sentence; where that is over and not of the table, a whole one before it that is."""
    *others, last = re.split(r"(?<=[.;])\s+(?=[A-Z])", paragraph)
    if _LEADS_UP.search(last) or not _SENTENCE_END.search(last):
        return last
    leading = (each for each in reversed(others) if each[:1].isupper() and _LEADS_UP.search(each))
    return next(leading, last)


def _is_short(split: SplitLine, right: float) -> bool:
    """Whether a line ends well before the others do, as headings and the last lines of paragraphs."""
    return split.line.box.x1 < split.line.box.x0 + SHORT * (right - split.line.box.x0)


def heads_part(split: SplitLine, rows: Sequence[SplitLine]) -> bool:
    """Whether a line with a scale heads the first rows as others do later ones: “Volume (in thousands):”."""
    if not split.label_text.endswith(":"):
        return False
    others = [row.label_text for row in rows if not row.cells and row.label_text.endswith(":")]
    return any(read_caption(other).scale for other in others)
