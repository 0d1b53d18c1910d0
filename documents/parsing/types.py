"""What a parser returns: pages of lines of words with their places."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import date
from functools import partial
from itertools import repeat
from typing import Any, NamedTuple, TypeVar

from documents.fiscal import FiscalCalendar

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
    `rules`: the level lines drawn on it, top to bottom; none of a page with few numbers.
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
