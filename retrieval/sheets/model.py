"""Tables as questions see them: rows, and columns by their words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from functools import cached_property
from itertools import pairwise

from reading.values.dates import read_date
from reading.values.fiscal import FiscalCalendar
from reading.values.periods import find_periods
from retrieval.question.wording.rows import normed
from retrieval.sheets.shapes.months import start_of
from retrieval.spans import Span
from retrieval.stems import stems
from retrieval.tables.rules.vocabulary.places import names_of

ANY_CALENDAR = FiscalCalendar()
SAYS_YEAR = re.compile(r"\b(?:year|built|founded|established|born|since)\b", re.IGNORECASE)
HYPHEN = re.compile(r"(?<=[a-z])[-\u2010\u2011](?=[a-z])")  # “on-going” is “ongoing”
YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
CODE_HEADING = re.compile(r"(?:\bno\.?|\bnr\.?|\bnumber|\bid|\bcode|n°|№|\s#)$", re.IGNORECASE)
WHOLE_HEADING = re.compile(
    r"(?:the\s+)?(?:(?:grand\s+|full\s+|whole\s+)?(?:total|year|sum)|all|overall|annual|gesamt|summe|jahr|année|año|totaal|"
    r"totale|jaar)(?:\s+\(?(?:19|20)\d\d\)?)?",
    re.IGNORECASE,
)
YES = frozenset("yes y true x ✓ ✔ ja oui si sí sì".split())
NO = frozenset("no n false - – — ✗ nein non nee".split())
FILE_WORD = re.compile(r"[^\W_]+")
MOST_TOLD = 0.95  # of the rows, that labels and another column tell apart
MOST_YEARS = 0.95  # of the numbers of a column of years
LAST_FIRST = re.compile(
    r"(?P<last>[^\W\d_][\w'’ -]*), (?P<first>[^\W\d_][\w'’.-]*(?: [^\W\d_][\w'’.-]*){0,3})"
)
SLUG = re.compile(r"(?P<first>[a-z]+)_(?P<last>[a-z]+)", re.IGNORECASE)
MOST_CODES = 0.7  # of the cells of a column of them
PLACE = re.compile(r"[A-Z]{2,3}(?: [A-Z]{2,3})?")  # “NE”, “NE US”
MOST_WORDS = 10  # of a cell that a question may name
DENIED = re.compile(r"(?:do(?:es)?|did|is|are|was|were|has|have)\s+(?P<what>not\s+\w+)$", re.IGNORECASE)
EARLY_DAY = re.compile(r"1[5-8]\d\d-\d\d-\d\d")
DAY_FIRST = re.compile(r"(?:1[3-9]|2\d|3[01])/\d")  # 13/1/2025; then 5/2/2025 is in February as well
SHORTEST_DAY, LONGEST_DAY = 6, 24  # characters of a cell that holds a day
MOSTLY = 0.6  # of a column's cells that are numbers or days; of two tables' columns that are the same
MOST_OF_NAME = 4  # words of what a sheet is called; a title has more
MOST_KINDS = 4  # of what a column of kinds has
LEAST_NUMBERED = 8  # rows that a column numbers
DOCUMENTS = "documents"  # what the rows of a sheet are that is made of what documents say of themselves
Content = Decimal | str


@dataclass(frozen=True)
class Column:
    """`words`: the stems of its heading; `years`: those that it names. `is_number`: most of its cells are.

    `things`: the stems of what it counts, among its words, where its heading only says that it counts.
    """

    name: str
    words: frozenset[str]
    years: frozenset[int]
    is_number: bool
    things: frozenset[str] = frozenset()

    @property
    def tells_year(self) -> bool:
        """Whether its heading says that its numbers are years: the least of them is the earliest."""
        return SAYS_YEAR.search(self.name) is not None


@dataclass(frozen=True)
class Row:
    """`cells`: a column's name → a number in base units, or text. `part`: its sheet of the file.
    `table`: what its table is called.

    `units`: of its numbers, by column, where they are known. `places`: of its cells, where each has its own.
    `formulas`: of numbers that follow from others of the row.
    """

    label: str
    cells: Mapping[str, Content]
    span: Span
    part: str = ""
    units: Mapping[str, str] = field(default_factory=dict)
    table: str = ""
    places: Mapping[str, Span] = field(default_factory=dict)
    formulas: Mapping[str, str] = field(default_factory=dict)

    def place(self, column: str) -> Span:
        return self.places.get(column, self.span)

    def number(self, column: str) -> Decimal | None:
        content = self.cells.get(column)
        return content if isinstance(content, Decimal) else None


@dataclass(frozen=True)
class Sheet:
    """One table, or several of one file with the same columns. `names`: the stems of what it is called.

    `label`: the column that names its rows. `is_list`: a heading says what the rows are, as in a list.
    `head`: what its document says first, and of whom that is. `rows_are`: what one calls them.
    `unseen`: how many documents that are called like those of its rows give none of its columns.
    `is_by_time`: its rows were made of columns for months or quarters. `called`: the stems of what the
    question calls its rows, of the one file that it names.
    """

    document_id: int
    filename: str
    title: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    names: frozenset[str]
    label: Column
    is_list: bool
    head: str = ""
    rows_are: str = "rows"
    is_by_time: bool = False
    unseen: int = 0
    called: frozenset[str] = frozenset()

    @property
    def numbers(self) -> tuple[Column, ...]:
        return tuple(column for column in self.columns if column.is_number)

    @property
    def texts(self) -> tuple[Column, ...]:
        return tuple(column for column in self.columns if not column.is_number)

    @cached_property
    def is_of_several(self) -> bool:
        """Whether its rows stand in several documents."""
        return len({row.span.document_id for row in self.rows}) > 1

    @cached_property
    def words_in_texts(self) -> frozenset[str]:
        """The words of its cells of text."""
        names = [column.name for column in self.texts]
        held = {str(row.cells[name]) for row in self.rows for name in names if name in row.cells}
        return frozenset(word for text in held for word in normed(text))

    @cached_property
    def of_file(self) -> frozenset[str]:
        """The stems of what its file is called."""
        return frozenset(stems(" ".join(FILE_WORD.findall(self.filename))))

    @cached_property
    def codes(self) -> tuple[Column, ...]:
        """Columns of numbers by which rows are known, such as “Member no.”: of them none is the most."""
        return tuple(c for c in self.numbers if CODE_HEADING.search(c.name) or self._numbers_rows(c))

    def has_years(self, column: Column) -> bool:
        """Whether all but a few of its numbers are such as years are written."""
        held = [number for row in self.rows if (number := row.number(column.name)) is not None]
        years = [number for number in held if YEAR.fullmatch(str(number))]
        return len(held) > 1 and len(years) >= MOST_YEARS * len(held)

    def _numbers_rows(self, column: Column) -> bool:
        """Whether its whole numbers count the rows on, as those of orders do; years do not."""
        numbers = [number for row in self.rows if (number := row.number(column.name)) is not None]
        if len(numbers) < max(LEAST_NUMBERED, len(self.rows)) or column.tells_year:
            return False
        if any(YEAR.fullmatch(str(number)) or number != int(number) for number in numbers):
            return False
        is_rising = all(before < after for before, after in pairwise(numbers))
        return is_rising and numbers[-1] - numbers[0] < 2 * len(numbers)

    @cached_property
    def whole(self) -> Column | None:
        """The column that adds up the others, times or parts: “Total”, or “Year” beside quarters."""
        told = [column for column in self.numbers if column not in self.codes]
        found = [column for column in told if WHOLE_HEADING.fullmatch(column.name.strip())]
        return found[0] if len(found) == 1 < len(told) - 1 and self._adds_up(found[0], told) else None

    def _adds_up(self, whole: Column, told: Sequence[Column]) -> bool:
        parts = [column.name for column in told if column != whole]
        sums = [
            (own, sum(held, Decimal(0)))
            for row in self.rows
            if (own := row.number(whole.name)) is not None and (held := _numbers(row, parts))
        ]
        return bool(sums) and sum(abs(own - total) <= abs(own) / 1000 for own, total in sums) >= MOSTLY * len(
            sums
        )

    @cached_property
    def words_of_kinds(self) -> frozenset[str]:
        """What stands in columns of few kinds, a word each: “positive”, “low”."""
        found: set[str] = set()
        for column in self.texts:
            kinds = {str(row.cells[column.name]) for row in self.rows if column.name in row.cells}
            if 1 < len(kinds) <= MOST_KINDS < len(self.rows):
                found |= {words[0] for kind in kinds if len(words := normed(kind)) == 1}
        return frozenset(found)

    @cached_property
    def units(self) -> dict[str, str]:
        """By column of numbers the one unit that all its cells have."""
        held = {
            c.name: {row.units.get(c.name, "") for row in self.rows if c.name in row.cells}
            for c in self.numbers
        }
        return {
            name: next(iter(units)) for name, units in held.items() if len(units) == 1 and "" not in units
        }

    @cached_property
    def flags(self) -> dict[str, tuple[frozenset[str], frozenset[str]]]:
        """By column that says yes or no of its rows, what stands there for yes and what for no."""
        found: dict[str, tuple[frozenset[str], frozenset[str]]] = {}
        for column in self.texts:
            held = {str(row.cells[column.name]) for row in self.rows if column.name in row.cells}
            yes = frozenset(each for each in held if each.strip().casefold() in YES)
            no = frozenset(each for each in held if each.strip().casefold() in NO)
            if yes and no and len(held) == len(yes) + len(no):
                found[column.name] = (yes, no)
        return found

    @cached_property
    def telling(self) -> str:
        """The first column of words that tells rows apart whose labels repeat, as models of makes; "" with
        none, or where each row has a label of its own."""
        if len({row.label for row in self.rows}) == len(self.rows):
            return ""
        names = (column.name for column in self.texts if column != self.label)
        for name in names:
            told = {(row.label, row.cells.get(name)) for row in self.rows}
            if len(told) >= MOST_TOLD * len(self.rows) and name not in self.days:
                return name
        return ""

    @cached_property
    def words_of_headings(self) -> frozenset[str]:
        """The stems of its columns' headings."""
        return frozenset[str]().union(*(column.words for column in self.columns))

    @cached_property
    def words_of_labels(self) -> Counter[str]:
        """In how many of the different labels each word stands."""
        return Counter(word for label in {row.label for row in self.rows} for word in set(normed(label)))

    @cached_property
    def year(self) -> int | None:
        """The one year that its title, its file or its table is of."""
        said = " ".join({self.filename, self.title, *(row.part for row in self.rows)})
        years = {int(year) for year in YEAR.findall(said)}
        return years.pop() if len(years) == 1 else None

    @cached_property
    def span(self) -> tuple[date, date] | None:
        """The first and the last day of the one time that its title or its file names."""
        said = " | ".join(dict.fromkeys([self.title, *(f"{row.part} | {row.table}" for row in self.rows)]))
        periods = (period for period, _, _ in find_periods(said, ANY_CALENDAR))
        spans = {(p.start_date, p.end_date) for p in periods if p.start_date and p.end_date}
        return spans.pop() if len(spans) == 1 else None

    @cached_property
    def months(self) -> dict[str, dict[str, date]]:
        """By column all of whose cells are months or quarters, what is written there → the first day."""
        found: dict[str, dict[str, date]] = {}
        for name in (column.name for column in self.texts):
            cells = {str(row.cells[name]) for row in self.rows if name in row.cells}
            read = {cell: day for cell in cells if (day := start_of(cell, self.year))}
            if read and len(read) == len(cells):
                found[name] = read
        return found

    @cached_property
    def days(self) -> dict[str, dict[str, date]]:
        """By column that mostly holds days, what is written there → the day."""
        found = dict(self.months)
        for name in (column.name for column in self.texts if column.name not in found):
            cells = {str(row.cells[name]) for row in self.rows if name in row.cells}
            read = _days_of(cells, day_first=any(map(DAY_FIRST.match, cells)))
            if read and len(read) >= MOSTLY * len(cells):
                found[name] = read
        return found

    @cached_property
    def first_day(self) -> str:
        """The column of the day that a row begins with: fewest rows lack it, and it is the earliest."""

        def lacking(name: str) -> tuple[int, date]:
            held = [day for row in self.rows if (day := self.days[name].get(str(row.cells.get(name))))]
            return len(self.rows) - len(held), min(held)

        return min(self.days, key=lacking, default="")

    @cached_property
    def values(self) -> dict[tuple[str, ...], dict[str, set[str]]]:
        """The words of each cell of text, and of its parts between commas → column → the cells' contents."""
        names = [column.name for column in self.texts if column.name]
        held = (
            (name, content)
            for row in self.rows
            for name, content in (*((n, str(row.cells[n])) for n in names if n in row.cells), ("", row.part))
        )
        found: dict[tuple[str, ...], dict[str, set[str]]] = {}
        for name, content in dict.fromkeys(held):
            for words in _names_of(content, is_part=not name):
                found.setdefault(words, {}).setdefault(name, set()).add(content)
            if denied := DENIED.match(content):  # “does not comply”, of those that do not
                found.setdefault(normed(denied["what"]), {}).setdefault(name, set()).add(content)
        for name in names:
            for words, contents in self._by_codes(name):
                found.setdefault(words, {}).setdefault(name, set()).update(contents)
        return found

    def _by_codes(self, name: str) -> Iterator[tuple[tuple[str, ...], set[str]]]:
        """The names of the countries or states whose codes the cells are, or end with: “Adams County, NE”."""
        held = [content for row in self.rows if (content := str(row.cells.get(name, "")))]
        codes: dict[str, set[str]] = {}
        for content in held:
            if PLACE.fullmatch(end := content.rpartition(", ")[2]):
                codes.setdefault(end.split()[0], set()).add(content)
        coded = frozenset[str]().union(*codes.values())
        if held and sum(map(coded.__contains__, held)) >= MOST_CODES * len(held):
            for code, called in names_of(codes).items():
                yield from ((normed(each), codes[code]) for each in called)


def _numbers(row: Row, names: Sequence[str]) -> list[Decimal]:
    return [number for name in names if (number := row.number(name)) is not None]


def _days_of(cells: Collection[str], *, day_first: bool) -> dict[str, date]:
    held = (
        each for each in cells if SHORTEST_DAY <= len(each) <= LONGEST_DAY and any(map(str.isdigit, each))
    )
    read = {cell: read_date(cell, day_first=day_first) or _early(cell) for cell in held}
    return {cell: day for cell, day in read.items() if day is not None}


def _early(cell: str) -> date | None:
    """A day of an earlier century, written as in “1855-04-01”: elsewhere such a number is no year."""
    try:
        return date.fromisoformat(cell) if EARLY_DAY.fullmatch(cell) else None
    except ValueError:
        return None


def _names_of(content: str, *, is_part: bool) -> set[tuple[str, ...]]:
    """The words by which a question may name a cell. `is_part`: it is what a sheet is called."""
    parts = {content, content.split("(")[0], *content.split(", "), HYPHEN.sub("", content)}
    if turned := SLUG.fullmatch(content):
        parts.add(f"{turned['last']} {turned['first']}")  # “offshore wind” of “wind_offshore”
    if person := LAST_FIRST.fullmatch(content):
        parts.add(f"{person['first']} {person['last']}")
    if is_part and len(normed(content)) > MOST_OF_NAME:
        parts = {content}  # a title, which names places and years as well
    return {words for words in map(normed, parts) if 0 < len(words) <= MOST_WORDS}
