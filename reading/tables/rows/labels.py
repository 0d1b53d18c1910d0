"""Labels of rows: put together where they are wrapped, and placed under their parents by indentation."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import lru_cache
from itertools import pairwise, takewhile

from reading.lexicon import ANY_TOTAL, CLOSES, CURRENCY_CODE, OPENS, PER_SHARE, SIGNS, SUBTOTAL, TOTAL
from reading.model import Line
from reading.tables.headings.stacks import is_time, says_time
from reading.tables.split import CELL_GAP, Piece, SplitLine, segments
from reading.tables.units.captions import is_scale_alone, read_caption
from reading.values.dates import DATE, MONTH, YEAR
from reading.values.quantities import read_quantity

INDENT = 1.5  # points by which a label must stand further right to be a child
INDENT_RECOGNISED = 5.0  # the same on a scan, where the words of one margin begin some points apart
_UNFINISHED = re.compile(
    r"(?:[,&/–—-]|\b(?:of|and|for|to|in|on|by|the|from|with|or|a|an|at|than|as|per|under|(?<!, )net|"
    r"including|less))$",
    re.IGNORECASE,
)
_SMALL = re.compile(r"\D*\d{0,3}\.\d\d\W*|\D+")  # an amount per share, or a dash
# “(Increase) decrease in loans” begins a label, “(Note 7)” goes on with one.
_CONTINUES = re.compile(r"[a-z]|[–—-]\s?[a-z]|\((?![A-Z][a-z]+\)[\s/]*[a-z])|\d+(?:,\d{3})+\s+shares")
_GOES_ON_WITH = re.compile(
    r"(?:Attributable|Applicable|Available|Allocated) to\b(?!:)"
)  # in a label in capitals
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


_GOES_ON_BELOW_SUM = re.compile(r"(?:less|add|plus|deduct(?:ions?)?|net of)\b", re.IGNORECASE)
LEAST_TO_CLOSE = 2  # cells, of which the first is the end of the label
SAME_COLUMN = 6.0  # points between the right ends of cells of one column
ROUNDING = Decimal("0.5")  # of the last digit, that each addend may be off
_OPENING = re.compile(rf"\b(?:beginning|start) of\b|\b(?:{OPENS}) balances?\b", re.IGNORECASE)
_CLOSING = re.compile(rf"\bend of\b|\b(?:{CLOSES}) balances?\b", re.IGNORECASE)
_WORDS = re.compile(r"[^\W\d_]+")
_SHARE_OF = re.compile(r"(?:as\s+)?(?:a\s+)?(?:per\s?cent(?:age)?|%)\s+(?:of|to)\b", re.IGNORECASE)


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


@dataclass
class _Parent:
    """`since`: how many items stand above it. `is_totalled`: whether a row without label has summed it up,
    `has_total`: whether one that is called “Total” has.

    `reach`: the index of the last row that stands under it, where a row says so; else -1.
    """

    x0: float
    label: str
    since: int = 0
    reach: int = -1
    has_deeper: bool = False
    is_totalled: bool = False
    has_total: bool = False


def set_paths(rows: list[Row], indent: float = INDENT) -> None:
    """Give each row the labels above it that it stands under; a time holds until the next one.

    `indent`: points by which a label must stand further right to be a child.
    """
    open_parents: list[_Parent] = []
    items: list[Row] = []  # rows of amounts that are no sums
    time: tuple[str, ...] = ()
    whole = ""  # the last row of amounts, of which rows of shares tell the part
    for number, row in enumerate(rows):
        x0 = row.lines[0].label_x0
        if not row.has_cells and is_time_row(row.label):
            time, open_parents, items = (row.label.rstrip(" :"),), [], []
            continue
        if not row.label:
            _close_summed_up(open_parents, row, items)
            row.path = (*time, *(parent.label for parent in open_parents))
            _mark_totalled(open_parents)
            continue
        if not (number and _stands_under_heading(row, rows[number - 1], open_parents)):
            _close(open_parents, row, number, indent)
        if TOTAL.match(row.label):
            open_parents = list(takewhile(lambda parent: not parent.is_totalled, open_parents))
        if TOTAL.fullmatch(row.label):
            _close_summed_up(open_parents, row, items)
            for parent in open_parents[-1:]:
                parent.has_total = True
        elif row.label.lower().startswith("total "):  # “Total goodwill” of all parts, below that of the last
            open_parents = list(takewhile(lambda parent: not parent.has_total, open_parents))
        row.path = (*time, *(parent.label for parent in open_parents))
        if _SHARE_OF.match(row.label) and whole:
            row.path = (*row.path, whole)
        elif row.has_cells:
            whole = row.label
        if row.has_cells and not ANY_TOTAL.match(row.label):
            items.append(row)
        if not row.has_cells:
            open_parents.append(
                _Parent(x0, row.label.rstrip(" :–—-"), len(items), _reach(rows, number, indent))
            )
        elif row.label.lower().startswith("total "):
            _close_totalled(open_parents, row.label)
        elif SUBTOTAL.match(row.label):
            _mark_totalled(open_parents)


def _stands_under_heading(row: Row, before: Row, open_parents: Sequence[_Parent]) -> bool:
    """Whether a heading right below one in capitals, and as far left, heads a part of that one."""
    if row.has_cells or before.has_cells or not open_parents or open_parents[-1].label not in before.label:
        return False
    is_level = abs(row.lines[0].label_x0 - open_parents[-1].x0) <= INDENT
    return is_level and before.label.isupper() and not row.label.isupper()


def _close_summed_up(open_parents: list[_Parent], row: Row, items: Sequence[Row]) -> None:
    """Close the parents of which a row without label is not the sum, where it is that of more."""
    starts = [0, *(parent.since for parent in open_parents)]
    for depth in range(len(open_parents), -1, -1):
        if is_sum(row, items[starts[depth] :]):
            del open_parents[depth:]
            return


def is_sum(row: Row, items: Sequence[Row]) -> bool:
    """Whether each number of the row is the sum of those above it in its column, as far as rounding goes.

    Beside amounts, per cents are no addends: they tell how much the sum has changed.
    """
    numbers = [(piece, value) for piece in row.split.cells if (value := _number(piece)) is not None]
    amounts = [(piece, value) for piece, value in numbers if not piece.text.rstrip(" )").endswith("%")]
    numbers = amounts or numbers
    sums = ((value, list(_above(piece, items))) for piece, value in numbers)  # the first mostly tells
    return bool(numbers) and all(
        len(addends) > 1
        and abs(sum(addends) - value) <= ROUNDING * _last_digit([value, *addends]) * len(addends)
        for value, addends in sums
    )


def _above(piece: Piece, items: Sequence[Row]) -> Iterator[Decimal]:
    for item in items:
        for cell in item.split.cells:
            if abs(cell.x1 - piece.x1) <= SAME_COLUMN and (value := _number(cell)) is not None:
                yield value


def _number(piece: Piece) -> Decimal | None:
    return _value_of(piece.text)


@lru_cache(maxsize=8192)  # asked of a cell for each row below it that may be a sum
def _value_of(text: str) -> Decimal | None:
    found = read_quantity(re.sub(r"\s+(?=\))", "", text))
    return found.value if found else None


def _last_digit(values: Sequence[Decimal]) -> Decimal:
    return Decimal(1).scaleb(min(0, *(int(value.as_tuple().exponent) for value in values)))


def _mark_totalled(open_parents: list[_Parent]) -> None:
    """A subtotal, with a name or without, is of what stands under the innermost parent."""
    if open_parents:
        open_parents[-1].is_totalled = True


def _reach(rows: Sequence[Row], heading: int, indent: float) -> int:
    """The index of the last row that stands under a heading, however far in the rows between are set; or -1.

    That is the closing balance, where an opening one comes first, or what the heading's total sums up.
    """
    x0 = rows[heading].lines[0].label_x0
    below = list(
        takewhile(
            lambda number: rows[number].has_cells or rows[number].lines[0].label_x0 > x0 + indent,
            range(heading + 1, len(rows)),
        )
    )
    opens = bool(below) and bool(_OPENING.search(rows[below[0]].label))
    closing = [number for number in below if opens and _CLOSING.search(rows[number].label)]
    totals = [number - 1 for number in below if _is_total_of(rows[number].label, rows[heading].label)]
    return max([*closing[:1], *totals[:1]], default=-1)


def _is_total_of(label: str, heading: str) -> bool:
    """“Total finance lease liabilities” ends “Finance Leases”; “Total assets and other” ends no “Assets”."""
    of, named = ([word.rstrip("s") for word in _WORDS.findall(each.lower())] for each in (label, heading))
    rest = of[1 + len(named) :]
    return of[:1] == ["total"] and of[1 : 1 + len(named)] == named and len(rest) <= 1


def _close(open_parents: list[_Parent], row: Row, number: int, indent: float) -> None:
    """Close the parents that a row, the one of that `number`, no longer stands under.

    The last line of what is given per share stands as far left as the heading of it.
    """
    x0 = row.lines[0].label_x0
    while open_parents:
        last = open_parents[-1]
        is_deeper = x0 > last.x0 + indent
        last.has_deeper |= is_deeper
        if is_deeper or number <= last.reach:
            return
        is_beside = abs(x0 - last.x0) <= indent and row.has_cells
        is_past = last.is_totalled and not _GOES_ON_BELOW_SUM.match(row.label)
        if (
            is_beside
            and not is_past
            and (not last.has_deeper or (PER_SHARE.search(last.label) and _is_per_share(row)))
        ):
            return
        open_parents.pop()


def _is_per_share(row: Row) -> bool:
    texts = [cell.text for cell in row.split.cells]
    return any("." in text for text in texts) and all(_SMALL.fullmatch(text) for text in texts)


def _close_totalled(open_parents: list[_Parent], label: str) -> None:
    """“Total cost of sales” ends what stands under “Cost of sales:”."""
    total = label[6:].lower()
    for index, parent in enumerate(open_parents):
        if parent.label.lower() in (total, total.rstrip("s"), f"{total}s"):
            del open_parents[index:]
            return


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
