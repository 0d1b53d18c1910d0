"""All types of the pipeline, from the words on a page to what is read of a document."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from functools import cached_property, partial
from itertools import repeat
from typing import Any, NamedTuple, TypeVar

from reading.lexicon import YEAR
from reading.values.fiscal import FiscalCalendar, Period
from reading.values.parts_of_year import PartOfYear
from reading.values.quantities import Quantity

T = TypeVar("T")
Tuple = TypeVar("Tuple", bound=tuple[Any, ...])


def tuples_of(kind: type[Tuple], values: Iterable[Iterable[Any]]) -> list[Tuple]:
    """Named tuples of one kind. Calling `kind` for each takes four times as long."""
    return list(map(tuple.__new__, repeat(kind), values))


class Box(NamedTuple):
    """A rectangle in points; the origin is the page's top left corner."""

    x0: float
    top: float
    x1: float
    bottom: float


class Word(NamedTuple):
    """A page has some 600 of them: named tuples are made and sent to another process fastest."""

    text: str
    box: Box


@dataclass(frozen=True, slots=True)
class Line:
    """Words on one baseline, left to right. `text` is a substring of its page's text.

    `char_start`: offset of `text` in the page's text.
    """

    words: tuple[Word, ...]
    text: str
    box: Box
    char_start: int = 0
    bold: bool = False
    font_size: float = 0.0  # points


@dataclass(frozen=True, slots=True)
class KnownGrid:
    """A table that the file itself marks as one. `char_start`, `char_end`: its span in the page's text.

    `edges`: the left edges of its columns, in points. `has_header`: its first line heads the columns.
    """

    char_start: int
    char_end: int
    edges: tuple[float, ...]
    has_header: bool


@dataclass(frozen=True, slots=True)
class ParsedPage:
    """`number` counts from 1. Formats without pages give one page.

    `title`: what the page is called where it is not “page 3”, as “Sheet “Q2””. `ocr_confidence`: 0–1
    where the words were recognised from a picture. `is_picture`: it shows more than the words in it.
    `turns`: quarter-turns clockwise that set a scan upright; sizes and places are those of the upright page.
    `rules`: the level lines drawn on it, top to bottom; none of a page with few numbers. `drawn`: its upright
    lines and its boxes, likewise.
    """

    number: int
    text: str
    lines: tuple[Line, ...] = ()
    width: float = 0.0
    height: float = 0.0
    title: str = ""
    grids: tuple[KnownGrid, ...] = ()
    ocr_confidence: float | None = None
    is_picture: bool = False
    rules: tuple[Box, ...] = ()
    turns: int = 0
    drawn: tuple[Box, ...] = ()


@dataclass(frozen=True, slots=True)
class SkippedPage:
    number: int
    reason: str


@dataclass(frozen=True, slots=True)
class OutlineItem:
    title: str
    page: int
    level: int


@dataclass(frozen=True)
class DocumentInfo:
    """What a file says of itself."""

    page_count: int
    title: str = ""
    created: date | None = None
    outline: tuple[OutlineItem, ...] = ()
    metadata: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class ParsedDocument:
    """`lent_calendar`: its company's fiscal years by other documents, for one that tells none."""

    pages: tuple[ParsedPage, ...]
    title: str = ""
    created: date | None = None
    outline: tuple[OutlineItem, ...] = ()
    skipped: tuple[SkippedPage, ...] = ()
    metadata: dict[str, str] = field(default_factory=dict)
    lent_calendar: FiscalCalendar | None = None


def once_for_document(read: Callable[[ParsedDocument], T]) -> Callable[[ParsedDocument], T]:
    """`read`, which is asked by several readers of a document and goes through all of it, done once."""
    name = f"{read.__module__}.{read.__qualname__}"

    def kept(parsed: ParsedDocument) -> T:
        known = vars(parsed)
        if name not in known:
            known[name] = read(parsed)
        found: T = known[name]
        return found

    return kept


class UnreadableDocument(Exception):
    """A file that gives no text. The message is a sentence that says why and what to do.

    `reason`: encrypted | broken | empty | no_text | too_many_pages | wrong_type.
    """

    def __init__(self, message: str, *, reason: str) -> None:
        super().__init__(message)
        self.reason = reason

    def __reduce__(self) -> tuple[Any, ...]:
        """An exception is otherwise made anew without its `reason` in the process that it is sent to."""
        return partial(type(self), reason=self.reason), self.args, vars(self)


_THOUSANDS = re.compile(r"\d{4}|\d,\d{3}")
_GROUPED = re.compile(r"\d,\d{3}")
_YEAR_IN_WORDS = re.compile(rf"{YEAR}(?:\s\D*)?")  # “2039 or indefinite”


@dataclass(frozen=True)
class Column:
    """`header`: the words over the column, top to bottom. `period`: what they say of time, if anything.

    `unit` and `scale` are those of its amounts of money, or "%" for a column of per cents. `part`: the part
    of a year that the words name, whose year rows may tell.
    """

    header: str
    period: Period | None
    unit: str
    scale: Decimal
    x0: float
    x1: float
    part: PartOfYear | None = None


@dataclass(frozen=True)
class Cell:
    """`text` as written, with its currency sign and brackets. `quantity` in base units; None for dashes
    and words. `column`: index into the table's columns. `sure`: 0–1, of the quantity's unit and scale."""

    text: str
    quantity: Quantity | None
    column: int
    box: Box
    sure: float = 1.0


@dataclass(frozen=True)
class TableLine:
    """One row. `path`: the labels it stands under, outermost first. `line`: the line with its cells.

    `char_start`, `char_end`: the row's words on the page, with the lines over which its label runs.
    """

    label: str
    path: tuple[str, ...]
    cells: tuple[Cell, ...]
    line: Line
    char_start: int
    char_end: int


@dataclass(frozen=True)
class Table:
    """`caption`: what is said of its units and periods. `char_start`, `char_end`: its span on the page.

    `label_header`: what heads the labels, where that names them, as “Customer” does. `measure_header`: where
    it is a measure, whose parts the labels name.
    """

    page: int
    title: str
    caption: str
    columns: tuple[Column, ...]
    rows: tuple[TableLine, ...]
    box: Box
    char_start: int
    char_end: int
    label_header: str = ""
    measure_header: str = ""

    @cached_property
    def groups_thousands(self) -> bool:
        """Whether its numbers of four digits and more have a comma, years left aside."""
        large = (cell.text for row in self.rows for cell in row.cells if _THOUSANDS.search(cell.text))
        return all(_GROUPED.search(text) or _YEAR_IN_WORDS.fullmatch(text) for text in large)

    def called(self, page_title: str = "") -> str:
        """The title, else the place: “Table on page 3”, “Table on Slide 3”, where pages are called so."""
        return self.title or f"Table on {page_title or f'page {self.page}'}"


@dataclass(frozen=True, kw_only=True)
class Place:
    """Where a fact stands. `page` counts from 1; `quote` is the words as they stand there."""

    page: int | None
    quote: str


@dataclass(frozen=True, kw_only=True)
class ClaimDraft:
    place: Place
    claim_text: str
    claim_type: str = "fact"
    topic: str = ""
    confidence: float = 0.5
    source_section: str = ""
    is_quantitative: bool = False
    can_be_verified: bool = False


def unit_key(name: str) -> str:
    """The name under which a row keeps the unit of its property `name`."""
    return f"{name} (unit)"


@dataclass(frozen=True, kw_only=True)
class RowDraft:
    """`properties`: column header → value; numbers (int or float) in base units, else text.

    Beside a number with a unit stands that unit, under its `unit_key`.
    """

    place: Place
    table: str
    table_index: int
    row: int
    label: str
    properties: dict[str, str | int | float | None]


@dataclass(frozen=True, kw_only=True)
class MetricDraft:
    """`numeric_value` in base units, per cent as a fraction. `row`: (table_index, row) it came from.

    `confidence`: 0–1, of unit, scale and period together.
    """

    place: Place
    metric_name: str
    value: str
    numeric_value: Decimal | None
    unit: str = ""
    scale: Decimal = Decimal(1)
    canonical_name: str = ""
    period: str = ""
    period_start: date | None = None
    period_end: date | None = None
    fiscal_year: int | None = None
    fiscal_quarter: int | None = None
    context: str = ""
    comparison_base: str = ""
    entity_name: str = ""
    category: str = ""
    confidence: float = 0.8
    row: tuple[int, int] | None = None


@dataclass(frozen=True, kw_only=True)
class EntityDraft:
    place: Place
    entity_name: str
    entity_type: str
    role: str = "mentioned"
    title: str = ""
    context: str = ""


@dataclass(frozen=True, kw_only=True)
class TopicDraft:
    place: Place
    topic_name: str
    is_primary: bool = False


@dataclass
class Essence:
    """What a document is. Empty strings and None where the reader could not tell."""

    title: str = ""
    summary: str = ""
    purpose: str = ""
    key_conclusion: str = ""
    document_type: str = ""
    kind: str = ""  # what a person calls it, as in reading/kinds/kinds.toml
    language: str = ""  # two letters of ISO 639-1
    document_date: date | None = None
    period_start: date | None = None
    period_end: date | None = None
    confidence_level: str = ""
    fiscal_year_end_month: int | None = None
    fiscal_year_offset: int = 0
    fiscal_year_borrowed: bool = False  # told by other documents of the same company
    answers_questions_about: list[str] = field(default_factory=list)
    use_when: list[str] = field(default_factory=list)
    do_not_use_for: list[str] = field(default_factory=list)
    keywords: list[str] = field(default_factory=list)

    @property
    def calendar(self) -> FiscalCalendar:
        """That by which its figures were read; calendar years where none is told."""
        return FiscalCalendar(self.fiscal_year_end_month or 12, self.fiscal_year_offset)


@dataclass(frozen=True, kw_only=True)
class ContextDraft:
    """What a chunk is about, by rules or in the words of a model."""

    topic: str = ""
    key_information: str = ""
    retrieval_hint: str = ""


@dataclass
class Reading:
    """Everything one reader took from a document."""

    essence: Essence = field(default_factory=Essence)
    claims: list[ClaimDraft] = field(default_factory=list)
    metrics: list[MetricDraft] = field(default_factory=list)
    rows: list[RowDraft] = field(default_factory=list)
    entities: list[EntityDraft] = field(default_factory=list)
    topics: list[TopicDraft] = field(default_factory=list)
    contexts: dict[int, ContextDraft] = field(default_factory=dict)  # by the chunk's index
    left_out: list[str] = field(default_factory=list)  # sentences: what a model did not give, and why
    parsed: ParsedDocument | None = field(default=None, repr=False)  # what it was read of, where it is kept
    tables: list[Table] = field(default_factory=list, repr=False)

    @property
    def is_empty(self) -> bool:
        """Whether nothing was read."""
        return Reading(left_out=self.left_out) == self
