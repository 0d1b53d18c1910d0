"""Where the rows of a table begin: which lines of words above the first numbers belong to it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from reading.lexicon import SIGNS
from reading.tables.headings.stacks import is_time
from reading.tables.rows.labels import INDENT, describes_stock
from reading.tables.split import SplitLine
from reading.tables.units.captions import is_scale_alone

# In heights of a line.
CLOSE = 0.9  # between the lines of a table
EVEN = 0.2  # by which such gaps may differ
PARENTS = 3  # lines of words between headings and the first row of numbers
OF_STOCK = 5  # lines of one label that says how many shares there are
MANY_WORDS = 9  # of a line that may be taken for prose
SLACK = 3.0  # points by which a cell may stick out of its column
_ENDS_WITH_BRACKET = re.compile(r"[^()]*\)\W*$")
_STATEMENT = re.compile(r"\bSTATEMENTS?\b|\bBALANCE SHEETS?\b")
_IN_BRACKETS = re.compile(r"\([^()]*\)")
_LEADS_UP = re.compile(r"\b(?:follow\w*|tables?|below|summar\w+)\b", re.IGNORECASE)


def is_row(split: SplitLine) -> bool:
    return bool(split.cells) and not split.has_only_years


def is_long_label(lines: Sequence[SplitLine], index: int, left: float) -> bool:
    """Whether a line as wide as prose is the first part, or the heading, of the rows that follow it."""
    split, following = lines[index], lines[index + 1 : index + 3]
    is_beside = split.label_x1 <= left + 2 * SLACK
    if is_beside and (_brackets(split, following[:1]) or _brackets(lines[index - 1], [split])):
        return True
    if not is_beside and _heads_statement_part(lines, index, left):
        return True
    if not any(is_row(each) for each in following):
        return False
    if not is_beside:
        return (
            _heads_part(split, following[0])
            or _is_heading(split, following[0])
            or _is_among_rows(lines[index - 1], split, following[0])
        )
    is_heading = split.label_text.endswith(":") or _is_heading_of_two_lines(split, following)
    return bool(is_row(following[0]) or is_heading or _runs_on(split, following))


def goes_on_of_stock(lines: Sequence[SplitLine], index: int) -> bool:
    """Whether a line goes on with the description of a kind of shares that began some lines further up."""
    begins = re.match(rf"[a-z\d({SIGNS}]", lines[index].label_text)
    for at in range(index - 1, max(index - OF_STOCK, -1), -1) if begins else ():
        if lines[at].cells or not _is_close(lines[at], lines[at + 1]):
            return False
        if describes_stock(lines[at].label_text):
            return True
    return False


def _heads_part(split: SplitLine, row: SplitLine) -> bool:
    """Whether a line that runs on over the columns heads the row right below it, which is indented."""
    is_below = row.line.box.top - split.line.box.bottom < split.height
    is_heading = split.label_text.endswith(":") and not _LEADS_UP.search(split.label_text)
    return (
        is_heading and is_below and is_row(row) and bool(row.label) and row.label_x0 > split.label_x0 + INDENT
    )


def _is_heading_of_two_lines(split: SplitLine, following: Sequence[SplitLine]) -> bool:
    """Whether the line below, right above a row, ends with a colon what is said over that row."""
    is_close = all(_is_close(upper, lower) for upper, lower in pairwise([split, *following]))
    is_ended = following[0].label_text.endswith(":") and not _LEADS_UP.search(split.label_text)
    return len(following) > 1 and is_close and is_ended and is_row(following[1])


def _brackets(split: SplitLine, following: Sequence[SplitLine]) -> bool:
    """Whether a bracket that the line opens is closed by the one right below it: “(Note 6 – … | … 12)”."""
    text = split.label_text
    if split.cells or not following or text.rfind("(") <= text.rfind(")"):
        return False
    return bool(_ENDS_WITH_BRACKET.match(following[0].label_text)) and _is_close(split, following[0])


def _is_heading(split: SplitLine, row: SplitLine) -> bool:
    """Whether a line that runs on over the columns is set in capitals, right above a row that is not."""
    words = _IN_BRACKETS.sub("", split.line.text)
    is_set_so = words.isupper() and not row.line.text.isupper() and not words.rstrip().endswith(".")
    return is_set_so and is_row(row) and bool(row.label) and _is_close(split, row)


def _heads_statement_part(lines: Sequence[SplitLine], index: int, left: float) -> bool:
    """Whether a line in capitals heads a part, further lines of words above its first row of numbers."""
    if not lines[index].line.text.isupper() or _STATEMENT.search(lines[index].line.text):
        return False
    for at in range(index + 1, min(index + PARENTS + 1, len(lines))):
        split = lines[at]
        if not _is_close(lines[at - 1], split):
            return False
        if is_row(split):
            return bool(split.label) and at > index + 1
        if len(split.parts) != 1 or split.label_x1 > left or is_time(split.parts[0]):
            return False
    return False


def _runs_on(split: SplitLine, following: Sequence[SplitLine]) -> bool:
    """Whether a label goes on over two lines, to a row that begins in the middle of a sentence."""
    gaps = [lower.line.box.top - upper.line.box.bottom for upper, lower in pairwise([split, *following])]
    is_hanging = all(each.label_x0 > split.label_x0 for each in following if each.label)
    return is_hanging and max(gaps) < 0.5 * split.height and following[-1].label_text[:1].islower()


def _is_among_rows(before: SplitLine, split: SplitLine, row: SplitLine) -> bool:
    """Whether a line that is no sentence stands between two rows, no farther off than they would be."""
    if not (is_row(before) and is_row(row) and row.label) or split.line.text.endswith("."):
        return False
    over, under = (
        lower.line.box.top - upper.line.box.bottom for upper, lower in ((before, split), (split, row))
    )
    is_close = max(over, under) < CLOSE * split.height and abs(over - under) < EVEN * split.height
    return is_close and split.label_x0 < row.label_x0 + INDENT and not _LEADS_UP.search(split.line.text)


def first_of_rows(lines: Sequence[SplitLine], row: int, floor: int) -> int:
    """The index of the line with which the rows begin whose first one with numbers is `lines[row]`.

    That is a line as wide as prose, or a heading over it, which stands right below a line of times or of
    units, and not far above the row.
    """
    is_wide = False
    for index in range(row - 1, max(floor, row - 1 - PARENTS), -1):
        split, above = lines[index], lines[index - 1]
        if split.cells or len(split.parts) != 1 or not _is_close(split, lines[index + 1]):
            break
        is_wide = is_wide or _is_wide(split, lines[row])
        if is_wide and _is_close(above, split) and _heads_columns(above):
            return index
    return row


def _is_wide(split: SplitLine, row: SplitLine) -> bool:
    is_prose = len(split.line.words) >= MANY_WORDS and not split.line.text.endswith(".")
    return is_prose and split.label_x0 < row.label_x0 + INDENT


def _heads_columns(split: SplitLine) -> bool:
    """Whether a line heads columns by times, or by how they count: “US$000   US$000”."""
    units = sum(is_scale_alone(part.text) for part in split.parts)
    return split.has_only_years or sum(map(is_time, split.parts)) > 1 or units == len(split.parts) > 1


def _is_close(upper: SplitLine, lower: SplitLine) -> bool:
    return lower.line.box.top - upper.line.box.bottom < CLOSE * upper.height
