"""What each cell of a table counts: by its sign, the words round it, and the cells beside and above it.

Statements put currency signs and “%” on the first row of a block and on its total only, so that the cells
between go by their neighbours.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from reading.tables.rows.labels import Row
from reading.tables.units.captions import names_currency, read_caption, scale_of_things
from reading.tables.units.kinds import (
    LEAST_NOT_PER_SHARE,
    MOST_MONEY,
    Amounts,
    Kind,
    is_average_price,
    is_of_flows,
    is_per_share,
    is_rate,
    kind_of_column,
    kind_of_row,
    may_be_price,
    says_own_rate,
    without_figures,
)
from reading.tables.units.numbers import read_number
from reading.tables.units.signs import (
    BY_COLUMN,
    BY_DOCUMENT,
    BY_NOTHING,
    BY_ROW,
    BY_SIGN,
    BY_WORDS,
    DOUBTFUL,
    Reading,
    Signs,
    is_among_negatives,
    signs_of,
)
from reading.tables.units.words import (
    is_fraction,
    is_in_money,
    is_number_of_shares,
    is_price_each,
    may_be_money,
    says_number,
)
from reading.values.units import ONE

PRICE_DECIMALS = 2
SIGNED_CELLS = 2  # of a column, or more, that each have a sign
_CHANGE = re.compile(r"\b(?:change|growth)\b", re.IGNORECASE)
_MARK_ALONE = re.compile(r"\(\d{1,2}\)")
_BESIDE_PRICES = (Kind.SHARES, Kind.OPTIONS)
# Said of a row they hold whatever the column is.
_OF_ROW_FIRST = (Kind.PERCENT, Kind.PER_SHARE, Kind.TIME, Kind.AREA)


def read_cells(
    rows: Sequence[Row],
    places: Sequence[Sequence[int]],
    headers: Sequence[str],
    amounts: Amounts,
    *,
    captioned: bool,
    with_comma: bool = False,
) -> dict[tuple[int, int], Reading]:
    """The cells that hold a number, by row and by place in it, in base units.

    `places`: the column of each cell, by row. `captioned`: the scale is the table's own rather than that of
    the document's other tables. `with_comma`: decimals stand behind a comma.
    """
    found = {
        (number, at): Reading(number, places[number][at], quantity)
        for number, row in enumerate(rows)
        for at, piece in enumerate(row.split.cells)
        if (quantity := read_number(piece.text, with_comma=with_comma))
    }
    signs = signs_of(rows, places, found)
    evidence = _Evidence(rows, headers, list(found.values()), amounts, signs, captioned=captioned)
    evidence.settle()
    for reading in found.values():
        words = evidence.words(reading)
        reading.quantity = amounts.worth(reading.quantity, reading.kind, words, headers[reading.column])
    return found


class _Evidence:
    """What the cells of one table say of each other."""

    def __init__(
        self,
        rows: Sequence[Row],
        headers: Sequence[str],
        readings: Sequence[Reading],
        amounts: Amounts,
        signs: Signs,
        *,
        captioned: bool,
    ) -> None:
        self.signed_columns, self.dashes_in_per_cent = signs.money, signs.dashes_in_per_cent
        self.rows, self.headers, self.readings, self.amounts = rows, headers, readings, amounts
        self.captioned = captioned
        self.in_row: dict[int, list[Reading]] = {}
        self.in_column: dict[int, list[Reading]] = {}
        for reading in readings:
            self.in_row.setdefault(reading.row, []).append(reading)
            self.in_column.setdefault(reading.column, []).append(reading)
        self.above: dict[int, Reading] = {}  # by the reading's `id`: the next above it in its column
        self.signed_below: dict[int, Reading] = {}
        for column in self.in_column.values():
            self._link(column)
        self.of_amounts = {
            number
            for number, column in self.in_column.items()
            if number in signs.money or any(each.is_money or each.is_grouped for each in column)
        }
        self.has_money = any(reading.is_money for reading in readings)
        self.labels_say_money = any(read_caption(row.label).money for row in rows)
        self.whole = self._money_decimals() == 0
        scale = amounts.caption.scale or ONE
        self.is_in_units = not captioned and any(each.size * scale >= MOST_MONEY for each in readings)
        self.column_kinds = [self._kind_of_column(column) for column in range(len(headers))]

    def _link(self, column: Sequence[Reading]) -> None:
        for over, under in pairwise(column):
            self.above[id(under)] = over
        signed = None
        for reading in reversed(column):
            if signed:
                self.signed_below[id(reading)] = signed
            signed = reading if reading.quantity.unit else signed

    def settle(self) -> None:
        """Find the kind of every reading, the signed ones first, then row by row from the left."""
        for reading in self.readings:
            if reading.quantity.unit:
                kind = self._kind_of_signed(reading)
                is_odd = kind is Kind.MONEY and self._has_odd_cents(reading)
                self._set(reading, kind, DOUBTFUL if is_odd else BY_SIGN)
        for reading in self.readings:
            if not reading.quantity.unit:
                kind, sure = next(
                    (found for found in self._kinds_of_unsigned(reading) if reading.may_count(found[0])),
                    (None, BY_NOTHING),
                )
                if kind is Kind.MONEY and self._has_odd_cents(reading):
                    is_price = self._is_beside_prices(reading)
                    kind, sure = (Kind.PER_SHARE, BY_COLUMN) if is_price else (kind, DOUBTFUL)
                is_doubtful = kind is None and self._may_be_anything(reading)
                self._set(reading, kind, DOUBTFUL if is_doubtful else sure)

    def _may_be_anything(self, reading: Reading) -> bool:
        """Whether a number of no known kind is a mark of a note, or may be a rate or a price."""
        is_mark = bool(_MARK_ALONE.fullmatch(reading.quantity.text)) and not is_among_negatives(
            self.in_row[reading.row], self.above.get(id(reading))
        )
        is_bare = self.has_money or self.captioned or not self.headers[reading.column]
        return is_mark or (reading.decimals > 0 and is_bare)

    def words(self, reading: Reading) -> str:
        row = self.rows[reading.row]
        parent = row.path[-1] if row.path else ""
        return f"{row.label} {self.headers[reading.column]} {parent} {row.split.units}"

    def _set(self, reading: Reading, kind: Kind | None, sure: float) -> None:
        reading.kind, reading.sure = kind, sure

    def _money_decimals(self) -> int | None:
        """With how many decimals the table writes its amounts; the large ones tell."""
        grouped = [each for each in self.readings if each.is_grouped and not each.is_per_cent]
        counts = Counter(
            each.decimals for each in grouped or [each for each in self.readings if each.is_money]
        )
        return counts.most_common(1)[0][0] if counts else None

    def _kind_of_column(self, column: int) -> Kind | None:
        """What the heading says, unless the cells say otherwise, or what the signs in it alone say."""
        kind, cells = kind_of_column(self.headers[column]), self.in_column.get(column, [])
        if column in self.signed_columns:
            return kind if kind in (Kind.PER_SHARE, Kind.MONEY) else None
        if any(each.is_grouped for each in cells):
            return kind if kind is not Kind.PERCENT else None
        if column in self.dashes_in_per_cent and all(each.decimals or each.is_per_cent for each in cells):
            return Kind.PERCENT
        has_per_cents = any(each.is_per_cent and not self._is_row_of_per_cents(each) for each in cells)
        if has_per_cents and any(each.is_money or each.is_grouped for each in self.readings):
            return Kind.PERCENT
        if kind is Kind.MONEY and (has_per_cents or not (self.has_money or self.captioned)):
            return None
        return kind

    def _is_row_of_per_cents(self, reading: Reading) -> bool:
        """Whether the other numbers of its row bear the sign too, so that it says nothing of its column."""
        row = self.in_row[reading.row]
        return len(row) > 1 and all(each.is_per_cent for each in row)

    def _kind_of_signed(self, reading: Reading) -> Kind | None:
        if reading.is_per_cent:
            return Kind.PERCENT
        if not reading.is_money:
            return Kind.PLAIN
        return Kind.PER_SHARE if self._is_amount_per_share(reading) else Kind.MONEY

    def _has_odd_cents(self, reading: Reading) -> bool:
        """Whether an amount bears cents where the others are whole millions: it may be of one share."""
        is_scaled = self.amounts.caption.scale not in (None, ONE) and reading.quantity.scale == ONE
        if not (is_scaled and self.whole and reading.decimals == PRICE_DECIMALS):
            return False
        row = self.rows[reading.row]
        near = f"{without_figures(row.label)} {self.headers[reading.column]}"
        return not (read_caption(near).scale or is_price_each(near) or is_in_money(row.label))

    def _is_beside_prices(self, reading: Reading) -> bool:
        """Whether the next cell above it, or the next signed one below, is an amount per share."""
        near = self.above.get(id(reading)), self.signed_below.get(id(reading))
        return any(each.kind is Kind.PER_SHARE for each in near if each)

    def _is_amount_per_share(self, reading: Reading) -> bool:
        """By its words, or by cents in a statement whose other amounts are whole millions."""
        if reading.size >= LEAST_NOT_PER_SHARE or reading.quantity.unit.endswith("/share"):
            return reading.quantity.unit.endswith("/share")
        row, header = self.rows[reading.row], self.headers[reading.column]
        near = f"{row.label} {header}"
        if self._is_column_of_prices(reading.column):
            return True
        if is_per_share(near) or any(map(is_per_share, row.path[-2:])):
            # “Net income 123” under “Computation of earnings per share” is no price.
            is_other = self.amounts.caption.except_per_share and not is_per_share(near)
            return reading.decimals >= PRICE_DECIMALS or not (reading.is_grouped or is_other)
        if reading.decimals < PRICE_DECIMALS or read_caption(near).scale:
            return False
        return (
            may_be_price(header)
            or may_be_price(row.label)
            or (self.whole and self.amounts.caption.except_per_share)
        )

    def _is_column_of_prices(self, column: int) -> bool:
        """Whether its heading is of an average price and another one of the shares of which it is one."""
        header = self.headers[column]
        is_average = is_average_price(header) and not read_caption(header).scale
        return is_average and any(kind_of_column(each) in _BESIDE_PRICES for each in self.headers)

    def _kinds_of_unsigned(self, reading: Reading) -> Iterator[tuple[Kind, float]]:
        row = self.rows[reading.row]
        of_column = self.column_kinds[reading.column]
        of_row = Kind.PLAIN if is_fraction(row.label, reading.size) else kind_of_row(row.label)
        if self._is_column_of_prices(reading.column) or self._is_price(reading, self.headers[reading.column]):
            yield Kind.PER_SHARE, BY_WORDS
        if of_row is Kind.PER_SHARE and row.path and is_number_of_shares(row.path[-1]):
            yield Kind.SHARES, BY_WORDS
        if of_row in _OF_ROW_FIRST:
            yield of_row, BY_WORDS
        if of_column:
            yield of_column, BY_WORDS
        if of_row is Kind.PLAIN and row.path and kind_of_column(row.path[-1]) is Kind.MONEY:
            of_row = None  # “Physical stores” under “Net sales”
        of_money = names_currency(self.headers[reading.column])
        if of_row is Kind.SHARES and not says_number(row.label):
            is_amount = of_money or is_of_flows(row.path) or self._is_of_equity(reading)
            of_row = None if is_amount else of_row
        if of_row and not (of_row is Kind.SHARES and Kind.SHARES in self.column_kinds):
            yield of_row, BY_WORDS
        if self._is_price(reading, row.label):
            yield Kind.PER_SHARE, BY_WORDS
        yield from self._by_row(reading)
        if read_caption(row.split.units).scale:
            yield Kind.MONEY, BY_WORDS
        for parent in reversed(row.path[-2:]):
            kind = kind_of_row(parent)
            if read_caption(parent).money:
                yield Kind.MONEY, BY_WORDS
            if kind is Kind.PLAIN and scale_of_things(parent):
                yield Kind.THINGS, BY_WORDS
            if kind and kind is not Kind.PLAIN:
                yield kind, BY_WORDS
        if of_money:
            yield Kind.MONEY, BY_WORDS
        if self._is_like_per_cents(reading) or self._is_among_per_cents(reading):
            yield Kind.PERCENT, BY_COLUMN
        if is_rate(row.label) and not self._is_like_money(reading):
            yield Kind.PERCENT, BY_WORDS
        yield from self._by_caption(reading)

    def _is_of_equity(self, reading: Reading) -> bool:
        """Whether the row says what shares did to the amounts of an equity statement: “Shares issued”."""
        others = [kind_of_column(self.headers[each.column]) for each in self.in_row[reading.row]]
        return reading.column in self.signed_columns and Kind.MONEY in others

    def _is_price(self, reading: Reading, words: str) -> bool:
        return reading.decimals >= PRICE_DECIMALS and may_be_price(words)

    def _by_row(self, reading: Reading) -> Iterator[tuple[Kind, float]]:
        """The kind of the next signed cell to the left, unless the two columns have differed before."""
        signed = [
            each
            for each in self.in_row[reading.row]
            if each.column < reading.column and each.quantity.unit and each.kind
        ]
        if not signed or self._have_differed(signed[-1].column, reading):
            return
        beside = signed[-1]
        if beside.is_per_cent and self._signs_each(beside.column):
            return
        is_alike = bool(beside.decimals) == bool(reading.decimals)
        if beside.kind and (beside.kind is Kind.PERCENT or is_alike):
            yield beside.kind, BY_ROW

    def _signs_each(self, column: int) -> bool:
        """Whether each of a column's numbers has its own sign: such a table leaves none off."""
        cells = self.in_column[column]
        return len(cells) >= SIGNED_CELLS and all(each.is_per_cent for each in cells)

    def _have_differed(self, column: int, reading: Reading) -> bool:
        """Whether in a row above, or by its sign in another one, one was a per cent and the other not."""
        partners = {each.row: each.kind for each in self.in_column[column] if each.kind}
        return any(
            (partners[other.row] is Kind.PERCENT) != (other.kind is Kind.PERCENT)
            for other in self.in_column[reading.column]
            if other.row in partners and other.kind and (other.row < reading.row or other.quantity.unit)
        )

    def _is_like_per_cents(self, reading: Reading) -> bool:
        """Whether the cells of its column above or below it are per cents, and it is written like them."""
        over, under = self.above.get(id(reading)), self.signed_below.get(id(reading))
        over = over if over and over.kind is Kind.PERCENT and not self._is_said_of_row(over) else None
        under = under if under and under.is_per_cent else None
        if not over and not under:
            return False
        if not over and under and self.captioned and says_own_rate(self.rows[under.row].label):
            return False  # the tax rate below the amounts of tax
        if reading.column not in self.of_amounts:
            return True
        path = self.rows[reading.row].path
        same = over is not None and self.rows[over.row].path == path
        if self.whole and reading.decimals:
            return (same or (over is not None and under is not None)) and not self._starts_with_money(
                reading, over
            )
        return same and bool(path) and not reading.is_grouped

    def _is_said_of_row(self, reading: Reading) -> bool:
        """Whether nothing but its own label says per cent, in a table of amounts: “Gross margin (%)”."""
        is_said = kind_of_row(self.rows[reading.row].label) is Kind.PERCENT
        return is_said and self.captioned and not reading.is_per_cent

    def _is_among_per_cents(self, reading: Reading) -> bool:
        """Whether all other columns of a table of changes hold per cents, and decimals, as its own does."""
        if self.has_money or not reading.decimals or not _CHANGE.search(" ".join(self.headers)):
            return False
        others = [each for each in self.readings if each.column != reading.column]
        signed = {each.column for each in others if each.is_per_cent}
        return len(signed) > 1 and all(each.decimals and each.column in signed for each in others)

    def _starts_with_money(self, reading: Reading, over: Reading | None) -> bool:
        """Whether a currency sign stands in the row: its other cells then count money too."""
        return over is None and any(each.is_money for each in self.in_row[reading.row])

    def _is_like_money(self, reading: Reading) -> bool:
        """Whether the number is written like the table's amounts of money."""
        return reading.is_grouped or (self.whole and not reading.decimals)

    def _by_caption(self, reading: Reading) -> Iterator[tuple[Kind, float]]:
        if self.amounts.all_of and (self.amounts.all_of is Kind.THINGS or not self.has_money):
            yield self.amounts.all_of, BY_WORDS
        row = self.rows[reading.row]
        own = read_caption(f"{without_figures(row.label)} {self.headers[reading.column]}")
        above = self.above.get(id(reading))
        while above and above.row == reading.row:
            above = self.above.get(id(above))
        if self.amounts.of_shares and not (reading.decimals and self.has_money):
            yield Kind.SHARES, BY_WORDS
        elif own.scale and not own.money and (self.labels_say_money or self._is_scaled_count(reading)):
            yield Kind.THINGS, BY_WORDS
        elif own.scale or (self.captioned and self.amounts.caption.scale):
            yield Kind.MONEY, BY_WORDS
        elif self.amounts.caption.scale not in (None, ONE) and not self.is_in_units:
            yield Kind.MONEY, BY_DOCUMENT
        elif above and above.kind is Kind.MONEY and (reading.decimals or not above.decimals):
            yield Kind.MONEY, BY_COLUMN

    def _is_scaled_count(self, reading: Reading) -> bool:
        """Whether only its row says a scale, of no word of money, where signs stand before other amounts."""
        is_signed = any(each.is_money for each in self.in_row[reading.row])
        is_own = not (self.captioned or is_signed) and self.has_money
        return is_own and not may_be_money(self.rows[reading.row].label)
