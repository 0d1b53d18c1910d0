"""The figures of months that a document's tables give: months in rows and years in columns, or the other way
round, or a table for each month with its days and a total."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import groupby
from typing import Any

from agentic.evidence import Span
from reading.model import unit_key
from reading.text.month_names import month_called
from retrieval.sheets.assembly import Stored

YEAR = re.compile(r"(?:19|20)\d\d")
TOTAL = re.compile(
    r"\W*(?:grand )?(?:totale?s?|gesamt|insgesamt|summe|zusammen|ensemble|totaal|samen|jahr|year)\W*",
    re.IGNORECASE,
)
LEAST_MONTHS = 3  # in the rows or columns of one table
LEAST_DAYS = 20  # in the rows of a table of one month
NOTHING_YET = 50  # beside which a nought is a month that was not counted yet
Month = tuple[int, int]  # year, month; of a whole year the month is 0


@dataclass(frozen=True)
class Count:
    """`others`: what the same row gives of other years."""

    value: Decimal
    span: Span
    table: str
    others: tuple[Decimal, ...] = ()

    @property
    def is_counted(self) -> bool:
        return self.value != 0 or not any(other >= NOTHING_YET for other in self.others)


@dataclass
class Series:
    """`counts`: by month what a document gives, each time that it does. `unit`: of the figures."""

    document: int
    filename: str
    title: str
    counts: dict[Month, list[Count]] = field(default_factory=dict)

    def of(self, month: Month, tables: Collection[str] = ()) -> Count | None:
        """The one figure of the month; None where there is none, or several that differ.

        `tables`: titles of those that count where several differ.
        """
        found = self.counts.get(month, [])
        if len({each.value for each in found}) > 1:
            found = [each for each in found if each.table in tables]
        return found[0] if len({each.value for each in found}) == 1 and found[0].is_counted else None


def series_of(stored: Sequence[Stored]) -> list[Series]:
    """What each document gives by month and year, of those that do so."""
    found = []
    for document, of_document in groupby(stored, key=lambda row: row[1]):
        rows = list(of_document)
        series = Series(document, rows[0][2], rows[0][3])
        for _, of_table in groupby(rows, key=lambda row: row[5]):
            for month, count in _of_table(list(of_table)):
                series.counts.setdefault(month, []).append(count)
        if series.counts:
            found.append(series)
    return found


def _of_table(rows: Sequence[Stored]) -> Iterator[tuple[Month, Count]]:
    names = list(dict.fromkeys(name for row in rows for name in row[8] if not name.endswith(" (unit)")))
    years = [name for name in names if YEAR.fullmatch(name.strip())]
    months = {name: month for name in names if (month := month_called(name))}
    if years and len({_month_of(row) for row in rows} - {None}) >= LEAST_MONTHS:
        yield from _by_rows(rows, years)
    elif years and len(months) == 1 and len(rows) >= LEAST_DAYS:
        yield from _by_days(rows, years, next(iter(months.values())))
    elif len(months) >= LEAST_MONTHS:
        yield from _by_columns(rows, months)


def _by_rows(rows: Sequence[Stored], years: Sequence[str]) -> Iterator[tuple[Month, Count]]:
    for row in rows:
        month = _month_of(row)
        if month is None and TOTAL.fullmatch(row[7]):
            month = 0
        if month is not None:
            yield from ((_key(year, month), count) for year, count in _counts(row, years))


def _by_days(rows: Sequence[Stored], years: Sequence[str], month: int) -> Iterator[tuple[Month, Count]]:
    for row in rows:
        if TOTAL.fullmatch(row[7]):
            yield from ((_key(year, month), count) for year, count in _counts(row, years))


def _by_columns(rows: Sequence[Stored], months: Mapping[str, int]) -> Iterator[tuple[Month, Count]]:
    for row in rows:
        said = [row[7], *(str(value) for name, value in row[8].items() if name not in months)]
        years = {each.strip() for each in said if YEAR.fullmatch(each.strip())}
        if len(years) == 1:
            year = years.pop()
            yield from ((_key(year, months[name]), count) for name, count in _counts(row, list(months)))


def _month_of(row: Stored) -> int | None:
    texts = (value for value in row[8].values() if isinstance(value, str))
    return next((month for text in (row[7], *texts) if (month := month_called(text))), None)


def _key(year: str, month: int) -> Month:
    return int(year.strip()), month


def _counts(row: Stored, names: Sequence[str]) -> Iterator[tuple[str, Count]]:
    properties: Mapping[str, Any] = row[8]
    numbers = {
        name: Decimal(str(value))
        for name in names
        if isinstance(value := properties.get(name), int | float) and unit_key(name) not in properties
    }
    span = Span(document_id=row[1], filename=row[2], page=row[9], quote=row[10], kind="row", fact_id=row[0])
    for name, value in numbers.items():
        others = tuple(other for each, other in numbers.items() if each != name)
        yield name, Count(value, span, row[4], others)
