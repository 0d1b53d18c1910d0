"""What rules make of a question before it is a statement."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from retrieval.tables.schema import Column, Table

DATE = "the date"  # the words of which a choice between columns of dates is made


@dataclass(frozen=True)
class Planned:
    """`sql` is empty where words have no place; `left` are these.

    `note`: why, or what to ask back; with a statement, what it takes for granted.

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
        self, note: str = "", *, left: Iterable[str] = (), words: str = "", choices: Sequence[str] = ()
    ) -> None:
        """`choices`: the tables or columns of which one is meant by `words`; it is asked back which."""
        super().__init__(note)
        options = tuple((choice, {words.lower(): choice}) for choice in choices)
        self.planned = Planned(left=tuple(left), note=note, is_ambiguous=bool(options), options=options)


@dataclass(frozen=True)
class Made:
    """What is computed of a row. `how`: between | since | age | minus | times | over | months | length.

    `table`: that of `last`, where it is another to which a key of the row leads.

    Of a value: named, where `first` is a key to `last` of the table in which the value stands.

    Of what is true or not: later (whether the last is after the first) | open (whether there is no first).
    """

    how: str
    first: Column
    last: Column | None = None
    unit: str = "day"
    table: Table | None = None


@dataclass(frozen=True)
class Place:
    """`made`: how it is computed where the table has no such column."""

    table: Table
    column: Column
    made: Made | None = None

    @property
    def path(self) -> str:
        return f"{self.table.path}.{self.column.name}"


@dataclass(frozen=True)
class Mark:
    """What some words name.

    `kind`: T table, C column, B a column that is true or not, V value, N number, D day, Y year, quarter or
    month.
    """

    kind: str
    words: str
    tables: tuple[Table, ...] = ()
    places: tuple[Place, ...] = ()
    value: str = ""
    coded: Mark | None = None  # what else a value may be: a state by its code


@dataclass(frozen=True)
class Fold:
    """`how`: count | distinct | sum | avg | max | min | median | range."""

    how: str
    mark: Mark


@dataclass(frozen=True)
class Filter:
    """`mark`: the column, or a value that tells its own. `bounds`: values, numbers or times.

    Without bounds, `operator` is: true | false of a mark of the kind B; told | untold of a column.
    """

    mark: Mark
    operator: str
    bounds: tuple[Mark, ...]


@dataclass(frozen=True)
class Time:
    """`first`: its first day; `behind`: the first day that is not of it.

    `mark`: the column that it is of; `said`: the verb that tells which (“joined”), where no column is named;
    `near`: the path of the table that is named last before it. `is_lasting`: what began by then and had not
    ended is meant; `is_quarter`: quarters are told by their number.
    """

    first: str = ""
    behind: str = ""
    mark: Mark | None = None
    said: str = ""
    near: str = ""
    is_lasting: bool = False
    is_quarter: bool = False


@dataclass(frozen=True)
class Lacking:
    """Rows of `owner` for which `table` has none, with the value and of the time where these are told.

    `is_there`: for which it has one.
    """

    owner: Mark
    table: Mark
    value: Mark | None = None
    time: Time | None = None
    flag: Filter | None = None
    verbs: tuple[str, ...] = ()
    is_there: bool = False


@dataclass(frozen=True)
class Case:
    """The rows of the base for which these hold. `days`: of the week, Monday is 1."""

    filters: tuple[Filter, ...] = ()
    times: tuple[Time, ...] = ()
    days: tuple[int, ...] = ()


@dataclass(frozen=True)
class Pick:
    """The column's value in the one row that has the other value: the population of France."""

    column: Mark
    value: Mark


@dataclass(frozen=True)
class Crowd:
    """How many rows of `owner` have so many of `what`."""

    owner: Mark
    what: Mark
    sign: str
    number: str


@dataclass(frozen=True)
class Sum:
    """The sum of a column over the rows for which the case holds; of all groups where there is none."""

    column: Mark
    case: Case | None = None


Part = Fold | Mark | Case | Pick | Crowd | Sum


@dataclass(frozen=True)
class Ratio:
    """`over` divided by `under`: folds, columns, or counts of rows with a value. `times`: 100 of percents."""

    over: Part
    under: Part | None
    times: int = 1
    name: str = "ratio"
    is_average: bool = False  # of the ratios of single rows


@dataclass(frozen=True)
class Gap:
    """`last` came no more than so many units after `first`, and not before it."""

    first: Place
    last: Place
    count: int
    unit: str


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
    gaps: list[Gap] = field(default_factory=list)
    days: tuple[int, ...] = ()  # of the week, Monday is 1
    having: tuple[Mark, str, str] | None = None  # what is counted, operator, number
    shown: list[Mark] = field(default_factory=list)
    base: Mark | None = None
    order: tuple[Mark | None, bool] | None = None  # by a column, or what is folded; whether downwards
    direction: bool | None = None  # told without what to order by
    is_by_date: bool = False  # whether the direction is one of times: “newest first”
    limit: int | None = None
    per: Mark | None = None  # the first `limit` of each of these
    tables: list[Mark] = field(default_factory=list)
    asked: list[Mark] = field(default_factory=list)  # whose rows are asked for
    is_many: bool = False  # whether the one with the most is asked for in the plural
    is_number_of_groups: bool = False  # whether it is asked how many groups there are
    date: str = ""  # the column of dates that was chosen for times without a name
    relations: list[str] = field(default_factory=list)  # words that say no more than that tables are joined
    is_running: bool = False  # whether what is folded is summed up from one time to the next
    said: list[str] = field(default_factory=list)  # paths of tables in the order in which they are named
    verbs: tuple[str, ...] = ()  # of the question, that tell a date
    of_whole: bool = False  # whether a ratio's second part is of all rows, whatever the group
    average_of: tuple[Mark, Mark | str] | None = (
        None  # how many of the first each of the second, or time, has
    )
    count_times: str = ""  # the unit of which is counted how many there are
    dated: str = ""  # the verb that tells by which date is grouped
    change: tuple[Time, Time] | None = (
        None  # two times of which the folded figure is told, and how far it moved
    )
    told_times: tuple[str, ...] = ()  # how these are said
    note: str = ""  # what was taken for granted
