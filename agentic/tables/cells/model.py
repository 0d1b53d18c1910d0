"""Cells and series of tables, and what a question asks of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from agentic.facts.queries import FigureRow
from retrieval.question.plans.model import Test

Operation = Literal[
    "value",
    "change",
    "growth",
    "average",
    "sum",
    "share",
    "ratio",
    "difference",
    "extreme",
    "exceeds",
    "count",
    "rows",
    "years",
    "members",
    "largest",
]


@dataclass(frozen=True)
class Cell:
    """A number of a table. `year`: that its column, else its row, else the table's title names; 0 for none.

    `time`: the words of its time, “Three Months Ended June 30, 2019”; `time_words`: their stems.
    """

    row: FigureRow
    year: int
    time: str
    time_words: frozenset[str]


@dataclass(frozen=True)
class Series:
    """Cells that differ by time alone. `name`: the row's label, with the column's where that is no time.

    `own`: the stems of the row's label (of the column's where rows are times); `beside`: of the other one;
    `around`: of the headings and the title over them. `table`: its document and its place there. `head`: the
    stems of the label before what it is said to be of or for; empty where nothing is.
    """

    name: str
    table: tuple[int, int]
    title: str
    own: frozenset[str]
    beside: frozenset[str]
    around: frozenset[str]
    cells: tuple[Cell, ...]
    head: frozenset[str] = frozenset()

    @property
    def words(self) -> frozenset[str]:
        return self.own | self.beside

    @property
    def is_per_cent(self) -> bool:
        return self.cells[0].row.unit == "%"

    @property
    def years(self) -> frozenset[int]:
        return frozenset(cell.year for cell in self.cells)


@dataclass(frozen=True)
class Asked:
    """What a question wants made of which cells.

    `parts`: the words that name each operand; of a share the part goes first. `years`: in the order of the
    question. `is_range`: they are the first and the last of several. `low`: the lowest is asked.
    `test`: the bound, for `exceeds` and `count`. `is_percent`: a share is to be told per cent. `is_distance`:
    how far two are apart, whichever is more. `statement`: in whose tables it is to stand. `count`: of how
    many years, where these are not named.
    """

    operation: Operation
    parts: tuple[str, ...]
    years: tuple[int, ...] = ()
    is_range: bool = False
    low: bool = False
    test: Test | None = None
    is_percent: bool = False
    is_distance: bool = False
    statement: str = ""
    count: int = 0
