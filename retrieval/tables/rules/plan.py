"""What rules make of a question before it is a statement."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from retrieval.tables.schema import Column, Table

DATE = "the date"  # the words of which a choice between columns of dates is made


@dataclass(frozen=True)
class Planned:
    """`sql` is empty where words have no place; `left` are these. `note`: why, or what to ask back.

    `options`: where it is ambiguous, what may be meant: how it is told, and words → table or column.
    """

    sql: str = ""
    left: tuple[str, ...] = ()
    note: str = ""
    is_ambiguous: bool = False
    options: tuple[tuple[str, Mapping[str, str]], ...] = ()


class Stuck(Exception):
    """No statement can be made that holds every word. `planned` says why."""

    def __init__(
        self, note: str = "", *, left: Sequence[str] = (), words: str = "", choices: Sequence[str] = ()
    ) -> None:
        """`choices`: the tables or columns of which one is meant by `words`; it is asked back which."""
        super().__init__(note)
        options = tuple((choice, {words.lower(): choice}) for choice in choices)
        self.planned = Planned(left=tuple(left), note=note, is_ambiguous=bool(options), options=options)


@dataclass(frozen=True)
class Place:
    table: Table
    column: Column

    @property
    def path(self) -> str:
        return f"{self.table.path}.{self.column.name}"


@dataclass(frozen=True)
class Mark:
    """What some words name. `kind`: T table, C column, V value, N number, D day, Y year, quarter or month."""

    kind: str
    words: str
    tables: tuple[Table, ...] = ()
    places: tuple[Place, ...] = ()
    value: str = ""


@dataclass(frozen=True)
class Fold:
    """`how`: count | distinct | sum | avg | max | min."""

    how: str
    mark: Mark


@dataclass(frozen=True)
class Filter:
    """`mark`: the column, or a value that tells its own. `bounds`: values, numbers or times."""

    mark: Mark
    operator: str
    bounds: tuple[Mark, ...]


@dataclass(frozen=True)
class Time:
    """Of a date that nobody names. `first`: its first day; `behind`: the first day that is not of it."""

    first: str = ""
    behind: str = ""


@dataclass(frozen=True)
class Lacking:
    """Rows of `owner` for which `table` has none, with the value and of the time where these are told."""

    owner: Mark
    table: Mark
    value: Mark | None = None
    time: Time | None = None


@dataclass(frozen=True)
class Case:
    """The rows of the base for which these hold."""

    filters: tuple[Filter, ...] = ()
    times: tuple[Time, ...] = ()


@dataclass(frozen=True)
class Ratio:
    """`over` divided by `under`: folds, columns, or counts of rows with a value. `times`: 100 of percents."""

    over: Fold | Mark | Case
    under: Fold | Mark | Case | None
    times: int = 1
    name: str = "ratio"


@dataclass
class Plan:
    """The parts of the statement. `base`: whose rows are asked for or counted."""

    folds: list[Fold] = field(default_factory=list)
    ratio: Ratio | None = None
    groups: list[Mark] = field(default_factory=list)
    group_by_time: str = ""
    filters: list[Filter] = field(default_factory=list)
    times: list[Time] = field(default_factory=list)
    lacking: list[Lacking] = field(default_factory=list)
    days: tuple[int, ...] = ()  # of the week, Monday is 1
    having: tuple[Mark, str, str] | None = None  # what is counted, operator, number
    shown: list[Mark] = field(default_factory=list)
    base: Mark | None = None
    order: tuple[Mark | None, bool] | None = None  # by a column, or what is folded; whether downwards
    direction: bool | None = None  # told without what to order by
    limit: int | None = None
    per: Mark | None = None  # the first `limit` of each of these
    tables: list[Mark] = field(default_factory=list)
    asked: list[Mark] = field(default_factory=list)  # whose rows are asked for
    is_many: bool = False  # whether the one with the most is asked for in the plural
    is_number_of_groups: bool = False  # whether it is asked how many groups there are
    date: str = ""  # the column of dates that was chosen for times without a name
    relations: list[str] = field(default_factory=list)  # words that say no more than that tables are joined
