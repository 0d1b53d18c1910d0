"""Rows placed under their parents: by indentation, and by the sums that close them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from itertools import takewhile

from reading.lexicon import ANY_TOTAL, CLOSES, OPENS, PER_SHARE, SUBTOTAL, TOTAL
from reading.tables.rows.labels import INDENT, Row, is_time_row
from reading.tables.split import Piece
from reading.values.quantities import read_quantity

_SMALL = re.compile(r"\D*\d{0,3}\.\d\d\W*|\D+")  # an amount per share, or a dash
_GOES_ON_BELOW_SUM = re.compile(r"(?:less|add|plus|deduct(?:ions?)?|net of)\b", re.IGNORECASE)
SAME_COLUMN = 6.0  # points between the right ends of cells of one column
ROUNDING = Decimal("0.5")  # of the last digit, that each addend may be off
_OPENING = re.compile(rf"\b(?:beginning|start) of\b|\b(?:{OPENS}) balances?\b", re.IGNORECASE)
_CLOSING = re.compile(rf"\bend of\b|\b(?:{CLOSES}) balances?\b", re.IGNORECASE)
_WORDS = re.compile(r"[^\W\d_]+")
_SHARE_OF = re.compile(r"(?:as\s+)?(?:a\s+)?(?:per\s?cent(?:age)?|%)\s+(?:of|to)\b", re.IGNORECASE)


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
