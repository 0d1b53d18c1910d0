"""Labels of rows, put together where they are wrapped, and what stands beside or among them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from reading.lexicon import CURRENCY_CODE, SIGNS
from reading.model import Line
from reading.tables.headings.stacks import says_time
from reading.tables.split import CELL_GAP, Piece, SplitLine, segments
from reading.tables.units.captions import read_caption
from reading.values.dates import DATE, MONTH, YEAR

INDENT = 1.5  # points by which a label must stand further right to be a child
INDENT_RECOGNISED = 5.0  # the same on a scan, where the words of one margin begin some points apart
_UNFINISHED = re.compile(
    r"(?:[,&/–—-]|\b(?:of|and|for|to|in|on|by|the|from|with|or|a|an|at|than|as|per|under|(?<!, )net|"
    r"including|less))$",
    re.IGNORECASE,
)
# “(Increase) decrease in loans” begins a label, “(Note 7)” goes on with one.
_CONTINUES = re.compile(r"[a-z]|[–—-]\s?[a-z]|\((?![A-Z][a-z]+\)[\s/]*[a-z])|\d+(?:,\d{3})+\s+shares")
# In a label in capitals.
_GOES_ON_WITH = re.compile(r"(?:Attributable|Applicable|Available|Allocated) to\b(?!:)")
_LONG = 5  # words, of a label that is broken off by the width of its column
_MONTH_LAST = re.compile(rf"\b{MONTH}$")
_DAY_FIRST = re.compile(rf"\d{{1,2}}, {YEAR}\b")
_CLOSES_BRACKET = re.compile(r"[^()]*\)")
# “Net income attributable to Example Property | Trust”: the name of whom it belongs to goes on.
_WHOSE = re.compile(r"\b(?:attributable|available|applicable|allocated) to (?!.*:)\S", re.IGNORECASE)
_NAME_END = re.compile(
    r"(?:(?:[A-Z][\w&.’'-]*,?|and|of|the)\s+){0,3}(?:Trust|Corporation|Corp\.?|Company|Incorporated|Inc\.?|plc|"
    r"PLC|Ltd\.?|Limited|L\.?P\.?|LLC|N\.V\.|S\.A\.|AG|SE|Group|Holdings?|Partners|Partnership|Bancorp|"
    r"Bancshares|[Ss]ubsidiaries|[Ii]nterests?|(?:[Ss]hare|[Ss]tock|[Uu]nit)(?:holders|owners)|[Ss]tock|[Ss]hares)",
)
# “Common stock, $0.01 par value; 900 shares authorized; 601 and 600 issued”, over as many lines as it takes.
_OF_STOCK = re.compile(
    r"(?:less:? )?(?:class [a-z],? (?:and )?){0,3}(?:[\w-]+ ){0,3}(?:stock|shares)\b"
    r"(?!.*\b(?:is|are|was|were|has|have|had|may|will|shall|which)\b)"
    r".*\b(?:par value|authori[sz]ed|issued|at cost|subject to possible redemption;)(?!\w)",
    re.IGNORECASE,
)
_GOES_ON_OF_STOCK = re.compile(rf"[a-z\d({SIGNS}]|(?:Authorized|Issued|Outstanding)\b")
_TIME_ROW = re.compile(
    r"(?:(?:as of|at|for)\s+)?(?:the\s+)?"
    r"(?:(?:[\w-]+\s+(?:months|weeks)|(?:fiscal\s+)?(?:years?|quarter))\s+ended\s+)?"
    rf"(?:{DATE}|(?:fiscal\s+)?(?:years?\s+)?{YEAR})(?:\s*\(\w{{1,2}}\))*\s*:?",
    re.IGNORECASE,
)
LEAST_TO_CLOSE = 2  # cells, of which the first is the end of the label


def is_time_row(label: str) -> bool:
    """Whether a line says only when the rows below it are: “2021”, “December 31, 2021”."""
    return bool(_TIME_ROW.fullmatch(label.strip()))


def describes_stock(label: str) -> bool:
    """Whether a line says of a kind of shares how many there are: a long label, and no sentence."""
    return bool(_OF_STOCK.match(label)) and not label.endswith(".")


@dataclass
class Row:
    """A line of a table with the lines over which its label is wrapped; `cells` may be none."""

    split: SplitLine
    label: str
    lines: list[SplitLine] = field(default_factory=list)
    path: tuple[str, ...] = ()

    @property
    def has_cells(self) -> bool:
        return bool(self.split.cells)


def join_wrapped(lines: list[SplitLine]) -> list[Row]:
    """Rows with whole labels: text that goes on in the next line is put before, or after, its fellow."""
    rows: list[Row] = []
    for split in lines:
        label = split.label_text
        before = rows[-1] if rows else None
        if before and not before.has_cells and _closes_bracket(before, split):
            split = split.relabelled()
            label = split.label_text
        if before and not before.has_cells and _goes_on(before, split):
            rows[-1] = Row(split, f"{before.label} {label}".strip(), [*before.lines, split])
        elif before and before.has_cells and not split.cells and _is_tail(before, split):
            before.label = f"{before.label} {label}"
            before.lines.append(split)
        else:
            rows.append(Row(split, label, [split]))
    return rows


def _goes_on(before: Row, split: SplitLine) -> bool:
    if not split.label_text or not _is_next(before, split):
        return False
    if describes_stock(before.label) and _GOES_ON_OF_STOCK.match(split.label_text):
        return True
    if before.label.endswith(":"):
        return False
    if _WHOSE.search(before.label) and _ends_name(split.label_text):
        return True
    if _MONTH_LAST.search(before.label) and _DAY_FIRST.match(split.label_text):
        return True
    if len(before.label.split()) >= _LONG and _GOES_ON_WITH.match(split.label_text):
        return True
    is_open = _has_open_bracket(before.label) and _CLOSES_BRACKET.match(split.label_text)
    return bool(is_open or _UNFINISHED.search(before.label) or _CONTINUES.match(split.label_text))


def _has_open_bracket(label: str) -> bool:
    return label.rfind("(") > label.rfind(")")


def with_closed_brackets(lines: Sequence[SplitLine]) -> list[SplitLine]:
    """The lines; a number that ends the brackets of the label above it heads no column of its own."""
    closed = list(lines[:1])
    for over, split in pairwise(lines):
        is_end = not (over.cells or split.label) and _closes_bracket(
            Row(over, over.label_text, [over]), split
        )
        closed.append(split.relabelled() if is_end else split)
    return closed


def _closes_bracket(before: Row, split: SplitLine) -> bool:
    """Whether a line begins with a number that ends what stands in brackets: “on December 31, | 2022)”."""
    if split.label or len(split.cells) < LEAST_TO_CLOSE or not _has_open_bracket(before.label):
        return False
    first = split.cells[0]
    is_left = first.x0 < before.lines[-1].label_x1
    return is_left and bool(_CLOSES_BRACKET.fullmatch(first.text)) and _is_next(before, split)


def _ends_name(text: str) -> bool:
    text = text.rstrip(":")
    return bool(_NAME_END.fullmatch(text) or (text.isupper() and _NAME_END.fullmatch(text.title())))


def _is_tail(before: Row, split: SplitLine) -> bool:
    starts_low = split.label_text[:1].islower() or split.label_text[:1] == "("
    return starts_low and _is_next(before, split) and split.label_x0 >= before.lines[0].label_x0 - INDENT


def _is_next(before: Row, split: SplitLine) -> bool:
    last = before.lines[-1]
    return split.line.box.top - last.line.box.bottom < 0.8 * last.height


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


LEAST_PAIRS = 2  # lines of a word and a value: one may be a heading, “Holding   Weight”
_NUMBER = r"\d[\d.,]*"
_AMOUNT = re.compile(
    rf"(?:[{SIGNS}]|(?:{CURRENCY_CODE})\s)\s?{_NUMBER}(?:\s(?:thousand|million|billion|m|mn|bn))?(?:\s?\(\w\))?|"
    rf"(?!{YEAR}\b){_NUMBER}\d\s\(\w\)|\d{{1,3}}(?:,\d{{3}})+"
)
Parted = Mapping[Line, tuple[list[Piece], list[Piece]]]


def without_rows(lines: Sequence[SplitLine], parted: Parted) -> list[SplitLine]:
    """The lines that may head a table of one column. `parted`: what of each is over labels and columns.

    “Fund size   EUR 842.6 million” and “Launch date   12 March 2014” head nothing.
    """
    kept = [
        split for split in lines if not any(_AMOUNT.fullmatch(piece.text) for piece in parted[split.line][1])
    ]
    pairs = [split for split in kept if _is_pair(*parted[split.line])]
    return [split for split in kept if split not in pairs] if len(pairs) >= LEAST_PAIRS else kept


def _is_pair(label: Sequence[Piece], value: Sequence[Piece]) -> bool:
    said = " ".join(piece.text for piece in label)
    return bool(said and value) and not (read_caption(said).scale or says_time(said))
