"""What the questions of TAT-QA say of the numbers that stand in its tables."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from pathlib import Path
from typing import Any

FILE = "tatqa_dataset_dev.json"
SCALES = {"": "1", "percent": "0.01", "thousand": "1e3", "million": "1e6", "billion": "1e9"}
_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?|\.\d+")
_NOTE = re.compile(r"(?<=\S)\s*\((?:\d{1,2}|[a-z])\)|\*+|[†‡]")
_YEAR = re.compile(r"(?<![\d,.$€£])(?:19|20)\d\d(?![\d,]*\d)|\b(?:FY|F|Q[1-4]\s?)['’]?(\d\d)\b")
_PER_CENT = re.compile(r"(?<!\d)(?<!\d\s)%")  # “(%)”, “% of sales”; not “5% notes”
_UNIT_ALONE = re.compile(r"\(?in (?:thousands|millions|billions)\b.*", re.IGNORECASE)
_KEEPS_SCALE = re.compile(r"[\d,.()\[\]\s+$€£%–−-]|/\s*[2-9]\b(?![,.]?\d)")
_SAID = {  # how a scale may be said; a context that does not was cut off from the page that did
    Decimal(10**3): re.compile(r"thousand|[’'‘]?\b000s?\b|[$€£]\s?k\b", re.IGNORECASE),
    Decimal(10**6): re.compile(r"million|\bmio\b|\bmn\b|(?:[$€£]|RMB|US|\bin )\s?mm?\b", re.IGNORECASE),
    Decimal(10**9): re.compile(r"billion|\bbn\b", re.IGNORECASE),
}
_WORD = re.compile(r"[^\W\d_]+|\d+")
_OF_TIME_OR_UNIT = frozenset(
    "in of at as on the for and to year years ended ending end month months week weeks quarter fiscal half "
    "three six nine twelve first second third fourth thousand thousands million millions billion billions m "
    "january february march april may june july august september october november december jan feb mar apr "
    "jun jul aug sep sept oct nov dec unaudited audited restated note notes except per share data us rm s "
    "rmb dollars dollar amount amounts inthousands inmillions mn bn usd eur gbp k fy f h q from".split()
)

Row = Sequence[str]


@dataclass(frozen=True)
class Heading:
    """Words over the columns from `first` to `last`."""

    text: str
    first: int
    last: int


@dataclass(frozen=True)
class Cell:
    """A printed number. `years`: those over its column or in its label; none where nothing names one."""

    number: Decimal
    text: str
    label: str
    headings: tuple[str, ...]
    years: frozenset[int]

    @cached_property
    def label_words(self) -> frozenset[str]:
        return words_of(_NOTE.sub(" ", self.label))

    @cached_property
    def heading_words(self) -> frozenset[str]:
        """Without those of time and units, which are told otherwise."""
        said = [heading for heading in self.headings if not _UNIT_ALONE.fullmatch(heading)]
        words = words_of(_NOTE.sub(" ", " ".join(said)))
        return frozenset(word for word in words if word not in _OF_TIME_OR_UNIT and not word.isdigit())


@dataclass(frozen=True)
class Asked:
    """A number that a question rests on. `cells`: where it stands. `scale`: None where none is known."""

    cells: tuple[Cell, ...]
    scale: Decimal | None


@dataclass(frozen=True)
class Context:
    index: int
    rows: tuple[tuple[str, ...], ...]
    paragraphs: tuple[str, ...]
    asked: tuple[Asked, ...]


def read_contexts(data: Path, limit: int | None) -> Iterator[Context]:
    contexts = json.loads((data / "tat-qa" / FILE).read_text(encoding="utf-8"))
    for index, context in enumerate(contexts[:limit]):
        rows = tuple(tuple(" ".join(cell.split()) for cell in row) for row in context["table"]["table"])
        ordered = sorted(context["paragraphs"], key=lambda each: int(each["order"]))
        paragraphs = tuple(" ".join(each["text"].split()) for each in ordered)
        words = "\n".join([*paragraphs, *(cell for row in rows for cell in row)])
        unsaid = {scale for scale, pattern in _SAID.items() if not pattern.search(words)}
        yield Context(index, rows, paragraphs, tuple(_asked(cells_of(rows), context["questions"], unsaid)))


def words_of(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text.lower()))


def number_of(text: str) -> Decimal | None:
    """The one number of a cell without its sign; None for words, years with a month and several numbers."""
    bare = _NOTE.sub("", text) if not re.fullmatch(r"\(\d{1,2}\)", text) else text
    found = _NUMBER.findall(bare)
    is_plain = not re.search(
        r"[A-Za-z]{2,}", re.sub(r"US|RM|EUR|USD|GBP|bps|cents|pts?|days|years", "", bare)
    )
    return Decimal(found[0].replace(",", "")) if len(found) == 1 and is_plain else None


def years_in(text: str) -> frozenset[int]:
    return frozenset(
        2000 + int(found[1]) if found[1] else int(found[0][-4:]) for found in _YEAR.finditer(text)
    )


def is_heading(row: Row) -> bool:
    """Whether words or years stand over columns, and no amount."""
    texts = [text for text in row[1:] if text]
    amounts = [text for text in texts if number_of(text) is not None and not years_in(text)]
    return not amounts and any(re.search(r"[A-Za-z]{2}|€|£|\$ ?m", text) or years_in(text) for text in texts)


def headings_of(row: Row) -> list[Heading]:
    """The headings of a line, each over equally many columns where they fall into such groups.

    The data has a spanning heading in the first or the middle one of its columns; in the last of two only
    where it is a time or a unit, as what stands there alone may head that column.
    """
    filled = [at for at, text in enumerate(row) if at and text]
    columns = len(row) - 1
    size = columns // len(filled) if filled and columns % len(filled) == 0 else 1
    groups = [1 + nth * size for nth in range(len(filled))]
    pairs = list(zip(filled, groups, strict=True))
    if size > 1 and all(_spans(row[at], at - first, size) for at, first in pairs):
        return [Heading(row[at], first, first + size - 1) for at, first in pairs]
    return [Heading(row[at], at, at) for at in filled]


def _spans(text: str, nth: int, size: int) -> bool:
    """Whether a heading in the column `nth` (from 0) of `size` may stand over all of them."""
    if not 0 <= nth < size:
        return False
    return nth < size - 1 or bool(years_in(text)) or words_of(text) <= _OF_TIME_OR_UNIT


def cells_of(rows: Sequence[Row]) -> list[Cell]:
    """Every number of the table with what stands over and beside it."""
    over: list[list[Heading]] = []
    cells: list[Cell] = []
    was_heading = False
    for row in rows:
        if is_heading(row):
            over = [*over, headings_of(row)] if was_heading else [headings_of(row)]
            was_heading = True
            continue
        was_heading = False
        cells.extend(_cells(row, over))
    return cells


def _cells(row: Row, over: Sequence[Sequence[Heading]]) -> Iterator[Cell]:
    for at, text in enumerate(row):
        number = number_of(text) if at else None
        if number is not None:
            heads = tuple(each.text for line in over for each in line if each.first <= at <= each.last)
            years = _years(row[0], heads)
            yield Cell(number, text, row[0], heads, years)


def _years(label: str, headings: Iterable[str]) -> frozenset[int]:
    """None where column and row name different ones: which of the two is meant is for a person to say."""
    of_column = frozenset(year for text in headings for year in years_in(text))
    of_row = years_in(label)
    if of_column and of_row and of_column != of_row:
        return frozenset()
    years = of_column or of_row
    return years if len(years) == 1 else frozenset()


def _asked(
    cells: Sequence[Cell], questions: Iterable[Mapping[str, Any]], unsaid: set[Decimal]
) -> Iterator[Asked]:
    """Every number that a question rests on, once. A scale of those `unsaid` is not known."""
    scales: dict[Decimal, set[Decimal]] = defaultdict(set)
    for question in questions:
        for number, scale in numbers_asked(question):
            scales[number] |= {scale} if scale is not None else set()
    usual = {scale for each in scales.values() for scale in each if scale > 1}
    for number, said in scales.items():
        here = tuple(cell for cell in cells if cell.number == number)
        if here:
            scale = _scale(here, said, usual)
            yield Asked(here, None if scale in unsaid else scale)


def _scale(cells: Sequence[Cell], said: set[Decimal], usual: set[Decimal]) -> Decimal | None:
    """A cell's own “%” first, then what questions on it say, then what all others of the table say."""
    if all("%" in cell.text or _is_per_cent(cell) for cell in cells):
        return Decimal("0.01")
    if said:
        return next(iter(said)) if len(said) == 1 else None
    return next(iter(usual)) if len(usual) == 1 else None


def _is_per_cent(cell: Cell) -> bool:
    """Whether its row or column says so, whatever the questions on it leave out."""
    return any(_PER_CENT.search(words) for words in (cell.label, *cell.headings))


def numbers_asked(question: Mapping[str, Any]) -> Iterator[tuple[Decimal, Decimal | None]]:
    """The printed numbers that a question's answer is, or is computed from, with their scale if told."""
    if question["answer_from"] == "text":
        return
    scale = Decimal(SCALES[question["scale"]])
    if question["answer_type"] in ("span", "multi-span"):
        for text in question["answer"]:
            number = number_of(str(text))
            if number is not None and not _is_year(str(text)):
                yield number, scale
    elif question["answer_type"] == "arithmetic":
        derivation = question["derivation"]
        keeps = question["scale"] != "percent" and not _KEEPS_SCALE.sub("", derivation)
        for written in _NUMBER.findall(derivation):
            if not _is_year(written):
                yield Decimal(written.replace(",", "")), scale if keeps else None


def _is_year(text: str) -> bool:
    return bool(re.fullmatch(r"(?:19|20)\d\d", text.strip()))
