"""Lines above the headings of a table that head it as a whole."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from documents.dates import YEAR
from documents.tables.captions import is_scale_alone, read_caption
from documents.tables.cells import Piece, SplitLine
from documents.tables.headers import NOTES
from documents.tables.placing import Span
from documents.tables.ruling import OVER_LABELS
from documents.tables.stacks import is_time, says_time

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
