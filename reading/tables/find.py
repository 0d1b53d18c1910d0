"""Finding tables on a page: runs of lines with aligned numbers, and the headings above them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from reading.lexicon import ANY_MONTH_NAME, STATEMENT_NAME, STATEMENT_OF
from reading.model import Box, Line
from reading.tables.centred import HEADING_WORDS, is_centred
from reading.tables.headings.columns import columns_of, with_years_as_labels
from reading.tables.headings.groups import part_heading, with_part_heading, with_shared_words
from reading.tables.headings.parts import goes_on_over, parted_lines
from reading.tables.headings.place import Above, Span, place_headings, repeats_after
from reading.tables.headings.ruled_lines import middle_of, ruled_left, ruled_runs
from reading.tables.headings.stacks import upper_parts, widths
from reading.tables.rows.beginnings import first_of_rows, goes_on_of_stock, is_long_label, is_row
from reading.tables.rows.labels import (
    describes_stock,
    is_time_row,
    join_wrapped,
    with_closed_brackets,
    without_rows,
)
from reading.tables.split import Piece, SplitLine, segments
from reading.tables.titles import Over, ends_prose, heads_part, lead, stands_apart
from reading.tables.units.captions import read_caption
from reading.tables.units.columns import says_units, with_units
from reading.values.dates import DATE, MONTH, YEAR

# In heights of a line.
ROW_GAP = 3.6  # within a table
HEADING_GAP = 2.6  # between headings, and from the last one to the first row
MAX_HEADINGS = 14  # lines
PROSE_WORDS = 9
_SENTENCES = re.compile(r"[a-z\d)%][.!?]\s+[A-Z].*[.!?]$")  # two, whole
PROSE_WIDTH = 0.6  # of the page's text
ALIGNED = 8.0  # points between the edges of columns that go on in another block
SLACK = 3.0  # points by which a cell may stick out of its column
_TIME_WORDS = re.compile(
    rf"\b(?:ended|ending|months|weeks|quarters?|years?|fiscal|{YEAR}|{ANY_MONTH_NAME}|"
    r"change|total)\b",
    re.IGNORECASE,
)

_IS_HEADING = re.compile(
    rf"\b(?:ended|ending|months|weeks|quarters?|as of|fiscal)\b|{DATE}|^{MONTH}\s\d{{1,2}},?$|{YEAR}$"
    r"|^\(?unaudited\)?$",
    re.IGNORECASE,
)
_STATEMENT_TITLE = re.compile(
    rf"(?:condensed |consolidated |combined )*(?:statements? of (?:\w+ )?(?:{STATEMENT_OF})\b.*"
    rf"|(?:{STATEMENT_NAME})(?: \(.*\))?)",
    re.IGNORECASE,
)
_NOTE = re.compile(r"(?:Note|NOTE) \d{1,2}(?: ?[.:–—-]| [A-Z]{2})")  # “Note 16: Commitments”
_IS_PERIOD = re.compile(DATE, re.IGNORECASE)
_TIME_HEADING = re.compile(rf"\bend(?:ed|ing)\b|^(?:as of |at )?{MONTH}\s\d{{1,2}},?$|{DATE}$", re.IGNORECASE)


@dataclass
class Block:
    """The lines of one table. `headings` and `titles` top to bottom; `captions` stand left of headings."""

    rows: list[SplitLine]
    spans: list[Span]
    headers: list[str] = field(default_factory=list)
    captions: list[str] = field(default_factory=list)
    titles: list[str] = field(default_factory=list)
    lead: str = ""
    first: SplitLine | None = None  # the uppermost line that belongs to it

    @property
    def data(self) -> list[SplitLine]:
        return [row for row in self.rows if row.cells]


def find_blocks(lines: Sequence[SplitLine], rules: Sequence[Box] = ()) -> list[Block]:
    """The tables of numbers among lines of a page, top to bottom. `rules`: those that it draws."""
    width = text_width(lines)
    blocks: list[Block] = []
    at = floor = 0
    while at < len(lines):
        if not is_row(lines[at]):
            at += 1
            continue
        end = _end_of_rows(lines, at, width)
        start = first_of_rows(lines, at, floor)
        block = _block(lines[start:end])
        if block and _is_table(block):
            _read_headings(block, lines[floor:start], width, rules)
            _inherit(block, blocks)
            blocks.append(block)
            floor = end
        at = end
    return blocks


def text_width(lines: Sequence[SplitLine]) -> float:
    """Points from the left of the leftmost line to the right of the rightmost one."""
    boxes = [split.line.box for split in lines]
    return max(box.x1 for box in boxes) - min(box.x0 for box in boxes) if boxes else 0.0


def _end_of_rows(lines: Sequence[SplitLine], start: int, width: float) -> int:
    """The index after the last row of the table whose first row is `lines[start]`."""
    left, right = lines[start].cells[0].x0, lines[start].cells[-1].x1
    cells = list(lines[start].cells)
    end, pending = start + 1, 0
    for index in range(start + 1, len(lines)):
        split, before = lines[index], lines[index - 1]
        gap = split.line.box.top - before.line.box.bottom
        if gap > ROW_GAP * before.height or gap < -2 * before.height:
            break
        if is_row(split):
            if not _fits(split, left, right) or not (split.label or _stands_under(split, cells)):
                break
            cells.extend(split.cells)
            left, right = min(left, _first_cell_x0(split, left)), max(right, split.cells[-1].x1)
            end, pending = index + 1, 0
            continue
        pending += 1
        if split.cells or pending > 4 or _ends_table(lines, index, left, width):
            break
    return end


def _stands_under(split: SplitLine, cells: Sequence[Piece]) -> bool:
    """Whether a row without label has numbers under others; a page's number stands alone."""
    return any(
        piece.number_x0 < other.x1 and other.number_x0 < piece.x1 for piece in split.cells for other in cells
    )


def _first_cell_x0(split: SplitLine, left: float) -> float:
    """Where the row's cells begin, a number that serves as label left aside."""
    if not split.label and len(split.cells) > 1 and split.cells[0].x1 < left - 40:
        return split.cells[1].x0
    return split.cells[0].x0


def _fits(split: SplitLine, left: float, right: float) -> bool:
    return split.cells[-1].x1 > left - SLACK and split.cells[0].x0 < right + 60


def _ends_table(lines: Sequence[SplitLine], index: int, left: float, width: float) -> bool:
    """Whether a line without cells is prose or the heading of another table, rather than a label."""
    split = lines[index]
    if goes_on_of_stock(lines, index) or says_units(split, left):
        return False
    if _NOTE.match(split.label_text):
        return True
    if _is_prose(split, width):
        return not is_long_label(lines, index, left)
    if split.label_x1 <= left or describes_stock(split.label_text):
        return False
    parts = segments(split.label, split.height)
    return len(parts) > 1 or parts[0].x0 > left - SLACK or bool(_TIME_WORDS.search(parts[-1].text))


def _is_prose(split: SplitLine, width: float) -> bool:
    if describes_stock(split.label_text) or (split.is_marked and len(split.parts) > 1):
        return False
    is_wide = split.line.box.x1 - split.line.box.x0 > PROSE_WIDTH * width
    # A text file has a paragraph on one line, and some are far longer than others.
    if len(split.line.words) < PROSE_WORDS or not (is_wide or _SENTENCES.search(split.line.text)):
        return False
    return len(split.parts) == 1 or (len(split.parts) == 2 and not _are_of_times(split.parts))


def _are_of_times(parts: Sequence[Piece]) -> bool:
    """Whether words side by side are headings, however wide: two spans of time, or one thing on two days."""
    one, other = (_IS_PERIOD.sub("", part.text) for part in parts)
    return one == other != parts[0].text or all(_TIME_HEADING.search(part.text) for part in parts)


def _block(rows: Sequence[SplitLine]) -> Block | None:
    rows = with_years_as_labels(_with_number_labels(with_closed_brackets(with_units(rows))))
    return Block(rows, columns_of([row.cells for row in rows])) if any(row.cells for row in rows) else None


def _with_number_labels(rows: Sequence[SplitLine]) -> list[SplitLine]:
    """Where years or numbers stand in the place of labels, make them labels."""
    starts = [row.label_x0 for row in rows if row.label]
    left = min([*starts, *(row.cells[0].x0 for row in rows if row.cells)], default=0.0)
    return [
        row.relabelled() if not row.label and len(row.cells) > 1 and row.cells[0].x0 < left + 12 else row
        for row in rows
    ]


def _is_table(block: Block) -> bool:
    """At least two rows that share a column, with labels; a page's number or a lone figure is none."""
    if len(block.data) < 2:
        return len(block.data) == 1 and len(block.data[0].cells) > 1 and bool(block.data[0].label)
    return any(row.label for row in block.data)


class _Heads:
    """The column headings of a block, as far as they are read: from its first row upwards."""

    def __init__(self, block: Block, pieces: Sequence[Sequence[Piece]], rules: Sequence[Box]) -> None:
        """`pieces`: the headings of each line above the block, the nearest line first."""
        self.block, spans = block, block.spans
        self.words: list[list[str]] = [[] for _ in spans]  # by column, from the top
        self.ruled = ruled_runs(pieces, spans, rules, middle_of(block.rows[0].line.box))
        self._below = upper_parts(pieces, len(spans), self.ruled)
        self._widest = widths(self._below)
        self._anchors: dict[int, float] = {}
        self._placed: dict[Piece, range] = {}

    @property
    def over(self) -> Over:
        return Over(self.block.rows, self.block.spans, self.words, has_rules=bool(self.ruled))

    def are_complete_without(self, headings: Sequence[Piece]) -> bool:
        """Whether each column has a heading, and none of `headings` has its place by a rule or a stack."""
        return all(self.words) and not {*self.ruled, *self._below} & set(headings)

    def place(self, headings: Sequence[Piece]) -> None:
        """Give the headings of the next line their columns."""
        stacked = {
            each: self._placed[self._below[each]]
            for each in headings
            if self._below.get(each) in self._placed
        }
        fixed = stacked | {each: self.ruled[each] for each in headings if each in self.ruled}
        covered = frozenset(at for at, words in enumerate(self.words) if words)
        heads = tuple(
            tuple(piece for piece, run in self._placed.items() if at in run) for at in range(len(self.words))
        )
        known = Above(self._anchors, fixed, self._widest, covered, repeats_after(self.words), heads)
        for heading, columns in place_headings(headings, self.block.spans, known):
            self._placed[heading] = columns
            for index in columns:
                self.words[index].insert(0, heading.text)
            if len(columns) == 1:
                self._anchors.setdefault(columns[0], heading.middle)


def _read_headings(block: Block, above: Sequence[SplitLine], width: float, rules: Sequence[Box]) -> None:
    """Take the lines above the first row apart: parents of the rows, column headings, captions, titles.

    They are read from the first row upwards: what stands above a title is title too.
    """
    foot = block.rows[0].line.box.bottom  # a page's foot may come before it in the file
    by_place = sorted(
        (each for each in above if each.line.box.top < foot), key=lambda each: each.line.box.bottom
    )
    lines, block.lead = _lines_above(block.rows[0], by_place, width)
    parents: list[SplitLine] = []
    lines.sort(key=lambda each: -round(each.line.box.top))
    left = ruled_left(block.spans[0], rules, middle_of(block.rows[0].line.box))
    lines, parted = parted_lines(lines, block.data, block.spans, left)
    lines = without_rows(lines, parted) if len(block.spans) == 1 else lines
    heads = _Heads(block, [parted[split.line][1] for split in lines], rules)
    lower: Sequence[Piece] = []
    for split in lines:
        captions, headings = parted[split.line]
        is_beside = not headings and _is_beside(split, lines, parted)
        is_stacked = is_beside or (not headings and goes_on_over(captions, lower))
        is_title = heads.are_complete_without(headings) and stands_apart(split, headings, heads.over)
        is_title = is_title or _is_title(split, captions, headings, block, has_headings=any(heads.words))
        lower = captions if not is_beside and (headings or is_stacked) else []
        if block.titles or (is_title and not is_stacked):
            block.titles.insert(0, split.line.text)
        elif headings or is_stacked or _is_caption_of(block, split, has_headings=any(heads.words)):
            block.captions[:0] = [part.text for part in captions]
            heads.place(headings)
            if len(headings) == 1 and len(block.spans) > 1 and _IS_PERIOD.search(headings[0].text):
                block.captions.insert(0, headings[0].text)
        else:
            parents.insert(0, split)
        block.first = split
    times = [split for split in parents if is_time_row(split.line.text)]
    own = parents if any(heads.words) else [*times, *_beginning(parents, block.rows[0])]
    block.titles.extend(split.line.text for split in parents if split not in own)
    block.rows[:0] = own
    block.headers = with_shared_words([" ".join(words) for words in heads.words])


def _is_beside(
    split: SplitLine, lines: Sequence[SplitLine], parted: Mapping[Line, tuple[list[Piece], list[Piece]]]
) -> bool:
    """Whether a label stands left of two lines of several headings each, between their middles."""
    several = (parted[other.line][1] for other in lines if len(parted[other.line][1]) > 1)
    boxes = [piece.box for pieces in several for piece in pieces]
    is_short = len(split.line.words) <= HEADING_WORDS
    return is_short and is_centred(split.line.box, [box for box in boxes if box.x0 > split.line.box.x1])


def _is_caption_of(block: Block, split: SplitLine, *, has_headings: bool) -> bool:
    """Whether a line without headings says how the table counts or when, rather than heading a part of it."""
    if not _is_caption(split) or heads_part(split, block.rows):
        return False
    return has_headings or not is_time_row(split.line.text)


def _beginning(above: Sequence[SplitLine], first: SplitLine) -> list[SplitLine]:
    """The lines right above the first row over which its label is wrapped."""
    return join_wrapped([*above, first])[-1].lines[:-1]


def _inherit(block: Block, before: Sequence[Block]) -> None:
    """Give a table without headings of its own those of the one before it whose columns it continues."""
    part = part_heading(block.headers)
    if before and part and not (block.titles or block.captions) and _is_right_below(block, before[-1]):
        block.headers = [""] * len(block.spans)
        if continues(block, before[-1]):
            take_headings(block, before[-1], before[-1])
        block.headers = with_part_heading(block.headers, part)
    elif before and continues(block, before[-1]):
        take_headings(block, before[-1], before[-1])


def _is_right_below(block: Block, before: Block) -> bool:
    if block.first is None:
        return False
    last = before.rows[-1]
    return 0 <= block.first.line.box.top - last.line.box.bottom < HEADING_GAP * last.height


def continues(block: Block, before: Block) -> bool:
    """Whether `block` has no headings of its own and its columns stand where those of `before` do."""
    if any(block.headers) or block.lead or not any(before.headers):
        return False
    if not 1 < len(block.spans) <= len(before.spans):
        return False
    return all(
        any(
            abs(span.x1 - other.x1) <= ALIGNED or abs(span.number_x0 - other.number_x0) <= ALIGNED
            for other in before.spans
        )
        for span in block.spans
    )


def take_headings(block: Block, before: Block, first: Block) -> None:
    """Give a block the headings of the one that it goes on. `first`: that with which the table began.

    A heading of a part holds until the next one of its rank, on whichever page that stands.
    """
    nearest = [
        min(range(len(before.spans)), key=lambda at: abs(before.spans[at].x1 - span.x1))
        for span in block.spans
    ]
    block.headers = [before.headers[at] for at in nearest]
    block.captions = before.captions
    whole, parts = before.titles[: len(first.titles)], before.titles[len(first.titles) :]
    block.titles = [*whole, *parts[: max(0, len(parts) - len(block.titles))], *block.titles]
    block.lead = before.lead


def _is_title(
    split: SplitLine,
    captions: Sequence[Piece],
    headings: Sequence[Piece],
    block: Block,
    *,
    has_headings: bool,
) -> bool:
    if not headings:
        return has_headings and not _is_caption(split)
    if not captions and len(headings) == 1 and _STATEMENT_TITLE.fullmatch(headings[0].text):
        return has_headings
    if captions or len(headings) > 1 or _IS_HEADING.search(headings[0].text):
        return False
    return headings[0].x0 < block.spans[0].x0 - 25


def _is_caption(split: SplitLine) -> bool:
    return bool(read_caption(split.line.text).scale or _TIME_HEADING.search(split.line.text))


def _lines_above(first: SplitLine, above: Sequence[SplitLine], width: float) -> tuple[list[SplitLine], str]:
    """The lines that head the table, the nearest first, and the sentence that leads up to it."""
    found: list[SplitLine] = []
    below = first
    for index in range(len(above) - 1, -1, -1):
        split = above[index]
        gap = below.line.box.top - split.line.box.bottom
        if gap > HEADING_GAP * max(split.height, below.height) or is_row(split):
            break
        if _is_prose(split, width):
            if found and gap < 0.5 * split.height and ends_prose(split, found[-1], first):
                found.pop()
                index += 1
            return found, lead(above[: index + 1])
        found.append(split)
        below = split
        if len(found) == MAX_HEADINGS:
            break
    return found, ""
