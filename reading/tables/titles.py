"""Lines above the headings of a table that head it as a whole."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile

from reading.lexicon import A_YEAR
from reading.tables.headings.periods import NOTES
from reading.tables.headings.place import Span
from reading.tables.headings.ruled_lines import OVER_LABELS
from reading.tables.headings.stacks import is_time, says_time
from reading.tables.split import Piece, SplitLine
from reading.tables.units.captions import is_scale_alone, read_caption
from reading.values.dates import YEAR

CENTRED = 6.0  # points between the middles of a title and of its table
OFF_COLUMNS = (
    24.0  # points that the middle of the columns must lie off, for a title to be told from a heading
)
_YEARS_LISTED = re.compile(rf"\bended\b.*\b{YEAR}(?:,? {YEAR})*,? and {YEAR}$", re.IGNORECASE)


@dataclass(frozen=True)
class Over:
    """The table below a line. `words_of`: what stands over each column. `has_rules`: under its headings."""

    rows: Sequence[SplitLine]
    spans: Sequence[Span]
    words_of: Sequence[Sequence[str]]
    has_rules: bool


def stands_apart(split: SplitLine, headings: Sequence[Piece], over: Over) -> bool:
    """Whether a line stands over the whole table, labels and all: it is a title.

    It begins over the labels of a table whose headings have rules, or is centred above spans and days.
    """
    if len(headings) != 1 or len(headings[0].words) != len(split.line.words):
        return False
    if over.has_rules and headings[0].x0 < over.spans[0].x0 - OVER_LABELS:
        return True
    has_times = any(says_time(each) for words in over.words_of for each in words)
    if is_time(headings[0]) or NOTES.fullmatch(headings[0].text) or not has_times:
        return False
    return _is_centred(headings[0], over.rows, over.spans)


def _is_centred(heading: Piece, rows: Sequence[SplitLine], spans: Sequence[Span]) -> bool:
    """Whether it stands over the middle of the table, and off the middle of its columns."""
    left = min((row.label_x0 for row in rows if row.label), default=heading.x0)
    off = abs(heading.middle - (spans[0].x0 + spans[-1].x1) / 2)
    return abs(heading.middle - (left + spans[-1].x1) / 2) <= CENTRED and off > OFF_COLUMNS


def holds_for_all(text: str) -> bool:
    """Whether a line, which has nothing beside it, says how the whole table counts or of which years."""
    is_scale = is_scale_alone(text) or bool(re.fullmatch(r"\(.*\)", text) and read_caption(text).scale)
    return is_scale or bool(_YEARS_LISTED.search(text))


LEAD_LINES = 4  # above a table, among which the sentence is sought that leads up to it
SHORT = 0.75  # of the width of the lines round it, for one that ends a paragraph or is a heading
BETWEEN = " – "  # headings and the sentence below them
_LEADS_UP = re.compile(
    r"\btables?\b(?!\s+above)|\bas\s+follows\b|\bthe\s+following\b(?!\s+(?:years?|quarters?|months?)\b)|\bbelow\b|:$",
    re.IGNORECASE,
)
_SENTENCE_END = re.compile(r"[.;][”’\")]*$")


def ends_prose(prose: SplitLine, below: SplitLine, first: SplitLine) -> bool:
    """Whether the line below prose is its last one; where a sentence has ended it may be a heading."""
    if (first.cells and below.line.box.x1 > first.cells[0].x0) or len(below.parts) > 1:
        return False
    if prose.line.text.endswith(":") and A_YEAR.fullmatch(below.line.text):
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
