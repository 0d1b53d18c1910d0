"""What is asked of a sheet: of which rows, which figures, and what is done with them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Literal

from retrieval.properties.request import Bounds
from retrieval.sheets.model import Column, Content, Row, Sheet

Ask = Literal[
    "count",
    "distinct",
    "sum",
    "average",
    "median",
    "highest",
    "lowest",
    "list",
    "value",
    "difference",
    "share",
    "whether",
    "first",
    "last",
    "either",
]
Relation = Literal["is", "above", "below", "at least", "at most"]


@dataclass(frozen=True)
class Named:
    """Rows in whose `column` (“”: the sheet's name) one of `values` stands. `text`: as it is asked for."""

    column: str
    values: frozenset[Content]
    text: str

    def holds(self, row: Row) -> bool:
        content = row.part if not self.column else row.cells.get(self.column)
        return content in self.values

    def __str__(self) -> str:
        return f"{self.column or 'the sheet'} is {self.text}"


@dataclass(frozen=True)
class Measured:
    """Rows whose number in each of the `columns` is above, below or at a bound. `text`: the bound as said."""

    columns: tuple[str, ...]
    relation: Relation
    bound: Decimal
    text: str
    any_of: bool = False

    def holds(self, row: Row) -> bool:
        held = [self._of(row.number(column)) for column in self.columns]
        return any(held) if self.any_of else all(held)

    def _of(self, value: Decimal | None) -> bool:
        if value is None:
            return False
        return {
            "is": value == self.bound,
            "above": value > self.bound,
            "below": value < self.bound,
            "at least": value >= self.bound,
            "at most": value <= self.bound,
        }[self.relation]

    def __str__(self) -> str:
        verb = "are" if len(self.columns) > 1 and not self.any_of else "is"
        relation = "" if self.relation == "is" else f" {self.relation}"
        return f"{(' or ' if self.any_of else ' and ').join(self.columns)} {verb}{relation} {self.text}"


@dataclass(frozen=True)
class Dated:
    """Rows whose day in `column` is within the bounds. `days`: what is written there → the day."""

    column: str
    bounds: Bounds
    days: Mapping[str, date]

    def holds(self, row: Row) -> bool:
        day = self.days.get(str(row.cells.get(self.column, "")))
        return day is not None and self.has(day)

    def has(self, day: date) -> bool:
        """Whether the day is within the bounds."""
        low, high = self.bounds.low, self.bounds.high
        return not (isinstance(low, date) and day < low) and not (isinstance(high, date) and day > high)

    def __str__(self) -> str:
        return f"{self.column} is {self.bounds.said}"


@dataclass(frozen=True)
class Compared:
    """Rows whose number in `column` is above that in `other`, or below it."""

    column: str
    other: str
    is_above: bool

    def holds(self, row: Row) -> bool:
        own, others = row.number(self.column), row.number(self.other)
        if own is None or others is None:
            return False
        return own > others if self.is_above else own < others

    def __str__(self) -> str:
        return f"{self.column} is {'above' if self.is_above else 'below'} {self.other}"


@dataclass(frozen=True)
class Lacking:
    """Rows that have nothing in `column`."""

    column: str

    def holds(self, row: Row) -> bool:
        return row.cells.get(self.column) in (None, "")

    def __str__(self) -> str:
        return f"{self.column} is empty"


@dataclass(frozen=True)
class Many:
    """Groups that have so many rows. `start`, `end`: where the question says so."""

    relation: Relation
    number: int
    start: int
    end: int

    def holds(self, rows: int) -> bool:
        """Whether a group of so many rows is one."""
        return {
            "is": rows == self.number,
            "above": rows > self.number,
            "below": rows < self.number,
            "at least": rows >= self.number,
            "at most": rows <= self.number,
        }[self.relation]

    def __str__(self) -> str:
        said = {"is": "exactly", "above": "more than", "below": "fewer than"}.get(
            self.relation, self.relation
        )
        return f"{said} {self.number}"


@dataclass(frozen=True)
class Beats:
    """Whether the row called `first` has more than that called `second`; or less."""

    first: str
    second: str
    is_more: bool


Condition = Named | Measured | Dated | Compared | Lacking


def columns_of(condition: Condition) -> tuple[str, ...]:
    """The columns that it is on; none where it is on the sheet."""
    if isinstance(condition, Measured):
        return condition.columns
    if isinstance(condition, Compared):
        return condition.column, condition.other
    return tuple(filter(None, (condition.column,)))


@dataclass(frozen=True)
class Request:
    """What is asked of a sheet. `of`: the columns of the figures; `by`: what they are grouped by.

    `left`: words of the question that have no place in the sheet; `covered`: how many name columns or cells.
    `place`: 2 for the second highest; `top`: 3 for the three highest; `beside`: columns told of them as well.
    `around`: how many words only the text round the table has. `fold`: how the rows of a group are put
    together, of whose ends one is asked for. `base`: conditions on the whole of which the rows are a part.
    `many`: how many rows the groups have that are asked for. `beats`: the two rows that are held against
    each other.
    """

    sheet: Sheet
    ask: Ask
    of: tuple[Column, ...]
    conditions: tuple[Condition, ...]
    by: str | None
    left: tuple[str, ...]
    covered: int
    place: int = 1
    around: int = 0
    fold: str = ""
    top: int = 1
    beside: tuple[str, ...] = ()
    base: tuple[Condition, ...] = ()
    many: Many | None = None
    beats: Beats | None = None

    @property
    def rows(self) -> list[Row]:
        return [row for row in self.sheet.rows if all(each.holds(row) for each in self.conditions)]
